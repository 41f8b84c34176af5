import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/scheduler/spreading/exercises/skew.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const attempts: readonly Attempt[] = [
  [
    'takes maxSkew for the most in a zone',
    ({ start }) => start,
    [
      'A node without a zone gets none of these pods: At 2,502 ms batch-2 gets node-d, which has no zone. There is no difference to count there.',
      'A pod that is not counted changes no balance: At 2,002 ms no node is found for batch-1. In zone-1 are 2 pods of web, in the others 1, and batch-1 is none of them: the difference stays 1.',
    ],
  ],
  [
    'forgets the pod itself',
    ({ solution }) => swap(solution, 'matchNum + selfMatchNum - minMatchNum', 'matchNum - minMatchNum'),
    [
      'No zone gets more than one pod above another: At 4,002 ms web-8 gets node-a. Then zone-1 has 4 pods of web, and some zone has 2: more than one of difference.',
    ],
  ],
  [
    'counts every pod',
    ({ solution }) => swap(solution, /const selfMatchNum = .*/, 'const selfMatchNum = 1;'),
    [
      'A pod that is not counted changes no balance: At 2,002 ms no node is found for batch-1. In zone-1 are 2 pods of web, in the others 1, and batch-1 is none of them: the difference stays 1.',
    ],
  ],
  [
    'lets nodes without a zone pass',
    ({ solution }) => swap(solution, /if \(tpVal === undefined\) .*/, 'if (tpVal === undefined) continue;'),
    [
      'A node without a zone gets none of these pods: At 2,502 ms batch-2 gets node-d, which has no zone. There is no difference to count there.',
    ],
  ],
  [
    'looks for room on nodes without a zone',
    ({ solution }) => swap(solution, 'UnschedulableAndUnresolvable', 'Unschedulable'),
    [
      'No room is looked for where none is missing: At 2,502 ms preemption tries for batch-2 whether it helps if pods go from node-d. It has no zone, with pods and without.',
    ],
  ],
  ['looks at the difference', ({ solution }) => solution, []],
];

describe('Keep the balance', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
