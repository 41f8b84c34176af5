import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type RecordedNodes, SchedulerStage, type Verdict } from './sched-stage.ts';
import { absentNode, queue, verdictStories } from './sched-stories.ts';
import type { PodStatus } from 'kubernetes-types/core/v1';
import { type RecordedWindow, type Window, modelled, modelledFinal, plain, windowsOf } from './windows.ts';

interface RecordedVerdict extends Verdict {
  /** Where several nodes are the best, upstream draws one. */
  readonly bestNodes?: readonly string[];
  readonly kept?: boolean;
}

interface RecordedEntry {
  readonly t: number;
  readonly type?: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly kind?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly series?: { readonly count: number };
  readonly changes?: Readonly<Record<string, readonly [unknown, unknown]>>;
}

interface Recorded {
  readonly log: readonly RecordedEntry[];
  readonly nodes: RecordedNodes;
  readonly results: readonly RecordedVerdict[];
  readonly windows: readonly RecordedWindow[];
}

const recordedIn = (name: string): Recorded =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as Recorded;

const followed = { kinds: ['Pod'], normalNodes: false, withPlugins: true };

describe.each(Object.entries(verdictStories))('as recorded from a real scheduler: %s', (name, play) => {
  const recorded = recordedIn(name);
  const stage = new SchedulerStage(recorded.nodes);
  play(stage);
  const windows = windowsOf(stage.trace.entries, stage.marks, followed);
  const verdicts = new Map(stage.verdicts.map((verdict) => [verdict.case, verdict]));

  test('has the same cases', () => {
    expect([...verdicts.keys()]).toEqual(recorded.results.map((result) => result.case));
  });

  test.each(recorded.results.map((result, i) => [result.case, result, i] as const))(
    '%s',
    (pod, theirs, i) => {
      const { case: _, ...ours } = verdicts.get(pod) ?? { case: '' };
      const { nodeName, unschedulable, message, nominatedNodeName, timeout, bestNodes = [] } = theirs;
      const drawn = bestNodes.length > 1;
      if (drawn) expect(bestNodes).toContain(ours.nodeName);
      else expect({ nodeName, unschedulable, message, nominatedNodeName, timeout }).toEqual(ours);

      const window = windows[i];
      const recordedWindow = recorded.windows[i];
      if (!window || !recordedWindow) throw new Error(`expected a window for ${pod}, found none`);
      const { ops, events, final } = modelled(recordedWindow, followed);
      expect(window.ops).toEqual(ops);
      const told = (text: string): string => (drawn ? text.replace(/ to \w+$/, ' to one of the best') : text);
      // The controller of volumes, which tells of a claim, is not here.
      const ofPods = events.filter((event) => event.startsWith('Pod/'));
      expect(window.events.map(told)).toEqual(ofPods.map(told));
      expect(plain(modelledFinal(window.final, true))).toEqual(plain(final));
    },
  );
});

/** What a recording tells of the writes of the scheduler: its events, and the condition and node of a pod. */
function recordedWrites({ log }: Recorded): { readonly t: number; readonly text: string }[] {
  return log.flatMap(({ t, type, kind, reason, message, series, changes = {} }) => {
    if (kind === 'Event') return [{ t, text: eventText(type === 'ADDED', reason, message, series?.count) }];
    const [, condition] = changes['status.conditions.PodScheduled'] ?? [];
    return condition ? [{ t, text: `pod: ${String(condition)}` }] : [];
  });
}

const eventText = (first: boolean, reason = '', message = '', count = 0): string =>
  `${first ? 'event' : `again ${count}`}: ${reason} ${message.replace(/(default|<ns>)\//, '')}`;

interface StoredEvent {
  readonly reason: string;
  readonly message: string;
  readonly series?: { readonly count: number };
}

function writesOf(stage: SchedulerStage): { readonly t: number; readonly text: string }[] {
  const begin = stage.trace.entries[stage.marks[0]?.entry ?? 0]?.at ?? 0;
  let last = '';
  return stage.trace.entries.flatMap(({ event, at }) => {
    if (event.kind !== 'store.write') return [];
    const { object, verb } = event;
    const t = at - begin;
    if (object.kind === 'Event') {
      const { reason, message, series } = object as unknown as StoredEvent;
      return [{ t, text: eventText(verb === 'create', reason, message, series?.count) }];
    }
    const { conditions = [] } = (object as unknown as { status?: PodStatus }).status ?? {};
    const scheduled = conditions.find(({ type }) => type === 'PodScheduled');
    if (object.kind !== 'Pod' || !scheduled) return [];
    const { status, reason, message } = scheduled;
    const text = `pod: ${[status, reason, message].filter(Boolean).join(' | ')}`;
    if (text === last) return [];
    last = text;
    return [{ t, text }];
  });
}

describe('as recorded from a real scheduler: sched-queue', () => {
  const recorded = recordedIn('sched-queue');
  const taints = [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }];
  const stage = new SchedulerStage({ ...recorded.nodes, big: { cpu: '16', taints } }, ['big']);
  queue(stage);
  const theirs = recordedWrites(recorded);
  const ours = writesOf(stage);
  const of = (kind: RegExp, writes: typeof ours): string[] =>
    writes.map(({ text }) => text).filter((text) => kind.test(text));

  test('SCH-14.2 SCH-08.2 every event is the same, also those that are counted on one before', () => {
    expect(of(/^(event|again)/, ours)).toEqual(of(/^(event|again)/, theirs));
  });

  test('SCH-14.3 the condition of the pod goes the same way', () => {
    expect(of(/^pod/, ours)).toEqual(of(/^pod/, theirs));
  });

  test('SCH-08.3 the pod is tried twice at once, then not before it has waited for 60 s, by the flush', () => {
    const tried = (writes: typeof ours): number[] =>
      writes.filter(({ text }) => /^(event|again)/.test(text)).map(({ t }) => t);
    for (const [first = 0, second = 0, third = 0] of [tried(theirs), tried(ours)]) {
      expect(second - first).toBeLessThan(20);
      expect(third - second).toBeGreaterThan(60_000);
      expect(third - second).toBeLessThan(91_000);
    }
  });

  test('each window ends in the same state', () => {
    const windows = windowsOf(stage.trace.entries, stage.marks, followed);
    const end = ({ action, ops, final }: Window): object => ({
      action,
      ops,
      final: plain(modelledFinal(final, true)),
    });
    expect(windows.map(end)).toEqual(recorded.windows.map((window) => end(modelled(window, followed))));
  });
});

test('SCH-21.2 as recorded: a pod on a node that is not there goes when the quarantine is over', () => {
  const recorded = recordedIn('sched-absent-node');
  const stage = new SchedulerStage(recorded.nodes);
  // As when it was recorded, the pod comes 1.9 s before the collector looks round, which it does every 20 s.
  stage.wait(15_184);
  absentNode(stage);
  const [window] = windowsOf(stage.trace.entries, stage.marks, followed);
  const [theirs] = recorded.windows;
  expect(window).toMatchObject({ action: theirs?.action, ops: theirs?.ops, events: [], final: {} });
  const gone = stage.trace.entries.find(
    ({ event }) => event.kind === 'store.write' && event.verb === 'delete' && event.object.kind === 'Pod',
  );
  const begin = stage.trace.entries[stage.marks[0]?.entry ?? 0]?.at ?? 0;
  const deleted = recorded.log.find(({ type }) => type === 'MODIFIED');
  expect((gone?.at ?? 0) - begin).toBe(deleted?.t);
});
