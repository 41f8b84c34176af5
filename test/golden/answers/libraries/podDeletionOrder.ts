import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { ActivePodsWithRanks } from '../../../../src/runtime/kubernetes/pkg/controller/controller_utils.ts';

interface Args {
  readonly Pods: readonly Pod[];
  readonly Rank: readonly number[];
}

/** The names of the pods, in the order in which a ReplicaSet deletes them. */
export function answer(args: unknown): unknown {
  const { Pods, Rank } = args as Args;
  const podsWithRanks = new ActivePodsWithRanks([...Pods], [...Rank]);
  podsWithRanks.sort();
  return podsWithRanks.pods.map((pod) => pod.metadata.name);
}
