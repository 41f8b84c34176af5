import { expect, test } from 'vitest';
import { inCpuTime, slowdownOn, type TraceEvent } from '../../scripts/cpu-time.ts';

const thread = { pid: 1, tid: 2 };

test('A task takes the time that its thread had a core, and what happened in it moves accordingly', () => {
  const trace: TraceEvent[] = [
    { ...thread, name: 'RunTask', ts: 1000, dur: 400, tdur: 100 },
    { ...thread, name: 'Layout', ts: 1200, dur: 200 },
    { ...thread, name: 'firstPaint', ts: 1100 },
    { ...thread, name: 'after', ts: 2000 },
  ];
  inCpuTime(trace);
  expect(trace.map(({ name, ts, dur }) => [name, ts, dur])).toEqual([
    ['RunTask', 1000, 100],
    ['Layout', 1050, 50],
    ['firstPaint', 1025, undefined],
    ['after', 2000, undefined],
  ]);
});

test('A task within another moves with that, and no event outlives the one that it is part of', () => {
  const trace: TraceEvent[] = [
    { ...thread, name: 'RunTask', ts: 10, dur: 80, tdur: 5 },
    { ...thread, name: 'ThreadControllerImpl::RunTask', ts: 0, dur: 100, tdur: 50 },
    { ...thread, name: 'RunTask', ts: 100, dur: 20, tdur: 20 },
  ];
  inCpuTime(trace);
  expect(trace.map(({ ts, dur }) => [ts, dur])).toEqual([
    [5, 40],
    [0, 50],
    [100, 20],
  ]);
});

test('Other threads, and tasks of which the time on a core is not known, stay as they are', () => {
  const trace: TraceEvent[] = [
    { ...thread, name: 'RunTask', ts: 0, dur: 100, tdur: 10 },
    { ...thread, tid: 3, name: 'Layout', ts: 50, dur: 50 },
    { ...thread, name: 'RunTask', ts: 200, dur: 100 },
    { ...thread, name: 'Layout', ts: 250, dur: 50 },
  ];
  inCpuTime(trace);
  expect(trace.slice(1).map(({ ts, dur }) => [ts, dur])).toEqual([
    [50, 50],
    [200, 100],
    [250, 50],
  ]);
});

test('A slow machine slows the phone down less than a fast one, which never counts for more than the phone', () => {
  expect([500, 1000, 2000, 4000].map((benchmark) => slowdownOn(benchmark, 4))).toEqual([1, 2, 4, 4]);
});
