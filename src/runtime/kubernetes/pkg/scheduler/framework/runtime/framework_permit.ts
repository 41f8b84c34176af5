import type { Pod } from '../../../api/objects.ts';
import { quote } from '../../../../../go/strconv.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import type { CycleState } from '../cycle_state.ts';
import type { Answer, PermitPlugin } from '../interface.ts';
import { codeOf, failed, isSuccess, isUnschedulable, newStatus } from '../interface_status.ts';
import type { FrameworkOptions } from './framework_handle.ts';
import { WaitingPodImpl, type WaitingPodsMap } from './waiting_pods_map.ts';

/**
 * The longest that a Permit plugin may hold a pod back, in ms.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#maxTimeout
 */
const maxTimeout = 15 * 60_000;

/**
 * One plugin that refuses the pod is enough. Those that want it to wait may have it wait for a quarter of an hour each.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RunPermitPlugins
 */
export function runPermitPlugins(
  sim: Sim,
  plugins: readonly PermitPlugin[],
  waitingPods: WaitingPodsMap,
  state: CycleState,
  pod: Pod,
  nodeName: string,
): Answer {
  const pluginsWaitTime = new Map<string, number>();
  const podName = quote(pod.metadata.name);
  for (const pl of plugins) {
    const [status, timeout] = pl.permit(state, pod, nodeName);
    if (status === undefined || isSuccess(status)) continue;
    if (isUnschedulable(status)) {
      const msg = `rejected pod ${podName} by permit plugin ${quote(pl.name())}: ${status.message()}`;
      return newStatus(status.code, msg);
    }
    if (status.code !== 'Wait')
      return failed(`running Permit plugin ${quote(pl.name())}`, status.asError() as Error);
    pluginsWaitTime.set(pl.name(), Math.min(timeout, maxTimeout));
  }
  if (pluginsWaitTime.size === 0) return undefined;
  waitingPods.add(new WaitingPodImpl(sim, pod, pluginsWaitTime));
  return newStatus('Wait', `one or more plugins asked to wait and no plugin rejected pod ${podName}`);
}

// Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.WaitOnPermit
export function* waitOnPermit(
  { sim, metrics }: FrameworkOptions,
  waitingPods: WaitingPodsMap,
  pod: Pod,
): Blocking<Answer> {
  const waitingPod = waitingPods.get(pod.metadata.uid);
  if (!waitingPod) return undefined;
  const startTime = sim.now;
  const [s] = yield* waitingPod.s.receive();
  const waited = (sim.now - startTime) / 1000;
  metrics?.permitWaitDuration.observe(waited, codeOf(s));
  waitingPods.remove(pod.metadata.uid);
  if (s === undefined || isSuccess(s)) return undefined;
  if (!isUnschedulable(s)) return failed('waiting on permit for pod', s.asError() as Error);
  const msg = `pod ${quote(pod.metadata.name)} rejected while waiting on permit: ${s.message()}`;
  return newStatus(s.code, msg);
}
