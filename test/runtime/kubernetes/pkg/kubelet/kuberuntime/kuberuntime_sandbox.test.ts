import { expect, test } from 'vitest';
import type { SeccompProfile } from 'kubernetes-types/core/v1';
import {
  createPodSandbox,
  deleteSandbox,
  determinePodSandboxIPs,
  generatePodSandboxConfig,
  getPortForward,
  getSandboxIDByPodUID,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/kuberuntime_sandbox.ts';
import { FakeRuntimeService } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { epoch, livePod, managerWith, noFiles, run } from '../../../../../golden/kubelet/runtime-manager.ts';

const metadata = { name: 'bar', namespace: 'new', uid: '12345678', resourceVersion: '' };
const podOf = (spec = {}, more = {}) =>
  livePod({
    metadata: { ...metadata, ...more },
    spec: { containers: [{ name: 'foo', image: 'busybox', imagePullPolicy: 'IfNotPresent' }], ...spec },
  });

function world() {
  const sim = new Sim({ epoch });
  const runtimeService = new FakeRuntimeService(sim);
  const made: [string, number][] = [];
  const osInterface = {
    ...noFiles,
    mkdirAll: (path: string, mode: number) => void made.push([path, mode]),
  };
  const runtimeClassManager = {
    lookupRuntimeHandler: (name: string | undefined) =>
      name === 'phantom'
        ? ([undefined, new Error('RuntimeClass not found')] as const)
        : ([name ? `handler-of-${name}` : '', undefined] as const),
  };
  const m = managerWith({
    sim,
    runtimeService,
    osInterface,
    runtimeClassManager: runtimeClassManager as never,
  });
  return { sim, runtimeService, made, m };
}

test('a sandbox has a directory for the logs of its pod', () => {
  const { sim, m, made, runtimeService } = world();
  const [id, message, err] = run(sim, createPodSandbox(m, podOf(), 1));
  expect([message, err]).toEqual(['', undefined]);
  expect(made).toEqual([['/var/log/pods/new_bar_12345678', 0o755]]);
  expect(runtimeService.called).toContain('RunPodSandbox');
  expect(run(sim, runtimeService.listPodSandbox({ id: id! }))[0]).toHaveLength(1);
});

test.each([
  ['no class', undefined, ''],
  ['a class', 'sandboxed', 'handler-of-sandboxed'],
])('a pod of %s runs by its handler', (_title, runtimeClassName, handler) => {
  const { sim, m, runtimeService } = world();
  const [id] = run(sim, createPodSandbox(m, podOf({ runtimeClassName }), 1));
  const [sandboxes] = run(sim, runtimeService.listPodSandbox({ id: id! }));
  expect(sandboxes?.[0]?.runtimeHandler ?? '').toBe(handler);
});

test('a pod of a class that is not there does not run', () => {
  const { sim, m, runtimeService } = world();
  const [, message] = run(sim, createPodSandbox(m, podOf({ runtimeClassName: 'phantom' }), 1));
  expect(message).toBe('CreatePodSandbox for pod "bar_new(12345678)" failed: RuntimeClass not found');
  expect(runtimeService.called).not.toContain('RunPodSandbox');
});

const unconfined: SeccompProfile = { type: 'Unconfined' };

test.each([
  ['says nothing', podOf()],
  ['asks for none', podOf({ securityContext: { seccompProfile: unconfined } })],
  [
    'asks for none by a note',
    podOf({}, { annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' } }),
  ],
])('the sandbox itself has the profile of the runtime if the pod %s', (_title, pod) => {
  const [config] = generatePodSandboxConfig(world().m, pod, 1);
  expect(config?.linux?.securityContext?.seccompProfilePath).toBe('runtime/default');
});

test('a sandbox is stopped before it is removed', () => {
  const { sim, m, runtimeService } = world();
  const [id] = run(sim, createPodSandbox(m, podOf(), 1));
  runtimeService.called.length = 0;
  expect(run(sim, deleteSandbox(m, id!))).toBeUndefined();
  expect(runtimeService.called).toEqual(['StopPodSandbox', 'RemovePodSandbox']);
  expect(run(sim, runtimeService.listPodSandbox({ id: id! }))[0]).toEqual([]);
});

test('the newest sandbox of a pod comes first', () => {
  const { sim, m } = world();
  const [first] = run(sim, createPodSandbox(m, podOf(), 1));
  sim.runFor(1);
  const [second] = run(sim, createPodSandbox(m, podOf(), 2));
  expect(run(sim, getSandboxIDByPodUID(m, '12345678', undefined))).toEqual([[second, first], undefined]);
});

test('who forwards ports of a pod without a sandbox is told so', () => {
  const { sim, m } = world();
  expect(run(sim, getPortForward(m, 'bar', 'new', '12345678', [80]))[1]?.message).toBe(
    'failed to find sandboxID for pod bar_new(12345678)',
  );
  run(sim, createPodSandbox(m, podOf(), 1));
  expect(run(sim, getPortForward(m, 'bar', 'new', '12345678', [80]))[1]).toBeUndefined();
});

test.each([
  ['one', { ip: '10.0.0.1' }, ['10.0.0.1']],
  ['two', { ip: '10.0.0.1', additionalIps: [{ ip: 'fd00::1' }] }, ['10.0.0.1', 'fd00::1']],
  ['none where it is empty', { ip: '' }, []],
  ['none where it is no address', { ip: 'here' }, []],
  ['none where one of them is no address', { ip: '10.0.0.1', additionalIps: [{ ip: 'here' }] }, []],
])('the addresses of a sandbox: %s', (_title, network, expected) => {
  expect(determinePodSandboxIPs({ network } as never)).toEqual(expected);
});
