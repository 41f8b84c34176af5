import type { Pod } from '../../src/runtime/api/objects.ts';
import type { NodeInfo } from '../../src/runtime/scheduler/framework/types.ts';
import type { Snapshot } from '../../src/runtime/scheduler/internal/cache/snapshot.ts';

/** Puts a pod on its node. */
export function addToSnapshot(snapshot: Snapshot, pod: Pod): void {
  change(snapshot, pod, (info) => info.addPod(pod));
}

export function removeFromSnapshot(snapshot: Snapshot, pod: Pod): void {
  change(snapshot, pod, (info) => info.removePod(pod));
}

/** Keeps the lists of nodes whose pods have affinity right. */
function change(snapshot: Snapshot, pod: Pod, apply: (info: NodeInfo) => void): void {
  const info = snapshot.nodeInfoMap.get(pod.spec.nodeName ?? '');
  if (!info) return;
  const had = [info.podsWithAffinity.length > 0, info.podsWithRequiredAntiAffinity.length > 0];
  apply(info);
  const has = [info.podsWithAffinity.length > 0, info.podsWithRequiredAntiAffinity.length > 0];
  const { nodeInfoList: all } = snapshot;
  if (had[0] !== has[0])
    snapshot.havePodsWithAffinityNodeInfoList = all.filter((one) => one.podsWithAffinity.length > 0);
  if (had[1] !== has[1])
    snapshot.havePodsWithRequiredAntiAffinityNodeInfoList = all.filter(
      (one) => one.podsWithRequiredAntiAffinity.length > 0,
    );
}
