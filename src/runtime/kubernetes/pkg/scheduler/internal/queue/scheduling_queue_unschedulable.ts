import type { Pod } from '../../../api/objects.ts';
import { labelSelectorAsSelector } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import type { QueuedPodInfo } from '../../framework/types_pod_info.ts';
import type { MetricRecorder } from '../../metrics/metric_recorder.ts';
import {
  getNamespacesFromPodAffinityTerm,
  podMatchesTermsNamespaceAndSelector,
} from '../../util/topologies.ts';
import { getPodAffinityTerms, getPodFullName } from '../../util/utils.ts';

/**
 * The pods that were tried, and that no node took.
 *
 * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#UnschedulablePodsMap
 */
export class UnschedulablePodsMap {
  readonly podInfoMap = new Map<string, QueuedPodInfo>();
  /** Those with required affinity to pods, so that a bound pod need not be held against all others. */
  readonly withAffinity = new Map<string, QueuedPodInfo>();
  readonly #metricRecorder: MetricRecorder | undefined;

  constructor(metricRecorder?: MetricRecorder) {
    this.#metricRecorder = metricRecorder;
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#UnschedulablePodsMap.addOrUpdate
  addOrUpdate(pInfo: QueuedPodInfo): void {
    const podID = getPodFullName(pInfo.pod);
    if (!this.podInfoMap.has(podID)) this.#metricRecorder?.inc();
    this.podInfoMap.set(podID, pInfo);
    if (getPodAffinityTerms(pInfo.pod.spec.affinity).length > 0) this.withAffinity.set(podID, pInfo);
    else this.withAffinity.delete(podID);
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#UnschedulablePodsMap.delete
  delete(pod: Pod): void {
    const podID = getPodFullName(pod);
    if (this.podInfoMap.delete(podID)) this.#metricRecorder?.dec();
    this.withAffinity.delete(podID);
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#UnschedulablePodsMap.get
  get(pod: Pod): QueuedPodInfo | undefined {
    return this.podInfoMap.get(getPodFullName(pod));
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#UnschedulablePodsMap.clear
  clear(): void {
    this.podInfoMap.clear();
    this.withAffinity.clear();
    this.#metricRecorder?.clear();
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#PriorityQueue.getUnschedulablePodsWithMatchingAffinityTerm
  getUnschedulablePodsWithMatchingAffinityTerm(pod: Pod): QueuedPodInfo[] {
    const podsToMove: QueuedPodInfo[] = [];
    for (const pInfo of this.withAffinity.values()) {
      const up = pInfo.pod;
      for (const term of getPodAffinityTerms(up.spec.affinity)) {
        const namespaces = getNamespacesFromPodAffinityTerm(up, term);
        const [selector] = labelSelectorAsSelector(term.labelSelector);
        if (selector && podMatchesTermsNamespaceAndSelector(pod, namespaces, selector)) {
          podsToMove.push(pInfo);
          break;
        }
      }
    }
    return podsToMove;
  }
}
