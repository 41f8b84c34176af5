import { describe, expect, test } from 'vitest';
import { loadAllWords } from '../../src/recording/subjects.ts';
import { reasonOf, whyOf } from '../../src/recording/why.ts';
import type { Because } from '../../src/runtime/sim/because.ts';
import type { Event } from '../../src/runtime/stage/events.ts';
import { newSample } from './sample.ts';

await loadAllWords();

const program = 'kube-controller-manager';
const start: Event = { kind: 'program.start', program };
const step = (text: string): Event => ({ kind: 'startup', program, phase: 'x', name: 'x', text });
const print = (text: string): Event => ({ kind: 'program.output', program, stream: 'stdout', text });
const list: Event = { kind: 'api.request', program, verb: 'list', resource: 'pods', key: 'pods' };
const watch = `${program}/pods`;
const closed: Event = { kind: 'watch.close', watch, reason: 'the server ended it' };
const lock = 'kube-system/kcm';
const scale = (by: 'story' | 'reader'): Event => ({
  kind: 'act',
  act: { kind: 'scale', namespace: 'default', name: 'web', replicas: 3 },
  by,
});

/** Why the second of two entries is there, `at` virtual ms; the first is its cause, at 0. */
function why(event: Event, cause: Event, because?: Because, at = 0): string {
  const { sim, trace, recording } = newSample();
  trace.stage(cause);
  sim.now = at;
  if (because) {
    const { entries } = trace;
    trace.record(event);
    entries[1] = { ...entries[1]!, because };
  } else trace.record(event);
  return whyOf(recording(), 1);
}

const waited = (ms: number, on = '', times = 1, since = 0): Because => ({ ms, on, times, since });

describe('whyOf', () => {
  test('an act says what the user wants, and the first that the story begins with it', () => {
    const { trace, recording } = newSample();
    for (const by of ['story', 'story', 'reader'] as const) trace.record(scale(by));
    expect([0, 1, 2].map((index) => whyOf(recording(), index))).toEqual([
      'Why: this is where the story begins: the user wants 3 pods of ReplicaSet default/web.',
      'Why: the user wants 3 pods of ReplicaSet default/web.',
      'Why: you did it.',
    ]);
    expect(reasonOf(recording(), 1).kind).toBe('wish');
  });

  test('what nothing led to is a part of the cluster', () => {
    const { trace, recording } = newSample();
    trace.record(start);
    expect(whyOf(recording(), 0)).toBe('Why: it is part of how the cluster starts.');
  });

  test('a decision is told alone: what led to it is in the chain', () => {
    const said = { text: 'its delay of {0} is over', values: [{ ms: 4000 }] };
    expect(why(print('x'), list, said)).toBe('Why: its delay of 4 s is over.');
  });

  test.each<[name: string, because: Because, at: number, told: string]>([
    ['a sleep', waited(10_000), 10_000, 'a wait of 10 s is over. Before that: '],
    ['a sleep of a chance length', waited(17_706), 17_706, 'a wait of 17.71 s is over. Before that: '],
    ['a sleep too short to matter', waited(20), 20, ''],
    ['a poll', waited(100, 'a tick every 100 ms'), 100, 'it looks every 100 ms. Before that: '],
    ['a back-off', waited(987, 'back-off'), 987, 'its back-off of 987 ms is over. Before that: '],
    ['a period', waited(2000, 'its period'), 2000, 'it comes round again after 2 s. Before that: '],
    [
      'a period that came often',
      waited(2000, 'its period', 7, 12),
      2000,
      'it comes round every 2 s. Before that: ',
    ],
    ['a limit that says itself', waited(96, 'the client rate limiter'), 96, ''],
    [
      'a resync',
      waited(30_000, 'the resync timer'),
      30_000,
      'its resync period of 30 s is over. Before that: ',
    ],
    [
      'a round that takes long',
      waited(10_000, 'its period'),
      18_000,
      'it comes round every 10 s, and this round began 8 s ago. Before that: ',
    ],
  ])('%s', (_name, because, at, told) => {
    expect(why(print('x'), list, because, at)).toBe(
      `Why: ${told}kube-controller-manager asks the API server to list pods.`,
    );
  });

  test('what only set a loop going is left to the chain', () => {
    const round = waited(2000, 'its period', 5, 8000);
    expect(why(print('x'), start, round, 10_000)).toBe('Why: it comes round every 2 s.');
  });

  test('a step of a start follows from the one before', () => {
    const first = 'kube-controller-manager makes its clients';
    const next = `Why: its start goes on. Before that: ${first}.`;
    expect(why(step('has a recorder'), step('makes its clients'))).toBe(next);
    expect(why(list, step('makes its clients'))).toBe(next);
    expect(why(print('x'), step('makes its clients'))).toBe(`Why: ${first}.`);
  });

  test.each<[event: Event, cause: Event, because: Because | undefined, told: string]>([
    [
      { kind: 'program.exit', program, why: 'no such file', code: 1 },
      step('reads its configuration'),
      undefined,
      'it has met this error. Before that: kube-controller-manager reads its configuration',
    ],
    [
      { kind: 'program.exit', program, why: '', code: 0 },
      step('flushes its log'),
      undefined,
      'it has come to its end. Before that: kube-controller-manager flushes its log',
    ],
    [
      { kind: 'program.exit', program, why: 'SIGTERM', code: 143 },
      { kind: 'act', act: { kind: 'terminate', program }, by: 'story' },
      undefined,
      'the user sends SIGTERM to kube-controller-manager',
    ],
    [
      closed,
      list,
      waited(410_000, 'watch'),
      'its time is over: it was to last 410 s. Before that: kube-controller-manager asks the API server to list pods',
    ],
    [closed, list, undefined, 'kube-controller-manager asks the API server to list pods'],
    [
      { kind: 'leader.renewed', program, lock },
      { kind: 'leader.renewed', program, lock },
      waited(2000, 'its period'),
      'it renews the lock every 2 s. Before that: kube-controller-manager has renewed the lock kube-system/kcm: it goes on leading',
    ],
    [
      { kind: 'leader.observed', program, lock, holder: 'other' },
      start,
      undefined,
      'it looks at the lock as soon as it can. Before that: kube-controller-manager starts',
    ],
    [
      { kind: 'leader.observed', program, lock, holder: 'other' },
      { kind: 'leader.observed', program, lock, holder: 'other' },
      waited(3100, 'its period'),
      'it looks at the lock again after 3.1 s. Before that: kube-controller-manager sees that other has written the lock kube-system/kcm, and starts its count again',
    ],
    [
      { kind: 'handler.call', informer: watch, verb: 'add', key: 'default/a' },
      start,
      undefined,
      'it has joined an informer that runs, and hears what the cache holds. Before that: kube-controller-manager starts',
    ],
  ])('%s', (event, cause, because, told) => {
    expect(why(event, cause, because)).toBe(`Why: ${told}.`);
  });

  test('a text with a full stop of its own gets no second one', () => {
    expect(why(list, print('The disk is full.'))).toBe(
      'Why: kube-controller-manager prints: The disk is full.',
    );
  });
});
