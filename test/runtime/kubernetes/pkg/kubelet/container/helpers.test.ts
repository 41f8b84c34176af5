import { describe, expect, test } from 'vitest';
import type { Container, ObjectReference } from 'kubernetes-types/core/v1';
import {
  expandContainerCommandAndArgs,
  expandContainerVolumeMounts,
  filterEventRecorder,
  getContainerSpec,
  hasPrivilegedContainer,
  hashContainer,
  makePortMappings,
  shouldContainerBeRestarted,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/helpers.ts';
import { fieldPath } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/ref.ts';
import {
  ContainerID,
  type PodStatus,
  type State,
  parseContainerID,
  parsePodFullName,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import {
  PodSyncResult,
  newSyncResult,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/sync_result.ts';
import { gatesWith, livePod, recorderOf } from '../../../../../golden/kubelet/runtime-manager.ts';

describe('a hash', () => {
  const container: Container = {
    name: 'test_container',
    image: 'foo/image:v1',
    command: ['/bin/testcmd'],
    args: ['/bin/sh', '-c', 'echo abc'],
    ports: [{ containerPort: 8001 }],
    env: [
      { name: 'ENV_FOO', value: 'bar' },
      { name: 'ENV_BAR', valueFrom: { secretKeyRef: { name: 'foo', key: 'bar', optional: true } } },
    ],
    resources: { limits: { foo: '1G' }, requests: { foo: '500M' } },
  };

  test('is what it has been since v1.15', () => {
    expect(hashContainer(container)).toBe(0x311670a);
  });

  test('does not change with what is empty, and does with a pointer to nothing', () => {
    const empty = { env: [], ports: [], command: [], tty: false, workingDir: '' };
    const { env: _env, ports: _ports, command: _command, ...bare } = container;
    expect(hashContainer({ ...bare, ...empty })).toBe(hashContainer(bare));
    expect(hashContainer({ ...bare, securityContext: {} })).not.toBe(hashContainer(bare));
  });

  test('takes amounts for what they mean', () => {
    const withCPU = (cpu: string): number => hashContainer({ name: 'c', resources: { limits: { cpu } } });
    expect(withCPU('0.5')).toBe(withCPU('500m'));
    expect(withCPU('1')).not.toBe(withCPU('2'));
  });
});

describe('a variable in a path of a volume', () => {
  test.each([
    ['foo', {}, 'foo'],
    ['foo/$(POD_NAME)', { POD_NAME: 'bar' }, 'foo/bar'],
    ['', { POD_NAME: 'bar' }, ''],
    ['$(POD_NAME)/bar', { POD_NAME: 'foo' }, 'foo/bar'],
    ['/foo/$(POD_NAME)', {}, 'missing value for POD_NAME'],
    ['foo/$(POD_NAME)/$(ANNOTATION)', { ANNOTATION: '' }, 'missing value for ANNOTATION, POD_NAME'],
    ['foo/$(ODD_NAME)/$(POD_NAME)', { ODD_NAME: 'bar' }, 'missing value for POD_NAME'],
    ['$()', {}, 'missing value for '],
    [
      '$(POD_NAME$(ANNOTATION))',
      { POD_NAME: 'foo', ANNOTATION: 'bar' },
      'missing value for POD_NAME$(ANNOTATION',
    ],
  ])('%j with %j gives %j', (subPathExpr, env, expected) => {
    const envs = Object.entries(env).map(([name, value]) => ({ name, value }));
    const [expanded, err] = expandContainerVolumeMounts({ name: 'v', mountPath: '/', subPathExpr }, envs);
    expect(err?.message ?? expanded).toBe(expected);
  });
});

test('variables of commands and arguments are replaced, the last of a name counts', () => {
  const container = { name: 'c', command: ['run', '$(A)'], args: ['$(B)', '$$(A)', '$(C)'] };
  const envs = [
    { name: 'A', value: 'first' },
    { name: 'A', value: 'a' },
    { name: 'B', value: 'b' },
  ];
  expect(expandContainerCommandAndArgs(container, envs)).toEqual([
    ['run', 'a'],
    ['b', '$(A)', '$(C)'],
  ]);
});

describe('whether a container starts again', () => {
  const found = (words: string) => {
    const [name = '', state = '', code = '0'] = words.split(' ');
    return {
      id: new ContainerID('', words),
      name,
      podSandboxID: '',
      state: state as State,
      createdAt: 0,
      exitCode: Number(code),
      image: '',
      imageID: '',
      hash: 0,
      restartCount: 0,
      reason: '',
      message: '',
    };
  };
  const status: PodStatus = {
    id: 'u',
    name: 'foo',
    namespace: 'new',
    ips: [],
    sandboxStatuses: [],
    containerStatuses: [
      'alive running',
      'succeed exited 0',
      'failed exited 1',
      'alive exited 2',
      'unknown unknown',
      'failed exited 3',
      'made created',
    ].map(found),
  };
  test.each([
    ['no-history', true, true, true],
    ['alive', false, false, false],
    ['succeed', false, false, true],
    ['failed', false, true, true],
    ['unknown', true, true, true],
    ['made', true, true, true],
  ])('%s', (name, ...expected) => {
    const policies = ['Never', 'OnFailure', 'Always'];
    const asked = (deletionTimestamp?: string) =>
      policies.map((restartPolicy) => {
        const metadata = { name: 'foo', namespace: 'new', uid: 'u', resourceVersion: '', deletionTimestamp };
        const pod = livePod({ metadata, spec: { containers: [], restartPolicy } });
        return shouldContainerBeRestarted({ name }, pod, status);
      });
    expect(asked()).toEqual(expected);
    expect(asked('2021-01-01T00:00:00Z')).toEqual([false, false, false]);
  });
});

describe('ports', () => {
  const port = (words: string) => {
    const [name = '', protocol = '', containerPort = '', hostPort = '', hostIP = ''] = words.split(' ');
    return {
      name: name === '-' ? '' : name,
      protocol,
      containerPort: Number(containerPort),
      hostPort: Number(hostPort),
      hostIP,
    };
  };
  test.each([
    [
      'the second of a name, or of the same family, does not count',
      [
        '- TCP 80 8080 127.0.0.1',
        '- TCP 443 4343 192.168.0.1',
        'foo UDP 555 5555',
        'foo UDP 888 8888',
        '- TCP 80 8080 ::',
        '- TCP 1234 5678',
      ],
      [0, 1, 2, 4, 5],
    ],
    ['two may have the same port of the host', ['- TCP 443 4343 1.2.3.4', '- TCP 4343 4343 1.2.3.4'], [0, 1]],
    ['but not the same on both sides', ['- TCP 443 4343', '- TCP 443 4343'], [0]],
    ['but at two addresses', ['- TCP 443 4343 192.168.0.1', '- TCP 443 4343 172.16.0.1'], [0, 1]],
  ])('%s', (_title, words, kept) => {
    const ports = words.map(port);
    const expected = kept.map((at) => {
      const { name: _, ...mapping } = ports[at]!;
      return mapping;
    });
    expect(makePortMappings({ name: 'c', ports })).toEqual(expected);
  });
});

describe('containers of a pod', () => {
  const privileged = { securityContext: { privileged: true } };
  const pod = livePod({
    metadata: { name: 'p', namespace: 'ns', uid: 'u', resourceVersion: '' },
    spec: {
      containers: [{ name: 'a' }, { name: '' }],
      initContainers: [{ name: 'init' }],
      ephemeralContainers: [{ name: 'debug', ...privileged }],
    },
  });
  const on = gatesWith('EphemeralContainers');
  const off = gatesWith();

  test.each([
    ['a', 'spec.containers{a}', 'spec.containers{a}'],
    ['', 'spec.containers[1]', 'spec.containers[1]'],
    ['init', 'spec.initContainers{init}', 'spec.initContainers{init}'],
    ['debug', 'spec.ephemeralContainers{debug}', 'container "debug" not found in pod ns/p'],
    ['none', 'container "none" not found in pod ns/p', 'container "none" not found in pod ns/p'],
  ])('%j is at %s', (name, withGate, without) => {
    const at = (gates: typeof on): string | undefined => {
      const [path, err] = fieldPath(pod, { name }, gates);
      return err?.message ?? path;
    };
    expect([at(on), at(off)]).toEqual([withGate, without]);
  });

  test('are found by name', () => {
    expect(getContainerSpec(pod, 'init', off)).toEqual({ name: 'init' });
    expect(getContainerSpec(pod, 'debug', off)).toBeUndefined();
    expect(getContainerSpec(pod, 'debug', on)).toEqual({ name: 'debug', ...privileged });
  });

  test('one with all rights makes the pod so', () => {
    expect([hasPrivilegedContainer(pod, off), hasPrivilegedContainer(pod, on)]).toEqual([false, true]);
  });
});

test('events of containers that no pod asked for are dropped', () => {
  const told: string[] = [];
  const recorder = filterEventRecorder(
    recorderOf(({ fieldPath: path }, _type, reason) => told.push(`${path} ${reason}`)),
  );
  const ref = (path: string): ObjectReference => ({ kind: 'Pod', name: 'p', fieldPath: path });
  recorder.event(ref('spec.containers{a}'), 'Normal', 'Pulled', '');
  recorder.eventf(ref('implicitly required container POD'), 'Normal', 'Pulled', '%s', '');
  recorder.annotatedEventf(livePod({}), {}, 'Normal', 'Pulled', '%s', '');
  expect(told).toEqual(['spec.containers{a} Pulled']);
});

describe('texts', () => {
  test.each([
    ['docker://abc', 'docker', 'abc'],
    ['"docker://abc"', 'docker', 'abc'],
    ['abc', '', ''],
    ['a://b://c', '', ''],
  ])('%s is the container %s %s', (text, type, id) => {
    expect(parseContainerID(text)).toEqual(new ContainerID(type, id));
  });

  test.each([
    ['p_ns', ['p', 'ns']],
    ['p_', undefined],
    ['_ns', undefined],
    ['p_ns_x', undefined],
  ])('%s', (text, names) => {
    expect(parsePodFullName(text)[0]).toEqual(names);
  });
});

describe('the result of a sync', () => {
  const failed = () => {
    const result = newSyncResult('KillContainer', 'container_1');
    result.fail(new Error('error_1'), 'message "1"');
    return result;
  };
  const text = String.raw`failed to "KillContainer" for "container_1" with error_1: "message \"1\""`;

  test('has no error where all went well', () => {
    const result = new PodSyncResult();
    result.addSyncResult(newSyncResult('StartContainer', 'container_0'));
    expect(result.error()).toBeUndefined();
  });

  test('has those of its parts, and its own', () => {
    const result = new PodSyncResult();
    result.addSyncResult(failed());
    expect(result.error()?.message).toBe(text);
    result.fail(new Error('all'));
    expect(result.error()?.message).toBe(`[failed to SyncPod: all, ${text}]`);
  });

  test('takes over another', () => {
    const [result, other] = [new PodSyncResult(), new PodSyncResult()];
    other.addSyncResult(failed());
    other.fail(new Error('other'));
    result.addPodSyncResult(other);
    expect(result.error()?.message).toBe(`[failed to SyncPod: other, ${text}]`);
  });
});
