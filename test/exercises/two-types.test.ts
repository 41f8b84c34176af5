import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/scheduler/node-selection/exercises/two-types.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const attempts: readonly Attempt[] = [
  [
    'asks for both in a selector',
    ({ start }) => start,
    [
      'It may run on nodes of both types, and on no others: At 104 ms web can run on node-a. It ought to be node-a and node-b, which are of type compute, and node-c, of type storage.',
      'Nodes with an ssd are preferred, and all of them alike: No node gets a score: a wish can count only among several nodes.',
    ],
  ],
  [
    'prefers what it ought not to',
    ({ solution }) => swap(solution, '[ssd]', '[hdd]'),
    [
      'Nodes with an ssd are preferred, and all of them alike: At 104 ms the sums of the weights are 0 for node-a, 100 for node-b and 0 for node-c. node-a and node-c have an ssd, and should have the same, and more than node-b.',
    ],
  ],
  [
    'takes one type',
    ({ solution }) => swap(solution, '[compute, storage]', '[compute]'),
    [
      'It may run on nodes of both types, and on no others: At 104 ms web can run on node-a, node-b. It ought to be node-a and node-b, which are of type compute, and node-c, of type storage.',
    ],
  ],
  [
    'gives a weight of 200',
    ({ solution }) => swap(solution, 'weight: 100', 'weight: 200'),
    [
      'The API server takes the pod, and the scheduler tries it: The API server refuses it: Pod "web" is invalid: spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 200: must be in the range 1-100.',
      'It may run on nodes of both types, and on no others: No node was looked at for web.',
      'Nodes with an ssd are preferred, and all of them alike: No node gets a score: a wish can count only among several nodes.',
    ],
  ],
  [
    'calls the pod otherwise',
    ({ solution }) => swap(solution, 'name: web', 'name: shop'),
    [
      'The API server takes the pod, and the scheduler tries it: The scheduler never tries a pod called web.',
      'It may run on nodes of both types, and on no others: No node was looked at for web.',
      'Nodes with an ssd are preferred, and all of them alike: No node gets a score: a wish can count only among several nodes.',
    ],
  ],
  ['has two lists', ({ solution }) => solution, []],
];

describe('Two types will do, an ssd is preferred', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
