import fc from 'fast-check';
import type { Lease } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Act } from '../../src/runtime/stage/acts.ts';
import { Stage } from '../../src/runtime/stage/stage.ts';
import type { ElectionSettings } from '../../src/runtime/subjects/leader-election/elect.ts';
import { defaultCounter, plane } from '../../src/runtime/subjects/leader-election/planes/election.ts';
import { type Properties, property } from './property.ts';

/*
 * What "two leaders at once" means here. A replica acts when a write of its work reaches the store. Two act at once if a
 * write reaches the store that was made by another than the one whom the lock names at that moment: the lock's holder leads,
 * and whoever wrote still does.
 *
 * Why that cannot be, within bounds. Let the last renewal of a leader reach the store at w, and its answer reach the leader at s.
 * The leader waits a retry period, then tries for a renew deadline, and stops by itself: by its own clock within retry period +
 * renew deadline of s. What it sent before then reaches the store one way later. A candidate sees that renewal at w or after, and
 * waits a lease duration by its own clock before it may write the lock. So it is enough that
 *
 *   (retry period + renew deadline) / leader's rate + delays < lease duration / candidate's rate
 *
 * where the delays are: the answer (s - w), the way of the last write, what pauses add where they hold up the leader, and, because
 * candidates compare times in whole seconds and may miss the renewal that follows an acquisition at once, the requests of that
 * renewal. Offsets between clocks appear nowhere. With the defaults and no delay, rates may differ by a factor of 15 / 12 = 1.25;
 * NewLeaderElector itself asks only for lease duration > renew deadline, and so does not rule two leaders out.
 */

/** What happens to an election. `which` picks a replica: 0 to 2, or 3 for whoever leads. All times are ms. */
export type Blow =
  | { readonly kind: 'crash'; readonly which: number; readonly afterMs: number }
  | { readonly kind: 'partition' | 'pause'; readonly which: number; readonly forMs: number }
  | { readonly kind: 'conflict'; readonly times: number }
  | { readonly kind: 'skew'; readonly which: number; readonly percent: number }
  | { readonly kind: 'touch' };

export interface ElectionStorm {
  readonly seed: number;
  readonly latencyMs: number;
  /** Of each replica. */
  readonly rates: readonly number[];
  readonly offsetsMs: readonly number[];
  readonly election: Pick<ElectionSettings, 'leaseDurationMs' | 'renewDeadlineMs' | 'retryPeriodMs'>;
  readonly blows: readonly { readonly waitMs: number; readonly blow: Blow }[];
}

/** How far clocks may be apart, and how long anything may be held up, so that two can never act at once. */
export const bounds = {
  slowest: 0.95,
  fastest: 1.05,
  latencyMs: 30,
  pauseMs: 150,
  /** An answer that a partition holds back for so long still counts. A partition longer than the deadline lets none count. */
  heldMs: 800,
  leaseMs: 15_000,
} as const;

const which = fc.nat(3);
const blow: fc.Arbitrary<Blow> = fc.oneof(
  fc.record({ kind: fc.constant('crash' as const), which, afterMs: fc.nat(30_000) }),
  fc.record({ kind: fc.constant('partition' as const), which, forMs: fc.nat(bounds.heldMs) }),
  fc.record({
    kind: fc.constant('partition' as const),
    which,
    forMs: fc.integer({ min: 11_000, max: 40_000 }),
  }),
  fc.record({ kind: fc.constant('pause' as const), which, forMs: fc.nat(bounds.pauseMs) }),
  fc.record({ kind: fc.constant('conflict' as const), times: fc.nat(4) }),
  fc.record({ kind: fc.constant('touch' as const) }),
);

const rate = fc.double({ min: bounds.slowest, max: bounds.fastest, noNaN: true });
const anHour = 3_600_000;

export const electionStorms: fc.Arbitrary<ElectionStorm> = fc.record({
  seed: fc.integer(),
  latencyMs: fc.integer({ min: 1, max: bounds.latencyMs }),
  rates: fc.tuple(rate, rate, rate),
  offsetsMs: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -anHour, max: anHour }))),
  election: fc.constant({
    leaseDurationMs: defaultCounter.leaseDurationMs,
    renewDeadlineMs: defaultCounter.renewDeadlineMs,
    retryPeriodMs: defaultCounter.retryPeriodMs,
  }),
  blows: fc.array(fc.record({ waitMs: fc.nat(20_000), blow }), { maxLength: 8 }),
});

/** A write by one who is not the holder. */
export interface Usurpation {
  readonly at: number;
  readonly writer: string;
  readonly holder: string;
}

export interface ElectionAftermath {
  readonly usurpations: readonly Usurpation[];
  /** How often the work was written, and how often the lock changed hands. */
  readonly writes: number;
  readonly transitions: number;
  /** Who holds the lock when all is calm, and whose writes there were in the last seconds. */
  readonly holder: string;
  readonly lastWriters: readonly string[];
}

