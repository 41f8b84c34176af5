import type { Pod } from '../../../api/objects.ts';

/** The oldest first. */
// Mirrors: pkg/kubelet/util/sliceutils/sliceutils.go#PodsByCreationTime
export function podsByCreationTime(a: Pod, b: Pod): number {
  const created = ({ metadata }: Pod): number => Date.parse(metadata.creationTimestamp ?? '') || 0;
  return created(a) - created(b);
}
