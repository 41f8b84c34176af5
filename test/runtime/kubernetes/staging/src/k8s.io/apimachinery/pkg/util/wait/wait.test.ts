import { describe, expect, test } from 'vitest';
import {
  Backoff,
  type BackoffOptions,
  type ConditionFunc,
  Group,
  type WaitFunc,
  backoffUntil,
  contextForChannel,
  errWaitTimeout,
  exponentialBackoff,
  exponentialBackoffWithContext,
  jitter,
  jitterUntil,
  newExponentialBackoffManager,
  newJitteredBackoffManager,
  nonSlidingUntil,
  poll,
  pollImmediate,
  pollImmediateInfinite,
  pollImmediateUntil,
  pollInfinite,
  pollUntil,
  poller,
  until,
  untilWithContext,
  waitFor,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import {
  newTicker,
  newTimer,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/clock/clock.ts';
import { Chan } from '../../../../../../../../../../src/runtime/sim/chan.ts';
import { background, withCancel } from '../../../../../../../../../../src/runtime/sim/context.ts';
import type { Blocking } from '../../../../../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../../../../../src/runtime/sim/sim.ts';
import { transcript } from '../../../../../../../../sim/transcript.ts';

const stopChan = (): Chan<never> => new Chan<never>('stop');

/** Runs a call to its end and gives what it gave, and when. */
function run<T>(sim: Sim, body: Blocking<T>): { result: T; at: number } {
  let got: { result: T; at: number } | undefined;
  sim.go(
    'test',
    (function* () {
      const result = yield* body;
      got = { result, at: sim.now };
    })(),
  );
  sim.runUntil(() => got !== undefined);
  if (!got) throw new Error('the call did not end');
  return got;
}

/** A condition that is true at its `nth` check, and counts its checks. */
function counting(nth: number): { condition: ConditionFunc; checks: () => number } {
  let checks = 0;
  return {
    checks: () => checks,
    *condition() {
      checks++;
      return [checks >= nth, undefined];
    },
  };
}

describe('until and its kin', () => {
  type Loop = (sim: Sim, f: () => Blocking<void>, stop: Chan<never>) => Blocking<void>;
  const loops: [string, Loop][] = [
    ['until', (sim, f, stop) => until(sim, f, 0, stop)],
    ['nonSlidingUntil', (sim, f, stop) => nonSlidingUntil(sim, f, 0, stop)],
    ['jitterUntil', (sim, f, stop) => jitterUntil(sim, f, 0, 1, true, stop)],
  ];

  test.each(loops)('%s never calls if stop is closed already', (_name, loop) => {
    const sim = new Sim();
    const stop = stopChan();
    stop.close();
    let calls = 0;
    const f = function* (): Blocking<void> {
      calls++;
    };
    run(sim, loop(sim, f, stop));
    expect(calls).toBe(0);
  });

  test.each(loops)('%s ends when stop closes', (_name, loop) => {
    const sim = new Sim();
    const stop = stopChan();
    let calls = 0;
    const f = function* (): Blocking<void> {
      if (++calls === 3) stop.close();
    };
    expect(run(sim, loop(sim, f, stop)).at).toBe(0);
    expect(calls).toBe(3);
  });

  test('until counts the period from the end of a call, nonSlidingUntil from its beginning', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const work = (name: string) =>
      function* (): Blocking<void> {
        say(name);
        yield* sim.sleep(30);
      };
    sim.go('sliding', until(sim, work('sliding'), 100, undefined));
    sim.go('fixed', nonSlidingUntil(sim, work('fixed'), 100, undefined));
    sim.runFor(300);
    expect(lines).toEqual([
      '    0  sliding',
      '    0  fixed',
      '  100  fixed',
      '  130  sliding',
      '  200  fixed',
      '  260  sliding',
      '  300  fixed',
    ]);
  });

  test('a call longer than a fixed period is followed by the next at once', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const f = function* (): Blocking<void> {
      say('call');
      yield* sim.sleep(250);
    };
    sim.go('fixed', nonSlidingUntil(sim, f, 100, undefined));
    sim.runFor(600);
    expect(lines).toEqual(['    0  call', '  250  call', '  500  call']);
  });

  test('until does not wait out its period when f closes stop', () => {
    const sim = new Sim();
    const stop = stopChan();
    const f = function* (): Blocking<void> {
      stop.close();
    };
    expect(run(sim, until(sim, f, 30_000, stop)).at).toBe(0);
    const again = stopChan();
    const g = function* (): Blocking<void> {
      again.close();
    };
    expect(run(sim, jitterUntil(sim, g, 30_000, 1, true, again)).at).toBe(0);
  });

  test('untilWithContext ends with its context', () => {
    const sim = new Sim();
    const [ctx, cancel] = withCancel(background);
    let calls = 0;
    const f = function* (): Blocking<void> {
      calls++;
    };
    sim.after(250, cancel);
    expect(run(sim, untilWithContext(sim, ctx, f, 100)).at).toBe(250);
    expect(calls).toBe(3);
  });

  test('a negative jitter factor leaves the period as it is', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const f = function* (): Blocking<void> {
      say('call');
    };
    sim.go('loop', jitterUntil(sim, f, 1000, -30, true, undefined));
    sim.runFor(2000);
    expect(lines).toEqual(['    0  call', ' 1000  call', ' 2000  call']);
  });

  test('backoffUntil pauses as its manager says', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const f = function* (): Blocking<void> {
      say('try');
    };
    sim.go(
      'loop',
      backoffUntil(sim, f, newExponentialBackoffManager(sim, 800, 30_000, 120_000, 2, 0), true, undefined),
    );
    sim.runFor(90_000);
    expect(lines.map((line) => Number(line.slice(0, 5)))).toEqual([
      0, 800, 2400, 5600, 12_000, 24_800, 50_400, 80_400,
    ]);
  });

  test('what f throws ends the run', () => {
    const sim = new Sim();
    const f = function* (): Blocking<void> {
      throw new Error('broken');
    };
    sim.go('loop', until(sim, f, 1, undefined));
    expect(() => sim.runUntilIdle()).toThrow('process loop failed at 0 ms: Error: broken');
  });
});

