import { describe, expect, test } from 'vitest';
import { exercise as filter } from '../../content/scheduler/writing-a-plugin/exercises/filter.ts';
import { exercise as whatIf } from '../../content/scheduler/writing-a-plugin/exercises/what-if.ts';
import type { Exercise } from '../../src/components/exercises/exercise.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

/** What is told of each answer, by the names of the checks that do not hold. */
function answers(exercise: Exercise, attempts: readonly Attempt[]): void {
  describe(exercise.title, () => {
    test.each(attempts)('%s', async (_, write, names) => {
      const said = told(await tryOut(exercise, write));
      expect(said.map((one) => one.split(': ')[0])).toEqual(names);
    });
  });
}

const tooMany = 'No zone has more pods with a licence than it has licences';
const noNode = 'A pod that needs no licence finds a node';
const notServed = 'A more important pod gets a licence';
const asked = 'Preemption tries no node where it cannot help';
const promised = 'A node is nominated only where a pod has to go';
const vain = 'Only pods that have a licence have to go';

answers(filter, [
  ['lets all pass', ({ start }) => start, [tooMany]],
  [
    'refuses those that need none',
    ({ solution }) => swap(solution, 'if (!needsLicence(pod)) return undefined;', ''),
    [noNode],
  ],
  [
    'lets one too many pass',
    ({ solution }) => swap(solution, 'inUse.in(zone) >= has', 'inUse.in(zone) > has'),
    [tooMany],
  ],
  [
    'says that nothing can help',
    ({ solution }) =>
      swap(solution, "newStatus('Unschedulable',", "newStatus('UnschedulableAndUnresolvable',"),
    [notServed],
  ],
  [
    'says that something may help everywhere',
    ({ solution }) => swap(solution, "'UnschedulableAndUnresolvable'", "'Unschedulable'"),
    [asked],
  ],
  [
    'counts the pods of the node',
    ({ solution }) =>
      swap(
        solution,
        'inUse.in(zone) >= has',
        'nodeInfo.pods.filter((one) => needsLicence(one.pod)).length >= has',
      ),
    [tooMany],
  ],
  [
    'counts in the snapshot',
    ({ solution }) =>
      swap(
        solution,
        'inUse.in(zone) >= has',
        'this.handle.snapshotSharedLister().nodeInfos().list().flatMap((one) => (zoneOf(one.node()) === zone ? one.pods : [])).filter((one) => needsLicence(one.pod)).length >= has',
      ),
    [notServed],
  ],
  [
    'answers with an error',
    ({ solution }) => swap(solution, "newStatus('Unschedulable',", "newStatus('Error',"),
    [notServed],
  ],
  ['asks the state', ({ solution }) => solution, []],
]);

const add = 'count(state, podToAdd, nodeInfo, 1)';
const remove = 'count(state, podToRemove, nodeInfo, -1)';

answers(whatIf, [
  ['counts nothing', ({ start }) => start, [notServed]],
  ['counts only who goes', ({ solution }) => swap(solution, add, 'undefined'), [promised, notServed]],
  ['counts only who comes back', ({ solution }) => swap(solution, remove, 'undefined'), [notServed]],
  ['counts every pod', ({ solution }) => swap(solution, 'if (needsLicence(pod)) ', ''), [vain, notServed]],
  [
    'counts the one that looks for a place',
    ({ solution }) =>
      swap(
        swap(solution, add, 'count(state, _pod, nodeInfo, 1)'),
        remove,
        'count(state, _pod, nodeInfo, -1)',
      ),
    [vain, notServed],
  ],
  [
    'mixes the signs up',
    ({ solution }) => swap(swap(solution, add, add.replace('1', '-1')), remove, remove.replace('-1', '1')),
    [notServed],
  ],
  ['counts who goes and who comes back', ({ solution }) => solution, []],
]);
