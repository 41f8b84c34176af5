import { describe, expect, test } from 'vitest';
import { PathError } from '../../../../../../src/runtime/go/fs.ts';
import type { ContainerState } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import { FakeRuntimeService } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/cri-api/pkg/apis/testing/fake_runtime_service.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { epoch, managerWith, noFiles, run } from '../../../../../golden/kubelet/runtime-manager.ts';

const hour = 3_600_000;

/**
 * A node a day after it began. Pods that are named `deleted…` are gone, and all others but `running…` have ended. Containers are words
 * such as `foo/bar 2 exited`: pod, container, and when it was made; sandboxes are words such as `foo 1 ready`.
 */
function nodeWith(containers: readonly string[], sandboxes: readonly string[] = []) {
  const sim = new Sim({ epoch });
  sim.runFor(23 * hour);
  const runtimeService = new FakeRuntimeService(sim);
  const id = (words: string): string => words.split(' ').slice(0, 2).join(' ');
  const madeAt = (words: string): number => {
    const [, at = ''] = words.split(' ');
    return at === 'now' ? sim.now : Number(at);
  };
  runtimeService.setFakeContainers(
    containers.map((words) => {
      const [name = '', , state = 'exited', sandboxID = ''] = words.split(' ');
      const [pod = '', container = ''] = name.split('/');
      return {
        id: id(words),
        metadata: { name: container, attempt: 0 },
        state: `CONTAINER_${state.toUpperCase()}` as ContainerState,
        createdAt: madeAt(words),
        startedAt: 0,
        finishedAt: 0,
        exitCode: 0,
        image: { image: 'i' },
        imageRef: 'i',
        labels: { 'io.kubernetes.pod.uid': pod, 'io.kubernetes.container.name': container },
        sandboxID: sandboxID.replace('@', ' '),
      };
    }),
  );
  runtimeService.setFakeSandboxes(
    sandboxes.map((words) => {
      const [pod = '', , state] = words.split(' ');
      return {
        id: id(words),
        metadata: { name: pod, namespace: 'ns', uid: pod, attempt: 0 },
        state: state === 'ready' ? 'SANDBOX_READY' : 'SANDBOX_NOTREADY',
        createdAt: madeAt(words),
      };
    }),
  );
  const podStateProvider = {
    isPodDeleted: (uid: string) => uid.startsWith('deleted'),
    isPodTerminated: (uid: string) => !uid.startsWith('running'),
  };
  return { sim, runtimeService, podStateProvider };
}

interface Policy {
  readonly minAgeMs: number;
  readonly maxPerPodContainer: number;
  readonly maxContainers: number;
}

const policy: Policy = { minAgeMs: hour, maxPerPodContainer: 2, maxContainers: 6 };

interface Asked {
  readonly containers: readonly string[];
  readonly policy?: Partial<Policy>;
  readonly ready?: boolean;
  readonly terminated?: boolean;
  readonly left: readonly string[];
}

describe('dead containers', () => {
  const five = ['foo/bar 4', 'foo/bar 3', 'foo/bar 2', 'foo/bar 1', 'foo/bar 0'];
  const pairs = ['a/x', 'b/x', 'c/x', 'd/x', 'e/x'];
  test.each<[string, Asked]>([
    [
      'none may stay',
      { containers: ['foo/bar 0'], policy: { maxPerPodContainer: 1, maxContainers: 0 }, left: [] },
    ],
    [
      'four in all',
      { containers: five, policy: { maxPerPodContainer: -1, maxContainers: 4 }, left: five.slice(0, 4) },
    ],
    ['any number', { containers: five, policy: { maxPerPodContainer: -1, maxContainers: -1 }, left: five }],
    ['young ones stay', { containers: ['foo/bar now', 'foo/baz now'], left: ['foo/bar now', 'foo/baz now'] }],
    ['the oldest of a name go', { containers: five, left: ['foo/bar 4', 'foo/bar 3'] }],
    [
      'what runs stays, and does not count',
      {
        containers: ['foo/bar 2', 'foo/bar 1', 'foo/bar 0 running'],
        left: ['foo/bar 2', 'foo/bar 1', 'foo/bar 0'],
      },
    ],
    [
      'each name of each pod counts by itself',
      {
        containers: ['foo', 'foo1', 'foo2'].flatMap((pod) => [2, 1, 0].map((at) => `${pod}/bar ${at}`)),
        left: ['foo', 'foo1', 'foo2'].flatMap((pod) => [2, 1].map((at) => `${pod}/bar ${at}`)),
      },
    ],
    [
      'where there are too many in all, one of each name stays',
      {
        containers: pairs.flatMap((of) => [`${of} 1`, `${of} 0`]),
        left: pairs.map((of) => `${of} 1`),
      },
    ],
    [
      'if that is too many still, the oldest go',
      {
        containers: [
          'a/a 2',
          'a/a 1',
          'b/b 2',
          'b/b 1',
          'c/c 1',
          'd/d 0',
          'e/e 1',
          'f/f 0',
          'g/g 2',
          'h/h 1',
        ],
        left: ['a/a 2', 'b/b 2', 'c/c 1', 'e/e 1', 'g/g 2', 'h/h 1'],
      },
    ],
    [
      'all of pods that have ended, where that is wanted',
      {
        containers: ['foo/bar 2', 'foo/bar 1', 'foo1/bar 2', 'running/bar 1', 'foo3/bar 0 running'],
        terminated: true,
        left: ['running/bar 1', 'foo3/bar 0'],
      },
    ],
    [
      'all but young ones of pods that are gone',
      {
        containers: ['foo/bar 1', 'foo/bar 0', 'deleted/bar now', 'deleted/bar 1', 'deleted/bar 0'],
        left: ['foo/bar 1', 'foo/bar 0', 'deleted/bar now'],
      },
    ],
    [
      'none of pods of which nobody knows yet whether they are gone',
      { containers: ['deleted/bar 0'], terminated: true, ready: false, left: ['deleted/bar 0'] },
    ],
  ])('%s', (_title, { containers, policy: own, ready = true, terminated = false, left }) => {
    const { sim, runtimeService, podStateProvider } = nodeWith(containers);
    const manager = managerWith({ sim, runtimeService, podStateProvider });
    expect(run(sim, manager.garbageCollect({ ...policy, ...own }, ready, terminated))).toBeUndefined();
    expect([...runtimeService.containers.keys()].sort()).toEqual([...left].sort());
  });

  test('one of which nobody knows is stopped before it is removed, and stays if that fails', () => {
    const { sim, runtimeService, podStateProvider } = nodeWith(['foo/bar 1 unknown', 'foo/bar 0 unknown']);
    const manager = managerWith({ sim, runtimeService, podStateProvider });
    runtimeService.injectError('StopContainer', new Error('busy'));
    run(sim, manager.garbageCollect({ ...policy, maxContainers: 0 }, true, true));
    expect(runtimeService.called.filter((call) => /^(Stop|Remove)Container$/.test(call))).toEqual([
      'StopContainer',
      'StopContainer',
      'RemoveContainer',
    ]);
    expect([...runtimeService.containers.keys()]).toEqual(['foo/bar 0']);
  });
});

