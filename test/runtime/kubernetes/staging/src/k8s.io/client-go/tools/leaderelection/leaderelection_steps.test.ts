import { describe, expect, test } from 'vitest';
import {
  newConflict,
  newNotFound,
  newServiceUnavailable,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  type LeaderElectionConfig,
  type LeaderElector,
  type LeaderElectorSteps,
  newLeaderElector,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts';
import { LeaderMetricsFactory } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/metrics.ts';
import {
  type GetResult,
  type Interface,
  type LeaderElectionRecord,
  noRecord,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.ts';
import { type Context, background, withCancel } from '../../../../../../../../../src/runtime/sim/context.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { transcript } from '../../../../../../../sim/transcript.ts';
import { run } from '../cache/support.ts';
import { times } from './electors.ts';

const where = { group: 'coordination.k8s.io', resource: 'leases' };
const notFound = newNotFound(where, 'kcm');
const conflict = newConflict(where, 'kcm', new Error('modified'));
const down = newServiceUnavailable('down');

/** A lock in memory that a test can change and break. */
class Lock implements Interface {
  held: LeaderElectionRecord | undefined;
  getErr: Error | undefined;
  writeErr: Error | undefined;
  readonly #say: (text: string) => void;

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  *get(): Generator<never, GetResult> {
    if (this.getErr) return [undefined, undefined, this.getErr];
    return this.held ? [this.held, JSON.stringify(this.held), undefined] : [undefined, undefined, notFound];
  }

  *create(_ctx: Context, record: LeaderElectionRecord): Generator<never, Error | undefined> {
    return this.#write('create', record);
  }

  *update(_ctx: Context, record: LeaderElectionRecord): Generator<never, Error | undefined> {
    return this.#write('update', record);
  }

  recordEvent(text: string): void {
    this.#say(`event: ${text}`);
  }

  describe(): string {
    return 'kube-system/kcm';
  }

  identity(): string {
    return 'baz';
  }

  #write(verb: string, record: LeaderElectionRecord): Error | undefined {
    this.#say(`${verb} '${record.holderIdentity}'${this.writeErr ? ', refused' : ''}`);
    if (!this.writeErr) this.held = record;
    return this.writeErr;
  }
}

/** An elector over such a lock, whose failures are in the log with what it writes and what it calls back. */
function setUp(more: Partial<LeaderElectionConfig> = {}) {
  const sim = new Sim();
  const { say, lines } = transcript(sim);
  const lock = new Lock(say);
  const metrics = new LeaderMetricsFactory();
  const newLeaderMetric = () => ({ on: () => say('metric: on'), off: () => say('metric: off') });
  metrics.setProvider({ newLeaderMetric });
  const callbacks = {
    *onStartedLeading(ctx: Context) {
      say('started leading');
      yield* ctx.done.receive();
      say('told to end');
    },
    *onStoppedLeading() {
      say('stopped leading');
    },
    *onNewLeader(identity: string) {
      say(`new leader '${identity}'`);
    },
  };
  const [elector, err] = newLeaderElector(sim, { lock, ...times, callbacks, name: 'kcm', metrics, ...more });
  if (err) throw err;
  elector.steps = heard(elector, say);
  lines.length = 0;
  return { sim, lock, lines, elector };
}

function heard(elector: LeaderElector, say: (text: string) => void): LeaderElectorSteps {
  return {
    acquire: (ctx) => elector.acquire(ctx),
    renew: (ctx) => elector.renew(ctx),
    release: () => elector.release(),
    tryAcquireOrRenew: (ctx) => elector.tryAcquireOrRenew(ctx),
    maybeReportTransition: () => elector.maybeReportTransition(),
    failed: (what, err) => say(`${what}: ${err.message}`),
    peek: () => elector.peek(),
  };
}

const other: LeaderElectionRecord = { ...noRecord, holderIdentity: 'bing', leaderTransitions: 3 };

describe('LE-13 one try', () => {
  test.each<[string, Partial<Lock>, boolean, string[]]>([
    ['makes the lock that is not there', {}, true, ["    0  create 'baz'"]],
    [
      'fails when the lock cannot be read, and makes none',
      { getErr: down },
      false,
      ['    0  error retrieving resource lock: down'],
    ],
    [
      'fails when the lock cannot be made',
      { writeErr: down },
      false,
      ["    0  create 'baz', refused", '    0  error initially creating leader election record: down'],
    ],
    [
      'fails when somebody else wrote first',
      { held: noRecord, writeErr: conflict },
      false,
      ["    0  update 'baz', refused", `    0  Failed to update lock: ${conflict.message}`],
    ],
    ['leaves the lock of another alone', { held: other }, false, []],
    [
      'takes a lock that nobody holds',
      { held: { ...other, holderIdentity: '' } },
      true,
      ["    0  update 'baz'"],
    ],
  ])('%s', (_, state, success, log) => {
    const { lock, lines, elector, sim } = setUp();
    Object.assign(lock, state);
    expect(run(elector.tryAcquireOrRenew(background), sim)).toBe(success);
    expect(lines).toEqual(log);
    expect(elector.isLeader()).toBe(success);
  });

  test('that fails to renew what it holds leaves it as its own, as it saw it', () => {
    const { lock, elector, sim } = setUp();
    run(elector.tryAcquireOrRenew(background), sim);
    const { observedRecord } = elector.peek();
    lock.writeErr = conflict;
    sim.runFor(2000);
    expect(run(elector.tryAcquireOrRenew(background), sim)).toBe(false);
    expect([elector.isLeader(), elector.peek().observedRecord]).toEqual([true, observedRecord]);
  });
});

describe('LE-04 giving the lock away', () => {
  test('is nothing to do for who does not hold it', () => {
    const { lock, lines, elector, sim } = setUp();
    lock.held = other;
    run(elector.tryAcquireOrRenew(background), sim);
    expect(run(elector.release(), sim)).toBe(true);
    expect(lines).toEqual([]);
  });

  test('leaves it to nobody, with the transitions that there were, and who gave it is no longer leader', () => {
    const { lock, elector, sim } = setUp();
    lock.held = { ...other, holderIdentity: '' };
    run(elector.tryAcquireOrRenew(background), sim);
    sim.runFor(1000);
    expect(run(elector.release(), sim)).toBe(true);
    const wall = sim.epoch + 1000;
    expect(lock.held).toEqual({
      holderIdentity: '',
      leaseDurationSeconds: 1,
      acquireTime: wall,
      renewTime: wall,
      leaderTransitions: 4,
    });
    expect([elector.isLeader(), elector.getLeader(), elector.peek().observedRecord]).toEqual([
      false,
      '',
      lock.held,
    ]);
  });

  test('that fails is told, and it goes on to hold it', () => {
    const { lock, lines, elector, sim } = setUp();
    run(elector.tryAcquireOrRenew(background), sim);
    lock.writeErr = down;
    expect(run(elector.release(), sim)).toBe(false);
    expect(lines.slice(1)).toEqual(["    0  update '', refused", '    0  Failed to release lock: down']);
    expect(elector.isLeader()).toBe(true);
  });
});

describe('a run', () => {
  test('LE-06 LE-08 LE-10 from waiting to leading to the loss of the lock, step by step', () => {
    const { lock, lines, elector, sim } = setUp();
    lock.held = other;
    sim.go('kcm', elector.run(background), 'kcm');
    sim.after(10_000, () => (lock.held = { ...other, holderIdentity: '' }));
    sim.after(20_000, () => (lock.held = other));
    sim.runFor(60_000);
    const acquired = lines.findIndex((line) => line.includes("update 'baz'"));
    const since = lines[acquired]?.slice(0, 5) ?? '';
    expect(lines.slice(0, acquired)).toEqual(["    0  new leader 'bing'"]);
    expect(Number(since)).toBeGreaterThanOrEqual(10_000);
    const says = lines
      .map((line) => line.slice(7))
      .filter((line, i) => i <= acquired || !line.startsWith('update'));
    expect(says).toEqual([
      "new leader 'bing'",
      "update 'baz'",
      'event: became leader',
      'metric: on',
      "new leader 'baz'",
      'started leading',
      'event: stopped leading',
      'metric: off',
      'stopped leading',
      "new leader 'bing'",
      'told to end',
    ]);
    expect(sim.processes.size).toBe(0);
  });

  test('LE-04 LE-09 that is ended while it leads gives the lock away if it was told to, and stops', () => {
    const { lines, elector, sim } = setUp({ releaseOnCancel: true });
    const [ctx, cancel] = withCancel(background);
    sim.go('kcm', elector.run(ctx), 'kcm');
    sim.runFor(3000);
    lines.length = 0;
    cancel();
    sim.runFor(20_000);
    // It ends between two rounds: only a round that fails records an event.
    expect(lines.map((line) => line.slice(7)).sort()).toEqual([
      'stopped leading',
      'told to end',
      "update ''",
    ]);
    expect(sim.processes.size).toBe(0);
  });

  test('LE-09 that is ended while it waits leaves no timer behind', () => {
    const { lock, lines, elector, sim } = setUp();
    lock.held = other;
    const [ctx, cancel] = withCancel(background);
    sim.go('kcm', elector.run(ctx), 'kcm');
    sim.runFor(100);
    cancel();
    sim.runFor(20_000);
    expect(lines).toEqual(["    0  new leader 'bing'", '  100  stopped leading']);
    expect([sim.processes.size, sim.nextTimerAt]).toEqual([0, undefined]);
  });

  test('names its goroutines after the program', () => {
    const { elector, sim } = setUp();
    sim.go('main', elector.run(background), 'kube-controller-manager');
    sim.runFor(10);
    const names = [...sim.processes.values()].map(({ name }) => name);
    expect(names).toContain('kube-controller-manager/leading');
  });
});

test('an elector is observed under its name, or as its lock is called', () => {
  const namesOf = (name?: string): string[] => {
    const sim = new Sim();
    const seen: string[] = [];
    sim.observe = (kind, of, component) => {
      seen.push(`${kind} ${of}`);
      return component;
    };
    const callbacks = { *onStartedLeading() {}, *onStoppedLeading() {} };
    newLeaderElector(sim, { lock: new Lock(() => undefined), ...times, callbacks, name });
    return seen;
  };
  expect([namesOf('kcm'), namesOf()]).toEqual([['leader-elector kcm'], ['leader-elector kube-system/kcm']]);
});
