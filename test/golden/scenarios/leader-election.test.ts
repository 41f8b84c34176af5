import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseTime } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.ts';
import { Stage } from '../../../src/runtime/stage/stage.ts';
import { plane } from '../../../src/runtime/subjects/leader-election/planes/election.ts';
import type { Entry } from '../../../src/runtime/stage/world.ts';
import type { StoredObject } from '../../../src/runtime/subjects/api/world.ts';
import { Electors } from '../../runtime/kubernetes/staging/src/k8s.io/client-go/tools/leaderelection/electors.ts';

interface LogEntry {
  readonly t: number;
  readonly action?: string;
  readonly type?: string;
  readonly kind?: string;
  readonly message?: string;
  readonly object?: unknown;
  readonly changes?: Readonly<Record<string, readonly [unknown, unknown]>>;
}

interface Note {
  readonly step: string;
  readonly takeoverMs?: number;
  readonly sinceLastRenewMs?: number;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly leaderExitedAfterMs?: number;
  readonly nonLeaderStillRunning?: boolean;
  readonly leaseAfter?: Readonly<Record<string, unknown>>;
}

interface Run {
  readonly lock: string;
  readonly notes: readonly Note[];
  readonly log: readonly LogEntry[];
  readonly logLines: Readonly<Record<string, readonly string[]>>;
}

const { runs } = JSON.parse(readFileSync(new URL('leader-election.json', import.meta.url), 'utf8')) as {
  readonly runs: readonly Run[];
};
const annotation = 'metadata.annotations.control-plane.alpha.kubernetes.io/leader';
const retryPeriodMs = 2000;
/** The longest pause of a candidate between two tries. */
const longestPauseMs = retryPeriodMs * 2.2;

/** The record as each write of the lock left it, in order, by the primary of two locks. */
function recordsOf({ log, lock }: Run): { readonly at: number; readonly holder: string }[] {
  const primary = lock.startsWith('endpoints') ? 'Endpoints' : 'Lease';
  const records: { at: number; holder: string }[] = [];
  for (const { kind, object, changes } of log) {
    if (kind !== primary) continue;
    const annotated = (text: unknown): { renewTime: string; holderIdentity: string } =>
      JSON.parse(String(text));
    const made = object as
      { spec?: Record<string, unknown>; metadata: { annotations?: Record<string, string> } } | undefined;
    const text = changes?.[annotation]?.[1] ?? Object.values(made?.metadata.annotations ?? {})[0];
    const renewTime = text
      ? annotated(text).renewTime
      : (changes?.['spec.renewTime']?.[1] ?? made?.spec?.['renewTime']);
    const holder = text
      ? annotated(text).holderIdentity
      : (changes?.['spec.holderIdentity']?.[1] ?? made?.spec?.['holderIdentity'] ?? records.at(-1)?.holder);
    records.push({ at: parseTime(String(renewTime)) ?? 0, holder: String(holder) });
  }
  return records;
}

interface Try {
  readonly at: number;
  readonly became: 'leader' | 'nothing';
}

/** The tries of a candidate by its log, and what came of each. The log says no year and no more than microseconds. */
function triesOf(lines: readonly string[]): Try[] {
  return lines.flatMap((line): Try[] => {
    const [, month, day, time = '', rest = ''] = /^[IEF](\d\d)(\d\d) (\S+) +\d+ (.*)$/.exec(line) ?? [];
    const at = parseTime(`2026-${month}-${day}T${time}Z`) ?? 0;
    if (rest.includes('has not yet expired')) return [{ at, became: 'nothing' }];
    return rest.includes('successfully acquired') ? [{ at, became: 'leader' }] : [];
  });
}

/** Logs of candidates from their start until they lead. */
const candidates = runs.flatMap((run) =>
  Object.entries(run.logLines).map(([program, lines]) => ({
    run,
    program,
    tries: triesOf(lines),
    lock: run.lock,
  })),
);

describe.each(candidates)('leader-election with lock $lock: the tries of $program', ({ run, tries }) => {
  test('LE-14 come to what they came to in the recorded run', () => {
    const electors = new Electors({ epoch: Date.UTC(2026, 10, 21) });
    // What a lock of the older kinds says is cut to seconds: the log has when it was written.
    const start = (run.log.find(({ kind }) => kind !== undefined)?.t ?? 0) - (recordsOf(run)[0]?.at ?? 0);
    const primary = run.lock.startsWith('endpoints') ? 'Endpoints' : 'Lease';
    const times = run.log.filter(({ kind }) => kind === primary).map(({ t }) => t - start);
    const writes = recordsOf(run).map((record, i) => ({
      ...record,
      at: primary === 'Lease' ? record.at + 5 : (times[i] ?? 0) + 500,
    }));
    const candidate = electors.elector('candidate');
    const told: string[] = [];
    for (const { at } of tries) {
      // A line is written when the answer is there; what counts is when the try began.
      const began = at - electors.sim.epoch - 20;
      for (const write of writes) {
        const due = write.at - electors.sim.epoch;
        if (due < electors.sim.now || due > began) continue;
        electors.sim.runFor(due - electors.sim.now);
        electors.put({ holderIdentity: write.holder, renewTime: write.at });
      }
      electors.sim.runFor(began - electors.sim.now);
      told.push(electors.try(candidate) ? 'leader' : 'nothing');
      if (told.at(-1) === 'leader') break;
    }
    expect(told).toEqual(tries.slice(0, told.length).map(({ became }) => became));
    expect(told.length).toBeGreaterThan(1);
  });
});

