import { expect, test } from 'vitest';
import type { PodStatus } from '../../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { newPodSandboxDeleter } from '../../../../../src/runtime/kubernetes/pkg/kubelet/pod_sandbox_deleter.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';

/** Sandboxes are words such as `1 ready` or `2 notready`: the id, which is also when it was made, and the state. */
const podWith = (sandboxes: readonly string[], withContainers: readonly string[] = []): PodStatus =>
  ({
    containerStatuses: withContainers.map((podSandboxID) => ({ podSandboxID })),
    sandboxStatuses: sandboxes.map((words) => {
      const [id = '', state = ''] = words.split(' ');
      return { id, createdAt: Number(id), state: `SANDBOX_${state.toUpperCase()}` };
    }),
  }) as unknown as PodStatus;

test.each<[string, PodStatus, number, string[]]>([
  ['never one that is ready', podWith(['1 ready']), 0, []],
  [
    'all others if none is kept, the last first',
    podWith(['1 ready', '2 notready', '3 notready']),
    0,
    ['3', '2'],
  ],
  ['none that has a container', podWith(['1 notready', '2 notready'], ['1']), 0, ['2']],
  ['all but the newest', podWith(['1 notready', '2 notready']), 1, ['1']],
  [
    'all but the newest, wherever it stands',
    podWith(['2 notready', '3 notready', '1 notready']),
    1,
    ['1', '2'],
  ],
])('deletes %s', (_, podStatus, toKeep, want) => {
  const sim = new Sim();
  const deleted: string[] = [];
  const deleter = newPodSandboxDeleter(sim, {
    *deleteSandbox(id) {
      deleted.push(id);
      return undefined;
    },
  });
  deleter.deleteSandboxesInPod(podStatus, toKeep);
  sim.runUntilIdle();
  expect(deleted).toEqual(want);
});

test('leaves what does not fit to the next time', () => {
  const sim = new Sim();
  const deleted: string[] = [];
  const deleter = newPodSandboxDeleter(sim, {
    *deleteSandbox(id) {
      deleted.push(id);
      return undefined;
    },
  });
  const ids = Array.from({ length: 30 }, (_, i) => String(i));
  deleter.deleteSandboxesInPod(podWith(ids.map((id) => `${id} notready`)), 0);
  sim.runUntilIdle();
  expect(deleted).toEqual(ids.toReversed().slice(0, 20));
});
