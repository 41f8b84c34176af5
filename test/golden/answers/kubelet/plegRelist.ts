import { newCache } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/cache.ts';
import {
  type Container,
  ContainerID,
  type Pod,
  type PodStatus,
  type State,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import {
  type GenericPLEG,
  newGenericPLEG,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/pleg/generic.ts';
import type { Result } from '../../../../src/runtime/go/result.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';

interface AskedContainer {
  readonly ID: string;
  readonly State: State;
}

interface AskedPod {
  readonly UID: string;
  readonly IPs: readonly string[];
  readonly Containers: readonly AskedContainer[];
  readonly Sandboxes: readonly AskedContainer[];
  /** Why it cannot be inspected. */
  readonly Error?: string;
}

interface Relist {
  readonly AdvanceS: number;
  readonly Pods: readonly AskedPod[];
  readonly ListError?: string;
  /** Time passes without a look. */
  readonly Skip?: boolean;
  /** Events stay in the channel where it is false. */
  readonly Drain?: boolean;
}

/** What a lifecycle event generator tells, writes down and inspects with each look, and whether it is healthy. */
export function answer(question: unknown): unknown {
  const { Capacity, Relists } = question as {
    readonly Capacity: number;
    readonly Relists: readonly Relist[];
  };
  const sim = new Sim();
  const runtime = new AskedRuntime();
  let written: string[] = [];
  const cache = newCache();
  const pleg = newGenericPLEG(sim, runtime, Capacity, 1000, {
    get: (id) => cache.get(id),
    set(id, status, err, timestamp) {
      const ips = status?.ips.join(' ') ?? '';
      const count = status?.containerStatuses.length;
      written.push(err ? `set ${id} error ${err.message}` : `set ${id} ips [${ips}] containers ${count}`);
      cache.set(id, status, err, timestamp);
    },
    getNewerThan: (id, minTime) => cache.getNewerThan(id, minTime),
    delete(id) {
      written.push(`delete ${id}`);
      cache.delete(id);
    },
    updateTime: (timestamp) => cache.updateTime(timestamp),
  });
  const healthyAtStart = health(pleg);
  const relists = Relists.map((relist) => {
    sim.runFor(relist.AdvanceS * 1000);
    [written, runtime.inspected, runtime.now] = [[], [], relist];
    const healthyBefore = health(pleg);
    if (!relist.Skip) sim.go('relist', pleg.relist());
    while (sim.busy) sim.step();
    const events: Record<string, string[]> = {};
    let count = 0;
    while (relist.Drain !== false && pleg.watch().length > 0) {
      const [event] = pleg.watch().tryReceive() ?? [];
      const { id, type, data } = event!;
      (events[id] ??= []).push(`${type} ${data}`);
      count++;
    }
    return {
      cache: written.sort(),
      count,
      events,
      healthyAfter: health(pleg),
      healthyBefore,
      inspected: runtime.inspected.sort(),
      queued: pleg.watch().length,
      toReinspect: [...pleg.podsToReinspect.keys()].sort(),
    };
  });
  return { healthyAtStart, relists };
}

function health(pleg: GenericPLEG): true | string {
  const [, err] = pleg.healthy();
  return err?.message ?? true;
}

/** A runtime that has what the question says. */
class AskedRuntime {
  now: Relist = { AdvanceS: 0, Pods: [] };
  inspected: string[] = [];

  *getPods(): Generator<never, Result<Pod[]>> {
    if (this.now.ListError !== undefined) return [undefined, new Error(this.now.ListError)];
    const of = (asked: readonly AskedContainer[]): Container[] =>
      asked.map(({ ID, State }) => ({ id: new ContainerID('test', ID), state: State, ...anyContainer }));
    const pods = this.now.Pods.map(({ UID, Containers, Sandboxes }) => {
      return { id: UID, name: UID, namespace: 'ns', containers: of(Containers), sandboxes: of(Sandboxes) };
    });
    return [pods, undefined];
  }

  *getPodStatus(uid: string, name: string, namespace: string): Generator<never, Result<PodStatus>> {
    this.inspected.push(uid);
    const pod = this.now.Pods.find(({ UID }) => UID === uid);
    const none = { id: uid, name, namespace, ips: [], containerStatuses: [], sandboxStatuses: [] };
    if (!pod) return [none, undefined];
    if (pod.Error !== undefined) return [undefined, new Error(pod.Error)];
    const containerStatuses = pod.Containers.map(({ ID, State }) => ({
      id: new ContainerID('test', ID),
      state: State,
      ...anyContainer,
      ...anyStatus,
    }));
    const sandboxStatuses = pod.Sandboxes.map(({ ID, State }) => ({
      id: ID,
      metadata: { name, namespace, uid, attempt: 0 },
      state: State === 'running' ? ('SANDBOX_READY' as const) : ('SANDBOX_NOTREADY' as const),
      createdAt: 0,
    }));
    return [{ id: uid, name, namespace, ips: pod.IPs, containerStatuses, sandboxStatuses }, undefined];
  }
}

const anyContainer = { name: 'c', image: 'i', imageID: 'i', hash: 0 };
const anyStatus = { podSandboxID: '', createdAt: 0, exitCode: 0, restartCount: 0, reason: '', message: '' };