/** A control plane of two replicas whose leader is killed when it was in the recorded run. */
function killed(lock: string, seed: number, killAtMs: number): { cluster: Stage; entries: readonly Entry[] } {
  const election = { replicas: 2, resourceLock: lock === 'default' ? 'leases' : lock };
  // Not at a whole second: cut to seconds, times in an annotation differ from those in a Lease.
  const epoch = Date.UTC(2026, 10, 21, 0, 24, 52, 32);
  const cluster = new Stage(plane, { election }, { seed, epoch });
  const trace = cluster.record();
  cluster.start();
  cluster.sim.runFor(killAtMs);
  cluster.act({ kind: 'crash', program: 'kube-controller-manager-0' });
  // The longest take-over, and time for what follows.
  cluster.sim.runFor(25_000);
  return { cluster, entries: trace.entries };
}

/** What was written, in words: of a lock which fields changed, of an Event what it says. */
function wordsOf(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ event }) => {
    if (event.kind !== 'store.write' || !/^(leases|endpoints)\//.test(event.key)) return [];
    const { object, previous } = event;
    if (!previous) return [`ADDED ${object.kind}`];
    const fields = (o: StoredObject): Record<string, unknown> => ({
      ...Object.fromEntries(
        Object.entries((o as { spec?: object }).spec ?? {}).map(([name, value]) => [`spec.${name}`, value]),
      ),
      ...Object.fromEntries(
        Object.entries(o.metadata.annotations ?? {}).map(([name, value]) => [
          `metadata.annotations.${name}`,
          value,
        ]),
      ),
    });
    const [before, after] = [fields(previous), fields(object)];
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    return [`MODIFIED ${object.kind} ${changed.sort().join()}`];
  });
}

const recordedWords = (log: readonly LogEntry[]): string[] =>
  log.flatMap(({ type, kind, changes }) => {
    if (kind !== 'Lease' && kind !== 'Endpoints') return [];
    return [
      type === 'ADDED'
        ? `ADDED ${kind}`
        : `MODIFIED ${kind} ${Object.keys(changes ?? {})
            .sort()
            .join()}`,
    ];
  });