describe('sandboxes', () => {
  test.each<[string, readonly string[], readonly string[], boolean, readonly string[]]>([
    [
      'one that is not ready, of a pod that is gone',
      ['running 0 ready', 'deleted 0'],
      [],
      false,
      ['running 0'],
    ],
    ['a ready one stays, even of a pod that is gone', ['deleted 0 ready'], [], false, ['deleted 0']],
    ['the newest of a pod stays', ['running 1', 'running 0'], [], false, ['running 1']],
    [
      'what has containers stays',
      ['running 1', 'running 0'],
      ['running/bar 0 exited running@0'],
      false,
      ['running 1', 'running 0'],
    ],
    [
      'those of pods that have ended, where that is wanted',
      ['running 0', 'ended 0'],
      [],
      true,
      ['running 0'],
    ],
    [
      'one of a pod that is gone stays with its containers',
      ['deleted 0'],
      ['deleted/x now exited deleted@0'],
      false,
      ['deleted 0'],
    ],
    [
      'all at once',
      ['running 1 ready', 'running 0', 'running2 1', 'running2 0', 'deleted 0'],
      ['running2/x now exited running2@1'],
      false,
      ['running 1', 'running2 1'],
    ],
  ])('%s', (_title, sandboxes, containers, terminated, left) => {
    const { sim, runtimeService, podStateProvider } = nodeWith(containers, sandboxes);
    const manager = managerWith({ sim, runtimeService, podStateProvider });
    const keepAll = { minAgeMs: hour, maxPerPodContainer: -1, maxContainers: -1 };
    run(sim, manager.garbageCollect(keepAll, false, terminated));
    expect([...runtimeService.sandboxes.keys()].sort()).toEqual([...left].sort());
  });
});

describe('logs', () => {
  test('directories of pods that are gone are removed, and links that lead nowhere', () => {
    const { sim, runtimeService, podStateProvider } = nodeWith(['running/web 0 running', 'running/db 0']);
    const removed: string[] = [];
    const link = (name: string, id: string): string => `/var/log/containers/p_ns_${name}-${id}.log`;
    const links = [link('web', 'runningid'), link('db', 'deadbeef'), link('db', 'x')];
    runtimeService.containers.set('runningid', { ...runtimeService.containers.get('running/web 0')! });
    const manager = managerWith({
      sim,
      runtimeService,
      podStateProvider,
      osInterface: {
        ...noFiles,
        readDir: () => [['ns_a_deleted1', 'ns_b_running1', 'deleted2'], undefined],
        removeAll: (path) => void removed.push(path),
        remove: (path) => void removed.push(path),
        glob: () => [links, undefined],
        stat: (path) => new PathError('stat', path, 'ENOENT'),
      },
    });
    const keepAll = { minAgeMs: hour, maxPerPodContainer: -1, maxContainers: -1 };
    run(sim, manager.garbageCollect(keepAll, true, false));
    expect(removed).toEqual([
      '/var/log/pods/ns_a_deleted1',
      '/var/log/pods/deleted2',
      link('db', 'deadbeef'),
      link('db', 'x'),
    ]);
  });

  test('errors of all parts are told as one', () => {
    const { sim, runtimeService, podStateProvider } = nodeWith([]);
    runtimeService.injectError('ListContainers', new Error('no containers'));
    runtimeService.injectError('ListContainers', new Error('none again'));
    const failing = {
      ...noFiles,
      readDir: (path: string) => [undefined, new PathError('open', path, 'ENOENT')] as [undefined, Error],
    };
    const manager = managerWith({ sim, runtimeService, podStateProvider, osInterface: failing });
    const err = run(sim, manager.garbageCollect(policy, true, false));
    expect(err?.message).toBe(
      '[no containers, none again, failed to read podLogsRootDirectory "/var/log/pods": open /var/log/pods: no such file or directory]',
    );
  });
});
