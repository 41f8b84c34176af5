import type { Pod } from '../../kubernetes/pkg/api/objects.ts';
import type { OfNodes } from '../of-nodes.ts';
import type { NodeInfo } from '../../kubernetes/pkg/scheduler/framework/types.ts';
import { podMatchesNodeSelectorAndAffinityTerms } from '../../kubernetes/pkg/scheduler/framework/plugins/helper/node_affinity.ts';
import { labelOf } from '../../kubernetes/pkg/scheduler/framework/plugins/helper/read.ts';
import {
  type TopologySpreadConstraint,
  nodeLabelsMatchSpreadConstraints,
} from '../../kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/common.ts';

/**
 * The topologies that pods may be spread over. They change with the nodes, and not with the pods, so they are kept;
 * Kubernetes goes over all nodes for each pod.
 */
export class Topologies {
  readonly #known: OfNodes<readonly ReadonlySet<string>[]>;

  constructor(known: OfNodes<readonly ReadonlySet<string>[]>) {
    this.#known = known;
  }

  /**
   * For each constraint the values of its topology key, in the order of the nodes: on the nodes that the pod's node
   * selector and affinity allow and that have all the topology keys.
   */
  of(pod: Pod, constraints: readonly TopologySpreadConstraint[]): readonly ReadonlySet<string>[] {
    const { nodeSelector, affinity } = pod.spec;
    const keys = constraints.map(({ topologyKey }) => topologyKey);
    const question = JSON.stringify([keys, nodeSelector, affinity?.nodeAffinity]);
    return this.#known.of(question, (nodes) => valuesOf(pod, constraints, nodes));
  }
}

function valuesOf(
  pod: Pod,
  constraints: readonly TopologySpreadConstraint[],
  nodeInfos: readonly NodeInfo[],
): readonly ReadonlySet<string>[] {
  const values = constraints.map(() => new Set<string>());
  for (const info of nodeInfos) {
    const node = info.node();
    if (!node || !podMatchesNodeSelectorAndAffinityTerms(pod, node)) continue;
    if (!nodeLabelsMatchSpreadConstraints(node, constraints)) continue;
    for (const [i, { topologyKey }] of constraints.entries())
      values[i]?.add(labelOf(node, topologyKey) ?? '');
  }
  return values;
}
