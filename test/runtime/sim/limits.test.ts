import { describe, expect, test } from 'vitest';
import { Chan } from '../../../src/runtime/sim/chan.ts';
import { LimitReached, ProcessFailed } from '../../../src/runtime/sim/limits.ts';
import { Sim } from '../../../src/runtime/sim/sim.ts';
import { Trace, emptyWorld } from '../../../src/runtime/sim/trace.ts';

const caught = (action: () => unknown): unknown => {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('a limit that is reached', () => {
  test('says what was expected and found, and the last events, where there are any', () => {
    expect(new LimitReached('steps', 9, 'ten', []).message).toBe(
      'limit reached: expected at most 9 (steps), found ten',
    );
    expect(new LimitReached('steps', 9, 'ten', ['a', 'b']).message).toBe(
      'limit reached: expected at most 9 (steps), found ten\nThe last events were:\n  a\n  b',
    );
  });

  test('is that of living processes: those that ended make room', () => {
    const sim = new Sim({ limits: { processes: 2 } });
    const trace = new Trace<string>(sim, emptyWorld());
    sim.trace = trace as unknown as Trace;
    for (let i = 0; i < 5; i++) {
      sim.go(`short ${i}`, sim.yieldNow());
      sim.runUntilIdle();
    }
    sim.go('a', sim.sleep(1));
    sim.go('b', sim.sleep(1));
    trace.record('both sleep');
    const error = caught(() => sim.go('c', sim.sleep(1)));
    expect(error).toMatchObject({ name: 'LimitReached', limit: 'processes' });
    expect(String(error)).toBe(
      'LimitReached: limit reached: expected at most 2 (processes), found one more: c\n' +
        'The last events were:\n  0 ms  "both sleep"',
    );
  });

  test('is of the room of a channel', () => {
    expect(new Chan<number>('numbers', 1_000_000).capacity).toBe(1_000_000);
    expect(String(caught(() => new Chan<number>('numbers', 1_000_001)))).toBe(
      'LimitReached: limit reached: expected at most 1000000 (queued), found a channel numbers of 1000001',
    );
  });

  test('is the last that is allowed, of time and of steps', () => {
    const sim = new Sim({ limits: { virtualMs: 1000, steps: 2 } });
    const fired: number[] = [];
    for (const ms of [1000, 1000, 1000]) sim.after(ms, () => fired.push(sim.now));
    expect(caught(() => sim.runUntilIdle())).toMatchObject({ limit: 'steps' });
    expect(fired).toEqual([1000, 1000]);
  });

  test('passes through a process as it is, and other errors say whose they were', () => {
    const failing = (error: unknown): unknown => {
      const sim = new Sim();
      sim.go(
        'worker',
        (function* () {
          yield* sim.sleep(5);
          throw error;
        })(),
      );
      return caught(() => sim.runUntilIdle());
    };
    const limit = new LimitReached('queued', 1, 'two', []);
    expect(failing(limit)).toBe(limit);
    expect(failing('plain')).toMatchObject({ process: 'worker', at: 5, cause: 'plain' });
    expect(String(failing('plain'))).toBe(
      'ProcessFailed: process worker failed at 5 ms: expected an Error to be thrown, found the text "plain"; ' +
        'throw new Error("what went wrong")',
    );
    expect(new ProcessFailed('p', 1, new RangeError('r')).message).toBe(
      'process p failed at 1 ms: RangeError: r',
    );
  });
});