describe('Backoff.step', () => {
  const cases: [string, BackoffOptions, number[]][] = [
    ['no steps', { durationMs: 1000, steps: 0 }, [1000, 1000, 1000]],
    ['one step, no factor', { durationMs: 1000, steps: 1 }, [1000, 1000, 1000]],
    ['a factor of 1', { durationMs: 1000, factor: 1, steps: 1 }, [1000, 1000, 1000]],
    ['doubled', { durationMs: 1000, factor: 2, steps: 3 }, [1000, 2000, 4000]],
    ['capped', { durationMs: 1000, factor: 2, steps: 3, capMs: 3000 }, [1000, 2000, 3000]],
    [
      'capped, jittered',
      { durationMs: 1000, factor: 2, steps: 2, capMs: 3000, jitter: 0.5 },
      [1000, 2000, 3000],
    ],
    [
      'jittered',
      { durationMs: 1000, factor: 2, steps: 6, jitter: 4 },
      [1000, 2000, 4000, 8000, 16_000, 32_000],
    ],
  ];

  test.each(cases)('%s', (_name, options, want) => {
    for (let seed = 0; seed < 5; seed++) {
      const sim = new Sim({ seed });
      const backoff = new Backoff(options);
      for (const base of want) {
        const got = backoff.step(sim);
        expect(got).toBeGreaterThanOrEqual(base);
        expect(got).toBeLessThanOrEqual(base * (1 + (options.jitter ?? 0)));
      }
    }
  });

  test('jitter draws whole ms from the seed', () => {
    const draw = (seed: number): number[] => {
      const sim = new Sim({ seed });
      return [1, 2, 3, 4].map(() => jitter(sim, 1000, 0.5));
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    for (const ms of draw(1)) expect(ms % 1).toBe(0);
  });
});

describe('back-off managers', () => {
  const next = (sim: Sim, manager: { backoff(): { c(): Chan<number> } }): number => {
    const start = sim.now;
    return run(sim, manager.backoff().c().receive()).at - start;
  };

  test('the exponential one grows to its maximum, and starts over after a quiet time', () => {
    const sim = new Sim();
    const manager = newExponentialBackoffManager(sim, 1, 10, 10, 2, 0);
    expect([1, 2, 3, 4, 5, 6, 7].map(() => next(sim, manager))).toEqual([1, 2, 4, 8, 10, 10, 10]);
    sim.runFor(11);
    expect(next(sim, manager)).toBe(1);
  });

  test('the jittered one keeps to its bounds', () => {
    const sim = new Sim();
    const manager = newJitteredBackoffManager(sim, 100, 1);
    const pauses = Array.from({ length: 50 }, () => next(sim, manager));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(200);
    expect(new Set(pauses).size).toBeGreaterThan(10);
    expect(next(sim, newJitteredBackoffManager(sim, 100, -1))).toBe(100);
  });
});

describe('exponentialBackoff', () => {
  const options: BackoffOptions = { durationMs: 10, factor: 1, steps: 3 };

  test('checks as often as it has steps, with no pause after the last', () => {
    const sim = new Sim();
    const { condition, checks } = counting(Infinity);
    expect(run(sim, exponentialBackoff(sim, options, condition))).toEqual({ result: errWaitTimeout, at: 20 });
    expect(checks()).toBe(3);
  });

  test('ends at once when the condition is true', () => {
    const sim = new Sim();
    const { condition, checks } = counting(1);
    expect(run(sim, exponentialBackoff(sim, options, condition))).toEqual({ result: undefined, at: 0 });
    expect(checks()).toBe(1);
  });

  test('gives the error of the condition', () => {
    const sim = new Sim();
    const failure = new Error('some other error');
    const condition: ConditionFunc = function* () {
      return [false, failure];
    };
    expect(run(sim, exponentialBackoff(sim, options, condition)).result).toBe(failure);
  });

  test('leaves the options as they are, so that they can be used again', () => {
    const sim = new Sim();
    const backoff = new Backoff(options);
    run(sim, exponentialBackoff(sim, backoff, counting(3).condition));
    expect(backoff.steps).toBe(3);
  });

  const failure = new Error('condition failed');
  test.each<[string, number, (n: number) => [boolean, Error | undefined], number, unknown]>([
    ['no steps, no checks', 0, () => [false, undefined], 0, errWaitTimeout],
    ['one step, never true', 1, () => [false, undefined], 1, errWaitTimeout],
    ['one step, true', 1, () => [true, undefined], 1, undefined],
    ['five steps, never true', 5, () => [false, undefined], 5, errWaitTimeout],
    ['five steps, true at the third', 5, (n) => [n === 3, undefined], 3, undefined],
    ['an error, even with true', 5, () => [true, failure], 1, failure],
  ])('with a context: %s', (_name, steps, outcome, attempts, expected) => {
    const sim = new Sim();
    let n = 0;
    const condition: ConditionFunc = function* () {
      return outcome(++n);
    };
    const backoff = { durationMs: 1, factor: 1, steps };
    expect(run(sim, exponentialBackoffWithContext(sim, background, backoff, condition)).result).toBe(
      expected,
    );
    expect(n).toBe(attempts);
  });

  test('with a context that ends before the first check, or in a pause', () => {
    const sim = new Sim();
    const [ctx, cancel] = withCancel(background);
    const { condition, checks } = counting(Infinity);
    sim.after(15, cancel);
    const backoff = { durationMs: 10, factor: 1, steps: 5 };
    expect(run(sim, exponentialBackoffWithContext(sim, ctx, backoff, condition))).toEqual({
      result: ctx.err,
      at: 15,
    });
    expect(checks()).toBe(2);
    expect(run(sim, exponentialBackoffWithContext(sim, ctx, backoff, condition)).result).toBe(ctx.err);
    expect(checks()).toBe(2);
  });
});

describe('polling', () => {
  test('the poller ticks until its time-out and then closes', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    sim.go(
      'test',
      (function* () {
        const ch = poller(sim, 100, 250)(stopChan());
        for (;;) {
          const [, open] = yield* ch.receive();
          say(open ? 'tick' : 'closed');
          if (!open) return;
        }
      })(),
    );
    sim.runUntilIdle();
    expect(lines).toEqual(['  100  tick', '  200  tick', '  250  closed']);
  });

  test('poll waits an interval first, pollImmediate checks at once', () => {
    const sim = new Sim();
    expect(run(sim, poll(sim, 100, 1000, counting(1).condition))).toEqual({ result: undefined, at: 100 });
    expect(run(sim, pollImmediate(sim, 100, 1000, counting(1).condition))).toEqual({
      result: undefined,
      at: 100,
    });
    expect(run(sim, pollImmediate(sim, 100, 1000, counting(3).condition))).toEqual({
      result: undefined,
      at: 300,
    });
  });

  test('at the time-out the condition is checked once more', () => {
    const sim = new Sim();
    const { condition, checks } = counting(Infinity);
    expect(run(sim, poll(sim, 100, 250, condition))).toEqual({ result: errWaitTimeout, at: 250 });
    expect(checks()).toBe(3);
  });

  test('ticks that come during a long check are dropped', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const condition: ConditionFunc = function* () {
      say('check');
      yield* sim.sleep(250);
      return [false, undefined];
    };
    run(sim, poll(sim, 100, 1000, condition));
    expect(lines).toEqual(['  100  check', '  400  check', '  700  check', ' 1000  check']);
  });

  test.each([
    ['poll', (sim: Sim, c: ConditionFunc) => poll(sim, 1, 10, c)],
    ['pollImmediate', (sim: Sim, c: ConditionFunc) => pollImmediate(sim, 1, 10, c)],
    ['pollInfinite', (sim: Sim, c: ConditionFunc) => pollInfinite(sim, 1, c)],
    ['pollImmediateInfinite', (sim: Sim, c: ConditionFunc) => pollImmediateInfinite(sim, 1, c)],
    ['pollUntil', (sim: Sim, c: ConditionFunc) => pollUntil(sim, 1, c, undefined)],
    ['pollImmediateUntil', (sim: Sim, c: ConditionFunc) => pollImmediateUntil(sim, 1, c, undefined)],
  ])('%s gives the error of the condition, and leaves no process behind', (_name, call) => {
    const sim = new Sim();
    const failure = new Error('expected error');
    const condition: ConditionFunc = function* () {
      return [false, failure];
    };
    expect(run(sim, call(sim, condition)).result).toBe(failure);
    sim.runUntilIdle();
    expect(sim.processes.size).toBe(0);
  });

  test('pollInfinite goes on until the condition is true', () => {
    const sim = new Sim();
    expect(run(sim, pollInfinite(sim, 10, counting(11).condition))).toEqual({ result: undefined, at: 110 });
    expect(run(sim, pollImmediateInfinite(sim, 10, counting(11).condition))).toEqual({
      result: undefined,
      at: 210,
    });
  });

  test('pollUntil ends when stop closes', () => {
    const sim = new Sim();
    const stop = stopChan();
    sim.after(250, () => stop.close());
    expect(run(sim, pollUntil(sim, 100, counting(Infinity).condition, stop))).toEqual({
      result: errWaitTimeout,
      at: 250,
    });
    sim.runUntilIdle();
    expect(sim.processes.size).toBe(0);
  });

  test('pollImmediateUntil checks once even if stop is closed', () => {
    const sim = new Sim();
    const stop = stopChan();
    stop.close();
    const { condition, checks } = counting(Infinity);
    expect(run(sim, pollImmediateUntil(sim, 100, condition, stop))).toEqual({
      result: errWaitTimeout,
      at: 0,
    });
    expect(checks()).toBe(1);
    expect(run(sim, pollImmediateUntil(sim, 100, counting(1).condition, stop)).result).toBeUndefined();
  });
});

