import type { Quantity } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import { everything } from '../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { Pod } from '../../../api/objects.ts';
import { podRequestsAndLimits } from '../../../api/v1/resource/helpers.ts';
import {
  isAttachableVolumeResourceName,
  isHugePageResourceName,
} from '../../../apis/core/v1/helper/helpers.ts';
import type { PodLister } from '../../../../staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import { handlerFor } from '../../../../staging/src/k8s.io/component-base/metrics/http.ts';
import type {
  Metric,
  Sample,
} from '../../../../staging/src/k8s.io/component-base/metrics/legacyregistry/registry.ts';
import type { Handler } from '../../../../../go/http.ts';

/** What both say: in which words, by their own name. */
const help = (what: string): string =>
  `[ALPHA] Resources ${what} workloads on the cluster, broken down by pod. This shows the resource usage the scheduler and kubelet expect per pod for resources along with the unit for the resource if any.`;

/** Tells what each pod asks for, and what it may have at most, as scheduler and kubelet reckon. */
// Mirrors: pkg/scheduler/metrics/resources/resources.go#Handler
export function handler(podLister: Pick<PodLister, 'list'>): Handler {
  const metric = (name: string, what: string, which: 'reqs' | 'limits'): Metric => ({
    name,
    help: help(what),
    type: 'gauge',
    samples: () => collect(podLister, which),
  });
  const metrics = [
    metric('kube_pod_resource_request', 'requested by', 'reqs'),
    metric('kube_pod_resource_limit', 'limit for', 'limits'),
  ];
  return handlerFor(() => metrics);
}

/** Upstream collects both in one go over the pods. */
// Mirrors: pkg/scheduler/metrics/resources/resources.go#podResourceCollector.CollectWithStability
function collect(lister: Pick<PodLister, 'list'>, which: 'reqs' | 'limits'): readonly Sample[] {
  const [pods = []] = lister.list(everything());
  const running = pods.filter((pod) => !isTerminal(pod));
  const samples = running.flatMap((pod) =>
    [...podRequestsAndLimits(pod)[which]]
      .filter(([, quantity]) => !quantity.isZero())
      .map(([resourceName, quantity]) => sampleOf(pod, resourceName, quantity)),
  );
  return samples.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = ({ labels }: Sample): string => Object.values(labels).join('\0');

// Mirrors: pkg/scheduler/metrics/resources/resources.go#recordMetricWithUnit
function sampleOf({ metadata, spec }: Pod, resource: string, quantity: Quantity): Sample {
  const { nodeName: node = '', schedulerName: scheduler = '', priority = '' } = spec;
  const labels = {
    namespace: metadata.namespace,
    node,
    pod: metadata.name,
    priority: String(priority),
    resource,
    scheduler,
    unit: unitOf(resource),
  };
  return { labels, value: quantity.asApproximateFloat64() };
}

// Part of: pkg/scheduler/metrics/resources/resources.go#podResourceCollector.CollectWithStability
function unitOf(resourceName: string): string {
  if (resourceName === 'cpu') return 'cores';
  if (['memory', 'storage', 'ephemeral-storage'].includes(resourceName)) return 'bytes';
  if (isHugePageResourceName(resourceName)) return 'bytes';
  return isAttachableVolumeResourceName(resourceName) ? 'integer' : '';
}

/** A pod that has come to its end counts no more. One that is on no node cannot have come to it. */
// Part of: pkg/scheduler/metrics/resources/resources.go#podRequestsAndLimitsByLifecycle
function isTerminal({ spec, status }: Pod): boolean {
  return Boolean(spec.nodeName) && (status.phase === 'Succeeded' || status.phase === 'Failed');
}
