import { ImageCache } from '../../../../src/runtime/kubernetes/pkg/kubelet/images/image_gc_manager.ts';

interface Question {
  readonly Images: readonly { readonly ID: string; readonly Size: number }[];
}

/** The ids of images in the order in which they are kept. */
export function answer(question: unknown): unknown {
  const cache = new ImageCache();
  cache.set((question as Question).Images.map(({ ID: id, Size: size }) => ({ id, size })));
  return cache.get().map(({ id }) => id);
}
