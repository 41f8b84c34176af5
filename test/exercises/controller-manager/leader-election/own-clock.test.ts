import { exercise } from '../../../../content/controller-manager/leader-election/exercises/own-clock.ts';
import { refuses, swap } from '../../tried.ts';

const expired = 'seen.monotonic + leaseDurationMs <= now.monotonic';

refuses(exercise, [
  {
    name: 'the time in the lease',
    write: ({ start }) => start,
    says: /takes the lease from `kube-controller-manager-1`, which wrote it at 10,054 ms\. A lease that changed less than 15 seconds ago/,
  },
  {
    name: 'the time in the lease, with an hour of tolerance',
    write: ({ start }) => swap(start, '<= now.wall;', '<= now.wall - 3_600_000;'),
    says: /crashes at 52,000 ms, and 24 seconds later no other replica has the lease/,
  },
  {
    name: 'the time of day in place of the monotonic one',
    write: ({ solution }) => swap(solution, expired, 'seen.wall + leaseDurationMs <= now.wall'),
    says: /The time of day was set at 15,000 ms, and only `monotonic` went on evenly/,
  },
  {
    name: 'times that are objects, as in Go, and computed with',
    write: ({ solution }) => swap(solution, expired, 'now - seen >= leaseDurationMs'),
    says: /`now` is an object, which is no number: what is computed from it is NaN\. It has numbers in `wall`, `monotonic`/,
  },
  {
    name: "Go's methods of a time",
    write: ({ solution }) => swap(solution, expired, '!seen.Add(leaseDurationMs).After(now)'),
    says: /`Add` is not a method of `seen`, which is plain data and has none/,
  },
  {
    name: 'a time that counts from each look',
    write: ({ solution }) => swap(solution, 'if (this.#observedRawRecord !== raw) {', '{'),
    says: /`kube-controller-manager-1` crashes at 12,000 ms, and 24 seconds later no other replica has the lease\. A candidate has to notice by its own clock/,
  },
  {
    name: 'a time that counts from the first look',
    write: ({ solution }) => swap(solution, 'this.#observedTime = this', 'this.#observedTime ??= this'),
    says: /At 18,610 ms `kube-controller-manager-2` takes the lease from `kube-controller-manager-1`, which wrote it at 10,054 ms/,
  },
  {
    name: 'records that are compared by identity',
    write: ({ solution }) =>
      swap(
        swap(solution, 'this.#observedRawRecord !== raw', 'this.#observedRecord !== old'),
        'this.#observedRawRecord = raw;',
        '',
      ),
    says: /24 seconds later no other replica has the lease/,
  },
  {
    name: 'seconds for milliseconds',
    write: ({ solution }) =>
      swap(solution, 'seen.monotonic + leaseDurationMs', 'seen.monotonic + old.leaseDurationSeconds'),
    says: /takes the lease from .* A lease that changed less than 15 seconds ago belongs to its holder/,
  },
  {
    name: 'no wait at all',
    write: ({ solution }) => swap(solution, '!expired && ', 'false && '),
    says: /At 2,654 ms `kube-controller-manager-2` takes the lease/,
  },
  {
    name: 'a leader that waits for its own lease to expire',
    write: ({ solution }) => swap(solution, '!expired && !this.isLeader()', '!expired'),
    says: /gives up, though nothing keeps it from renewing its lease/,
  },
  {
    name: 'transitions that are not counted',
    write: ({ solution }) => swap(solution, 'old.leaderTransitions + 1', 'old.leaderTransitions'),
    says: /the lease says that it changed hands 0 times, and it should say 1/,
  },
  {
    name: 'a new time of acquisition at each renewal',
    write: ({ solution }) => swap(solution, '...record, acquireTime: old.acquireTime,', '...record,'),
    says: /renews the lease, and changes the time at which it acquired the lease/,
  },
]);
