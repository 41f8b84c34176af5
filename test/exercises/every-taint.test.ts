import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/scheduler/taints-and-tolerations/exercises/every-taint.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const attempts: readonly Attempt[] = [
  [
    'takes one toleration for all, and all effects for one',
    ({ start }) => start,
    [
      'Each taint needs a toleration: At 1,018 ms db-d gets node-d, which has the taint disk=slow:NoSchedule. It does not tolerate that.',
      "PreferNoSchedule refuses no pod: At 1,010 ms no node is found for web-c: 0/4 nodes are available: 4 node(s) had taints, that the pod didn't tolerate.",
      "The reason names the first taint that is not tolerated: At 1,002 ms web-a is refused because of dedicated=db:NoSchedule. The message is: 0/4 nodes are available: 4 node(s) had taints, that the pod didn't tolerate. Expected a reason with {dedicated: db} in it.",
      'No room is looked for where none is missing: At 1,002 ms preemption tries for web-a whether it helps if pods go. The taint would stay.',
    ],
  ],
  [
    'forgets NoExecute',
    ({ solution }) => swap(solution, " || effect === 'NoExecute'", ''),
    [
      'NoSchedule and NoExecute keep off pods that do not tolerate them: At 1,006 ms web-b gets node-b, which has the taint dedicated=db:NoExecute. It does not tolerate that.',
    ],
  ],
  [
    'refuses for every effect',
    ({ solution }) => swap(solution, /\(\{ effect \}\) => .*/, '() => true,'),
    [
      "PreferNoSchedule refuses no pod: At 1,010 ms no node is found for web-c: 0/4 nodes are available: 4 node(s) had taint {dedicated: db}, that the pod didn't tolerate.",
    ],
  ],
  [
    'says that it may help if pods go',
    ({ solution }) => swap(solution, 'UnschedulableAndUnresolvable', 'Unschedulable'),
    [
      'No room is looked for where none is missing: At 1,002 ms preemption tries for web-a whether it helps if pods go. The taint would stay.',
    ],
  ],
  ['asks for a toleration of each taint', ({ solution }) => solution, []],
];

describe('Who gets in', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
