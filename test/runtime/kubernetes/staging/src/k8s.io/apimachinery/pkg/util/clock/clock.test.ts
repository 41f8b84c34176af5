import { describe, expect, test } from 'vitest';
import {
  newTicker,
  newTimer,
  realClock,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/clock/clock.ts';
import type { Chan } from '../../../../../../../../../../src/runtime/sim/chan.ts';
import { Sim } from '../../../../../../../../../../src/runtime/sim/sim.ts';

const received = (chan: Chan<number>): number | undefined => chan.tryReceive()?.[0];

describe('a timer', () => {
  test('sends the time once, when it is due', () => {
    const sim = new Sim();
    const timer = newTimer(sim, 10);
    sim.runFor(9);
    expect(received(timer.c())).toBeUndefined();
    sim.runFor(1);
    expect([received(timer.c()), timer.stop()]).toEqual([10, false]);
    sim.runFor(100);
    expect(received(timer.c())).toBeUndefined();
  });

  test('is stopped, and starts over', () => {
    const sim = new Sim();
    const timer = newTimer(sim, 10);
    expect([timer.stop(), timer.stop(), timer.reset(5)]).toEqual([true, false, false]);
    expect(timer.reset(20)).toBe(true);
    sim.runFor(19);
    expect(received(timer.c())).toBeUndefined();
    sim.runFor(1);
    expect(received(timer.c())).toBe(20);
  });
});

describe('a ticker', () => {
  test('sends the time again and again until it is stopped; a tick that nobody took is not doubled', () => {
    const sim = new Sim();
    const ticker = newTicker(sim, 10);
    sim.runFor(10);
    expect(received(ticker.c())).toBe(10);
    sim.runFor(35);
    expect([received(ticker.c()), received(ticker.c())]).toEqual([20, undefined]);
    sim.runFor(5);
    expect(received(ticker.c())).toBe(50);
    ticker.stop();
    sim.runFor(100);
    expect(received(ticker.c())).toBeUndefined();
  });

  test.each([0, -1, Number.NaN])('has no period of %s', (ms) => {
    expect(() => newTicker(new Sim(), ms)).toThrow(`newTicker: expected a positive period, found ${ms}`);
  });
});

test('the clock of a machine shows the time of day, and measures what passed', () => {
  const sim = new Sim();
  const clock = realClock(sim);
  const before = clock.now();
  sim.runFor(1500);
  expect([before, clock.now(), clock.since(before)]).toEqual([
    { wall: sim.epoch, monotonic: 0 },
    { wall: sim.epoch + 1500, monotonic: 1500 },
    1500,
  ]);
});
