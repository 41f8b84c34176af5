import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/scheduler/queue/exercises/back.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const missed =
  'What happens during an attempt is not missed: web comes to its node only at 7,505 ms. node-b has had room for it since a moment after it was tried.';
const early =
  'Each back-off is kept: At 10005 ms etl is tried again, 2500 ms after attempt 3 failed. Its back-off is 4000 ms.';

const attempts: readonly Attempt[] = [
  ['puts everything aside', ({ start }) => start, [missed, early]],
  [
    'does not compare the cycles',
    ({ solution }) =>
      swap(solution, 'this.#moveRequestCycle >= podSchedulingCycle', 'podSchedulingCycle < 0'),
    [missed],
  ],
  [
    'keeps the time of before',
    ({ solution }) => swap(solution, 'pInfo.timestamp = this.#clock.stamp();', ''),
    [early],
  ],
  ['compares, and counts from now', ({ solution }) => solution, []],
];

describe('Back into the queue', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
