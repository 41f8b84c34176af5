import type { Image } from '../../container/runtime.ts';

/** The largest first; of the same size, those with greater ids. */
// Mirrors: pkg/kubelet/util/sliceutils/sliceutils.go#ByImageSize
export const byImageSize = (a: Image, b: Image): number =>
  a.size === b.size ? (a.id > b.id ? -1 : a.id < b.id ? 1 : 0) : b.size - a.size;
