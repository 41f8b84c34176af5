import type { Lease } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { pod } from '../../../src/runtime/subjects/api/objects.ts';
import {
  leaseDuration,
  renewDeadline,
  retryPeriod,
} from '../../../src/runtime/subjects/leader-election/numbers.ts';
import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';

const shows = ['kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts'];
const first = 'kube-controller-manager-0';

/** The program of whoever holds the lock now. */
function leader(user: User): string {
  const [lease] = user.list('leases', 'kube-system') as readonly Lease[];
  return lease?.spec?.holderIdentity?.replace(/_.*/, '') ?? first;
}

/** Something to count. */
function twoPods(user: User): void {
  for (const name of ['web-1', 'web-2']) user.act({ kind: 'apply', object: pod(name, { app: 'web' }) });
}

/** The leader crashes; the next is cut off; the one after that stands still for longer than a lease lasts. */
const election: Scenario = {
  id: 'controller-manager/leader-election',
  title: 'Three replicas, one lease',
  summary:
    'The leader crashes, and another takes over. That one is cut off, and gives up by itself. The third stands still, and comes back.',
  // With this one, two candidates find the lock expired within the same four milliseconds.
  seed: 393,
  plane: 'leader-election/election',
  settings: { election: { workMs: 5000 } },
  numbers: [leaseDuration, renewDeadline, retryPeriod],
  shows,
  endsAtMs: 132_000,
  *story(user) {
    twoPods(user);
    yield* user.sleep(11_000);
    user.act({ kind: 'crash', program: first });
    yield* user.sleep(27_000);
    user.act({ kind: 'start', program: first });
    yield* user.sleep(6000);
    const second = leader(user);
    user.act({ kind: 'partition', program: second, forMs: 30_000 });
    yield* user.sleep(34_000);
    user.act({ kind: 'start', program: second });
    yield* user.sleep(8000);
    user.act({ kind: 'pause', program: leader(user), forMs: 25_000 });
  },
};

/** Nobody elects: three replicas work at once. */
const everybody: Scenario = {
  ...election,
  id: 'controller-manager/leader-election#everybody',
  title: 'Three replicas, no lease',
  summary: 'Election is switched off. Each replica counts, and each writes that it was the one who counted.',
  settings: { election: { workMs: 5000, leaderElect: false } },
  numbers: [],
  endsAtMs: 12_000,
  *story(user) {
    twoPods(user);
    yield* user.sleep(12_000);
  },
};

/** As in the scheduler: caches are filled before the election, so that the next leader can begin at once. */
const warm: Scenario = {
  ...election,
  id: 'controller-manager/leader-election#warm',
  title: 'Candidates with full caches',
  summary:
    'Every replica fills its caches before it stands for election. The leader crashes, and the next begins at once.',
  settings: { election: { workMs: 5000, caches: 'before' } },
  endsAtMs: 38_000,
  *story(user) {
    twoPods(user);
    yield* user.sleep(11_000);
    user.act({ kind: 'crash', program: first });
  },
};

/** A lease that is hardly longer than the deadline: the leader is cut off, and back before it has given up. */
const shortLease: Scenario = {
  ...election,
  id: 'controller-manager/leader-election#short-lease',
  title: 'A lease hardly longer than the deadline',
  summary:
    'The lease lasts 10.5 seconds and the renew deadline 10. The leader is cut off for 11 seconds. When it is back, another leads.',
  // With this one the next leader is quick enough.
  seed: 4,
  settings: { election: { workMs: 500, leaseDurationMs: 10_500 } },
  endsAtMs: 30_000,
  *story(user) {
    twoPods(user);
    yield* user.sleep(11_000);
    user.act({ kind: 'partition', program: leader(user), forMs: 11_000 });
  },
};

/** The same cut with the durations that the controller-manager has. */
const longLease: Scenario = {
  ...shortLease,
  id: 'controller-manager/leader-election#long-lease',
  title: 'A lease of 15 seconds',
  summary: 'The leader is cut off for 11 seconds, with the durations that hold by default.',
  settings: { election: { workMs: 500 } },
};

/** Durations that RunOrDie does not take. */
const overLease: Scenario = {
  ...election,
  id: 'controller-manager/leader-election#over-lease',
  title: 'A deadline longer than the lease',
  summary: 'The renew deadline is 15 seconds, and the lease 10. No replica gets as far as the lock.',
  settings: { election: { workMs: 5000, leaseDurationMs: 10_000, renewDeadlineMs: 15_000 } },
  numbers: [leaseDuration, renewDeadline],
  endsAtMs: 3000,
  *story(user) {
    twoPods(user);
    yield* user.sleep(2000);
  },
};

/** Clocks that are wrong by an hour. The leader crashes, and then the next one; each time the clocks are set while others wait. */
const clocksApart: Scenario = {
  ...election,
  id: 'controller-manager/leader-election#clocks-apart',
  title: 'Clocks an hour apart',
  summary:
    'One replica’s clock is an hour ahead, another’s an hour behind. The leader crashes, and later the next one. While the others wait, all clocks are set ahead, and later back.',
  order: 'seeded',
  settings: { election: { workMs: 1000 } },
  endsAtMs: 95_000,
  *story(user) {
    const hour = 3_600_000;
    const set = (...aheadMs: number[]): void =>
      aheadMs.forEach((ahead, replica) => {
        const program = `kube-controller-manager-${replica}`;
        user.act({ kind: 'skew-clock', program, percent: 100, aheadMs: ahead });
      });
    set(0, hour, -hour);
    for (const later of [2 * hour, -2 * hour]) {
      yield* user.sleep(12_000);
      const gone = leader(user);
      user.act({ kind: 'crash', program: gone });
      yield* user.sleep(3_000);
      set(later, later + hour, later - hour);
      yield* user.sleep(25_000);
      user.act({ kind: 'start', program: gone });
    }
  },
};

export const scenarios: readonly Scenario[] = [
  election,
  everybody,
  warm,
  clocksApart,
  shortLease,
  longLease,
  overLease,
];