describe('waitFor', () => {
  const ticker =
    (sim: Sim, max: number): WaitFunc =>
    () => {
      const ch = new Chan<void>('ticks');
      sim.go(
        'ticker',
        (function* () {
          for (let i = 0; i < max; i++) yield* ch.send();
          ch.close();
        })(),
      );
      return ch;
    };

  test.each<[string, [boolean, Error | undefined], number, boolean]>([
    ['true at the first check', [true, undefined], 1, false],
    ['never true: once more when the channel closes', [false, undefined], 3, true],
    ['an error', [false, new Error('test')], 1, true],
  ])('%s', (_name, outcome, invoked, fails) => {
    const sim = new Sim();
    let invocations = 0;
    const condition: ConditionFunc = function* () {
      invocations++;
      return outcome;
    };
    const { result } = run(sim, waitFor(sim, ticker(sim, 2), condition, undefined));
    expect(result !== undefined).toBe(fails);
    expect(invocations).toBe(invoked);
  });

  test('a channel that is closed from the start gives one check and a time-out', () => {
    const sim = new Sim();
    const closed = new Chan<void>('closed');
    closed.close();
    const { condition, checks } = counting(Infinity);
    expect(
      run(
        sim,
        waitFor(sim, () => closed, condition, stopChan()),
      ).result,
    ).toBe(errWaitTimeout);
    expect(checks()).toBe(1);
  });

  test('a done that is closed from the start gives a time-out', () => {
    const sim = new Sim();
    const done = stopChan();
    done.close();
    const never = new Chan<void>('never');
    expect(
      run(
        sim,
        waitFor(sim, () => never, counting(1).condition, done),
      ).result,
    ).toBe(errWaitTimeout);
  });

  test('tells the wait function when it is over', () => {
    const sim = new Sim();
    let given: Chan<never> | undefined;
    const wait: WaitFunc = (done) => {
      given = done;
      return poller(sim, 1, 30_000)(done);
    };
    run(sim, waitFor(sim, wait, counting(1).condition, stopChan()));
    expect(given?.closed).toBe(true);
    sim.runUntilIdle();
    expect(sim.processes.size).toBe(0);
  });
});

