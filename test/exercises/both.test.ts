import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/scheduler/node-selection/exercises/both.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const someTerm = (text: string): string => swap(text, 'terms.every', 'terms.some');
const allPairs = (text: string): string =>
  swap(text, 'Object.keys(selector).some', 'Object.keys(selector).every');
const bothHold = (text: string): string => swap(text, 'pairs || matched', 'pairs && matched');

const attempts: readonly Attempt[] = [
  [
    'has them all the wrong way round',
    ({ start }) => start,
    [
      'Of a selector, all pairs have to be on the node: At 1,302 ms 4 nodes can run pairs, which asks for type=compute, disk=ssd. node-b is one of them, and should not be.',
      'Of several terms, one is enough: At 2,302 ms 0 nodes can run terms, which asks for disk In hdd, or type In gpu. node-b is missing.',
      'A selector and an affinity have to hold both: At 4,302 ms 2 nodes can run both, which asks for disk=ssd, and one of two terms. node-a is one of them, and should not be.',
    ],
  ],
  [
    'changes the terms alone',
    ({ start }) => someTerm(start),
    [
      'A pod that asks for nothing may run on every node: At 302 ms 0 nodes can run plain, which asks for nothing. node-a is missing.',
      'Of a selector, all pairs have to be on the node: At 1,302 ms 3 nodes can run pairs, which asks for type=compute, disk=ssd. node-b is one of them, and should not be.',
      'A selector and an affinity have to hold both: At 4,302 ms 3 nodes can run both, which asks for disk=ssd, and one of two terms. node-a is one of them, and should not be.',
    ],
  ],
  [
    'forgets that there may be no terms',
    ({ start }) => bothHold(allPairs(someTerm(start))),
    [
      'A pod that asks for nothing may run on every node: At 302 ms 0 nodes can run plain, which asks for nothing. node-a is missing.',
      'Of a selector, all pairs have to be on the node: At 1,302 ms 0 nodes can run pairs, which asks for type=compute, disk=ssd. node-a is missing.',
    ],
  ],
  [
    'takes all terms',
    ({ start }) => bothHold(allPairs(start)),
    [
      'Of several terms, one is enough: At 2,302 ms 0 nodes can run terms, which asks for disk In hdd, or type In gpu. node-b is missing.',
      'A selector and an affinity have to hold both: At 4,302 ms 0 nodes can run both, which asks for disk=ssd, and one of two terms. node-c is missing.',
    ],
  ],
  [
    'lets every node pass',
    ({ start }) => swap(start, 'return pairs || matched;', 'return true;'),
    [
      'Of a selector, all pairs have to be on the node: At 1,302 ms 4 nodes can run pairs, which asks for type=compute, disk=ssd. node-b is one of them, and should not be.',
      'Of several terms, one is enough: At 2,302 ms 4 nodes can run terms, which asks for disk In hdd, or type In gpu. node-a is one of them, and should not be.',
      'A term without conditions holds nowhere: At 3,302 ms 4 nodes can run empty, which asks for a term without conditions. node-a is one of them, and should not be.',
      'A selector and an affinity have to hold both: At 4,302 ms 4 nodes can run both, which asks for disk=ssd, and one of two terms. node-a is one of them, and should not be.',
    ],
  ],
  [
    'asks whether there is an affinity',
    ({ start }) => swap(bothHold(allPairs(someTerm(start))), '&& matched', '&& (!required || matched)'),
    [],
  ],
  ['is as the file has it', ({ solution }) => solution, []],
];

describe('All of these, and one of those', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
