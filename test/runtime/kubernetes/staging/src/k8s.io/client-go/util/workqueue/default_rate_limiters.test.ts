import { describe, expect, test } from 'vitest';
import {
  type RateLimiter,
  defaultControllerRateLimiter,
  defaultItemBasedRateLimiter,
  newItemExponentialFailureRateLimiter,
  newItemFastSlowRateLimiter,
  newMaxOfRateLimiter,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const whens = (limiter: RateLimiter, item: string, times: number): number[] =>
  Array.from({ length: times }, () => limiter.when(item));

describe('rate limiters', () => {
  test.each<[string, RateLimiter, number[]]>([
    ['exponential', newItemExponentialFailureRateLimiter(1, second), [1, 2, 4, 8, 16]],
    ['fast, then slow', newItemFastSlowRateLimiter(5, 10 * second, 3), [5, 5, 5, 10_000, 10_000]],
    [
      'the most of both',
      newMaxOfRateLimiter(
        newItemFastSlowRateLimiter(5, 3 * second, 3),
        newItemExponentialFailureRateLimiter(1, second),
      ),
      [5, 5, 5, 3000, 3000],
    ],
    ['the default by item', defaultItemBasedRateLimiter(), [1, 2, 4, 8, 16]],
  ])('%s', (_name, limiter, delays) => {
    expect(whens(limiter, 'one', 5)).toEqual(delays);
    expect(limiter.numRequeues('one')).toBe(5);
    expect(whens(limiter, 'two', 2)).toEqual(delays.slice(0, 2));
    expect(limiter.numRequeues('two')).toBe(2);
    limiter.forget('one');
    expect(limiter.numRequeues('one')).toBe(0);
    expect(limiter.when('one')).toBe(delays[0]);
  });

  test.each([
    ['5 failures', 1, 1000 * second, 5, 32],
    ['1000 failures', 1, 1000 * second, 1000, 1000 * second],
    ['2 failures of a minute', minute, 1000 * hour, 2, 4 * minute],
    ['2000 failures of a minute', minute, 1000 * hour, 2000, 1000 * hour],
  ])('the exponential one does not overflow: %s', (_name, base, most, failures, delayMs) => {
    const limiter = newItemExponentialFailureRateLimiter(base, most);
    whens(limiter, 'one', failures);
    expect(limiter.when('one')).toBe(delayMs);
  });

  test('INF-24: the default for controllers lets 100 retries pass, then ten a second', () => {
    const sim = new Sim();
    const limiter = defaultControllerRateLimiter(sim);
    const delays = Array.from({ length: 104 }, (_, i) => limiter.when(`key-${i}`));
    expect(delays.slice(0, 100)).toEqual(Array(100).fill(5));
    expect(delays.slice(100)).toEqual([100, 200, 300, 400]);
    sim.runFor(450);
    expect(limiter.when('later')).toBe(50);
    sim.runFor(10_000);
    expect(limiter.when('much later')).toBe(5);
    expect(limiter.numRequeues('much later')).toBe(1);
  });
});
