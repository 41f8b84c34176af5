import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/scheduler/scoring/exercises/stretch.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const noNode =
  'Each pod gets a node: In the end choosy has no node, though each of the three can take it. Scores above 100 are an error.';
const taints =
  'The fewer taints the better, for a pod that tolerates none: At 1,002 ms plain gets node-a. That has taints which plain does not tolerate. node-c has none.';
const wishes =
  'Who meets more wishes gets more: At 2,002 ms choosy gets node-c. On node-a, two of its wishes would be met.';
const small = (node: string): string =>
  `A small wish counts, if it is the only one: At 3,002 ms timid gets ${node}. Its only wish would be met on node-b, and in room the nodes differ by less than a hundred.`;

const each = (change: string): string => `for (const node of scores) ${change} return undefined;`;

const attempts: readonly Attempt[] = [
  ['leaves the counts as they are', ({ start }) => start, [noNode, taints, small('node-c')]],
  [
    'cuts off at a hundred',
    ({ start }) => swap(start, 'return undefined;', each('node.score = Math.min(node.score, maxPriority);')),
    [taints, wishes, small('node-c')],
  ],
  [
    'gives a hundred to whoever has any',
    ({ start }) =>
      swap(start, 'return undefined;', each('node.score = node.score > 0 !== reverse ? maxPriority : 0;')),
    [wishes],
  ],
  [
    'forgets to reverse',
    ({ solution }) => swap(solution, 'reverse ? maxPriority - score : score', 'score'),
    [taints],
  ],
  [
    'divides by nothing',
    ({ solution }) => swap(solution, 'if (maxCount === 0) {', 'if (maxCount < 0) {'),
    [
      'It runs to its end: `score` is NaN: it was computed from something that is no number. Every comparison with NaN is false. This ended the process `kube-scheduler` at 2,002 ms, at line 14 of `normalize_score.ts`.',
      'Each pod gets a node: open',
      'The fewer taints the better, for a pod that tolerates none: open',
      'Who meets more wishes gets more: open',
      'A small wish counts, if it is the only one: open',
    ],
  ],
  ['gives each node its share', ({ solution }) => solution, []],
];

describe('From a count to a hundred', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
