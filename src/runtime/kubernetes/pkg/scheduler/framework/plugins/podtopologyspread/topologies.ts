import type { Pod } from '../../../../api/objects.ts';
import type { NodeInfoLister } from '../../listers.ts';
import { OfNodes } from '../../of-nodes.ts';
import { podMatchesNodeSelectorAndAffinityTerms } from '../helper/node_affinity.ts';
import { labelOf } from '../helper/read.ts';
import { type TopologySpreadConstraint, nodeLabelsMatchSpreadConstraints } from './common.ts';

/**
 * The topologies that pods may be spread over. They change with the nodes, and not with the pods, so they are kept;
 * Kubernetes goes over all nodes for each pod.
 */
export class Topologies {
  readonly #known = new OfNodes<readonly ReadonlySet<string>[]>();

  /**
   * For each constraint the values of its topology key, in the order of the nodes: on the nodes that the pod's node
   * selector and affinity allow and that have all the topology keys.
   */
  of(
    pod: Pod,
    constraints: readonly TopologySpreadConstraint[],
    nodeInfos: NodeInfoLister,
  ): readonly ReadonlySet<string>[] {
    const { nodeSelector, affinity } = pod.spec;
    const keys = constraints.map(({ topologyKey }) => topologyKey);
    const question = JSON.stringify([keys, nodeSelector, affinity?.nodeAffinity]);
    return this.#known.of(nodeInfos, question, () => valuesOf(pod, constraints, nodeInfos));
  }
}

function valuesOf(
  pod: Pod,
  constraints: readonly TopologySpreadConstraint[],
  nodeInfos: NodeInfoLister,
): readonly ReadonlySet<string>[] {
  const values = constraints.map(() => new Set<string>());
  for (const info of nodeInfos.list()) {
    const node = info.node();
    if (!node || !podMatchesNodeSelectorAndAffinityTerms(pod, node)) continue;
    if (!nodeLabelsMatchSpreadConstraints(node, constraints)) continue;
    for (const [i, { topologyKey }] of constraints.entries())
      values[i]?.add(labelOf(node, topologyKey) ?? '');
  }
  return values;
}
