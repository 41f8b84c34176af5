import { describe, expect, test } from 'vitest';
import type { Container } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  convertPodStatusToRunningPod,
  hashContainer,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/helpers.ts';
import {
  ContainerID,
  type PodStatus,
  type State,
  type Status,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import {
  errVersionNotSupported,
  type PodActions,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.ts';
import { newBackOff } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/backoff.ts';
import type {
  PodSandboxState,
  VersionResponse,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import { FakeRuntimeService } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.ts';
import { newKubeGenericRuntimeManager } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import {
  epoch,
  gatesWith,
  livePod,
  managerWith,
  partsWith,
  run,
} from '../../../../../golden/kubelet/runtime-manager.ts';

const named = (image: string, ...names: readonly string[]): Container[] =>
  names.map((name) => ({ name, image }));

/** A pod with three containers, and with what more there is to its spec. */
const podOf = (spec: Partial<Pod['spec']> = {}): Pod =>
  livePod({
    metadata: { name: 'foo', namespace: 'foo-ns', uid: '12345678', resourceVersion: '' },
    spec: { containers: named('busybox', 'foo1', 'foo2', 'foo3'), ...spec },
  });

/** A status from words such as `foo1 exited 111`; `changed` is one of another spec. */
function statusOf(pod: Pod, words: string): Status {
  const [name = '', state = '', detail = ''] = words.split(' ');
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  const spec = [...containers, ...initContainers, ...ephemeralContainers].find((c) => c.name === name)!;
  return {
    id: new ContainerID('', `id of ${name}`),
    name,
    podSandboxID: '',
    state: state as State,
    createdAt: 0,
    exitCode: Number(detail) || 0,
    image: '',
    imageID: '',
    hash: hashContainer(spec) + (detail === 'changed' ? 1 : 0),
    restartCount: 0,
    reason: '',
    message: '',
  };
}

interface Found {
  readonly policy?: string;
  readonly containers: readonly string[];
  readonly sandbox?: PodSandboxState | 'none';
  readonly attempt?: number;
  readonly ip?: string;
  /** Whose probe failed. */
  readonly liveness?: string;
  readonly startup?: string;
}

function actionsFor(pod: Pod, found: Found, ...gates: readonly string[]): Partial<PodActions> {
  const { containers, sandbox = 'SANDBOX_READY', attempt = 0, ip = '10.0.0.1' } = found;
  const { name, namespace, uid } = pod.metadata;
  const failed = (of: string | undefined) => ({
    get: ({ id }: ContainerID) => (id === `id of ${of}` ? ('Failure' as const) : undefined),
  });
  const manager = managerWith({
    gates: gatesWith(...gates),
    livenessManager: failed(found.liveness),
    startupManager: failed(found.startup),
  });
  const status: PodStatus = {
    id: uid,
    name,
    namespace,
    ips: [],
    containerStatuses: containers.map((words) => statusOf(pod, words)),
    sandboxStatuses:
      sandbox === 'none'
        ? []
        : [
            {
              id: 'sandboxID',
              metadata: { name, namespace, uid, attempt },
              state: sandbox,
              createdAt: 0,
              network: { ip },
            },
          ],
  };
  const withPolicy = { ...pod, spec: { ...pod.spec, restartPolicy: found.policy ?? 'Always' } };
  return manager.computePodActions(withPolicy, status);
}

/** What is to be done, in short: only what is more than nothing. */
function told(actions: Partial<PodActions>): object {
  const killed = [...(actions.containersToKill?.values() ?? [])].map(({ name }) => name);
  return {
    ...(actions.killPod ? { kill: true } : {}),
    ...(actions.createSandbox ? { create: actions.attempt } : {}),
    ...(actions.nextInitContainerToStart ? { init: actions.nextInitContainerToStart.name } : {}),
    ...(actions.containersToStart?.length ? { start: actions.containersToStart } : {}),
    ...(killed.length > 0 ? { killed } : {}),
    ...(actions.ephemeralContainersToStart?.length ? { debug: actions.ephemeralContainersToStart } : {}),
  };
}

const running = ['foo1 running', 'foo2 running', 'foo3 running'];
const dead = 'SANDBOX_NOTREADY';

describe('what is to be done for a pod', () => {
  test.each<[string, Found, object]>([
    ['nothing, if all is well', { containers: running }, {}],
    ['all, if it is new', { containers: [], sandbox: 'none' }, { kill: true, create: 0, start: [0, 1, 2] }],
    [
      'what ended starts again, by Always',
      { containers: ['foo1 exited 0', 'foo2 exited 111', 'foo3 running'] },
      { start: [0, 1] },
    ],
    [
      'what failed starts again, by OnFailure',
      { policy: 'OnFailure', containers: ['foo1 exited 0', 'foo2 exited 111', 'foo3 running'] },
      { start: [1] },
    ],
    [
      'nothing starts again, by Never',
      { policy: 'Never', containers: ['foo1 exited 0', 'foo2 exited 111', 'foo3 running'] },
      {},
    ],
    [
      'all starts again in a new sandbox, by Always',
      { containers: running, sandbox: dead },
      { kill: true, create: 1, start: [0, 1, 2] },
    ],
    [
      'all but what succeeded starts again in a new sandbox, by OnFailure',
      { policy: 'OnFailure', containers: ['foo1 running', 'foo2 exited 0', 'foo3 running'], sandbox: dead },
      { kill: true, create: 1, start: [0, 2] },
    ],
    [
      'a sandbox without an address gives way to a new one',
      { containers: running, ip: '' },
      { kill: true, create: 1, start: [0, 1, 2] },
    ],
    [
      'a container of another spec gives way to a new one',
      { containers: ['foo1 running', 'foo2 running changed', 'foo3 running'] },
      { start: [1], killed: ['foo2'] },
    ],
    [
      'a container of another spec gives way even by Never',
      { policy: 'Never', containers: ['foo1 running', 'foo2 running changed', 'foo3 running'] },
      { start: [1], killed: ['foo2'] },
    ],
    [
      'a container that fails its liveness probe',
      { containers: running, liveness: 'foo2' },
      { start: [1], killed: ['foo2'] },
    ],
    [
      'a container that fails its startup probe',
      { containers: running, startup: 'foo2' },
      { start: [1], killed: ['foo2'] },
    ],
    [
      'one that fails its liveness probe is only ended, by Never',
      { policy: 'Never', containers: running, liveness: 'foo2' },
      { killed: ['foo2'] },
    ],
    [
      'no new sandbox for what has ended, by Never',
      {
        policy: 'Never',
        containers: ['foo1 exited 0', 'foo2 exited 0', 'foo3 exited 0'],
        sandbox: dead,
        attempt: 1,
      },
      { kill: true },
    ],
    [
      'no new sandbox for what has succeeded, by OnFailure',
      {
        policy: 'OnFailure',
        containers: ['foo1 exited 0', 'foo2 exited 0', 'foo3 exited 0'],
        sandbox: dead,
        attempt: 1,
      },
      { kill: true },
    ],
    [
      'a new sandbox for what has never run, by Never',
      { policy: 'Never', containers: [], sandbox: dead, attempt: 2 },
      { kill: true, create: 3, start: [0, 1, 2] },
    ],
    [
      'a container of which nobody knows gives way to a new one',
      { policy: 'Never', containers: ['foo1 running', 'foo2 unknown', 'foo3 running'] },
      { start: [1], killed: ['foo2'] },
    ],
  ])('%s', (_title, found, expected) => {
    expect(told(actionsFor(podOf(), found))).toEqual(expected);
    expect(told(actionsFor(podOf(), found, 'EphemeralContainers'))).toEqual(expected);
  });

  const inits = podOf({ initContainers: named('bar-image', 'init1', 'init2', 'init3') });
  const done = ['init1 exited 0', 'init2 exited 0', 'init3 exited 0'];
  const failing = ['init1 exited 0', 'init2 exited 0', 'init3 exited 137'];
  const lost = ['init1 exited 0', 'init2 exited 0', 'init3 unknown'];

  test.each<[string, Found, object]>([
    ['all containers start when initialization is done', { containers: done }, { start: [0, 1, 2] }],
    [
      'nothing while an init container runs',
      { containers: ['init1 exited 0', 'init2 exited 0', 'init3 running'] },
      {},
    ],
    [
      'the first init container starts again in a new sandbox',
      { containers: done, sandbox: dead },
      { kill: true, create: 1, init: 'init1' },
    ],
    ['the one that failed starts again, by Always', { containers: failing }, { init: 'init3' }],
    [
      'the one that failed starts again, by OnFailure',
      { policy: 'OnFailure', containers: failing },
      { init: 'init3' },
    ],
    ['the pod ends if one failed, by Never', { policy: 'Never', containers: failing }, { kill: true }],
    ['one of which nobody knows, by Always', { containers: lost }, { init: 'init3', killed: ['init3'] }],
    [
      'one of which nobody knows, by OnFailure',
      { policy: 'OnFailure', containers: lost },
      { init: 'init3', killed: ['init3'] },
    ],
    ['one of which nobody knows, by Never', { policy: 'Never', containers: lost }, { kill: true }],
    ['no new sandbox, by Never', { policy: 'Never', containers: done, sandbox: dead }, { kill: true }],
    [
      'a new sandbox for what has never run, by Never',
      { policy: 'Never', containers: [], sandbox: dead },
      { kill: true, create: 1, init: 'init1' },
    ],
    [
      'a new sandbox after a failure, by OnFailure',
      { policy: 'OnFailure', containers: failing, sandbox: dead },
      { kill: true, create: 1, init: 'init1' },
    ],
  ])('with init containers: %s', (_title, found, expected) => {
    expect(told(actionsFor(inits, found))).toEqual(expected);
    expect(told(actionsFor(inits, found, 'EphemeralContainers'))).toEqual(expected);
  });

  const both = podOf({
    initContainers: named('bar-image', 'init1'),
    ephemeralContainers: named('busybox', 'debug'),
  });
  const two = podOf({
    initContainers: named('bar-image', 'init1'),
    ephemeralContainers: named('busybox', 'debug', 'debug2'),
  });
  const steady = [...running, 'init1 exited 0', 'debug running'];

  test.each<[string, Pod, Found, object]>([
    ['nothing, if all is well', both, { containers: steady }, {}],
    ['one that has not run starts', both, { containers: steady.slice(0, 4) }, { debug: [0] }],
    ['a second one starts', two, { containers: steady }, { debug: [1] }],
    ['one that ended stays so', both, { containers: steady.with(4, 'debug exited 0') }, {}],
    ['one starts during initialization', both, { containers: [...running, 'init1 running'] }, { debug: [0] }],
    [
      'a new sandbox after a failed initialization',
      both,
      { policy: 'OnFailure', containers: ['init1 exited 137', 'debug running'], sandbox: dead },
      { kill: true, create: 1, init: 'init1' },
    ],
    [
      'it does not start again in a new sandbox',
      both,
      { containers: steady, sandbox: dead },
      { kill: true, create: 1, init: 'init1' },
    ],
    [
      'it does not keep a pod alive',
      both,
      {
        policy: 'Never',
        containers: ['foo1 exited 0', 'foo2 exited 0', 'foo3 exited 0', 'init1 exited 0', 'debug running'],
      },
      { kill: true },
    ],
    [
      'one of which nobody knows is left alone',
      both,
      { policy: 'Never', containers: steady.with(4, 'debug unknown') },
      {},
    ],
  ])('with containers for debugging: %s', (_title, pod, found, expected) => {
    expect(told(actionsFor(pod, found, 'EphemeralContainers'))).toEqual(expected);
  });
});

/** A manager, and the runtime that it drives. */
function world() {
  const sim = new Sim({ epoch });
  const runtime = new FakeRuntimeService(sim);
  const manager = managerWith({ sim, runtimeService: runtime });
  const backOff = newBackOff(sim, 1000, 10_000);
  const sync = (pod: Pod) => {
    const { uid, name, namespace } = pod.metadata;
    const [status] = run(sim, manager.getPodStatus(uid, name, namespace));
    return run(sim, manager.syncPod(pod, status!, [], backOff));
  };
  const states = (): string[] =>
    [...runtime.containers.values()].map(
      ({ metadata, state }) => `${metadata?.name} ${metadata?.attempt} ${state.slice('CONTAINER_'.length)}`,
    );
  const exit = (name: string, attempt: number, exitCode: number): void => {
    sim.runFor(1);
    const found = [...runtime.containers.values()].find(
      ({ metadata }) => metadata?.name === name && metadata.attempt === attempt,
    )!;
    Object.assign(found, { state: 'CONTAINER_EXITED', exitCode, finishedAt: sim.now });
  };
  return { sim, runtime, manager, sync, states, exit };
}

const simple = livePod({
  metadata: { name: 'foo', namespace: 'new', uid: '12345678', resourceVersion: '' },
  spec: {
    containers: [
      { name: 'foo1', image: 'busybox', imagePullPolicy: 'IfNotPresent' },
      { name: 'foo2', image: 'alpine', imagePullPolicy: 'IfNotPresent' },
    ],
  },
});

describe('a sync', () => {
  test('makes a sandbox and starts all containers in it', () => {
    const { sync, states, runtime } = world();
    const result = sync(simple);
    expect(result.error()).toBeUndefined();
    expect(states()).toEqual(['foo1 0 RUNNING', 'foo2 0 RUNNING']);
    expect([...runtime.sandboxes.values()].map(({ state }) => state)).toEqual(['SANDBOX_READY']);
  });

  test('starts init containers one by one, and again when one failed, keeping the last dead one', () => {
    const { sync, states, exit, sim } = world();
    const pod = {
      ...simple,
      spec: {
        ...simple.spec,
        restartPolicy: 'OnFailure',
        initContainers: [{ name: 'init1', image: 'init', imagePullPolicy: 'IfNotPresent' }],
      },
    };
    sync(pod);
    expect(states()).toEqual(['init1 0 RUNNING']);
    sync(pod);
    expect(states()).toEqual(['init1 0 RUNNING']);
    for (const attempt of [0, 1]) {
      exit('init1', attempt, 1);
      sim.runFor(60_000);
      sync(pod);
    }
    expect(states()).toEqual(['init1 1 EXITED', 'init1 2 RUNNING']);
    exit('init1', 2, 0);
    sync(pod);
    expect(states()).toEqual(['init1 2 EXITED', 'foo1 0 RUNNING', 'foo2 0 RUNNING']);
  });

  test('a container that ends again too soon waits', () => {
    const { sync, states, exit, sim } = world();
    sync(simple);
    exit('foo1', 0, 1);
    expect(sync(simple).error()).toBeUndefined();
    exit('foo1', 1, 1);
    const waiting = 'back-off 1s restarting failed container=foo1 pod=foo_new(12345678)';
    expect(sync(simple).error()?.message).toBe(
      `failed to "StartContainer" for "foo1" with CrashLoopBackOff: "${waiting}"`,
    );
    sim.runFor(1000);
    sync(simple);
    expect(states()).toContain('foo1 2 RUNNING');
  });

  test('ends all containers and the sandbox of a pod whose spec is gone', () => {
    const { sync, states, manager, runtime, sim } = world();
    sync(simple);
    const [status] = run(sim, manager.getPodStatus('12345678', 'foo', 'new'));
    const runningPod = convertPodStatusToRunningPod('fakeRuntime', status!);
    expect(run(sim, manager.killPod(undefined, runningPod, undefined))).toBeUndefined();
    expect(states()).toEqual(['foo1 0 EXITED', 'foo2 0 EXITED']);
    expect([...runtime.sandboxes.values()].map(({ state }) => state)).toEqual(['SANDBOX_NOTREADY']);
  });

  test('containers are listed by pods, with their sandboxes', () => {
    const { sync, manager, sim, exit } = world();
    sync(simple);
    exit('foo2', 0, 1);
    const listed = (all: boolean) =>
      (run(sim, manager.getPods(all))[0] ?? []).map(({ id, name, namespace, containers, sandboxes }) => ({
        id,
        name,
        namespace,
        containers: containers.map((c) => `${c.name} ${c.state}`),
        sandboxes: sandboxes.map(({ id: of, state }) => `${of} ${state}`),
      }));
    const pod = { id: '12345678', name: 'foo', namespace: 'new' };
    const sandboxes = ['fakeRuntime://foo_new_12345678_0 running'];
    expect(listed(true)).toEqual([{ ...pod, containers: ['foo1 running', 'foo2 exited'], sandboxes }]);
    expect(listed(false)).toEqual([{ ...pod, containers: ['foo1 running'], sandboxes }]);
  });
});

describe('a runtime manager', () => {
  test('takes the name of its runtime', () => {
    const parts = partsWith({});
    const [manager] = run(parts.sim, newKubeGenericRuntimeManager(parts));
    expect(manager?.type()).toBe('fakeRuntime');
    expect(String(run(parts.sim, manager!.version())[0])).toBe('0.1.0');
    expect(String(run(parts.sim, manager!.apiVersion())[0])).toBe('0.1.0');
  });

  test('refuses a runtime of another version of the interface', () => {
    class NewRuntime extends FakeRuntimeService {
      override *version(): Generator<never, [VersionResponse, undefined]> {
        const version = { version: '1.0.0', runtimeName: 'new', runtimeVersion: '2', runtimeApiVersion: '1' };
        return [version, undefined];
      }
    }
    const sim = new Sim({ epoch });
    const parts = partsWith({ sim, runtimeService: new NewRuntime(sim) });
    expect(run(sim, newKubeGenericRuntimeManager(parts))).toEqual([undefined, errVersionNotSupported]);
  });

  test('tells when the version of a runtime cannot be had', () => {
    const sim = new Sim({ epoch });
    const runtimeService = new FakeRuntimeService(sim);
    runtimeService.injectError('Version', new Error('no socket'));
    const [, err] = run(sim, newKubeGenericRuntimeManager(partsWith({ sim, runtimeService })));
    expect(err?.message).toBe('get remote runtime typed version failed: no socket');
  });
});
