import { describe, expect, test } from 'vitest';
import { currentLine, localRows, runsOf, timesRun } from '../../../src/components/code/lines.ts';
import type { Event } from '../../../src/runtime/stage/events.ts';
import { entriesOf } from '../scope/panes/worlds.ts';

const file = 'kubernetes/pkg/controller/replicaset/replica_set.ts';
const line = (
  number: number,
  name: string,
  depth: number,
  locals: Readonly<Record<string, string>> = {},
): Event => ({
  kind: 'line',
  file,
  line: number,
  function: name,
  depth,
  locals,
});
const forget: Event = { kind: 'workqueue.forget', queue: 'replicaset', key: 'default/web' };

/** Two workers take turns in the same file; a kubelet acts in between. */
const entries = entriesOf([
  { event: line(10, 'worker', 0), process: 1 },
  { event: line(20, 'sync', 1, { key: 'default/web' }), process: 1 },
  { event: line(10, 'worker', 0), process: 2 },
  { event: line(21, 'sync', 1, { key: 'default/web', diff: '-2' }), process: 1 },
  { event: line(30, 'manage', 2, { diff: '-2' }), process: 1 },
  { event: line(31, 'manage', 2, { diff: '2' }), process: 1 },
  { event: forget, process: 1, anchor: { file, line: 31, symbol: 'manage' } },
  { event: forget, process: 9 },
  {
    event: forget,
    process: 9,
    anchor: {
      file: 'kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts',
      symbol: 'DeltaFIFO.Pop',
    },
  },
  { event: line(21, 'sync', 1, { key: 'default/web', diff: '0' }), process: 1 },
]);

const at = (cursor: number): string => {
  const current = currentLine(entries, cursor);
  return current ? `${current.when} ${current.line ?? current.function} by ${current.process}` : 'nothing';
};

describe('currentLine', () => {
  test('is the line of the process that acts', () => {
    expect([0, 1, 2, 3, 4, 5].map(at)).toEqual([
      'now 10 by 1',
      'now 20 by 1',
      'now 10 by 2',
      'now 21 by 1',
      'now 30 by 1',
      'now 31 by 1',
    ]);
  });

  test('stays lit while its process does something from there, with the locals told last', () => {
    expect(at(6)).toBe('now 31 by 1');
    expect(currentLine(entries, 6)?.locals).toEqual({ diff: '2' });
  });

  test('is where an entry is anchored when its process told no line', () => {
    expect(at(8)).toBe('now DeltaFIFO.Pop by 9');
  });

  test('is the line that ran last, and says so, when another process acts elsewhere', () => {
    expect(at(7)).toBe('last 31 by 1');
  });

  test('is nothing before any line ran, and past the end', () => {
    expect(currentLine(entriesOf([{ event: forget }]), 0)).toBeUndefined();
    expect(currentLine(entries, 99)).toBeUndefined();
  });

  test('knows the calls that led to it, of its own process only', () => {
    expect(currentLine(entries, 5)?.stack.map((call) => `${call.function}:${call.line}`)).toEqual([
      'worker:10',
      'sync:21',
      'manage:31',
    ]);
    expect(currentLine(entries, 9)?.stack.map((call) => call.function)).toEqual(['worker', 'sync']);
  });
});

describe('localRows', () => {
  const told = (cursor: number): string[] =>
    localRows(currentLine(entries, cursor) ?? { file, stack: [], when: 'now', process: 1 }).map(
      ({ name, value, before, isNew }) =>
        `${name}=${value}${isNew ? ' new' : ''}${before === undefined ? '' : ` was ${before}`}`,
    );

  test('tells what is new and what changed since the line before in the same function', () => {
    expect(told(3)).toEqual(['key=default/web', 'diff=-2 new']);
    expect(told(5)).toEqual(['diff=2 was -2']);
  });

  test('after a call returned, compares with the line of the caller', () => {
    expect(told(9)).toEqual(['key=default/web', 'diff=0 was -2']);
  });

  test('the first line of a function marks nothing', () => {
    expect(told(4)).toEqual(['diff=-2']);
  });
});

test('lines are counted up to the cursor, over all processes', () => {
  const runs = runsOf(entries, file);
  expect([0, 2, 9].map((cursor) => timesRun(runs.get(10), cursor))).toEqual([1, 2, 2]);
  expect(runsOf(entries, 'other.ts').size).toBe(0);
  expect([runs.has(31), runs.has(32), timesRun(runs.get(32), 9)]).toEqual([true, false, 0]);
});
