import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/machinery/delta-fifo/exercises/tombstone.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const attempts: readonly Attempt[] = [
  [
    'a queue that says nothing of what is missing',
    ({ start }) => start,
    [
      'What is gone is not in the ledger: In the end the ledger still has pod web-2, which is gone. The last list did not have it, and that was the only sign.',
    ],
  ],
  [
    'a queue that takes everything known for gone',
    ({ solution }) => swap(solution, 'if (keys.has(key)) continue;', ''),
    [
      'What is there is in the ledger: In the end there is a pod web-1, and the ledger does not have it.',
      'Nothing is said to be deleted that is there: At 764,414 ms the queue says that pod web-1 was deleted. It is there.',
    ],
  ],
  ['a queue that compares', ({ solution }) => solution, []],
];

describe('What a list does not say', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
