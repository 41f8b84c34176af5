import type { Sim } from '../../../sim/sim.ts';
import { parseTime } from '../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.ts';
import type { EventRecorder } from '../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Pod } from '../api/objects.ts';
import type { PodSyncHandler, PodSyncLoopHandler, ShouldEvictResponse } from './lifecycle/interfaces.ts';
import type { PodStatusProvider } from './status/status_manager.ts';

// Mirrors: pkg/kubelet/active_deadline.go#reason
const reason = 'DeadlineExceeded';
// Mirrors: pkg/kubelet/active_deadline.go#message
const message = 'Pod was active on the node longer than the specified deadline';

/** Ends pods that have been on the node for longer than they may. */
// Mirrors: pkg/kubelet/active_deadline.go#activeDeadlineHandler
class ActiveDeadlineHandler implements PodSyncHandler, PodSyncLoopHandler {
  readonly #sim: Sim;
  readonly #podStatusProvider: PodStatusProvider;
  readonly #recorder: EventRecorder;

  constructor(sim: Sim, podStatusProvider: PodStatusProvider, recorder: EventRecorder) {
    this.#sim = sim;
    this.#podStatusProvider = podStatusProvider;
    this.#recorder = recorder;
  }

  // Mirrors: pkg/kubelet/active_deadline.go#activeDeadlineHandler.ShouldSync
  shouldSync(pod: Pod): boolean {
    return this.#pastActiveDeadline(pod);
  }

  // Mirrors: pkg/kubelet/active_deadline.go#activeDeadlineHandler.ShouldEvict
  shouldEvict(pod: Pod): ShouldEvictResponse {
    if (!this.#pastActiveDeadline(pod)) return { evict: false, reason: '', message: '' };
    this.#recorder.eventf(pod, 'Normal', reason, message);
    return { evict: true, reason, message };
  }

  /** The time counts from when the kubelet first saw the pod. */
  // Mirrors: pkg/kubelet/active_deadline.go#activeDeadlineHandler.pastActiveDeadline
  #pastActiveDeadline(pod: Pod): boolean {
    const { activeDeadlineSeconds } = pod.spec;
    if (activeDeadlineSeconds === undefined) return false;
    const podStatus = this.#podStatusProvider.getPodStatus(pod.metadata.uid) ?? pod.status;
    const start = parseTime(podStatus.startTime);
    if (start === undefined) return false;
    const durationMs = this.#sim.epoch + this.#sim.now - start;
    return durationMs >= activeDeadlineSeconds * 1000;
  }
}

// Mirrors: pkg/kubelet/active_deadline.go#newActiveDeadlineHandler
export function newActiveDeadlineHandler(
  sim: Sim,
  podStatusProvider: PodStatusProvider,
  recorder: EventRecorder,
): PodSyncHandler & PodSyncLoopHandler {
  return new ActiveDeadlineHandler(sim, podStatusProvider, recorder);
}
