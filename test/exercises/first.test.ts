import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/scheduler/pod-affinity/exercises/first.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const asks = 'return requiredAffinityTerms.every';
const toNodeE =
  'Nobody goes where the label is missing: At 3,002 ms web-1 comes to node-e, which has no zone. So it is in the zone of nobody, and nobody can follow it there.';

const attempts: readonly Attempt[] = [
  [
    'asks whether somebody is there',
    ({ start }) => start,
    [
      'Each pod of the group gets a node: In the end web-1 has no node. It has to be near a pod of app web. Nobody else is, but it is one itself.',
      'The guest gets a node: In the end guest has no node. Where a pod of web is, both its terms hold.',
    ],
  ],
  [
    'lets in whoever finds nobody',
    ({ start }) => swap(start, asks, asks.replace('return', 'return counts.empty ||')),
    [
      toNodeE,
      'The group is in one zone: At 4,002 ms web-2 comes to node-c. That is not the zone of web-1, which is on node-e.',
      'Who looks for a pod that does not exist waits: At 2,002 ms lost comes to node-d. It has to be near a pod of app db. There is none, and lost is none itself.',
    ],
  ],
  [
    'knows its like, and forgets the label',
    ({ start }) => {
      const itsLike =
        '(counts.empty && podMatchesAllAffinityTerms(state.podInfo.pod, requiredAffinityTerms))';
      return swap(start, asks, asks.replace('return', `return ${itsLike} ||`));
    },
    [
      toNodeE,
      'The group is in one zone: At 5,002 ms web-3 comes to node-c. That is not the zone of web-1, which is on node-e.',
    ],
  ],
  [
    'does not ask whether it is the first',
    ({ solution }) => swap(solution, 'counts.empty && ', ''),
    [
      'The group is in one zone: At 4,002 ms web-2 comes to node-b. That is not the zone of web-1, which is on node-d.',
    ],
  ],
  [
    'is content with one of two terms',
    ({ solution }) =>
      swap(
        swap(solution, 'podsExist = true', 'podsExist = false'),
        '<= 0) podsExist = false',
        '> 0) podsExist = true',
      ),
    [
      'The guest is on a host of the group: At 6,002 ms guest comes to node-d, where no pod of web is. One of its terms asks for the zone, the other for the host.',
    ],
  ],
  ['lets the first one in', ({ solution }) => solution, []],
];

describe('Let the first one in', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
