import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/scheduler/preemption/exercises/fewest.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const attempts: readonly Attempt[] = [
  [
    'takes away until it fits',
    ({ start }) => start,
    [
      'Nobody goes who could have stayed: At 2,002 ms tiny must go from node-a, in vain. Beside web-a there is room for 1 CPU, and tiny asks for 1.',
      'A budget is kept where it can be: At 2,014 ms ledger must go from node-b, against its budget. shop stays, which has no budget, and takes as much room.',
    ],
  ],
  [
    'lets nobody back',
    ({ solution }) => swap(solution, 'if (fits()) return true;', ''),
    [
      'Nobody goes who could have stayed: At 2,002 ms tiny must go from node-a, in vain. Beside web-a there is room for 1 CPU, and tiny asks for 1.',
    ],
  ],
  [
    'lets the less important back first',
    ({ solution }) =>
      swap(
        solution,
        'potentialVictims.sort(byImportance(now));',
        'potentialVictims.sort(byImportance(now)).reverse();',
      ),
    [
      'Of two that take as much room, the one that matters less goes: At 2,018 ms first must go from node-c, with priority 500, and second stays, with 100. One of them would have been enough.',
    ],
  ],
  [
    'knows no budgets',
    ({ solution }) =>
      swap(solution, 'filterPodsWithPDBViolation(potentialVictims, pdbs)', '[[], potentialVictims]'),
    [
      'A budget is kept where it can be: At 2,010 ms ledger must go from node-b, against its budget. shop stays, which has no budget, and takes as much room.',
    ],
  ],
  [
    'takes nobody away',
    ({ solution }) =>
      swap(solution, 'if (podPriority(p.pod) >= podPriority(pod)) continue;', 'if (true) continue;'),
    [
      'Each pod of high priority gets a place: In the end web-a has no node, though pods of less priority are in its way.',
    ],
  ],
  ['takes all away, and lets back who can stay', ({ solution }) => solution, []],
];

describe('No one goes in vain', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
