import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/controller-manager/leader-election/exercises/own-clock.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const attempts: readonly Attempt[] = [
  [
    'a candidate that goes by the time in the lease',
    ({ start }) => start,
    [
      'Nobody takes a lease that is fresh: At 2,441 ms kube-controller-manager-1 takes the lease from kube-controller-manager-0, which wrote it at 2,022 ms. A lease that changed less than 15 seconds ago belongs to its holder, whatever the times in it say.',
      'When the leader is gone, another takes over: kube-controller-manager-1 crashes at 12,000 ms, and 24 seconds later nobody else has the lease. A candidate has to notice that the lease no longer changes, by its own clock.',
      'A leader that can renew goes on leading: At 14,024 ms kube-controller-manager-0 gives up, though nothing keeps it from renewing its lease.',
      'Only its holder works: At 3,126 ms kube-controller-manager-0 works, while kube-controller-manager-1 holds the lease.',
    ],
  ],
  [
    'a candidate that counts from each look',
    ({ solution }) => swap(solution, 'if (this.#observedRawRecord !== raw) {', '{'),
    [
      'When the leader is gone, another takes over: kube-controller-manager-1 crashes at 12,000 ms, and 24 seconds later nobody else has the lease. A candidate has to notice that the lease no longer changes, by its own clock.',
    ],
  ],
  [
    'a candidate that counts from its first look',
    ({ solution }) =>
      swap(solution, 'this.#observedTime = this.#clock.now();', 'this.#observedTime ??= this.#clock.now();'),
    [
      'Nobody takes a lease that is fresh: At 18,338 ms kube-controller-manager-2 takes the lease from kube-controller-manager-1, which wrote it at 10,054 ms. A lease that changed less than 15 seconds ago belongs to its holder, whatever the times in it say.',
      'Only its holder works: At 20,614 ms kube-controller-manager-0 works, while kube-controller-manager-2 holds the lease.',
    ],
  ],
  [
    'a candidate that waits for nothing',
    ({ solution }) => swap(solution, '!expired && ', 'false && '),
    [
      'Nobody takes a lease that is fresh: At 2,654 ms kube-controller-manager-2 takes the lease from kube-controller-manager-1, which wrote it at 2,022 ms. A lease that changed less than 15 seconds ago belongs to its holder, whatever the times in it say.',
      'Only its holder works: At 3,126 ms kube-controller-manager-1 works, while kube-controller-manager-2 holds the lease.',
    ],
  ],
  [
    'a candidate that counts no transitions',
    ({ solution }) => swap(solution, 'old.leaderTransitions + 1', 'old.leaderTransitions'),
    [
      'The lease says who had it, and since when: At 27,086 ms the lease says that it changed hands 0 times; it should say 1.',
    ],
  ],
  ['a candidate that goes by what it sees', ({ solution }) => solution, []],
];

describe('A candidate that trusts its own clock', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
