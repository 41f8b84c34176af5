import { expect, test } from 'vitest';
import { Stopwatch, clockText } from '../../../../src/components/scope/presenter/stopwatch.ts';

test('counts while it runs, from when it was started, and not while it stands', () => {
  let now = 5000;
  const watch = new Stopwatch(() => now);
  expect([watch.ms, watch.runs]).toEqual([0, false]);
  watch.start();
  now += 61_000;
  expect([watch.ms, watch.runs]).toEqual([61_000, true]);
  watch.start();
  expect(watch.ms).toBe(61_000);
  watch.pause();
  now += 10_000;
  watch.pause();
  expect([watch.ms, watch.runs]).toEqual([61_000, false]);
  watch.start();
  now += 500;
  expect(watch.ms).toBe(61_500);
  watch.reset();
  now += 2000;
  expect([watch.ms, watch.runs]).toEqual([2000, true]);
  watch.pause();
  watch.reset();
  expect([watch.ms, watch.runs]).toEqual([0, false]);
});

test.each([
  [0, '0:00'],
  [999, '0:00'],
  [65_000, '1:05'],
  [3_599_999, '59:59'],
  [3_845_000, '1:04:05'],
])('%i ms are shown as %s', (ms, text) => expect(clockText(ms)).toBe(text));