const programOf = (identity: string): string => identity.slice(0, identity.lastIndexOf('_'));
const name = (which: number): string => `${defaultCounter.resourceName}-${which}`;

/** Lets a storm pass over three replicas whose processes run in any order, and waits for calm. */
export function weatherElection(storm: ElectionStorm): ElectionAftermath {
  const { seed, latencyMs, rates, offsetsMs, election, blows } = storm;
  const cluster = new Stage(
    plane,
    { latencyMs, election: { ...election, workMs: 400 } },
    { seed, order: 'seeded' },
  );
  cluster.start();
  const { sim } = cluster;
  const watched = watch(cluster);
  const act = (one: Act): void => {
    const error = cluster.act(one);
    if (error) throw error;
  };
  rates.forEach((each, i) =>
    act({ kind: 'skew-clock', program: name(i), percent: each * 100, aheadMs: offsetsMs[i] ?? 0 }),
  );
  for (const { waitMs, blow: each } of blows) {
    sim.runFor(waitMs);
    strike(cluster, each, watched.holder(), act);
  }
  // Longer than any partition, and than any crash.
  sim.runFor(45_000);
  for (const program of cluster.programs.names) {
    if (!cluster.programs.isRunning(program)) act({ kind: 'start', program });
  }
  // Longer than any take-over.
  sim.runFor(30_000);
  const calmFrom = sim.now;
  sim.runFor(5000);
  const lastWriters = new Set(watched.writes.filter(({ at }) => at >= calmFrom).map(({ writer }) => writer));
  return {
    usurpations: watched.writes.filter(({ writer, holder }) => writer !== holder),
    writes: watched.writes.length,
    transitions: watched.transitions(),
    holder: watched.holder(),
    lastWriters: [...lastWriters],
  };
}

function strike(cluster: Stage, blow: Blow, leader: string, act: (one: Act) => void): void {
  const { sim } = cluster;
  const named = (which: number): string => (which > 2 ? leader || name(0) : name(which));
  switch (blow.kind) {
    case 'crash': {
      const program = named(blow.which);
      if (!cluster.programs.isRunning(program)) return act({ kind: 'start', program });
      act({ kind: 'crash', program });
      sim.after(blow.afterMs, () => {
        if (!cluster.programs.isRunning(program)) cluster.programs.start(program);
      });
      return;
    }
    case 'partition':
      act({ kind: 'partition', program: named(blow.which), forMs: blow.forMs });
      // One that may hold an answer back is over before the next comes.
      return sim.runFor(blow.forMs <= bounds.heldMs ? blow.forMs : 0);
    case 'pause':
      if (!cluster.programs.isRunning(named(blow.which))) return;
      act({ kind: 'pause', program: named(blow.which), forMs: blow.forMs });
      return sim.runFor(blow.forMs);
    case 'skew':
      return act({ kind: 'skew-clock', program: named(blow.which), percent: blow.percent, aheadMs: 0 });
    case 'conflict':
      return act({ kind: 'conflict', resource: 'leases', times: blow.times });
    case 'touch': {
      // Somebody else writes the lock: its version changes, its record does not.
      const { resourceNamespace: namespace, resourceName } = defaultCounter;
      cluster.act({
        kind: 'relabel',
        resource: 'leases',
        namespace,
        name: resourceName,
        labels: { touched: `at-${sim.now}` },
      });
    }
  }
}

/** Writes down who writes the work, and who holds the lock then. */
function watch(cluster: Stage): {
  readonly writes: { readonly at: number; readonly writer: string; readonly holder: string }[];
  holder(): string;
  transitions(): number;
} {
  const writes: { at: number; writer: string; holder: string }[] = [];
  let lease: Lease | undefined;
  const holder = (): string => programOf(lease?.spec?.holderIdentity ?? '');
  const { storage } = cluster.part('api').server;
  const commit = storage.commit.bind(storage);
  storage.commit = (write) => {
    if (write.resource === 'leases') lease = write.object as Lease;
    if (write.resource === 'configmaps') {
      writes.push({ at: cluster.sim.now, writer: write.userAgent, holder: holder() });
    }
    commit(write);
  };
  return { writes, holder, transitions: () => lease?.spec?.leaseTransitions ?? 0 };
}

/** All that is wrong after a storm, in words; empty if all is well. */
export function electionWrongs(after: ElectionAftermath): string[] {
  const wrongs = after.usurpations.map(
    ({ at, writer, holder }) => `two leaders: at ${at} ms ${writer} writes while ${holder} holds the lock`,
  );
  if (after.lastWriters.join() !== after.holder) {
    wrongs.push(`expected ${after.holder} alone at work in the end, found ${after.lastWriters.join()}`);
  }
  return wrongs;
}

export const properties: Properties = {
  election: property(electionStorms, (storm) => electionWrongs(weatherElection(storm))),
};
