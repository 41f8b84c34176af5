import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Chan } from '../../../src/runtime/sim/chan.ts';
import { LimitReached, ProcessFailed } from '../../../src/runtime/sim/limits.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';
import { Sim } from '../../../src/runtime/sim/sim.ts';
import { transcript } from './transcript.ts';

describe('Sim', () => {
  test('runs processes in turn and moves the clock only when none is ready', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    function* ticker(name: string, everyMs: number): Blocking<void> {
      for (let i = 1; i <= 3; i++) {
        yield* sim.sleep(everyMs);
        say(`${name} ${i}`);
      }
    }
    sim.go('a', ticker('a', 100));
    sim.go('b', ticker('b', 150));
    sim.runUntilIdle();
    expect(lines).toEqual([
      '  100  a 1',
      '  150  b 1',
      '  200  a 2',
      '  300  b 2',
      '  300  a 3',
      '  450  b 3',
    ]);
  });

  test('wakes a loop that sleeps one second once a second, however far the clock is moved', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    sim.go(
      'loop',
      (function* () {
        for (;;) {
          yield* sim.sleep(1000);
          say('woke');
        }
      })(),
    );
    sim.runFor(3500);
    expect(lines).toEqual([' 1000  woke', ' 2000  woke', ' 3000  woke']);
    expect(sim.now).toBe(3500);
  });

  test('yieldNow lets the others go first', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    sim.go(
      'polite',
      (function* () {
        say('polite starts');
        yield* sim.yieldNow();
        say('polite ends');
      })(),
    );
    sim.go(
      'other',
      (function* (): Blocking<void> {
        say('other');
      })(),
    );
    sim.runUntilIdle();
    expect(lines).toEqual(['    0  polite starts', '    0  other', '    0  polite ends']);
  });

  test('a stopped timer does not fire, and says whether it had', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const first = sim.after(10, () => say('first'));
    const second = sim.after(20, () => say('second'));
    expect(sim.stop(second)).toBe(true);
    sim.runUntilIdle();
    expect(sim.stop(first)).toBe(false);
    expect(lines).toEqual(['   10  first']);
  });

  test('a crash drops a whole group where it stands and runs no finally', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    sim.go(
      'manager',
      (function* () {
        sim.go(
          'worker',
          (function* () {
            try {
              yield* sim.sleep(100);
              say('worker woke');
            } finally {
              say('worker finally');
            }
          })(),
        );
        yield* sim.sleep(1000);
        say('manager woke');
      })(),
    );
    sim.go(
      'other',
      (function* () {
        yield* sim.sleep(200);
        say('other woke');
      })(),
    );
    sim.runFor(50);
    expect(sim.crash('manager')).toBe(2);
    sim.runUntilIdle();
    expect(lines).toEqual(['  200  other woke']);
  });

  test('the seeded order finds other interleavings, each again from its seed', () => {
    const run = (seed: number, order: 'fifo' | 'seeded'): string => {
      const sim = new Sim({ seed, order });
      let said = '';
      for (const name of 'abcd') {
        sim.go(
          name,
          (function* () {
            yield* sim.yieldNow();
            said += name;
          })(),
        );
      }
      sim.runUntilIdle();
      return said;
    };
    expect(run(1, 'fifo')).toBe('abcd');
    expect(run(2, 'fifo')).toBe('abcd');
    const found = new Set(Array.from({ length: 200 }, (_, seed) => run(seed, 'seeded')));
    expect(found.size).toBe(24);
    expect(run(7, 'seeded')).toBe(run(7, 'seeded'));
  });

  test('a process that throws ends the step with its name and time', () => {
    const sim = new Sim();
    sim.go(
      'broken',
      (function* () {
        yield* sim.sleep(30);
        throw new RangeError('no such pod');
      })(),
    );
    expect(() => sim.runUntilIdle()).toThrow(
      new ProcessFailed('broken', 30, new RangeError('no such pod')).message,
    );
  });

  test('a run that never settles stops at its limit and says what it was doing', () => {
    const sim = new Sim({ limits: { steps: 100 } });
    sim.go(
      'spinner',
      (function* () {
        for (;;) yield* sim.yieldNow();
      })(),
    );
    expect(() => sim.runUntilIdle()).toThrow(
      new LimitReached('steps', 100, 'a run that goes on', []).message,
    );
  });

  test('time, too, has a limit', () => {
    const sim = new Sim({ limits: { virtualMs: 1000 } });
    sim.after(5000, () => undefined);
    expect(() => sim.runUntilIdle()).toThrow('expected at most 1000 (virtualMs), found a timer at 5000 ms');
  });

  test('a time that is no number is refused', () => {
    const sim = new Sim();
    expect(() => sim.after(Number.NaN, () => undefined)).toThrow('expected a time in ms, found NaN');
    expect(() => sim.sleep(undefined as unknown as number).next()).toThrow('found NaN');
  });

  test('a function that was not called is no process', () => {
    const sim = new Sim();
    function* body(): Blocking<void> {}
    expect(() => sim.go('worker', body as unknown as Blocking<void>)).toThrow(
      'sim.go("worker"): expected a started generator, such as run(), found function',
    );
  });

  test('writes times as Kubernetes does', () => {
    const sim = new Sim();
    sim.runFor(61_500);
    expect(sim.timestamp()).toBe('2021-01-16T12:01:01Z');
  });

  test('property: timers fire in order of time, and of setting where times are equal', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.boolean()), { maxLength: 60 }), (delays) => {
        const sim = new Sim();
        const fired: [number, number][] = [];
        const timers = delays.map(([ms], i) => sim.after(ms, () => fired.push([sim.now, i])));
        delays.forEach(([, stopped], i) => stopped && sim.stop(timers[i]!));
        sim.runUntilIdle();
        const expected = delays
          .map(([ms, stopped], i) => ({ ms, stopped, i }))
          .filter(({ stopped }) => !stopped)
          .sort((a, b) => a.ms - b.ms || a.i - b.i)
          .map(({ ms, i }) => [ms, i]);
        expect(fired).toEqual(expected);
      }),
    );
  });

  test('property: in every seeded order, what is sent is received once and in order per sender', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(3), fc.integer({ min: 1, max: 4 }), (seed, capacity, senders) => {
        const sim = new Sim({ seed, order: 'seeded' });
        const chan = new Chan<[number, number]>('numbers', capacity);
        const got: [number, number][] = [];
        for (let s = 0; s < senders; s++) {
          sim.go(
            `sender ${s}`,
            (function* () {
              for (let i = 0; i < 5; i++) yield* chan.send([s, i]);
            })(),
          );
        }
        for (let r = 0; r < 2; r++) {
          sim.go(
            `receiver ${r}`,
            (function* () {
              for (;;) {
                const [item, ok] = yield* chan.receive();
                if (!ok) return;
                got.push(item);
              }
            })(),
          );
        }
        sim.runUntilIdle();
        expect(got).toHaveLength(senders * 5);
        for (let s = 0; s < senders; s++) {
          expect(new Set(got.filter(([from]) => from === s).map(([, i]) => i)).size).toBe(5);
        }
      }),
    );
  });
});
