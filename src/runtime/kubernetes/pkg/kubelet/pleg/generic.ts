import { formatDuration, minute } from '../../../../go/duration.ts';
import type { Result } from '../../../../go/result.ts';
import { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { neverStop, until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { Cache } from '../container/cache.ts';
import {
  type Container,
  type ContainerID,
  type Pod,
  type PodStatus,
  type Runtime,
  type State,
  findContainerByID,
  findSandboxByID,
} from '../container/runtime.ts';
import type { PodLifecycleEvent, PodLifecycleEventGenerator } from './pleg.ts';

// Kubernetes counts what it does here in metrics, and logs what it drops; in Loopscope observers see it.

/**
 * Looks at the runtime again and again, compares what it saw with what it saw before, and tells the difference. What came and
 * went between two looks it never knows.
 */
// Mirrors: pkg/kubelet/pleg/generic.go#GenericPLEG
export class GenericPLEG implements PodLifecycleEventGenerator {
  readonly #sim: Sim;
  readonly #relistPeriodMs: number;
  readonly #runtime: Pick<Runtime, 'getPods' | 'getPodStatus'>;
  readonly #eventChannel: Chan<PodLifecycleEvent>;
  readonly #podRecords = new PodRecords();
  /** When it last began to look, and saw something. */
  #relistTime: number | undefined;
  readonly #cache: Cache | undefined;
  /** Pods that could not be inspected, for the next look. */
  podsToReinspect: ReadonlyMap<string, Pod | undefined> = new Map();

  constructor(
    sim: Sim,
    runtime: Pick<Runtime, 'getPods' | 'getPodStatus'>,
    channelCapacity: number,
    relistPeriodMs: number,
    cache: Cache | undefined,
  ) {
    this.#sim = sim;
    this.#runtime = runtime;
    this.#eventChannel = new Chan('events of containers', channelCapacity);
    this.#relistPeriodMs = relistPeriodMs;
    this.#cache = cache;
  }

  // Mirrors: pkg/kubelet/pleg/generic.go#GenericPLEG.Watch
  watch(): Chan<PodLifecycleEvent> {
    return this.#eventChannel;
  }

  // Mirrors: pkg/kubelet/pleg/generic.go#GenericPLEG.Start
  start(): void {
    const relist = (): Blocking<void> => this.relist();
    this.#sim.go('pleg', until(this.#sim, relist, this.#relistPeriodMs, neverStop));
  }

  // Mirrors: pkg/kubelet/pleg/generic.go#GenericPLEG.Healthy
  healthy(): Result<true> {
    const relistTime = this.#getRelistTime();
    if (relistTime === undefined) return [undefined, new Error('pleg has yet to be successful')];
    const elapsedMs = this.#sim.now - relistTime;
    if (elapsedMs <= relistThresholdMs) return [true, undefined];
    const [elapsed, threshold] = [elapsedMs, relistThresholdMs].map(formatDuration);
    return [undefined, new Error(`pleg was last seen active ${elapsed} ago; threshold is ${threshold}`)];
  }

  // Mirrors: pkg/kubelet/pleg/generic.go#GenericPLEG.getRelistTime
  #getRelistTime(): number | undefined {
    return this.#relistTime;
  }

  // Mirrors: pkg/kubelet/pleg/generic.go#GenericPLEG.updateRelistTime
  #updateRelistTime(timestamp: number): void {
    this.#relistTime = timestamp;
  }

  // Mirrors: pkg/kubelet/pleg/generic.go#GenericPLEG.relist
  *relist(): Blocking<void> {
    const timestamp = this.#sim.now;
    const [pods, err] = yield* this.#runtime.getPods(true);
    if (err) return;
    this.#updateRelistTime(timestamp);
    this.#podRecords.setCurrent(pods);

    const eventsByPodID = new Map<string, PodLifecycleEvent[]>();
    for (const pid of this.#podRecords.ids()) {
      const oldPod = this.#podRecords.getOld(pid);
      const pod = this.#podRecords.getCurrent(pid);
      for (const { id } of getContainersFromPods(oldPod, pod))
        for (const e of computeEvents(oldPod, pod, id)) updateEvents(eventsByPodID, e);
    }

    const needsReinspection = new Map<string, Pod | undefined>();
    const reinspect = new Map(this.podsToReinspect);
    for (const [pid, events] of eventsByPodID) {
      const pod = this.#podRecords.getCurrent(pid);
      if (this.#cache) {
        if (yield* this.#updateCache(this.#cache, pod, pid)) {
          // What changed is told once the pod could be inspected, if it is still so.
          needsReinspection.set(pid, pod);
          continue;
        }
        reinspect.delete(pid);
      }
      this.#podRecords.update(pid);
      // What does not fit into the channel is lost.
      for (const event of events) if (event.type !== 'ContainerChanged') this.#eventChannel.trySend(event);
    }

    if (this.#cache) {
      for (const [pid, pod] of reinspect)
        if (yield* this.#updateCache(this.#cache, pod, pid)) needsReinspection.set(pid, pod);
      this.#cache.updateTime(timestamp);
    }
    this.podsToReinspect = needsReinspection;
  }

  /** The addresses that a pod has, or had when it last had a sandbox that was ready. */
  // Mirrors: pkg/kubelet/pleg/generic.go#GenericPLEG.getPodIPs
  #getPodIPs(cache: Cache, pid: string, status: PodStatus): readonly string[] {
    if (status.ips.length > 0) return status.ips;
    const [oldStatus, err] = cache.get(pid);
    if (err || !oldStatus || oldStatus.ips.length === 0) return [];
    const hasReady = status.sandboxStatuses.some(({ state }) => state === 'SANDBOX_READY');
    return hasReady ? status.ips : oldStatus.ips;
  }

  /** Writes down the status of a pod, or that it could not be had; that it is gone, where there is none. */
  // Mirrors: pkg/kubelet/pleg/generic.go#GenericPLEG.updateCache
  *#updateCache(cache: Cache, pod: Pod | undefined, pid: string): Blocking<Error | undefined> {
    if (!pod) {
      cache.delete(pid);
      return undefined;
    }
    const timestamp = this.#sim.now;
    const [status, err] = yield* this.#runtime.getPodStatus(pod.id, pod.name, pod.namespace);
    const written = status && { ...status, ips: this.#getPodIPs(cache, pid, status) };
    cache.set(pod.id, written, err, timestamp);
    return err;
  }
}

