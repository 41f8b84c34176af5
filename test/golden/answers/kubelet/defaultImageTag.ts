import { applyDefaultImageTag } from '../../../../src/runtime/kubernetes/pkg/kubelet/images/image_manager.ts';

/** The name of an image, with a tag if it had none. */
export function answer(question: unknown): unknown {
  const [image, err] = applyDefaultImageTag((question as { readonly Image: string }).Image);
  if (err) throw err;
  return image;
}
