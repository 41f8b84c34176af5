import { describe, expect, test } from 'vitest';
import { causeNow, noCause, running, setCause, withCause } from '../../../src/runtime/sim/process.ts';
import { Sim } from '../../../src/runtime/sim/sim.ts';

describe('causes', () => {
  test('another cause holds for an action, however that ends', () => {
    expect(withCause(7, () => causeNow())).toBe(7);
    expect(causeNow()).toBe(noCause);
    const failing = (): never => {
      throw new Error('no');
    };
    expect(() => withCause(7, failing)).toThrow('no');
    expect(causeNow()).toBe(noCause);
  });

  test('each process has its own, and a timer that of who set it, which ends with it', () => {
    const sim = new Sim();
    const seen: [string, number][] = [];
    const look = (who: string): void => void seen.push([who, causeNow()]);
    sim.go(
      'a',
      (function* () {
        setCause(3);
        sim.after(10, () => look('timer of a'));
        yield* sim.sleep(20);
        look('a');
      })(),
    );
    sim.go(
      'b',
      (function* () {
        yield* sim.sleep(15);
        look('b');
      })(),
    );
    sim.runUntilIdle();
    look('nobody');
    expect(seen).toEqual([
      ['timer of a', 3],
      ['b', noCause],
      ['a', 3],
      ['nobody', noCause],
    ]);
  });

  test('nobody runs between steps and in a timer', () => {
    const sim = new Sim();
    const seen: (string | undefined)[] = [running()?.name];
    sim.after(1, () => seen.push(running()?.name));
    sim.go(
      'a',
      (function* () {
        seen.push(running()?.name);
        yield* sim.yieldNow();
        throw new Error('no');
      })(),
    );
    expect(() => sim.runUntilIdle()).toThrow('no');
    seen.push(running()?.name);
    sim.runUntilIdle();
    expect(seen).toEqual([undefined, 'a', undefined, undefined]);
  });
});

describe('processes', () => {
  test('have numbers of their own, and the group of who starts them', () => {
    const sim = new Sim();
    sim.go(
      'main',
      (function* () {
        sim.go('worker', sim.sleep(1));
        sim.go('other', sim.sleep(1), 'apart');
        yield* sim.sleep(1);
      })(),
    );
    sim.step();
    expect([...sim.processes.values()].map(({ id, name, group }) => [id, name, group])).toEqual([
      [0, 'main', 'main'],
      [1, 'worker', 'main'],
      [2, 'other', 'apart'],
    ]);
    sim.runUntilIdle();
    expect(sim.processes.size).toBe(0);
  });

  test('that crash before their turn never run, and make nobody busy', () => {
    const sim = new Sim();
    let ran = false;
    const body = function* () {
      ran = true;
      yield* sim.yieldNow();
    };
    sim.go('a', body());
    expect(sim.busy).toBe(true);
    expect(sim.crash('a')).toBe(1);
    expect([sim.busy, sim.step(), ran]).toEqual([false, false, false]);
  });

  test('that crash their own group do not go on, nor does what they would have waited for', () => {
    const sim = new Sim();
    const told: string[] = [];
    const process = sim.go(
      'a',
      (function* () {
        sim.crash('a');
        told.push('last words');
        yield* sim.sleep(10);
        told.push('a ghost');
      })(),
    );
    sim.runUntilIdle();
    expect([told, process.state, process.park, sim.now]).toEqual([['last words'], 'crashed', undefined, 0]);
    process.wake();
    expect(sim.busy).toBe(false);
  });

  test('of a program that ends are done and not crashed', () => {
    const sim = new Sim();
    const process = sim.go('a', sim.sleep(10));
    expect(sim.crash('a', 'done')).toBe(1);
    expect(process.state).toBe('done');
    expect(sim.crash('a')).toBe(0);
  });

  test('go in their order, however many are ready', () => {
    const sim = new Sim();
    const ran: number[] = [];
    const body = function* (i: number) {
      ran.push(i);
      if (i % 2 === 0) yield* sim.yieldNow();
      ran.push(i);
    };
    for (let i = 0; i < 5000; i++) sim.go('one', body(i));
    sim.runUntilIdle();
    const all = Array.from({ length: 5000 }, (_, i) => i);
    expect(ran).toEqual([
      ...all.flatMap((i) => (i % 2 === 0 ? [i] : [i, i])),
      ...all.filter((i) => i % 2 === 0),
    ]);
  });

  test('of a paused group stand aside, whoever else is in the queue', () => {
    const sim = new Sim();
    const ran: string[] = [];
    const body = function* (name: string) {
      for (let i = 0; i < 2; i++) {
        ran.push(name);
        yield* sim.yieldNow();
      }
    };
    for (const name of ['a', 'b', 'c']) sim.go(name, body(name));
    sim.step();
    sim.pause('b');
    sim.runUntilIdle();
    expect(ran).toEqual(['a', 'c', 'a', 'c']);
    sim.resume('b');
    sim.runUntilIdle();
    expect(ran.slice(4)).toEqual(['b', 'b']);
  });

  test('that are dropped with their paused group leave it unpaused', () => {
    const sim = new Sim();
    const ran: string[] = [];
    const body = function* (name: string) {
      ran.push(name);
      yield* sim.yieldNow();
    };
    sim.pause('g');
    sim.go('first', body('first'), 'g');
    sim.crash('g');
    sim.go('second', body('second'), 'g');
    sim.runUntilIdle();
    expect(ran).toEqual(['second']);
  });
});

describe('Sim.runUntil', () => {
  test('goes on until it is so, and says whether it came to be', () => {
    const sim = new Sim();
    let ticks = 0;
    const tick = (): void => void (++ticks < 5 && sim.after(10, tick));
    sim.after(10, tick);
    expect(sim.runUntil(() => ticks === 2)).toBe(true);
    expect([ticks, sim.now]).toEqual([2, 20]);
    expect(sim.runUntil(() => ticks === 2)).toBe(true);
    expect(sim.now).toBe(20);
    expect(sim.runUntil(() => ticks === 9)).toBe(false);
    expect([ticks, sim.now]).toEqual([5, 50]);
  });
});

describe('timers', () => {
  test('that were stopped are passed over, and one that fires may set and stop others', () => {
    const sim = new Sim();
    const fired: string[] = [];
    const timer = (name: string, ms: number) => sim.after(ms, () => fired.push(`${name} at ${sim.now}`));
    const stopped = timer('stopped', 5);
    const last = timer('last', 30);
    sim.after(10, () => {
      sim.stop(last);
      timer('new', 5);
      timer('at once', -5);
    });
    sim.stop(stopped);
    expect(sim.nextTimerAt).toBe(10);
    sim.runUntilIdle();
    expect(fired).toEqual(['at once at 10', 'new at 15']);
    expect([sim.now, sim.nextTimerAt, sim.step()]).toEqual([15, undefined, false]);
  });
});