describe.each(runs)('leader-election with lock $lock: the leader is killed', ({ lock, notes, log }) => {
  const acquired = log.find(({ type }) => type === 'ADDED')?.t ?? 0;
  const kill = log.find(({ action }) => action?.startsWith('kill'))?.t ?? 0;
  const again = log.findIndex(({ action }) => action?.includes('again'));
  const ours = killed(lock, 1, kill - acquired);

  test('LE-03 the same fields of the lock are written in the same order', () => {
    const theirs = recordedWords(log.slice(0, again));
    const words = wordsOf(ours.entries);
    const takeover = theirs.findIndex(
      (word) => word.includes('holderIdentity') || word.includes('leaseTransitions'),
    );
    expect(words.slice(0, takeover + 1)).toEqual(theirs.slice(0, takeover + 1));
    expect(words.length).toBeGreaterThan(takeover);
  });

  test('LE-14 an Event on each object of the lock says who became leader', () => {
    const theirs = log
      .filter(({ kind }) => kind === 'Event')
      .slice(0, 2 * (lock === 'endpointsleases' ? 2 : 1));
    const ourEvents = ours.entries.flatMap(({ event }) =>
      event.kind === 'store.write' && event.resource === 'events' && event.verb === 'create'
        ? [event.object]
        : [],
    );
    const project = (event: unknown): string => {
      const { involvedObject, reason, type, message } = event as Record<string, never> & {
        involvedObject: { kind: string; name: string };
      };
      const { kind, name } = involvedObject;
      return `${kind}/${name} ${String(type)} ${String(reason)}: ${String(message).replace(/^\S+/, '<id>')}`;
    };
    const expected = theirs.map((event) =>
      project({ ...event, type: (event as { eventType?: string }).eventType }),
    );
    expect(ourEvents.map(project).sort()).toEqual(expected.sort());
  });

  test('LE-07 renewals are as far apart as recorded', () => {
    const renewed = log
      .filter(({ t, changes, kind }) => t < kill && changes && kind !== 'Event')
      .map(({ t }) => t);
    const mine = ours.entries.flatMap(({ at, event }) =>
      event.kind === 'leader.renewed' && at < kill - acquired ? [at] : [],
    );
    const gaps = (times: readonly number[]): number[] =>
      times.slice(1).flatMap((t, i) => (t - (times[i] ?? 0) > 1000 ? [t - (times[i] ?? 0)] : []));
    for (const gap of [...gaps(renewed), ...gaps(mine)]) expect(Math.abs(gap - 2015)).toBeLessThan(50);
    expect(gaps(mine)).toHaveLength(3);
  });

  test('LE-14 every take-over is as late as the rule allows, and one of ours within a retry period of each recorded', () => {
    const theirs = notes.flatMap(({ sinceLastRenewMs }) => sinceLastRenewMs ?? []);
    const since = Array.from({ length: 20 }, (_, i) => {
      const { entries } = killed(lock, i + 1, kill - acquired);
      const lastRenewal = entries.findLast(
        ({ at, event }) => event.kind === 'leader.renewed' && at < kill - acquired,
      );
      const takeover = entries.find(
        ({ at, event }) => event.kind === 'leader.acquired' && at > kill - acquired,
      );
      return (takeover?.at ?? Infinity) - (lastRenewal?.at ?? 0);
    });
    for (const ms of [...theirs, ...since]) {
      expect(ms).toBeGreaterThan(15_000);
      // It sees the last renewal one pause late, and that its time has come another pause late.
      expect(ms).toBeLessThan(15_000 + 2 * longestPauseMs + 200);
    }
    const near = (ms: number): boolean => since.some((mine) => Math.abs(mine - ms) <= retryPeriodMs);
    expect(theirs.filter((ms) => !near(ms))).toEqual([]);
  });

  test('LE-14 the record changes as recorded', () => {
    const transitions = notes.flatMap(({ before, after }) => (before && after ? [[before, after]] : []));
    for (const [before, after] of transitions) {
      const count = (record: Record<string, unknown> | undefined): number =>
        Number(record?.['leaseTransitions'] ?? record?.['leaderTransitions']);
      expect(count(after) - count(before)).toBe(1);
      expect(after?.['holderIdentity']).not.toBe(before?.['holderIdentity']);
      expect(after?.['leaseDurationSeconds']).toBe(15);
    }
    const takeover = ours.entries.find(
      ({ event }) => event.kind === 'leader.acquired' && event.program === 'kube-controller-manager-1',
    );
    expect(takeover?.event).toMatchObject({ transitions: 1 });
  });
});

test('LE-06 LE-09 a server that stands still: the leader ends itself as late as recorded, the other waits and takes over', () => {
  const note = runs[0]?.notes.at(-1);
  const { leaderExitedAfterMs = 0, nonLeaderStillRunning, leaseAfter } = note ?? {};
  expect(nonLeaderStillRunning).toBe(true);
  const kcmA = runs[0]?.logLines['kcm-a'] ?? [];
  const wallOf = (line: string | undefined): number =>
    parseTime(`2026-11-21T${/ (\d\d:\d\d:\d\d\.\d+) /.exec(line ?? '')?.[1] ?? ''}Z`) ?? 0;
  const exited = wallOf(kcmA.find((line) => line.includes('leaderelection lost')));
  const stoppedAt = exited - leaderExitedAfterMs;
  const theirs = (parseTime(String(leaseAfter?.['acquireTime'])) ?? 0) - stoppedAt;

  const replicas = ['kube-controller-manager-0', 'kube-controller-manager-1'];
  const cluster = new Stage(plane, { election: { replicas: 2 } }, { seed: 1 });
  const trace = cluster.record();
  cluster.start();
  // As long after a renewal as in the recorded run, and for as long.
  cluster.sim.runFor(8580);
  const frozen = cluster.sim.now;
  for (const program of replicas) cluster.act({ kind: 'partition', program, forMs: 11_500 });
  cluster.sim.runFor(40_000);
  const after = (kind: string, program: string): number =>
    (trace.entries.find(
      ({ at, event }) =>
        at > frozen && event.kind === kind && 'program' in event && event.program === program,
    )?.at ?? Infinity) - frozen;
  const [leader = '', other = ''] = replicas;
  expect(Math.abs(after('program.exit', leader) - leaderExitedAfterMs)).toBeLessThan(100);
  expect(after('program.exit', other)).toBe(Infinity);
  expect(Math.abs(after('leader.acquired', other) - theirs)).toBeLessThan(2 * retryPeriodMs);
});
