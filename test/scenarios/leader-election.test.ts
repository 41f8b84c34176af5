import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/controller-manager/leader-election/scenario.ts';
import type { Lease } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { Stage } from '../../src/runtime/stage/stage.ts';
import { defaultCounter, plane } from '../../src/runtime/subjects/leader-election/planes/election.ts';
import type { TableState, Trace, World } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter, named } from './played.ts';

const [election, everybody, warm] = named(scenarios, '', 'everybody', 'warm');
const replica = (n: number): string => `kube-controller-manager-${n}`;
const text = chapter('controller-manager/leader-election').replaceAll(/\s+/g, ' ');

const leaseIn = (world: World): Lease =>
  mapGet(world.store.objects, 'leases/kube-system/kube-controller-manager') as Lease;
const tableOf = (world: World, key: string): Record<string, string> => {
  const table = mapGet(world.tables, key) as TableState;
  return Object.fromEntries(table.rows.map(({ name, cells: [cell = ''] }) => [name, cell]));
};

describe('leader election', async () => {
  const played = await Played.of(election);
  const crash = played.act(3);
  const cutOff = played.act(5);
  const pause = played.act(7);
  const workOf = (program: string, from = 0) =>
    played.all('store.write', { resource: 'configmaps', program }, from);

  test('LE-01 one of three replicas is active, the others poll, and the election goes through the API server', () => {
    const before = played.entries.slice(0, crash.index);
    expect(played.all('leader.acquired').filter(({ index }) => index < crash.index)).toHaveLength(1);
    for (const n of [1, 2]) {
      expect(workOf(replica(n)).filter(({ index }) => index < crash.index)).toEqual([]);
      const reads = before.filter(
        ({ event }) =>
          event.kind === 'api.request' && event.program.startsWith(replica(n)) && event.verb === 'get',
      );
      expect(reads.length).toBeGreaterThan(2);
    }
    expect(workOf(replica(0)).length).toBeGreaterThan(1);
    const asked = new Set(
      played.all('api.request').flatMap(({ event }) => (event.verb === 'watch' ? [] : [event.resource])),
    );
    expect([...asked].sort()).toEqual(['configmaps', 'events', 'leases', 'pods']);
    expect(text).toMatch(/No component elects its leader in <Term id="etcd" \/> itself/);
    expect(text).toContain('all replicas of kube-apiserver work at the same time');
  });

  test('LE-02 an identity is the host name, an underscore and a random id; two processes on one host differ', () => {
    const identities = played
      .all('leader.acquired')
      .map(({ world }) => leaseIn(world).spec?.holderIdentity ?? '');
    for (const identity of identities) {
      expect(identity).toMatch(/^kube-controller-manager-[012]_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    }
    // The first and the last are on one host.
    const [one = '', , , last = ''] = identities;
    expect(last.split('_')[0]).toBe(one.split('_')[0]);
    expect(last).not.toBe(one);
  });

  test('LE-03 the record stands in the store, with a version, as a Lease called kube-controller-manager', () => {
    const made = played.first('store.write', { verb: 'create', resource: 'leases' });
    expect(made.event.object).toMatchObject({
      kind: 'Lease',
      metadata: { namespace: 'kube-system', name: 'kube-controller-manager', resourceVersion: '5' },
      spec: {
        leaseDurationSeconds: 15,
        acquireTime: '2021-01-16T12:00:00.000000Z',
        renewTime: '2021-01-16T12:00:00.000000Z',
        leaseTransitions: 0,
      },
    });
    const shown = tableOf(made.world, 'kube-apiserver/leases/kube-system/kube-controller-manager');
    expect(shown).toMatchObject({ Transitions: '0', Revision: '5' });
    expect(shown['Holder']).toBe(leaseIn(made.world).spec?.holderIdentity);
    expect(text).toMatch(/has five kinds of lock\..*a Lease is the default/);
  });

  test('LE-04 the durations are 15, 10 and 2 seconds, and the lock is not given away in the end', () => {
    const config = { ...defaultCounter, ...election.settings?.election };
    expect(config).toMatchObject({ leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000 });
    expect(text).toContain('**Lease duration**, 15 seconds');
    expect(text).toContain('**Renew deadline**, 10 seconds');
    expect(text).toContain('**Retry period**, 2 seconds');
    expect(text).toMatch(/`ReleaseOnCancel`.*The controller-manager does not set it/);
    expect(played.all('leader.released')).toEqual([]);
  });

  test('LE-05 a candidate counts down from the moment at which it saw the last change, by its own clock', () => {
    const seen = played.all('leader.observed', { program: replica(2) }).findLast(({ at }) => at < 14_000)!;
    const rows = tableOf(seen.world, `${replica(2)}/election`);
    expect(rows).toMatchObject({
      Role: 'candidate',
      'Last seen to change at': `${seen.at} ms`,
      'May take it over at': `${seen.at + 15_000} ms`,
    });
    const waits = played.all('leader.waits', { program: replica(2) }, seen.index);
    expect(waits[0]?.event.leftMs).toBe(seen.at + 15_000 - (waits[0]?.at ?? 0));
    expect(text).toMatch(/after it last \*saw\* the lock change\. It measures that on its own clock/);
  });

  test('LE-06 a leader that cannot renew gives up a renew deadline after its round began, before others may take over', () => {
    const lost = played.first('leader.lost', { program: replica(1) }, cutOff.index);
    const renewed = played.all('leader.renewed', { program: replica(1) }).findLast(({ at }) => at < lost.at)!;
    expect(lost.at - renewed.at).toBe(12_000);
    const next = played.first('leader.acquired', {}, lost.index);
    expect(next.at).toBeGreaterThan(lost.at);
    expect(next.at - renewed.at).toBeGreaterThan(15_000);
    expect(text).toMatch(/It does not say how often the leader renews/);
  });

  test('LE-07 the retry period paces the leader, and candidates with up to 1.2 times more', () => {
    const renewals = played.all('leader.renewed', { program: replica(0) }).filter(({ at }) => at < 11_000);
    const gaps = renewals.slice(2).map(({ at }, i) => at - (renewals[i + 1]?.at ?? 0));
    expect(new Set(gaps)).toEqual(new Set([2008]));
    const tries = [...played.all('leader.observed'), ...played.all('leader.waits')]
      .filter(({ event, at }) => event.program === replica(2) && at < 28_000)
      .map(({ at }) => at)
      .sort((a, b) => a - b);
    const pauses = tries.slice(1).map((at, i) => at - (tries[i] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2000);
    expect(Math.max(...pauses)).toBeLessThan(4400 + 10);
    expect(new Set(pauses).size).toBeGreaterThan(5);
    expect(text).toMatch(/the pause between two attempts, of candidates and of the leader/);
  });

  test('LE-08 the work of the leader runs in a goroutine of its own, beside the renewals', () => {
    const work = workOf(replica(0))[0]!;
    const renewal = played.first('leader.renewed', { program: replica(0) });
    const nameOf = (process: number): string | undefined =>
      played.recording.processes.find(({ id }) => id === process)?.name;
    expect(nameOf(renewal.process)).toBe(replica(0));
    const asked = played.first('api.request', { resource: 'configmaps' });
    expect(nameOf(asked.process)).toBe(`${replica(0)}/leading`);
    expect(work.at).toBeGreaterThan(0);
  });

  test('LE-09 the end of leading ends the process', () => {
    const lost = played.first('leader.lost');
    const exit = played.first('program.exit', { program: replica(1) });
    expect(exit.at).toBe(lost.at);
    expect(exit.event.why).toBe('leaderelection lost');
    expect(workOf(replica(1), exit.index).filter(({ at }) => at < 78_000)).toEqual([]);
    expect(text).toMatch(/runs even if the context ends while the replica still waits/);
  });

  test('LE-10 each replica that runs hears of each new leader', () => {
    const [first, second] = played.all('leader.acquired');
    for (const [acquired, holder, programs] of [
      [first!, replica(0), [0, 1, 2]],
      [second!, replica(1), [1, 2]],
    ] as const) {
      const heard = played
        .all('leader.reported', {}, acquired.index)
        .filter(({ event, at }) => event.holder.startsWith(holder) && at < acquired.at + 6000);
      expect(heard.map(({ event }) => event.program).sort()).toEqual(programs.map(replica));
    }
    expect(text).toContain('`OnNewLeader`, runs in each replica when the leader changes');
  });

  test('LE-11 the health check passes on a standby, and on a leader until its lease is 20 seconds over', () => {
    /** What the leader and a standby say of their health, after the leader stood still for so long. */
    const afterPause = (pausedMs: number): number[] => {
      const cluster = new Stage(plane, {}, { seed: 1 });
      const trace: Trace = cluster.record();
      cluster.start();
      cluster.sim.runFor(5000);
      // Back from standing still and cut off, it can neither renew nor read, and has a deadline before it stops.
      if (pausedMs > 0) {
        cluster.act({ kind: 'partition', program: replica(0), forMs: pausedMs + 5000 });
        cluster.act({ kind: 'pause', program: replica(0), forMs: pausedMs });
      }
      cluster.sim.runFor(pausedMs + 1000);
      return [replica(0), replica(1)].map((program) => {
        cluster.act({ kind: 'request', program, path: '/healthz' });
        cluster.sim.runFor(1);
        const last = trace.entries.findLast(({ event }) => event.kind === 'http.response')?.event;
        return last?.kind === 'http.response' ? last.status : 0;
      });
    };
    expect(afterPause(0)).toEqual([200, 200]);
    expect(afterPause(30_000)).toEqual([200, 200]);
    expect(afterPause(40_000)).toEqual([500, 200]);
    expect(text).toMatch(/neither renewed nor stopped 20 seconds after its lease ran out/);
  });

  test('LE-12 RunOrDie takes a lease of 10.5 seconds with a deadline of 10, as the chapter says', async () => {
    const settings = { election: { leaseDurationMs: 10_500 } };
    const run = await Played.of({ ...election, settings, endsAtMs: 5000 });
    expect(run.all('leader.acquired')).toHaveLength(1);
    const wrong = await Played.of({
      ...election,
      settings: { election: { leaseDurationMs: 10_000 } },
      endsAtMs: 5000,
    });
    const panics = wrong.all('program.output', { stream: 'stderr' }).map(({ event }) => event.text);
    expect(panics).toEqual(Array(3).fill('panic: leaseDuration must be greater than renewDeadline'));
    expect(wrong.all('program.exit').map(({ event }) => event.code)).toEqual([2, 2, 2]);
  });

  test('LE-13 an attempt creates, fails, takes over, renews or meets a conflict', () => {
    const outcomes = new Set(
      played.entries.flatMap(({ event }) => (event.kind.startsWith('leader.') ? [event.kind] : [])),
    );
    for (const kind of [
      'leader.acquired',
      'leader.renewed',
      'leader.observed',
      'leader.waits',
      'leader.failed',
    ]) {
      expect(outcomes).toContain(kind);
    }
    const [made, taken] = played.all('leader.acquired');
    expect(made?.event).toMatchObject({ from: '', transitions: 0 });
    expect(taken?.event).toMatchObject({ transitions: 1 });
    const [before, after] = played
      .all('store.write', { resource: 'leases', verb: 'update' })
      .map(({ event }) => (event.object as Lease).spec);
    expect(after?.acquireTime).toBe(before?.acquireTime);
    expect(after?.renewTime).not.toBe(before?.renewTime);
  });

  test('LE-14 after a crash the clocks of the standbys run out, one update wins, and the other meets a conflict', () => {
    const renewed = played
      .all('leader.renewed', { program: replica(0) })
      .findLast(({ at }) => at < crash.at)!;
    const acquired = played.first('leader.acquired', {}, crash.index);
    expect(acquired.event).toMatchObject({ program: replica(1), transitions: 1 });
    expect(Math.round((acquired.at - renewed.at) / 1000)).toBe(18);
    const conflict = played.first('api.error', { reason: 'Conflict' });
    expect(conflict.event).toMatchObject({ program: replica(2), verb: 'update', resource: 'leases' });
    expect(conflict.at - acquired.at).toBeLessThan(5);
    const failed = played.first('leader.failed', { program: replica(2) }, acquired.index);
    expect(failed.event.what).toBe('Failed to update lock');
    expect(text).toMatch(/18 seconds after the last renewal/);
    expect(text).toMatch(/no round of elections when a leader goes/);
  });

  test('LE-15 without an election every replica works, as in a manager that leaves it out', async () => {
    const all = await Played.of(everybody);
    const writers = all.all('store.write', { resource: 'configmaps' }).map(({ event }) => event.program);
    expect(new Set(writers)).toEqual(new Set([0, 1, 2].map(replica)));
    expect(all.all('leader.acquired')).toEqual([]);
    expect(all.all('api.request', { resource: 'leases' })).toEqual([]);
  });

  test('LE-16 caches are full on standbys where they are filled before the election, and empty where after', async () => {
    const cached = (world: World): string[] =>
      [0, 1, 2].map(replica).filter((name) => mapGet(world.indexers, `${name}/pods`)?.size === 2);
    expect(cached(crash.world)).toEqual([replica(0)]);
    const scheduler = await Played.of(warm);
    expect(cached(scheduler.act(3).world)).toEqual([0, 1, 2].map(replica));
    const firstWork = (run: Played): number => {
      const next = run.first('leader.acquired', {}, run.act(3).index);
      return run.first('store.write', { resource: 'configmaps' }, next.index).at - next.at;
    };
    expect(firstWork(scheduler)).toBeLessThan(firstWork(played));
    expect(text).toContain('kube-scheduler fills them first');
  });

  test('LE-06 the leader that stood still tries every retry period for a renew deadline, beside the next', () => {
    const resumed = played.first('program.resume');
    const exit = played.all('program.exit').at(-1)!;
    expect(exit.event.program).toBe(replica(2));
    expect(exit.at - resumed.at).toBe(10_000);
    const usurped = workOf(replica(2), resumed.index);
    expect(usurped[0]?.at).toBe(resumed.at + 2);
    expect(leaseIn(usurped[0]!.world).spec?.holderIdentity).toMatch(/^kube-controller-manager-0_/);
    const looks = played
      .all('leader.observed', { program: replica(2) }, resumed.index)
      .filter(({ at }) => at < exit.at);
    expect(looks).toHaveLength(5);
    const gaps = looks.slice(1).map(({ at }, i) => at - (looks[i]?.at ?? 0));
    expect(gaps).toEqual([2004, 2000, 2000, 2000]);
    const next = played.first('leader.acquired', {}, pause.index);
    expect(Math.round((resumed.at - next.at) / 1000)).toBe(10);
  });

  test('LE-12 a lease hardly longer than the deadline lets two lead, and a deadline longer than the lease nobody', async () => {
    const [short, long, over] = named(scenarios, 'short-lease', 'long-lease', 'over-lease');
    const late = await Played.of(short);
    const [, next] = late.all('leader.acquired');
    const usurped = late.first('store.write', { resource: 'configmaps', program: replica(0) }, next!.index);
    expect([next!.event.program, next!.at, usurped.at]).toEqual([replica(2), 21_308, 22_002]);
    expect(late.first('program.exit').at).toBeGreaterThan(usurped.at);

    const cut = await Played.of(long);
    expect(cut.all('leader.acquired')).toHaveLength(1);
    expect(cut.all('program.exit')).toEqual([]);

    const none = await Played.of(over);
    expect(none.all('program.exit').map(({ event }) => event.why)).toEqual(['panic', 'panic', 'panic']);
    expect(none.all('api.request', { resource: 'leases' })).toEqual([]);
  });

  test('six seconds after the second leader ended, the third leads', () => {
    const exit = played.first('program.exit');
    const next = played.first('leader.acquired', {}, exit.index);
    expect(Math.round((next.at - exit.at) / 1000)).toBe(6);
  });
});
