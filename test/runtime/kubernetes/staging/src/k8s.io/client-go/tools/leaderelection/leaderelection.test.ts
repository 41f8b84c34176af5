import { describe, expect, test } from 'vitest';
import {
  type LeaderElectionConfig,
  newLeaderElector,
  runOrDie,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts';
import { HealthzAdaptor } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/healthzadaptor.ts';
import { LeaderMetricsFactory } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/metrics.ts';
import { type Context, background, withCancel } from '../../../../../../../../../src/runtime/sim/context.ts';
import { Electors, times } from './electors.ts';

const lockTypes = ['leases', 'configmaps', 'endpoints', 'configmapsleases', 'endpointsleases'] as const;

describe.each(lockTypes)('LE-13 one try, with a lock of type %s', (type) => {
  test('makes the lock that is missing, and holds it', () => {
    const electors = new Electors();
    const baz = electors.elector('baz', {}, type);
    expect(electors.try(baz)).toBe(true);
    expect(electors.record(type)).toEqual({
      holderIdentity: 'baz',
      leaseDurationSeconds: 15,
      acquireTime: electors.wall,
      renewTime: electors.wall,
      leaderTransitions: 0,
    });
    expect([baz.isLeader(), baz.getLeader()]).toEqual([true, 'baz']);
  });

  test('takes a lock that nobody holds at once, and counts a transition', () => {
    const electors = new Electors();
    electors.put({ leaderTransitions: 4, renewTime: electors.wall }, type);
    const baz = electors.elector('baz', {}, type);
    expect(electors.try(baz)).toBe(true);
    expect(electors.record(type)).toMatchObject({ holderIdentity: 'baz', leaderTransitions: 5 });
  });

  test('LE-05 leaves a lock to its holder until it has stood still for the lease duration, however old it says it is', () => {
    const electors = new Electors();
    const longAgo = electors.wall - 3_600_000;
    electors.put({ holderIdentity: 'bing', renewTime: longAgo, acquireTime: longAgo }, type);
    const baz = electors.elector('baz', {}, type);
    expect(electors.try(baz)).toBe(false);
    expect(baz.getLeader()).toBe('bing');
    electors.sim.runFor(times.leaseDurationMs - 1);
    expect(electors.try(baz)).toBe(false);
    electors.sim.runFor(1);
    expect(electors.try(baz)).toBe(true);
    expect(electors.record(type)).toMatchObject({ holderIdentity: 'baz', leaderTransitions: 1 });
  });

  test('LE-05 counts anew whenever it sees the record changed', () => {
    const electors = new Electors();
    electors.put({ holderIdentity: 'bing', renewTime: electors.wall }, type);
    const baz = electors.elector('baz', {}, type);
    electors.try(baz);
    electors.sim.runFor(14_000);
    electors.put({ holderIdentity: 'bing', renewTime: electors.wall }, type);
    electors.sim.runFor(900);
    // It looks only now, so it counts from now, not from when the record was written.
    expect(electors.try(baz)).toBe(false);
    electors.sim.runFor(14_999);
    expect(electors.try(baz)).toBe(false);
    electors.sim.runFor(1);
    expect(electors.try(baz)).toBe(true);
  });

  test('renews what is its own: the time of renewal changes, the rest stays', () => {
    const electors = new Electors();
    const baz = electors.elector('baz', {}, type);
    electors.try(baz);
    const first = electors.record(type);
    electors.sim.runFor(2000);
    expect(electors.try(baz)).toBe(true);
    expect(electors.record(type)).toEqual({ ...first, renewTime: electors.wall });
  });
});

describe('LE-13 one try that loses', () => {
  test('is one whose update meets a newer version: of two that saw the lock run out, one gets it', () => {
    const electors = new Electors();
    electors.put({ holderIdentity: 'bing', renewTime: electors.wall });
    const [one, two] = [electors.elector('one'), electors.elector('two')];
    electors.try(one);
    electors.try(two);
    electors.sim.runFor(times.leaseDurationMs);
    const results: boolean[] = [];
    // Both read before either writes: with no latency, the reads of both come first.
    const lock = electors.lock('two');
    const read = electors.now(lock.get(background));
    results.push(electors.try(one));
    const err = electors.now(
      lock.update(background, { ...(read[0] as NonNullable<(typeof read)[0]>), holderIdentity: 'two' }),
    );
    expect(err?.message).toContain('the object has been modified');
    results.push(electors.try(two));
    expect(results).toEqual([true, false]);
    expect(electors.record()).toMatchObject({ holderIdentity: 'one', leaderTransitions: 1 });
  });

  test('is one that gets no answer before its context ends', () => {
    const electors = new Electors();
    const baz = electors.elector('baz');
    const [ctx, cancel] = withCancel(background);
    cancel();
    expect(electors.now(baz.tryAcquireOrRenew(ctx))).toBe(false);
    expect(baz.getLeader()).toBe('');
  });

  test('leaves two locks that name different holders alone until they have stood still', () => {
    const electors = new Electors();
    electors.put({ holderIdentity: 'bing' }, 'configmaps');
    electors.put({ holderIdentity: 'bong' }, 'leases');
    const baz = electors.elector('baz', {}, 'configmapsleases');
    expect(electors.try(baz)).toBe(false);
    expect(baz.getLeader()).toBe('leaderelection.k8s.io/unknown');
    electors.sim.runFor(times.leaseDurationMs);
    expect(electors.try(baz)).toBe(true);
    expect(electors.record('leases').holderIdentity).toBe('baz');
    expect(electors.record('configmaps').holderIdentity).toBe('baz');
  });

  test('makes the second lock where an old candidate held only the first', () => {
    const electors = new Electors();
    electors.put({ holderIdentity: 'bing' }, 'configmaps');
    const baz = electors.elector('baz', {}, 'configmapsleases');
    expect(electors.try(baz)).toBe(false);
    electors.sim.runFor(times.leaseDurationMs);
    expect(electors.try(baz)).toBe(true);
    expect(electors.record('leases').holderIdentity).toBe('baz');
  });
});

describe('LE-12 a configuration', () => {
  const electors = new Electors();
  test.each<[string, Partial<LeaderElectionConfig>, string]>([
    [
      'a lease as short as the deadline',
      { leaseDurationMs: 10_000 },
      'leaseDuration must be greater than renewDeadline',
    ],
    [
      'a deadline of 1.2 retry periods',
      { renewDeadlineMs: 2400 },
      'renewDeadline must be greater than retryPeriod*JitterFactor',
    ],
    [
      'no time at all',
      { leaseDurationMs: 0, renewDeadlineMs: -1, retryPeriodMs: -2 },
      'leaseDuration must be greater than zero',
    ],
    ['no deadline', { renewDeadlineMs: 0, retryPeriodMs: -2 }, 'renewDeadline must be greater than zero'],
    ['no retry period', { retryPeriodMs: 0 }, 'retryPeriod must be greater than zero'],
    ['no lock', { lock: undefined as never }, 'Lock must not be nil.'],
    ['no callbacks', { callbacks: {} as never }, 'OnStartedLeading callback must not be nil'],
    [
      'half the callbacks',
      { callbacks: { *onStartedLeading() {} } as never },
      'OnStoppedLeading callback must not be nil',
    ],
  ])('with %s is refused', (_what, more, message) => {
    const [, err] = newLeaderElector(electors.sim, { ...electors.config('baz'), ...more });
    expect(err?.message).toBe(message);
  });

  test('with just enough of each is taken', () => {
    const more = { leaseDurationMs: 2402, renewDeadlineMs: 2401, retryPeriodMs: 2000 };
    expect(newLeaderElector(electors.sim, electors.config('baz', more))[1]).toBeUndefined();
  });

  test('that is refused ends the program that runs it', () => {
    const { sim } = electors;
    sim.go('kcm', runOrDie(sim, background, electors.config('baz', { leaseDurationMs: 1 })));
    expect(() => sim.runUntilIdle()).toThrow('leaseDuration must be greater than renewDeadline');
  });
});

describe('an elector that runs', () => {
  interface Told {
    readonly at: number;
    readonly what: string;
  }

  /** An elector whose callbacks write down what they are told. */
  function running(electors: Electors, ctx: Context, more: Partial<LeaderElectionConfig> = {}): Told[] {
    const { sim } = electors;
    const told: Told[] = [];
    const note = (what: string): void => void told.push({ at: sim.now, what });
    const callbacks = {
      *onStartedLeading(leading: Context) {
        note('started');
        yield* leading.done.receive();
        note('its context ends');
      },
      *onStoppedLeading() {
        note('stopped');
      },
      *onNewLeader(identity: string) {
        note(`new leader ${identity}`);
      },
    };
    sim.go('kcm', runOrDie(sim, ctx, electors.config('baz', { callbacks, ...more })));
    return told;
  }

  test('LE-08 LE-09 LE-10 starts to lead in a goroutine of its own, and when its context ends stops last', () => {
    const electors = new Electors();
    const [ctx, cancel] = withCancel(background);
    const told = running(electors, ctx);
    electors.sim.runFor(5000);
    cancel();
    electors.sim.runFor(1);
    const what = told.map((each) => each.what);
    expect(what.slice(0, 2)).toEqual(['new leader baz', 'started']);
    // Which of the two goroutines goes first is open.
    expect(what.slice(2).sort()).toEqual(['its context ends', 'stopped']);
    expect(electors.record().holderIdentity).toBe('baz');
  });

  test('LE-09 is told that it stopped even if it never led', () => {
    const electors = new Electors();
    electors.put({ holderIdentity: 'bing' });
    const [ctx, cancel] = withCancel(background);
    const told = running(electors, ctx);
    electors.sim.runFor(3000);
    cancel();
    electors.sim.runFor(10_000);
    expect(told.map(({ what }) => what)).toEqual(['new leader bing', 'stopped']);
  });

  test('LE-04 gives the lock away when its context ends, if it was told to', () => {
    const electors = new Electors();
    const [ctx, cancel] = withCancel(background);
    running(electors, ctx, { releaseOnCancel: true });
    electors.sim.runFor(5000);
    const before = electors.record();
    cancel();
    electors.sim.runFor(1);
    expect(electors.record()).toEqual({
      holderIdentity: '',
      leaseDurationSeconds: 1,
      acquireTime: electors.wall - 1,
      renewTime: electors.wall - 1,
      leaderTransitions: before.leaderTransitions,
    });
    expect(electors.try(electors.elector('bing'))).toBe(true);
  });

  test('LE-07 renews a retry period after each success, and right after it acquired', () => {
    const electors = new Electors();
    running(electors, background);
    electors.sim.runFor(7000);
    const renewals: number[] = [];
    electors.server.storage.commit = ((commit) => (write) => {
      if (write.resource === 'leases') renewals.push(electors.sim.now);
      commit(write);
    })(electors.server.storage.commit.bind(electors.server.storage));
    electors.sim.runFor(6000);
    expect(renewals).toEqual([8000, 10_000, 12_000]);
  });

  test('LE-06 gives up at the renew deadline, counted from the first try that fails', () => {
    const electors = new Electors();
    const told = running(electors, background);
    electors.sim.runFor(5000);
    electors.put({ ...electors.record(), holderIdentity: 'bing' });
    electors.sim.runFor(20_000);
    // The last renewal was at 4 s, the round that fails began at 6 s.
    expect(told.filter(({ what }) => what === 'stopped')).toEqual([{ at: 16_000, what: 'stopped' }]);
  });

  test('a metric says whether it leads', () => {
    const electors = new Electors();
    const metrics = new LeaderMetricsFactory();
    const said: string[] = [];
    metrics.setProvider({
      newLeaderMetric: () => ({
        on: (name) => void said.push(`${name} on`),
        off: (name) => void said.push(`${name} off`),
      }),
    });
    metrics.setProvider({
      newLeaderMetric: () => {
        throw new Error('only the first provider counts');
      },
    });
    running(electors, background, { metrics });
    electors.sim.runFor(5000);
    electors.put({ ...electors.record(), holderIdentity: 'bing' });
    electors.sim.runFor(20_000);
    expect(said).toEqual(['kcm off', 'kcm on', 'kcm off']);
  });
});

describe('LE-11 the health check', () => {
  const check = (sinceRenewalMs: number, identity = 'baz'): string | undefined => {
    const electors = new Electors();
    const adaptor = new HealthzAdaptor(20_000);
    electors.put({ holderIdentity: identity });
    const baz = electors.elector('baz');
    electors.try(baz);
    adaptor.setLeaderElection(baz);
    electors.sim.runFor(sinceRenewalMs);
    return adaptor.check()?.message;
  };

  test('passes as long as no elector is there to ask', () => {
    expect(new HealthzAdaptor(20_000).check()).toBeUndefined();
    expect(new HealthzAdaptor(20_000).name()).toBe('leaderElection');
  });
  test('passes on a candidate, whatever the age of the lock', () => {
    expect(check(3_600_000, 'bing')).toBeUndefined();
  });
  test('passes on a leader whose lease is not expired for longer than is borne', () => {
    expect(check(1000)).toBeUndefined();
    expect(check(35_000)).toBeUndefined();
  });
  test('fails on a leader that should have stopped long ago', () => {
    expect(check(35_001)).toBe('failed election to renew leadership on lease kcm');
  });
  test('RunOrDie hands the elector to the adaptor before it runs', () => {
    const electors = new Electors();
    const watchDog = new HealthzAdaptor(20_000);
    const given: unknown[] = [];
    watchDog.setLeaderElection = (le) => void given.push([le, electors.sim.now]);
    const body = runOrDie(electors.sim, background, electors.config('baz', { watchDog }));
    electors.sim.go('kcm', body);
    electors.sim.step();
    expect(given).toHaveLength(1);
  });
});
