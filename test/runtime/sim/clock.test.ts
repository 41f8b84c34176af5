import { describe, expect, test } from 'vitest';
import { Clock, simByClock } from '../../../src/runtime/sim/clock.ts';
import { unobserved } from '../../../src/runtime/sim/observe.ts';
import { Sim } from '../../../src/runtime/sim/sim.ts';
import { Trace, emptyWorld } from '../../../src/runtime/sim/trace.ts';
import { transcript } from './transcript.ts';
import { Source } from '../../../src/runtime/go/rand.ts';

describe('a clock of its own', () => {
  test('is that of the simulator until somebody meddles with it', () => {
    const sim = new Sim();
    const mine = simByClock(sim, new Clock(sim));
    sim.runFor(1234);
    expect([mine.now, mine.timestamp(), mine.epoch]).toEqual([1234, sim.timestamp(), sim.epoch]);
  });

  test('that runs fast waits for shorter, and goes on from where it stood when it is mended', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const clock = new Clock(sim);
    const mine = simByClock(sim, clock);
    mine.go(
      'waiter',
      (function* () {
        for (;;) {
          yield* mine.sleep(1000);
          say(`its clock says ${mine.now}`);
        }
      })(),
    );
    sim.runFor(1000);
    clock.rate = 2;
    sim.runFor(2000);
    clock.rate = 1;
    sim.runFor(1000);
    expect(lines).toEqual([
      ' 1000  its clock says 1000',
      // This sleep began before the clock ran fast.
      ' 2000  its clock says 3000',
      ' 2500  its clock says 4000',
      ' 3000  its clock says 5000',
      // And this one while it did.
      ' 3500  its clock says 5500',
    ]);
  });

  test('that runs slow fires its timers late, and never before its own time', () => {
    const sim = new Sim();
    const clock = new Clock(sim);
    clock.rate = 0.7;
    const mine = simByClock(sim, clock);
    const fired: [number, number][] = [];
    mine.after(100, () => fired.push([sim.now, mine.now]));
    const stopped = mine.after(50, () => fired.push([0, 0]));
    expect(mine.stop(stopped)).toBe(true);
    sim.runFor(1000);
    expect(fired).toEqual([[143, 100]]);
  });

  test('whose hands are ahead writes another time, and measures the same', () => {
    const sim = new Sim();
    const clock = new Clock(sim);
    const mine = simByClock(sim, clock);
    clock.offsetMs = 90_000;
    sim.runFor(1000);
    expect([sim.timestamp(), mine.timestamp(), mine.now]).toEqual([
      '2021-01-16T12:00:01Z',
      '2021-01-16T12:01:31Z',
      1000,
    ]);
    expect(mine.epoch + mine.now).toBe(Date.parse('2021-01-16T12:01:31Z'));
  });

  test('cannot stand still or run back', () => {
    expect(() => void (new Clock(new Sim()).rate = 0)).toThrow('expected a number above 0, found 0');
  });

  test('shares all else with the simulator', () => {
    const sim = new Sim();
    const mine = simByClock(sim, new Clock(sim));
    const process = mine.go('a', mine.yieldNow());
    expect(sim.processes.get(process.id)).toBe(process);
    const watched: string[] = [];
    sim.observe = (kind, name, component) => (watched.push(`${kind} ${name}`), component);
    const component = new Source();
    expect(mine.observe('random', 'x', component)).toBe(component);
    expect(watched).toEqual(['random x']);
    expect(mine.random).toBe(sim.random);
    mine.observe = sim.observe = unobserved;
    expect(mine.observe('random', 'y', component)).toBe(component);
    expect(watched).toEqual(['random x']);
    sim.step();
    expect([mine.steps, mine.trace]).toEqual([1, undefined]);
    const trace = new Trace(sim, emptyWorld());
    mine.trace = trace;
    expect(sim.trace).toBe(trace);
  });
});

describe('a group that is paused', () => {
  function* every(sim: Sim, ms: number, say: (text: string) => void, name: string) {
    for (;;) {
      yield* sim.sleep(ms);
      say(name);
    }
  }

  test('stands still while the others go on, and takes up its work where it left it', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    sim.go('a', every(sim, 100, say, 'a'));
    sim.go('b', every(sim, 100, say, 'b'));
    sim.runFor(150);
    sim.pause('a');
    sim.runFor(300);
    sim.resume('a');
    sim.runFor(150);
    expect(lines).toEqual([
      '  100  a',
      '  100  b',
      '  200  b',
      '  300  b',
      '  400  b',
      // Its sleep was over at 200.
      '  450  a',
      '  500  b',
      '  550  a',
      '  600  b',
    ]);
  });

  test('keeps those who were ready in their order, and is not busy', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const once = function* (name: string) {
      yield* sim.yieldNow();
      say(name);
    };
    for (const name of ['x', 'y', 'z']) sim.go(name, once(name), name === 'y' ? 'others' : 'group');
    sim.pause('group');
    sim.pause('group');
    sim.runUntilIdle();
    expect([lines, sim.busy, sim.now]).toEqual([['    0  y'], false, 0]);
    sim.resume('group');
    sim.resume('group');
    sim.runUntilIdle();
    expect(lines.slice(1)).toEqual(['    0  x', '    0  z']);
  });

  test('may crash meanwhile, and begins anew unpaused', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    sim.go('a', every(sim, 100, say, 'first life'), 'g');
    sim.pause('g');
    expect(sim.crash('g')).toBe(1);
    sim.go('a', every(sim, 100, say, 'second life'), 'g');
    sim.resume('g');
    sim.runFor(100);
    expect(lines).toEqual(['  100  second life']);
  });
});
