import { describe, expect, test } from 'vitest';
import type { PodSecurityContext, SeccompProfile, SecurityContext } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  getImageUser,
  getSeccompProfile,
  getSeccompProfilePath,
  getStableKey,
  namespacesForPod,
  toKubeContainer,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/helpers.ts';
import { FakeImageService } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/testing/fake_image_service.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { epoch, livePod, managerWith, run } from '../../../../../golden/kubelet/runtime-manager.ts';

const manager = managerWith({ seccompProfileRoot: '/root' });

test('another image gives a container another key', () => {
  const pod = livePod({ metadata: { name: 'p', namespace: 'ns', uid: 'u', resourceVersion: '' } });
  const key = (image: string): string => getStableKey(pod, { name: 'c', image });
  expect(key('foo/image:v1')).toMatch(/^p_ns_u_c_[\da-f]+$/);
  expect(key('foo/image:v2')).not.toBe(key('foo/image:v1'));
});

test('a container of a runtime is one of the kubelet', () => {
  const [container] = toKubeContainer(manager, {
    id: 'test-id',
    podSandboxId: '',
    metadata: { name: 'test-name', attempt: 1 },
    image: { image: 'test-image' },
    imageRef: 'test-image-ref',
    state: 'CONTAINER_RUNNING',
    createdAt: 0,
    annotations: { 'io.kubernetes.container.hash': '1234' },
  });
  expect(container).toEqual({
    id: expect.objectContaining({ type: 'fakeRuntime', id: 'test-id' }) as unknown,
    name: 'test-name',
    imageID: 'test-image-ref',
    image: 'test-image',
    hash: 0x1234,
    state: 'running',
  });
});

test.each([
  ['root if it has none', {}, [0, '']],
  ['a name', { username: 'testUser' }, [undefined, 'testUser']],
  ['a number before a name', { uid: { value: 2 }, username: 'whatever' }, [2, '']],
])('the user of an image is %s', (_title, user, expected) => {
  const sim = new Sim({ epoch });
  const imageService = new FakeImageService();
  imageService.images.set('image', { id: 'image', size: 0, ...user });
  expect(run(sim, getImageUser(managerWith({ sim, imageService }), 'image'))).toEqual([expected, undefined]);
});

const profile = (type: string, localhostProfile?: string): SeccompProfile => ({ type, localhostProfile });
const onPod = 'seccomp.security.alpha.kubernetes.io/pod';
const onContainer = 'container.seccomp.security.alpha.kubernetes.io/container1';

describe('the seccomp profile', () => {
  const fields: [string, SeccompProfile | undefined, path: string, object][] = [
    ['that nobody names', undefined, '', { profileType: 'Unconfined' }],
    ['of a file without a name', profile('Localhost'), '', { profileType: 'Unconfined' }],
    ['of a type that is none', profile(''), '', { profileType: 'Unconfined' }],
    ['of the runtime', profile('RuntimeDefault'), 'runtime/default', { profileType: 'RuntimeDefault' }],
    ['that forbids nothing', profile('Unconfined'), 'unconfined', { profileType: 'Unconfined' }],
    [
      'of a file',
      profile('Localhost', 'a.json'),
      'localhost//root/a.json',
      { profileType: 'Localhost', localhostRef: '/root/a.json' },
    ],
  ];
  test.each(fields)('%s', (_title, seccompProfile, path, expected) => {
    const of = { seccompProfile };
    for (const [pod, container] of [
      [of, undefined],
      [undefined, of],
    ] as const) {
      expect(getSeccompProfilePath(manager, {}, 'container1', pod, container)).toBe(path);
      expect(getSeccompProfile(manager, {}, 'container1', pod, container)).toEqual(expected);
    }
  });

  test('of a container before that of its pod', () => {
    const [pod, own] = [
      { seccompProfile: profile('Unconfined') },
      { seccompProfile: profile('RuntimeDefault') },
    ];
    expect(getSeccompProfile(manager, {}, 'container1', pod, own)).toEqual({ profileType: 'RuntimeDefault' });
  });

  const file = (name: string) => ({ seccompProfile: profile('Localhost', name) });
  const notes = { [onPod]: 'localhost/note-of-pod', [onContainer]: 'localhost/note' };
  const mixed: [
    string,
    Record<string, string>,
    string,
    PodSecurityContext | undefined,
    SecurityContext | undefined,
    string,
  ][] = [
    ['noted on the pod', { [onPod]: 'runtime/default' }, '', undefined, undefined, 'runtime/default'],
    [
      'noted in old words',
      { [onPod]: 'docker/default' },
      'container1',
      undefined,
      undefined,
      'docker/default',
    ],
    ['noted as none', { [onPod]: 'unconfined' }, 'container1', undefined, undefined, 'unconfined'],
    ['noted as a file', { [onPod]: 'localhost/a' }, '', undefined, undefined, 'localhost//root/a'],
    ['noted on the container', notes, 'container1', undefined, undefined, 'localhost//root/note'],
    ['noted on another', { [onContainer]: 'localhost/note' }, 'container2', undefined, undefined, ''],
    ['of the container before all', notes, 'container1', file('pod'), file('own'), 'localhost//root/own'],
    ['noted on it before its pod', notes, 'container1', file('pod'), undefined, 'localhost//root/note'],
    [
      'of the pod before its note',
      { [onPod]: 'localhost/note-of-pod' },
      'container1',
      file('pod'),
      undefined,
      'localhost//root/pod',
    ],
  ];
  test.each(mixed)('%s', (_title, annotations, name, pod, container, path) => {
    expect(getSeccompProfilePath(manager, annotations, name, pod, container)).toBe(path);
  });
});

test.each<[string, Partial<Pod['spec']>, ipc: string, network: string, pid: string]>([
  ['says nothing', {}, 'POD', 'POD', 'CONTAINER'],
  ['is of its host', { hostIPC: true, hostNetwork: true, hostPID: true }, 'NODE', 'NODE', 'NODE'],
  ['shares its processes', { shareProcessNamespace: true }, 'POD', 'POD', 'POD'],
  ['says that it does not', { shareProcessNamespace: false }, 'POD', 'POD', 'CONTAINER'],
])('the namespaces of a pod that %s', (_title, spec, ipc, network, pid) => {
  expect(namespacesForPod(livePod({ spec: { containers: [], ...spec } }))).toEqual({ ipc, network, pid });
});
