import { expect, test } from 'vitest';
import type { Container, ContainerStatus, PodStatus, Probe } from 'kubernetes-types/core/v1';
import {
  type ContainerID,
  parseContainerID,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { Prober } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/prober/prober.ts';
import {
  ProbeManager,
  type ProbeType,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/prober/prober_manager.ts';
import { newManager as newResultsManager } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/prober/results/results_manager.ts';
import { newProber as newHTTPProber } from '../../../../../../src/runtime/kubernetes/pkg/probe/http/http.ts';
import type { Probed, Result } from '../../../../../../src/runtime/kubernetes/pkg/probe/probe.ts';
import { newProber as newTCPProber } from '../../../../../../src/runtime/kubernetes/pkg/probe/tcp/tcp.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { noNetwork } from '../../../../../golden/kubelet/no-network.ts';
import { epoch, gatesWith, livePod, recorderOf, run } from '../../../../../golden/kubelet/runtime-manager.ts';

const probe: Probe = {
  exec: {},
  timeoutSeconds: 1,
  periodSeconds: 1,
  successThreshold: 1,
  failureThreshold: 3,
};

function world() {
  const sim = new Sim({ epoch });
  const now = { result: 'success' as Result, status: undefined as PodStatus | undefined };
  const told: string[] = [];
  const tell = (what: string) => (_uid: string, id: ContainerID, is: boolean) =>
    void told.push(`${id.id} ${what} ${is}`);
  const statusManager = {
    getPodStatus: () => now.status,
    setContainerReadiness: tell('ready'),
    setContainerStartup: tell('started'),
  };
  const exec = {
    *probe(): Generator<never, Probed> {
      return [now.result, '', undefined];
    },
  };
  const probers = { exec, http: newHTTPProber(noNetwork), tcp: newTCPProber(noNetwork) };
  const prober = new Prober(
    probers,
    noNetwork,
    recorderOf(() => undefined),
    gatesWith(),
  );
  const m = new ProbeManager(
    sim,
    statusManager,
    newResultsManager('liveness'),
    newResultsManager('startup'),
    prober,
  );
  return { sim, now, told, m };
}

const podOf = (uid: string, containers: Container[]) =>
  livePod({ metadata: { name: uid, namespace: 'ns', uid, resourceVersion: '' }, spec: { containers } });
const probed = (uid: string) =>
  podOf(uid, [
    { name: 'none' },
    { name: 'readiness', readinessProbe: probe },
    { name: 'liveness', livenessProbe: probe },
    { name: 'startup', startupProbe: probe },
  ]);

/** Which of the probes of such a pod are made. */
const made = (m: ProbeManager, uid: string): string[] =>
  (['Readiness', 'Liveness', 'Startup'] as const).filter((type) =>
    m.getWorker(uid, type.toLowerCase(), type),
  );

test('a pod has a worker for each of its probes, until it is removed', () => {
  const { sim, m } = world();
  const without = podOf('without', [{ name: 'a' }, { name: 'b' }]);
  m.addPod(without);
  expect(m.workerCount()).toBe(0);
  const pod = probed('probed');
  m.addPod(pod);
  m.addPod(pod);
  expect(made(m, 'probed')).toEqual(['Readiness', 'Liveness', 'Startup']);
  m.removePod(without);
  expect(m.workerCount()).toBe(3);
  m.removePod(pod);
  sim.runFor(2000);
  expect(m.workerCount()).toBe(0);
  m.removePod(pod);
});

test('pods that are no longer wanted are probed no longer', () => {
  const { sim, m } = world();
  m.addPod(probed('goes'));
  m.addPod(probed('stays'));
  for (let i = 0; i < 10; i++) m.cleanupPods(new Set(['stays']));
  sim.runFor(2000);
  expect(made(m, 'goes')).toEqual([]);
  expect(made(m, 'stays')).toEqual(['Readiness', 'Liveness', 'Startup']);
});

const status = (name: string, state: ContainerStatus['state'] = { running: {} }): ContainerStatus => ({
  name,
  containerID: `test://${name}`,
  state,
  ready: false,
  restartCount: 0,
  image: '',
  imageID: '',
});

test('a status says whether containers are ready', () => {
  const { sim, m } = world();
  const cases: [name: string, type: ProbeType, result: 'Success' | 'Failure' | undefined, ready: boolean][] =
    [
      ['unprobed', 'Liveness', undefined, true],
      ['probed', 'Readiness', 'Success', true],
      ['pending', 'Readiness', undefined, false],
      ['unready', 'Readiness', 'Failure', false],
      ['not-started', 'Startup', undefined, false],
      ['started', 'Startup', 'Success', true],
      ['ended', 'Readiness', 'Success', false],
    ];
  const fields = { Liveness: 'livenessProbe', Readiness: 'readinessProbe', Startup: 'startupProbe' };
  const pod = podOf(
    'u',
    cases.map(([name, type]) => ({ name, [fields[type]]: probe })),
  );
  m.addPod(pod);
  for (const [name, type, result] of cases) {
    const results = type === 'Startup' ? m.startupManager : m.readinessManager;
    if (result) run(sim, results.set(parseContainerID(`test://${name}`), result, pod));
  }
  const given = cases.map(([name]) =>
    status(name, name === 'ended' ? { terminated: { exitCode: 0 } } : { running: {} }),
  );
  const { containerStatuses = [] } = m.updatePodStatus('u', { phase: 'Running', containerStatuses: given });
  expect(containerStatuses.map(({ name, ready }) => [name, ready])).toEqual(
    cases.map(([name, , , ready]) => [name, ready]),
  );
});

test('what a probe finds is told to the status manager', () => {
  const { sim, m, now, told } = world();
  m.start();
  now.status = { phase: 'Running', containerStatuses: [{ ...status('readiness'), started: true }] };
  m.addPod(podOf('u', [{ name: 'readiness', readinessProbe: probe }]));
  sim.runFor(2000);
  expect(told.at(-1)).toBe('readiness ready true');
  now.result = 'failure';
  sim.runFor(5000);
  expect(told.at(-1)).toBe('readiness ready false');
});