/** How long ago the last look may be. */
// Mirrors: pkg/kubelet/pleg/generic.go#relistThreshold
const relistThresholdMs = 3 * minute;

// Mirrors: pkg/kubelet/pleg/generic.go#NewGenericPLEG
export function newGenericPLEG(
  sim: Sim,
  runtime: Pick<Runtime, 'getPods' | 'getPodStatus'>,
  channelCapacity: number,
  relistPeriodMs: number,
  cache: Cache | undefined,
): GenericPLEG {
  return new GenericPLEG(sim, runtime, channelCapacity, relistPeriodMs, cache);
}

// Mirrors: pkg/kubelet/pleg/generic.go#plegContainerState
export type PlegContainerState = 'running' | 'exited' | 'unknown' | 'non-existent';

/** What is created and not started is not known. */
// Mirrors: pkg/kubelet/pleg/generic.go#convertState
function convertState(state: State): PlegContainerState {
  return state === 'created' ? 'unknown' : state;
}

/** What is told of a container that went from one state to another. */
// Mirrors: pkg/kubelet/pleg/generic.go#generateEvents
export function generateEvents(
  podID: string,
  cid: string,
  oldState: PlegContainerState,
  newState: PlegContainerState,
): PodLifecycleEvent[] {
  if (newState === oldState) return [];
  const of = (type: PodLifecycleEvent['type']): PodLifecycleEvent => ({ id: podID, type, data: cid });
  if (newState === 'running') return [of('ContainerStarted')];
  if (newState === 'exited') return [of('ContainerDied')];
  if (newState === 'unknown') return [of('ContainerChanged')];
  // What is gone must have died before.
  if (oldState === 'exited') return [of('ContainerRemoved')];
  return [of('ContainerDied'), of('ContainerRemoved')];
}

/** Containers and sandboxes of both, each once. */
// Mirrors: pkg/kubelet/pleg/generic.go#getContainersFromPods
function getContainersFromPods(...pods: readonly (Pod | undefined)[]): Container[] {
  const containers = new Map<string, Container>();
  for (const p of pods)
    for (const c of [...(p?.containers ?? []), ...(p?.sandboxes ?? [])])
      if (!containers.has(c.id.id)) containers.set(c.id.id, c);
  return [...containers.values()];
}

// Mirrors: pkg/kubelet/pleg/generic.go#computeEvents
function computeEvents(
  oldPod: Pod | undefined,
  newPod: Pod | undefined,
  cid: ContainerID,
): PodLifecycleEvent[] {
  const pid = (oldPod ?? newPod)?.id ?? '';
  return generateEvents(pid, cid.id, getContainerState(oldPod, cid), getContainerState(newPod, cid));
}

// Mirrors: pkg/kubelet/pleg/generic.go#updateEvents
function updateEvents(eventsByPodID: Map<string, PodLifecycleEvent[]>, e: PodLifecycleEvent): void {
  eventsByPodID.set(e.id, [...(eventsByPodID.get(e.id) ?? []), e]);
}

// Mirrors: pkg/kubelet/pleg/generic.go#getContainerState
function getContainerState(pod: Pod | undefined, cid: ContainerID): PlegContainerState {
  if (!pod) return 'non-existent';
  const c = findContainerByID(pod, cid) ?? findSandboxByID(pod, cid);
  return c ? convertState(c.state) : 'non-existent';
}

/** A pod as it was when it was last told of, and as it is now; neither need be there. */
// Mirrors: pkg/kubelet/pleg/generic.go#podRecord
interface PodRecord {
  old: Pod | undefined;
  current: Pod | undefined;
}

// Mirrors: pkg/kubelet/pleg/generic.go#podRecords
class PodRecords {
  readonly #records = new Map<string, PodRecord>();

  ids(): string[] {
    return [...this.#records.keys()];
  }

  // Mirrors: pkg/kubelet/pleg/generic.go#podRecords.getOld
  getOld(id: string): Pod | undefined {
    return this.#records.get(id)?.old;
  }

  // Mirrors: pkg/kubelet/pleg/generic.go#podRecords.getCurrent
  getCurrent(id: string): Pod | undefined {
    return this.#records.get(id)?.current;
  }

  // Mirrors: pkg/kubelet/pleg/generic.go#podRecords.setCurrent
  setCurrent(pods: readonly Pod[]): void {
    for (const record of this.#records.values()) record.current = undefined;
    for (const pod of pods) {
      const r = this.#records.get(pod.id);
      if (r) r.current = pod;
      else this.#records.set(pod.id, { old: undefined, current: pod });
    }
  }

  /** What is now has been told. */
  // Mirrors: pkg/kubelet/pleg/generic.go#podRecords.update
  update(id: string): void {
    const r = this.#records.get(id);
    if (r) this.#updateInternal(id, r);
  }

  // Mirrors: pkg/kubelet/pleg/generic.go#podRecords.updateInternal
  #updateInternal(id: string, r: PodRecord): void {
    if (!r.current) {
      this.#records.delete(id);
      return;
    }
    r.old = r.current;
    r.current = undefined;
  }
}
