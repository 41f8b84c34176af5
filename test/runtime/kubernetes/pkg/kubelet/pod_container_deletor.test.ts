import { expect, test } from 'vitest';
import {
  ContainerID,
  type PodStatus,
} from '../../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import {
  getContainersToDeleteInPod,
  newPodContainerDeletor,
} from '../../../../../src/runtime/kubernetes/pkg/kubelet/pod_container_deletor.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';

const pod = {
  containerStatuses: [
    { id: '1', name: 'foo', state: 'exited' },
    { id: '2', name: 'bar', state: 'exited' },
    { id: '3', name: 'bar', state: 'exited' },
    { id: '4', name: 'bar', state: 'exited' },
    { id: '5', name: 'bar', state: 'running' },
  ].map(({ id, ...status }) => ({ ...status, id: new ContainerID('test', id), createdAt: Number(id) })),
} as unknown as PodStatus;

const idsOf = (filter: string, keep: number): string[] =>
  getContainersToDeleteInPod(filter, pod, keep).map(({ id }) => id.id);

test.each<[string, number, string[]]>([
  ['4', 0, ['4', '3', '2']],
  ['4', 1, ['3', '2']],
  ['4', 2, ['2']],
  ['', 0, ['4', '3', '2', '1']],
  ['', 1, ['3', '2', '1']],
  ['', 2, ['2', '1']],
  ['abc', 5, []],
  ['abc', 0, []],
])('of the name of the container %j, keeping %i', (filter, keep, want) => {
  expect(idsOf(filter, keep)).toEqual(want);
});

test('deletes one after the other, and all if told so', () => {
  const sim = new Sim();
  const deleted: string[] = [];
  const deletor = newPodContainerDeletor(
    sim,
    {
      *deleteContainer({ id }) {
        deleted.push(id);
        return undefined;
      },
    },
    1,
  );
  deletor.deleteContainersInPod('4', pod, false);
  sim.runUntilIdle();
  expect(deleted).toEqual(['3', '2']);
  deletor.deleteContainersInPod('4', pod, true);
  sim.runUntilIdle();
  expect(deleted.slice(2)).toEqual(['4', '3', '2', '1']);
});