describe('the rest', () => {
  test('a group waits for all that it started', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const group = new Group(sim);
    const stop = stopChan();
    group.start('a', () => sim.sleep(100));
    group.startWithContext('b', background, () => sim.sleep(50));
    group.startWithChannel('c', stop, function* (channel) {
      yield* channel?.receive() ?? sim.sleep(0);
      say('c is told to stop');
    });
    sim.after(200, () => stop.close());
    sim.go(
      'test',
      (function* () {
        yield* group.wait();
        say('all ended');
      })(),
    );
    sim.runUntilIdle();
    expect(lines).toEqual(['  200  c is told to stop', '  200  all ended']);
  });

  test('a closed channel ends all contexts made from it', () => {
    const sim = new Sim();
    const parent = stopChan();
    const contexts = [1, 2, 3].map(() => contextForChannel(sim, parent)[0]);
    sim.after(10, () => parent.close());
    sim.runUntilIdle();
    expect(contexts.map((ctx) => ctx.err?.message)).toEqual(Array(3).fill('context canceled'));
    expect(sim.processes.size).toBe(0);
  });

  test('a ticker does not pile up ticks, and stops', () => {
    const sim = new Sim();
    const ticker = newTicker(sim, 10);
    sim.runFor(35);
    expect(ticker.c().tryReceive()).toEqual([10, true]);
    expect(ticker.c().tryReceive()).toBeUndefined();
    ticker.stop();
    expect(sim.nextTimerAt).toBeUndefined();
    expect(() => newTicker(sim, 0)).toThrow('expected a positive period, found 0');
  });

  test('a timer can be stopped and started over', () => {
    const sim = new Sim();
    const timer = newTimer(sim, 10);
    expect(timer.reset(20)).toBe(true);
    sim.runFor(15);
    expect(timer.c().length).toBe(0);
    sim.runFor(5);
    expect(timer.c().tryReceive()).toEqual([20, true]);
    expect(timer.stop()).toBe(false);
  });
});
