import { describe, expect, test } from 'vitest';
import type { Lifecycle } from 'kubernetes-types/core/v1';
import { PathError } from '../../../../../../src/runtime/go/fs.ts';
import type { Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { convertPodStatusToRunningPod } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/helpers.ts';
import { ContainerID } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import {
  generateContainerConfig,
  killContainer,
  removeContainer,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/kuberuntime_container.ts';
import type { Parts } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/kuberuntime_manager.ts';
import { newBackOff } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/backoff.ts';
import type {
  ContainerStatus,
  ExecSyncResponse,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import { FakeRuntimeService } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.ts';
import type { Blocking } from '../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import {
  epoch,
  livePod,
  managerWith,
  noFiles,
  recorderOf,
  run,
} from '../../../../../golden/kubelet/runtime-manager.ts';

const id = 'bar_new_12345678_0_foo_0';

/** A runtime that notes with how much grace containers are stopped, and in which commands take a while. */
class SlowRuntime extends FakeRuntimeService {
  readonly graces: number[] = [];
  hookMs = 0;
  readonly #sim: Sim;

  constructor(sim: Sim) {
    super(sim);
    this.#sim = sim;
  }

  override *stopContainer(containerID: string, timeoutS: number): Blocking<Error | undefined> {
    this.graces.push(timeoutS);
    return yield* super.stopContainer(containerID, timeoutS);
  }

  override *execSync(
    ...of: Parameters<FakeRuntimeService['execSync']>
  ): Blocking<[Pick<ExecSyncResponse, 'stdout' | 'stderr'>, Error | undefined]> {
    yield* this.#sim.sleep(this.hookMs);
    return yield* super.execSync(...of);
  }
}

/** A pod with one container that runs. */
function world(spec: Partial<Pod['spec']> = {}, metadata: object = {}, parts: Partial<Parts> = {}) {
  const sim = new Sim({ epoch });
  const runtime = new SlowRuntime(sim);
  const events: string[] = [];
  const recorder = recorderOf((_ref, type, reason, message) => events.push(`${type} ${reason} ${message}`));
  const manager = managerWith({ sim, runtimeService: runtime, recorder, ...parts });
  const pod = livePod({
    metadata: { name: 'bar', namespace: 'new', uid: '12345678', resourceVersion: '', ...metadata },
    spec: { containers: [{ name: 'foo', image: 'busybox', imagePullPolicy: 'IfNotPresent' }], ...spec },
  });
  const sync = (): void => {
    const { uid, name, namespace } = pod.metadata;
    const [status] = run(sim, manager.getPodStatus(uid, name, namespace));
    run(sim, manager.syncPod(pod, status!, [], newBackOff(sim, 1000, 10_000)));
    events.length = 0;
  };
  return { sim, runtime, events, manager, pod, sync };
}

const withHook = (lifecycle: Lifecycle): Partial<Pod['spec']> => ({
  containers: [{ name: 'foo', image: 'busybox', imagePullPolicy: 'IfNotPresent', lifecycle }],
});
const preStop: Lifecycle = { preStop: { exec: { command: ['drain'] } } };

describe('the end of a container', () => {
  test.each([
    ['the least, if nobody says', {}, {}, undefined, 2],
    ['that of the pod', { terminationGracePeriodSeconds: 30 }, {}, undefined, 30],
    [
      'that of its deletion before it',
      { terminationGracePeriodSeconds: 30 },
      { deletionGracePeriodSeconds: 5 },
      undefined,
      5,
    ],
    ['never less than the least', { terminationGracePeriodSeconds: 0 }, {}, undefined, 2],
    ['but by who insists', { terminationGracePeriodSeconds: 30 }, {}, 0, 0],
  ])('its grace is %s', (_title, spec, metadata, override, grace) => {
    const { sim, manager, pod, sync, runtime, events } = world(spec, metadata);
    sync();
    const kill = killContainer(manager, pod, new ContainerID('', id), 'foo', '', override);
    expect(run(sim, kill)).toBeUndefined();
    expect(runtime.graces).toEqual([grace]);
    expect(events).toEqual(['Normal Killing Stopping container foo']);
  });

  test.each([
    ['what a hook takes is taken from the grace', 3000, undefined, 27],
    ['a hook takes all of it at most', 60_000, undefined, 2],
    ['a hook that fails is told, and ends nothing', 0, new Error('no such command'), 30],
  ])('%s', (_title, hookMs, err, grace) => {
    const { sim, manager, pod, sync, runtime, events } = world({
      ...withHook(preStop),
      terminationGracePeriodSeconds: 30,
    });
    sync();
    runtime.hookMs = hookMs;
    if (err) runtime.injectError('ExecSync', err);
    sim.go('kill', killContainer(manager, pod, new ContainerID('', id), 'foo', '', undefined));
    sim.runFor(30_000);
    expect(runtime.graces).toEqual([grace]);
    expect(events.slice(1)).toEqual(
      err
        ? [
            'Warning FailedPreStopHook Exec lifecycle hook ([drain]) for Container "foo" in Pod "bar_new(12345678)" failed - error: no such command, message: ""',
          ]
        : [],
    );
  });

  test('is as its labels say where its spec is gone', () => {
    const { sim, manager, sync, runtime } = world({ terminationGracePeriodSeconds: 7, ...withHook(preStop) });
    sync();
    run(sim, killContainer(manager, undefined, new ContainerID('', id), 'foo', '', undefined));
    expect(runtime.graces).toEqual([7]);
    expect(runtime.called).toContain('ExecSync');
  });

  test('fails for a container that the pod does not have', () => {
    const { sim, manager, pod } = world();
    const kill = killContainer(manager, pod, new ContainerID('docker', 'x'), 'gone', 'because', 0);
    expect(run(sim, kill)?.message).toBe(
      'failed to get containerSpec "gone"(id="docker://x") in pod "bar_new(12345678)" when killing container for reason "because"',
    );
  });
});

test('the containers of a pod end side by side, and their sandbox after the last', () => {
  const [like] = withHook(preStop).containers!;
  const containers = ['a', 'b', 'c'].map((name) => ({ ...like!, name }));
  const { sim, manager, pod, sync, runtime } = world({ containers, terminationGracePeriodSeconds: 30 });
  sync();
  const { uid, name, namespace } = pod.metadata;
  const [status] = run(sim, manager.getPodStatus(uid, name, namespace));
  const runningPod = convertPodStatusToRunningPod('fakeRuntime', status!);
  runtime.hookMs = 3000;
  runtime.called.length = 0;
  sim.go('kill', manager.killPod(pod, runningPod, undefined));
  sim.runFor(2999);
  expect(runtime.called).not.toContain('StopContainer');
  sim.runFor(1);
  expect(runtime.called.filter((call) => call.startsWith('Stop'))).toEqual([
    ...['StopContainer', 'StopContainer', 'StopContainer'],
    'StopPodSandbox',
  ]);
});

test('a hook that fails at the start ends the container again', () => {
  const { sim, manager, pod, sync, runtime } = world(
    withHook({ postStart: { exec: { command: ['warm'] } } }),
  );
  const { uid, name, namespace } = pod.metadata;
  runtime.injectError('ExecSync', new Error('cold'));
  const [status] = run(sim, manager.getPodStatus(uid, name, namespace));
  const result = run(sim, manager.syncPod(pod, status!, [], newBackOff(sim, 1000, 10_000)));
  expect(result.syncResults.at(-1)?.error?.message).toBe('PostStartHookError: cold');
  expect(runtime.containers.get(id)?.state).toBe('CONTAINER_EXITED');
  sync();
});

test('a container goes with its logs and the link to them', () => {
  const removed: string[] = [];
  const { sim, manager, sync, runtime } = world(
    {},
    {},
    {
      osInterface: {
        ...noFiles,
        glob: (pattern) => [[pattern.replace('*', ''), pattern.replace('*', '.20060102-150405')], undefined],
        remove: (path) => {
          removed.push(path);
          return path.includes('containers') ? new PathError('remove', path, 'ENOENT') : undefined;
        },
      },
    },
  );
  sync();
  const path = '/var/log/pods/new_bar_12345678/foo/0.log';
  runtime.containers.get(id)!.logPath = path;
  expect(run(sim, removeContainer(manager, id))).toBeUndefined();
  expect(removed).toEqual([path, `${path}.20060102-150405`, `/var/log/containers/bar_new_foo-${id}.log`]);
  expect(runtime.containers.size).toBe(0);
});

describe('what a container leaves as its last words', () => {
  const logged = (stream: string, text: string): string => `2021-01-01T00:00:00Z ${stream} F ${text}\n`;
  test.each<[string, string, Record<string, string>, Partial<ContainerStatus>, string]>([
    ['a file', 'File', { '/last': 'it was me' }, {}, 'Killed: it was me'],
    ['no file', 'File', {}, {}, 'Killed'],
    [
      'the end of its log, if it failed',
      'FallbackToLogsOnError',
      { '/log': logged('stdout', 'one') + logged('stderr', 'two') },
      {},
      'Killed: one\ntwo\n',
    ],
    [
      'not its log, if it did not fail',
      'FallbackToLogsOnError',
      { '/log': logged('stdout', 'x') },
      { exitCode: 0 },
      'Killed',
    ],
    [
      'not its log, if it never ran',
      'FallbackToLogsOnError',
      { '/log': logged('stdout', 'x') },
      { reason: 'ContainerCannotRun' },
      'Killed',
    ],
    [
      'no log',
      'FallbackToLogsOnError',
      {},
      {},
      'Killed: Error on reading termination message from logs: failed to open log file "/log": open /log: no such file or directory',
    ],
  ])('%s', (_title, policy, files, own, message) => {
    const { sim, manager, pod, sync, runtime } = world(
      {
        containers: [
          {
            name: 'foo',
            image: 'busybox',
            imagePullPolicy: 'IfNotPresent',
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: policy,
          },
        ],
      },
      {},
      {
        osInterface: {
          ...noFiles,
          readFile: (path) =>
            path in files ? [files[path]!, undefined] : [undefined, new PathError('open', path, 'ENOENT')],
        },
      },
    );
    sync();
    Object.assign(runtime.containers.get(id)!, {
      state: 'CONTAINER_EXITED',
      exitCode: 1,
      message: 'Killed',
      logPath: '/log',
      mounts: [{ containerPath: '/dev/termination-log', hostPath: '/last' }],
      ...own,
    });
    const [status] = run(sim, manager.getPodStatus(pod.metadata.uid, 'bar', 'new'));
    expect(status?.containerStatuses[0]?.message).toBe(message);
  });
});

test('a file for last words has another name each time, and nobody is troubled if there is none', () => {
  const created: string[] = [];
  const { sim, manager, pod } = world(
    {},
    {},
    {
      osInterface: { ...noFiles, create: (path) => void created.push(path) },
      runtimeHelper: {
        ...managerWith({}).runtimeHelper,
        *generateRunContainerOptions() {
          const opts = { envs: [], mounts: [], devices: [], annotations: [], podContainerDir: '/pod/foo' };
          return [[opts, undefined], undefined];
        },
      },
    },
  );
  const container = { name: 'foo', image: 'busybox', terminationMessagePath: '/dev/termination-log' };
  const config = () =>
    run(
      sim,
      generateContainerConfig(manager, container, 0, 'busybox', undefined, { pod, podIP: '', podIPs: [] }),
    )[0];
  const paths = [config(), config()].map((made) => made?.mounts?.[0]?.hostPath);
  expect(paths).toEqual(created);
  expect(new Set(created).size).toBe(2);
  expect(created.every((path) => /^\/pod\/foo\/[\da-f]{8}$/.test(path))).toBe(true);
});
