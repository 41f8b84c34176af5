import type { TopologySpreadConstraint as V1TopologySpreadConstraint } from 'kubernetes-types/core/v1';
import type { Node } from '../../../../api/objects.ts';
import { labelSelectorAsSelector } from '../../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import type { Selector } from '../../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { PodInfo } from '../../types.ts';
import { labelOf } from '../helper/read.ts';

/** A constraint with its selector read. */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/common.go#topologySpreadConstraint
export interface TopologySpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly selector: Selector;
}

/** True if the node has a value for each of the topology keys. */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/common.go#nodeLabelsMatchSpreadConstraints
export function nodeLabelsMatchSpreadConstraints(
  node: Node,
  constraints: readonly TopologySpreadConstraint[],
): boolean {
  for (const c of constraints) if (labelOf(node, c.topologyKey) === undefined) return false;
  return true;
}

// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/common.go#filterTopologySpreadConstraints
export function filterTopologySpreadConstraints(
  constraints: readonly V1TopologySpreadConstraint[],
  action: 'DoNotSchedule' | 'ScheduleAnyway',
): Result<TopologySpreadConstraint[]> {
  const result: TopologySpreadConstraint[] = [];
  for (const { whenUnsatisfiable, labelSelector, maxSkew, topologyKey } of constraints) {
    if (whenUnsatisfiable !== action) continue;
    const [selector, err] = labelSelectorAsSelector(labelSelector);
    if (err) return [undefined, err];
    result.push({ maxSkew, topologyKey, selector });
  }
  return [result, undefined];
}

/** Pods that are being deleted do not count. */
// Mirrors: pkg/scheduler/framework/plugins/podtopologyspread/common.go#countPodsMatchSelector
export function countPodsMatchSelector(podInfos: readonly PodInfo[], selector: Selector, ns: string): number {
  let count = 0;
  for (const { pod } of podInfos) {
    const { deletionTimestamp, namespace, labels } = pod.metadata;
    if (deletionTimestamp !== undefined || namespace !== ns) continue;
    if (selector.matches(labels)) count++;
  }
  return count;
}
