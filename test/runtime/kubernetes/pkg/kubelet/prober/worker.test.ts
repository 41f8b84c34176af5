import { describe, expect, test } from 'vitest';
import type { PodStatus, Probe } from 'kubernetes-types/core/v1';
import {
  parseContainerID,
  type ContainerID,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { Prober } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/prober/prober.ts';
import {
  ProbeManager,
  type ProbeType,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/prober/prober_manager.ts';
import { newManager as newResultsManager } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/prober/results/results_manager.ts';
import { newWorker } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/prober/worker.ts';
import { newProber as newHTTPProber } from '../../../../../../src/runtime/kubernetes/pkg/probe/http/http.ts';
import type { Probed, Result } from '../../../../../../src/runtime/kubernetes/pkg/probe/probe.ts';
import { newProber as newTCPProber } from '../../../../../../src/runtime/kubernetes/pkg/probe/tcp/tcp.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { noNetwork } from '../../../../../golden/kubelet/no-network.ts';
import { epoch, gatesWith, livePod, recorderOf, run } from '../../../../../golden/kubelet/runtime-manager.ts';

const fields = { Liveness: 'livenessProbe', Readiness: 'readinessProbe', Startup: 'startupProbe' } as const;

/** One container with probes, whose results a test says, and whose status is kept. */
function world(probes: Partial<Record<ProbeType, Probe>>) {
  const sim = new Sim({ epoch });
  const now = { result: 'success' as Result, probes: 0, told: [] as string[] };
  const state = { status: undefined as PodStatus | undefined };
  const exec = {
    *probe(): Generator<never, Probed> {
      now.probes++;
      return [now.result, '', undefined];
    },
  };
  const recorder = recorderOf(() => undefined);
  const probers = { exec, http: newHTTPProber(noNetwork), tcp: newTCPProber(noNetwork) };
  const prober = new Prober(probers, noNetwork, recorder, gatesWith());
  const [liveness, startup] = [newResultsManager('liveness'), newResultsManager('startup')];
  const told = (what: string) => (_uid: string, id: ContainerID, is: boolean) =>
    void now.told.push(`${id.id} ${what} ${is}`);
  const statusManager = {
    getPodStatus: () => state.status,
    setContainerReadiness: told('ready'),
    setContainerStartup: told('started'),
  };
  const manager = new ProbeManager(sim, statusManager, liveness, startup, prober);
  const given = Object.entries(probes).map(([type, probe]) => [
    fields[type as ProbeType],
    { periodSeconds: 1, successThreshold: 1, failureThreshold: 1, exec: { command: ['p'] }, ...probe },
  ]);
  const container = { name: 'web', ...(Object.fromEntries(given) as object) };
  const pod = livePod({
    metadata: { name: 'p', namespace: 'ns', uid: 'u', resourceVersion: '' },
    spec: { containers: [container], restartPolicy: 'Always' },
  });
  const setRunning = (
    id: string,
    { started = true, startedAt = sim.timestamp(), phase = 'Running' } = {},
  ) => {
    const status = {
      name: 'web',
      containerID: `test://${id}`,
      state: { running: { startedAt } },
      started,
      ready: false,
      restartCount: 0,
      image: '',
      imageID: '',
    };
    state.status = { phase, containerStatuses: [status] };
  };
  return { sim, now, state, manager, pod, container, liveness, startup, setRunning };
}

/** A worker that is told what to find. */
function worked(type: ProbeType, probe: Probe = {}) {
  const all = world({ [type]: probe });
  const worker = newWorker(all.manager, type, all.pod, all.container);
  const results = { Liveness: all.liveness, Startup: all.startup, Readiness: all.manager.readinessManager };
  const find = (result: Result) => {
    all.now.result = result;
    all.now.probes = 0;
    const goesOn = run(all.sim, worker.doProbe());
    return [goesOn, all.now.probes, results[type].get(worker.containerID)] as const;
  };
  return { ...all, worker, find };
}

describe.each(['Liveness', 'Readiness', 'Startup'] as const)('a %s probe', (type) => {
  const first = { Liveness: 'Success', Readiness: 'Failure', Startup: 'Unknown' }[type];
  const started = type !== 'Startup';

  test('is not made of what nobody knows, or is not there', () => {
    const { find, state } = worked(type);
    expect(find('success')).toEqual([true, 0, undefined]);
    state.status = { phase: 'Running', containerStatuses: [] };
    expect(find('success')).toEqual([true, 0, undefined]);
  });

  test.each(['Failed', 'Succeeded'])('ends with a pod that is %s', (phase) => {
    const { find, setRunning } = worked(type);
    setRunning('c', { started, phase });
    expect(find('success')).toEqual([false, 0, undefined]);
  });

  test('fails while a container does not run, and ends where none follows', () => {
    const { find, state, setRunning, pod } = worked(type);
    setRunning('c', { started });
    const [status] = state.status?.containerStatuses ?? [];
    state.status = { containerStatuses: [{ ...status!, state: { waiting: {} } }] };
    expect(find('success')).toEqual([true, 0, 'Failure']);
    state.status = { containerStatuses: [{ ...status!, state: { terminated: { exitCode: 1 } } }] };
    expect(find('success')).toEqual([true, 0, 'Failure']);
    (pod.spec as { restartPolicy?: string }).restartPolicy = 'Never';
    expect(find('success')).toEqual([false, 0, 'Failure']);
  });

  test('waits for its delay', () => {
    const { find, setRunning, sim } = worked(type, { initialDelaySeconds: 10 });
    setRunning('c', { started });
    sim.runFor(9_900);
    expect(find('success')).toEqual([true, 0, first]);
    sim.runFor(100);
    expect(find('success')).toEqual([true, 1, 'Success']);
  });

  test('fails after as many failures in a row as are wanted', () => {
    const { find, setRunning } = worked(type, { failureThreshold: 3 });
    setRunning('c', { started });
    for (let i = 0; i < 2; i++) {
      expect(find('success')[2]).toBe('Success');
      expect([find('failure')[2], find('failure')[2]]).toEqual(['Success', 'Success']);
    }
    find('success');
    expect([1, 2, 3].map(() => find('failure')[2])).toEqual(['Success', 'Success', 'Failure']);
  });

  test('succeeds after as many successes in a row as are wanted', () => {
    const { find, setRunning } = worked(type, { successThreshold: 3, failureThreshold: 1 });
    setRunning('c', { started });
    expect([1, 2, 3].map(() => find('success')[2])).toEqual([first, first, 'Success']);
  });
});

describe.each(['Liveness', 'Startup'] as const)('after a failure, a %s probe', (type) => {
  test('is not made any more until there is a new container', () => {
    const { find, setRunning, worker } = worked(type, { failureThreshold: 1 });
    const started = type === 'Liveness';
    setRunning('c1', { started });
    expect(find('failure')).toEqual([true, 1, 'Failure']);
    expect([worker.onHold, worker.resultRun]).toEqual([true, 0]);
    expect(find('success')).toEqual([true, 0, 'Failure']);
    setRunning('c2', { started });
    expect(find('success')).toEqual([true, 1, 'Success']);
    expect(worker.onHold).toBe(false);
  });
});

test('until a container has started, only its startup is probed, and after that all else', () => {
  const [liveness, startup] = [worked('Liveness'), worked('Startup', { failureThreshold: 2 })];
  for (const { setRunning } of [liveness, startup]) setRunning('c', { started: false });
  expect(liveness.find('failure')).toEqual([true, 0, 'Success']);
  expect(startup.find('failure')).toEqual([true, 1, 'Unknown']);
  for (const { setRunning } of [liveness, startup]) setRunning('c', { started: true });
  expect(liveness.find('failure')).toEqual([true, 1, 'Failure']);
  expect(startup.find('failure')).toEqual([true, 0, 'Unknown']);
});

describe('the probes of a pod', () => {
  test('begin within one period, go on once a period, and end', () => {
    const { sim, now, manager, pod, setRunning, liveness } = world({ Liveness: { periodSeconds: 10 } });
    setRunning('c');
    manager.addPod(pod);
    manager.addPod(pod);
    expect(manager.workerCount()).toBe(1);
    sim.runFor(10_000);
    expect(now.probes).toBe(1);
    sim.runFor(30_000);
    expect(now.probes).toBe(4);
    expect(liveness.get(parseContainerID('test://c'))).toBe('Success');
    manager.removePod(pod);
    manager.removePod(pod);
    sim.runFor(10_000);
    expect([now.probes, manager.workerCount()]).toEqual([4, 0]);
    expect(liveness.get(parseContainerID('test://c'))).toBeUndefined();
  });

  test('end with pods that are not wanted any more', () => {
    const { sim, manager, pod } = world({ Liveness: {}, Readiness: {}, Startup: {} });
    manager.addPod(pod);
    sim.runFor(2000);
    manager.cleanupPods(new Set(['u']));
    sim.runFor(2000);
    expect(manager.workerCount()).toBe(3);
    manager.cleanupPods(new Set());
    sim.runFor(2000);
    expect(manager.workerCount()).toBe(0);
  });

  test('are told to whoever keeps the status', () => {
    const { sim, now, manager, pod, setRunning } = world({ Readiness: {}, Startup: {} });
    manager.start();
    setRunning('c', { started: false });
    manager.addPod(pod);
    sim.runFor(1000);
    expect(now.told.toSorted()).toEqual(['c ready false', 'c started false', 'c started true']);
    setRunning('c', { started: true });
    sim.runFor(1000);
    expect(now.told.at(-1)).toBe('c ready true');
  });
});
