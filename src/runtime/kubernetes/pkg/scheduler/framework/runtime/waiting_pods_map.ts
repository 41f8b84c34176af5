import type { Pod } from '../../../api/objects.ts';
import { formatDuration } from '../../../../../go/duration.ts';
import { Chan } from '../../../../../sim/chan.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import type { Timer } from '../../../../../sim/timers.ts';
import { type Status, type WaitingPod, newStatus } from '../interface.ts';

/** The pods that Permit plugins hold back, by their uids. */
// Mirrors: pkg/scheduler/framework/runtime/waiting_pods_map.go#waitingPodsMap
export class WaitingPodsMap {
  readonly #pods = new Map<string, WaitingPodImpl>();

  // Mirrors: pkg/scheduler/framework/runtime/waiting_pods_map.go#waitingPodsMap.add
  add(wp: WaitingPodImpl): void {
    this.#pods.set(wp.getPod().metadata.uid, wp);
  }

  // Mirrors: pkg/scheduler/framework/runtime/waiting_pods_map.go#waitingPodsMap.remove
  remove(uid: string): void {
    this.#pods.delete(uid);
  }

  // Mirrors: pkg/scheduler/framework/runtime/waiting_pods_map.go#waitingPodsMap.get
  get(uid: string): WaitingPodImpl | undefined {
    return this.#pods.get(uid);
  }

  // Mirrors: pkg/scheduler/framework/runtime/waiting_pods_map.go#waitingPodsMap.iterate
  iterate(callback: (wp: WaitingPod) => void): void {
    for (const wp of this.#pods.values()) callback(wp);
  }
}

// Mirrors: pkg/scheduler/framework/runtime/waiting_pods_map.go#waitingPod
export class WaitingPodImpl implements WaitingPod {
  readonly #sim: Sim;
  readonly #pod: Pod;
  /** The names of the plugins that have not allowed it yet, each with what rejects the pod when its time is over. */
  readonly #pendingPlugins = new Map<string, Timer>();
  /** It holds one answer, so that this is not lost if it comes before somebody waits for it. */
  readonly s: Chan<Status>;

  /** With how long each plugin lets the pod wait, in ms. */
  // Mirrors: pkg/scheduler/framework/runtime/waiting_pods_map.go#newWaitingPod
  constructor(sim: Sim, pod: Pod, pluginsMaxWaitTime: ReadonlyMap<string, number>) {
    this.#sim = sim;
    this.#pod = pod;
    this.s = new Chan<Status>(`pod ${pod.metadata.name} is permitted`, 1);
    for (const [plugin, waitTimeMs] of pluginsMaxWaitTime) {
      const msg = `rejected due to timeout after waiting ${formatDuration(waitTimeMs)} at plugin ${plugin}`;
      this.#pendingPlugins.set(
        plugin,
        sim.after(waitTimeMs, () => this.reject(msg)),
      );
    }
  }

  // Mirrors: pkg/scheduler/framework/runtime/waiting_pods_map.go#waitingPod.GetPod
  getPod(): Pod {
    return this.#pod;
  }

  // Mirrors: pkg/scheduler/framework/runtime/waiting_pods_map.go#waitingPod.GetPendingPlugins
  getPendingPlugins(): string[] {
    return [...this.#pendingPlugins.keys()];
  }

  // Mirrors: pkg/scheduler/framework/runtime/waiting_pods_map.go#waitingPod.Allow
  allow(pluginName: string): void {
    const timer = this.#pendingPlugins.get(pluginName);
    if (timer) {
      this.#sim.stop(timer);
      this.#pendingPlugins.delete(pluginName);
    }
    if (this.#pendingPlugins.size === 0) this.s.trySend(newStatus('Success', ''));
  }

  // Mirrors: pkg/scheduler/framework/runtime/waiting_pods_map.go#waitingPod.Reject
  reject(msg: string): void {
    for (const timer of this.#pendingPlugins.values()) this.#sim.stop(timer);
    this.s.trySend(newStatus('Unschedulable', msg));
  }
}
