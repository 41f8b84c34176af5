import type { Pod, Service } from '../../../../api/objects.ts';
import { labelSelectorAsSelector } from '../../../../apimachinery/pkg/apis/meta/v1/helpers.ts';
import { merge } from '../../../../apimachinery/pkg/labels/labels.ts';
import {
  type Selector,
  everything,
  newSelector,
  selectorFromSet,
} from '../../../../apimachinery/pkg/labels/selector.ts';
import type { ReplicaSetLister } from '../../../../client-go/listers/apps/v1/replicaset.ts';
import type { ReplicationControllerLister } from '../../../../client-go/listers/core/v1/replicationcontroller.ts';
import type { ServiceLister } from '../../../../client-go/listers/core/v1/service.ts';

/** Where `defaultSelector` looks for what a pod belongs to. */
export interface SpreadListers {
  readonly services: ServiceLister;
  readonly replicationCtrls: ReplicationControllerLister;
  readonly replicaSets: ReplicaSetLister;
}

/**
 * A selector of the pods that belong with this one: what its Services, ReplicationControllers and ReplicaSets select.
 * They all match the pod, so none of them contradicts another. Kubernetes asks for StatefulSets too; there are none in
 * Loopscope.
 *
 * Mirrors: pkg/scheduler/framework/plugins/helper/spread.go#DefaultSelector
 */
export function defaultSelector(
  pod: Pod,
  { services, replicationCtrls, replicaSets }: SpreadListers,
): Selector {
  let labelSet = {};
  for (const service of getPodServices(services, pod))
    labelSet = merge(labelSet, service.spec.selector ?? {});
  const [rcs] = replicationCtrls.getPodControllers(pod);
  for (const rc of rcs ?? []) labelSet = merge(labelSet, rc.spec.selector ?? {});

  let selector = Object.keys(labelSet).length > 0 ? selectorFromSet(labelSet) : newSelector();
  const [rss] = replicaSets.getPodReplicaSets(pod);
  for (const rs of rss ?? []) {
    const [other] = labelSelectorAsSelector(rs.spec.selector);
    const [requirements, selectable] = other?.requirements() ?? [[], false];
    if (selectable) selector = selector.add(...requirements);
  }
  return selector;
}

/**
 * The Services that select the pod. A Service without a selector selects nothing.
 *
 * Mirrors: pkg/scheduler/framework/plugins/helper/spread.go#GetPodServices
 */
export function getPodServices(sl: ServiceLister, pod: Pod): Service[] {
  const [allServices] = sl.services(pod.metadata.namespace).list(everything());
  return (allServices ?? []).filter(({ spec }) => {
    return spec.selector !== undefined && selectorFromSet(spec.selector).matches(pod.metadata.labels);
  });
}
