import type { Pod, Service } from '../../../../api/objects.ts';
import { labelSelectorAsSelector } from '../../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import { merge } from '../../../../../staging/src/k8s.io/apimachinery/pkg/labels/labels.ts';
import {
  type Selector,
  everything,
  newSelector,
  selectorFromSet,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { statefulSetResource } from '../../../../../staging/src/k8s.io/client-go/informers/apps/v1/statefulset.ts';
import type { SharedInformerFactory } from '../../../../../staging/src/k8s.io/client-go/informers/factory.ts';
import type { ReplicaSetLister } from '../../../../../staging/src/k8s.io/client-go/listers/apps/v1/replicaset.ts';
import type { StatefulSetLister } from '../../../../../staging/src/k8s.io/client-go/listers/apps/v1/statefulset.ts';
import type { ReplicationControllerLister } from '../../../../../staging/src/k8s.io/client-go/listers/core/v1/replicationcontroller.ts';
import type { ServiceLister } from '../../../../../staging/src/k8s.io/client-go/listers/core/v1/service.ts';

/** Where `defaultSelector` looks for what a pod belongs to. */
export interface SpreadListers {
  readonly services: ServiceLister;
  readonly replicationCtrls: ReplicationControllerLister;
  readonly replicaSets: ReplicaSetLister;
  readonly statefulSets: StatefulSetLister;
}

/**
 * A selector of the pods that belong with this one: what its Services, ReplicationControllers, ReplicaSets and
 * StatefulSets select. They all match the pod, so none of them contradicts another.
 */
// Mirrors: pkg/scheduler/framework/plugins/helper/spread.go#DefaultSelector
export function defaultSelector(
  pod: Pod,
  { services, replicationCtrls, replicaSets, statefulSets }: SpreadListers,
): Selector {
  let labelSet = {};
  for (const service of getPodServices(services, pod))
    labelSet = merge(labelSet, service.spec.selector ?? {});
  const [rcs] = replicationCtrls.getPodControllers(pod);
  for (const rc of rcs ?? []) labelSet = merge(labelSet, rc.spec.selector ?? {});

  let selector = Object.keys(labelSet).length > 0 ? selectorFromSet(labelSet) : newSelector();
  const [rss] = replicaSets.getPodReplicaSets(pod);
  const [sss] = statefulSets.getPodStatefulSets(pod);
  for (const { spec } of [...(rss ?? []), ...(sss ?? [])]) {
    const [other] = labelSelectorAsSelector(spec.selector);
    const [requirements, selectable] = other?.requirements() ?? [[], false];
    if (selectable) selector = selector.add(...requirements);
  }
  return selector;
}

/** The listers of a factory, for those who spread pods. */
export function spreadListersOf(factory: SharedInformerFactory): SpreadListers {
  return {
    services: factory.core().v1().services().lister(),
    replicationCtrls: factory.core().v1().replicationControllers().lister(),
    replicaSets: factory.apps().v1().replicaSets().lister(),
    statefulSets: factory.of(statefulSetResource).lister(),
  };
}

/** The Services that select the pod. A Service without a selector selects nothing. */
// Mirrors: pkg/scheduler/framework/plugins/helper/spread.go#GetPodServices
export function getPodServices(sl: ServiceLister, pod: Pod): Service[] {
  const [allServices] = sl.services(pod.metadata.namespace).list(everything());
  return (allServices ?? []).filter(({ spec }) => {
    return spec.selector !== undefined && selectorFromSet(spec.selector).matches(pod.metadata.labels);
  });
}
