import { describe, expect, test } from 'vitest';
import {
  fates,
  output,
  running,
  steps,
} from '../../runtime/kubernetes/cmd/kube-controller-manager/running.ts';
import recorded from './controller-start-order.json' with { type: 'json' };

const token = 'serviceaccount-token';

/** What the recording calls a fate, in the words of the table. */
const words: Readonly<Record<string, string>> = { 'disabled by default': 'disabled' };

describe('what a real controller-manager made of each of its controllers, over eleven starts', () => {
  const run = running();

  test('is what becomes of it here', () => {
    const { [token]: first, ...others } = fates(run);
    const expected = Object.entries(recorded.names).map(([name, fate]) => [name, words[fate] ?? fate]);
    expect(others).toEqual(Object.fromEntries(expected));
    expect(Object.keys(others)).toHaveLength(37);
    expect(first).toBe('started');
  });

  test('the token controller comes before all of them, and has no line that says so', () => {
    const begun = steps(run).filter((step) => /^(starting|disabled) /.test(step));
    expect(begun[0]).toBe(`starting ${token}`);
    expect(output(run).filter((line) => line.includes('Started') && line.includes(token))).toEqual([]);
  });

  test('in another order at each start', () => {
    expect(new Set(recorded.orders.map((order) => order.join())).size).toBe(recorded.orders.length);
    const orders = [1, 2, 3, 4].map((seed) => Object.keys(fates(running({ seed }))).join());
    expect(new Set(orders).size).toBe(orders.length);
    // The same seed is the same start.
    expect(Object.keys(fates(running({ seed: 2 }))).join()).toBe(orders[1]);
  });
});
