import { describe, expect, test } from 'vitest';
import {
  type Backoff,
  newBackOff,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/backoff.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';

const second = 1000;

/** Fails `times` times, once a second. */
function fail(sim: Sim, backoff: Backoff, times: number): void {
  for (let i = 0; i < times; i++) {
    sim.runFor(second);
    backoff.next('item', sim.now);
  }
}

describe('Backoff', () => {
  test('doubles at each failure up to its maximum, until reset', () => {
    const sim = new Sim();
    const backoff = newBackOff(sim, second, 50 * second);
    for (const seconds of [0, 1, 2, 4, 8, 16, 32, 50, 50, 50]) {
      sim.runFor(second);
      expect(backoff.get('item')).toBe(seconds * second);
      backoff.next('item', sim.now);
    }
    backoff.reset('item');
    expect(backoff.get('item')).toBe(0);
    backoff.next('item', sim.now);
    backoff.deleteEntry('item');
    expect(backoff.get('item')).toBe(0);
  });

  test('is over after twice its maximum without a failure', () => {
    const sim = new Sim();
    const backoff = newBackOff(sim, second, 5 * second);
    expect(backoff.isInBackOffSince('item', sim.now)).toBe(false);
    fail(sim, backoff, 6);
    expect(backoff.isInBackOffSince('item', sim.now)).toBe(true);
    const lastUpdate = sim.now;
    sim.runFor(11 * second);
    expect(backoff.isInBackOffSince('item', lastUpdate)).toBe(false);
  });

  test('stays at its maximum when failures come less often than that, but not twice as seldom', () => {
    const sim = new Sim();
    const backoff = newBackOff(sim, second, 5 * second);
    fail(sim, backoff, 6);
    sim.runFor(6 * second);
    backoff.next('item', sim.now);
    expect(backoff.get('item')).toBe(5 * second);
  });

  test('gc drops what has been quiet for twice the maximum', () => {
    const sim = new Sim();
    const backoff = newBackOff(sim, second, 5 * second);
    fail(sim, backoff, 6);
    sim.runFor(6 * second);
    backoff.gc();
    expect(backoff.get('item')).toBe(5 * second);
    sim.runFor(6 * second);
    backoff.gc();
    expect(backoff.get('item')).toBe(0);
  });

  test('isInBackOffSinceUpdate, second by second; a failure whenever it is not', () => {
    const sim = new Sim();
    const backoff = newBackOff(sim, second, 10 * second);
    // Seconds at which it is not in back-off, and the pause that each failure then sets.
    const free = new Map([
      [0, 1],
      [1, 2],
      [3, 4],
      [7, 8],
      [15, 10],
      [25, 10],
      [35, 10],
      [56, 1],
      [57, 2],
    ]);
    for (let tick = 0; tick <= 57; tick++) {
      if (tick > 35 && tick < 56) {
        sim.runFor(second);
        continue;
      }
      const pauseSeconds = free.get(tick);
      expect([tick, backoff.isInBackOffSinceUpdate('item', sim.now)]).toEqual([
        tick,
        pauseSeconds === undefined,
      ]);
      if (pauseSeconds !== undefined) {
        backoff.next('item', sim.now);
        expect([tick, backoff.get('item')]).toEqual([tick, pauseSeconds * second]);
      }
      sim.runFor(second);
    }
  });

  test.each([
    ['at twice its maximum it is still remembered', 10_000, 5000],
    ['a moment later it is not', 10_001, 0],
  ])('%s', (_, ms, pauseMs) => {
    const sim = new Sim();
    const backoff = newBackOff(sim, second, 5 * second);
    fail(sim, backoff, 6);
    sim.runFor(ms);
    backoff.gc();
    expect(backoff.get('item')).toBe(pauseMs);
  });

  test('a failure begins anew only after more than twice the maximum', () => {
    const sim = new Sim();
    const backoff = newBackOff(sim, second, 5 * second);
    fail(sim, backoff, 6);
    sim.runFor(10 * second);
    backoff.next('item', sim.now);
    expect(backoff.get('item')).toBe(5 * second);
    sim.runFor(10 * second + 1);
    backoff.next('item', sim.now);
    expect(backoff.get('item')).toBe(second);
  });

  test('the pause since a time ends when it has gone by', () => {
    const sim = new Sim();
    const backoff = newBackOff(sim, second, 5 * second);
    backoff.next('item', sim.now);
    const began = sim.now;
    sim.runFor(999);
    expect(backoff.isInBackOffSince('item', began)).toBe(true);
    sim.runFor(1);
    expect(backoff.isInBackOffSince('item', began)).toBe(false);
    // Since a later time the pause goes on, until that is so much later that the failures are forgotten.
    expect(backoff.isInBackOffSince('item', began + 1)).toBe(true);
    expect(backoff.isInBackOffSince('item', began + 10_000)).toBe(true);
    expect(backoff.isInBackOffSince('item', began + 10_001)).toBe(false);
  });
});
