import type { Pod } from '../../../api/objects.ts';
import type { Image } from '../../container/runtime.ts';

/** The oldest first. */
// Mirrors: pkg/kubelet/util/sliceutils/sliceutils.go#PodsByCreationTime
export function podsByCreationTime(a: Pod, b: Pod): number {
  const created = ({ metadata }: Pod): number => Date.parse(metadata.creationTimestamp ?? '') || 0;
  return created(a) - created(b);
}

/** The largest first; of the same size, those with greater ids. */
// Mirrors: pkg/kubelet/util/sliceutils/sliceutils.go#ByImageSize
export const byImageSize = (a: Image, b: Image): number =>
  a.size === b.size ? (a.id > b.id ? -1 : a.id < b.id ? 1 : 0) : b.size - a.size;
