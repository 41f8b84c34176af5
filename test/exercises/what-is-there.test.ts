import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/controller-manager/controller-context/exercises/what-is-there.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const one =
  'One group that fails does not end the program: At 28 ms the controller-manager ends itself: error building controller context: unable to retrieve the complete list of server APIs: apps/v1: the server is currently unable to handle the request. Nine groups and versions were told, and one was not.';
const rest =
  'What could be discovered is there: The controller job does not run, though the API server told of batch/v1. What could be discovered has to be in the set.';
const silent =
  'The log says what is missing: Nobody learns that apps/v1 is missing: the log says nothing of it, and the controller replicaset is skipped as if there were no ReplicaSets in this cluster.';
const nothing =
  'If there is nothing, the program does not go on: Nothing at all could be discovered, and the controller-manager goes on. It runs without controllers until somebody wonders.';

const attempts: readonly Attempt[] = [
  ['a set for which all has to answer', ({ start }) => start, [one]],
  [
    'a set that asks for nothing',
    ({ start }) => swap(start, 'if (err) return [undefined, err];', ''),
    [silent, nothing],
  ],
  [
    'a set that is silent about what it misses',
    ({ solution }) => swap(solution, /if \(err\) klog.*/, ''),
    [silent],
  ],
  [
    'a set that goes without what failed, and without the rest',
    ({ solution }) => swap(solution, 'for (const { groupVersion', 'if (!err) for (const { groupVersion'),
    [rest],
  ],
  ['a set of what could be discovered', ({ solution }) => solution, []],
];

describe('One group that does not answer', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
