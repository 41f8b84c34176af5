import { describe, expect, test } from 'vitest';
import { Limiter } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/rate-limiter.ts';
import {
  newFakeAlwaysRateLimiter,
  newFakeNeverRateLimiter,
  newTokenBucketRateLimiter,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/throttle.ts';
import { background, withCancel, withTimeout } from '../../../../../../../../../src/runtime/sim/context.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { transcript } from '../../../../../../../sim/transcript.ts';

describe('token bucket', () => {
  test('lets a burst pass, and no more', () => {
    const limiter = newTokenBucketRateLimiter(new Sim(), 1, 3);
    expect([1, 2, 3, 4].map(() => limiter.tryAccept())).toEqual([true, true, true, false]);
    expect(limiter.qps()).toBe(1);
  });

  test('fills up again, to the burst', () => {
    const sim = new Sim();
    const limiter = newTokenBucketRateLimiter(sim, 1, 1);
    limiter.tryAccept();
    sim.runFor(999);
    expect(limiter.tryAccept()).toBe(false);
    sim.runFor(1);
    expect(limiter.tryAccept()).toBe(true);
    sim.runFor(10_000);
    expect([limiter.tryAccept(), limiter.tryAccept()]).toEqual([true, false]);
  });

  test('5 at once, then 11 at ten a second', () => {
    const sim = new Sim();
    const limiter = newTokenBucketRateLimiter(sim, 10, 5);
    const times: number[] = [];
    sim.go(
      'client',
      (function* () {
        for (let i = 0; i < 16; i++) {
          yield* limiter.accept();
          times.push(sim.now);
        }
      })(),
    );
    sim.runUntilIdle();
    expect(times).toEqual([0, 0, 0, 0, 0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100]);
  });

  test('ten clients take 100 tokens of 100 a second in one second', () => {
    const sim = new Sim({ order: 'seeded' });
    const limiter = newTokenBucketRateLimiter(sim, 100, 1);
    limiter.tryAccept();
    let taken = 0;
    for (let i = 0; i < 10; i++) {
      sim.go(
        `client-${i}`,
        (function* () {
          for (let j = 0; j < 10; j++) {
            yield* limiter.accept();
            taken++;
          }
        })(),
      );
    }
    sim.runFor(999);
    expect(taken).toBe(99);
    sim.runFor(1);
    expect(taken).toBe(100);
  });

  test.each([3, 7, 20, 30, 1 / 300])('at %s a second, no fraction is lost or won', (qps) => {
    const sim = new Sim();
    const limiter = newTokenBucketRateLimiter(sim, qps, 1);
    let accepted = 0;
    sim.go(
      'client',
      (function* () {
        for (; accepted < 50; accepted++) yield* limiter.accept();
      })(),
    );
    sim.runUntilIdle();
    const exact = (49 / qps) * 1000;
    expect(sim.now).toBeGreaterThanOrEqual(Math.floor(exact));
    expect(sim.now).toBeLessThanOrEqual(Math.ceil(exact) + 1);
  });

  test('nextDelay tells how long a wait will be, and takes nothing', () => {
    const sim = new Sim();
    const { say, lines } = transcript(sim);
    const limiter = newTokenBucketRateLimiter(sim, 20, 2);
    sim.go(
      'client',
      (function* () {
        for (let i = 0; i < 4; i++) {
          const delayMs = limiter.nextDelay();
          expect(limiter.nextDelay()).toBe(delayMs);
          say(`delay ${delayMs}`);
          expect(yield* limiter.wait()).toBeUndefined();
        }
        say('done');
      })(),
    );
    sim.runUntilIdle();
    expect(lines).toEqual([
      '    0  delay 0',
      '    0  delay 0',
      '    0  delay 50',
      '   50  delay 50',
      '  100  done',
    ]);
  });

  test('a wait that its context ends gives its token back', () => {
    const sim = new Sim();
    const limiter = newTokenBucketRateLimiter(sim, 1, 1);
    limiter.tryAccept();
    const { say, lines } = transcript(sim);
    const [ctx] = withTimeout(sim, background, 300);
    sim.go(
      'client',
      (function* () {
        for (let i = 0; i < 2; i++) {
          const err = yield* limiter.wait(ctx);
          say(String(err?.message));
        }
      })(),
    );
    sim.runFor(400);
    expect(lines).toEqual(['  300  context deadline exceeded', '  300  context deadline exceeded']);
    expect(limiter.nextDelay()).toBe(600);
  });

  test('a bucket without room, and one without bounds', () => {
    const sim = new Sim();
    const none = new Limiter(sim, 1, 0);
    expect(none.reserve().ok).toBe(false);
    expect(none.reserve().delay()).toBe(Infinity);
    expect(none.nextDelay()).toBe(Infinity);
    expect(none.wait(background).next()).toMatchObject({
      done: true,
      value: { message: "rate: Wait(n=1) exceeds limiter's burst 0" },
    });
    const all = new Limiter(sim, Infinity, 0);
    expect(all.reserve().delay()).toBe(0);
    expect(all.allow()).toBe(true);
    expect(all.nextDelay()).toBe(0);
  });

  test('a reservation that is given back leaves those after it as they are', () => {
    const sim = new Sim();
    const limiter = new Limiter(sim, 1, 1);
    limiter.reserve();
    const second = limiter.reserve();
    const third = limiter.reserve();
    expect([second.delay(), third.delay()]).toEqual([1000, 2000]);
    third.cancel();
    expect(limiter.nextDelay()).toBe(2000);
    second.cancel();
    expect(limiter.nextDelay()).toBe(1000);
  });
});

describe('a reservation that is given back', () => {
  /** A bucket of two tokens that gains one a second, and what the reservations have to wait. */
  function reserved(count: number) {
    const sim = new Sim();
    const limiter = new Limiter(sim, 1, 2);
    const reservations = Array.from({ length: count }, () => limiter.reserve());
    return { sim, limiter, reservations };
  }

  test.each([
    ['the last', [4], -1],
    ['the last two, from the end', [4, 3], 0],
    ['one that another was made after', [3], -2],
    ['one that two were made after', [2], -2],
    ['all that wait, from the end', [4, 3, 2], 1],
  ])('%s shortens the waiting of who comes next by what nobody has built upon', (_, given, tokens) => {
    const { sim, limiter, reservations } = reserved(5);
    expect(reservations.slice(2).map((each) => each.delay())).toEqual([1000, 2000, 3000]);
    sim.runFor(1000);
    for (const index of given) reservations[index]?.cancel();
    expect(limiter.tokens).toBe(tokens);
    expect(limiter.nextDelay() + 0).toBe((1 - tokens) * 1000);
  });

  test('when it could have been used already, or is given back again, changes nothing', () => {
    const { sim, limiter, reservations } = reserved(5);
    sim.runFor(2500);
    reservations[3]?.cancel();
    expect(limiter.tokens).toBeCloseTo(-0.5);
    sim.runFor(500);
    expect(limiter.tokens).toBe(0);
    reservations[4]?.cancel();
    expect(limiter.tokens).toBe(1);
  });

  test('never fills the bucket above its brim', () => {
    const { limiter, reservations } = reserved(1);
    for (let i = 0; i < 5; i++) reservations[0]?.cancel();
    expect(limiter.tokens).toBe(2);
  });

  test('of several tokens gives all of them back', () => {
    const limiter = new Limiter(new Sim(), 1, 2);
    const pair = limiter.reserve(2);
    expect([limiter.tokens, limiter.reserve(3).ok]).toEqual([0, false]);
    pair.cancel();
    expect([limiter.tokens, limiter.allow(2), limiter.allow()]).toEqual([2, true, false]);
  });

  test('leaves no timer behind when its context ends', () => {
    const sim = new Sim();
    const limiter = newTokenBucketRateLimiter(sim, 1, 1);
    limiter.tryAccept();
    const [ctx, cancel] = withCancel(background);
    sim.go('client', limiter.wait(ctx));
    sim.runFor(100);
    expect(sim.nextTimerAt).toBe(1000);
    cancel();
    sim.runFor(0);
    expect(sim.nextTimerAt).toBeUndefined();
  });
});

test('who comes with a context that has ended gets no token, though there are some', () => {
  const [ctx, cancel] = withCancel(background);
  cancel();
  const limiter = newTokenBucketRateLimiter(new Sim(), 1, 2);
  expect(limiter.wait(ctx).next()).toMatchObject({ done: true, value: { message: 'context canceled' } });
  expect(limiter.tokens).toBe(2);
});

test('who finds a token does not wait, with a context or without', () => {
  const limiter = newTokenBucketRateLimiter(new Sim(), 1, 2);
  for (const ctx of [undefined, background])
    expect(limiter.wait(ctx).next()).toEqual({ done: true, value: undefined });
  expect(new Limiter(new Sim(), Infinity, 0).wait().next()).toEqual({ done: true, value: undefined });
});

test('a bucket tells how many tokens it has', () => {
  const sim = new Sim();
  const limiter = newTokenBucketRateLimiter(sim, 10, 3);
  for (let i = 0; i < 3; i++) limiter.tryAccept();
  expect(limiter.tokens).toBe(0);
  sim.runFor(150);
  expect(limiter.tokens).toBe(1.5);
  expect(new Limiter(sim, Infinity, 0).tokens).toBe(Infinity);
});

describe('fakes', () => {
  test('have a rate of one, and say how long they would hold back', () => {
    const [always, never] = [newFakeAlwaysRateLimiter(), newFakeNeverRateLimiter()];
    expect([always.qps(), always.nextDelay(), never.qps(), never.nextDelay()]).toEqual([1, 0, 1, Infinity]);
  });

  test('one always accepts, one never', () => {
    const sim = new Sim();
    const [ctx, cancel] = withCancel(background);
    cancel();
    const always = newFakeAlwaysRateLimiter();
    expect(always.tryAccept()).toBe(true);
    expect(always.wait(ctx).next()).toEqual({ done: true, value: undefined });
    const never = newFakeNeverRateLimiter();
    expect(never.tryAccept()).toBe(false);
    expect(never.wait(ctx).next()).toMatchObject({ value: { message: 'can not be accept' } });
    let accepted = false;
    sim.go(
      'client',
      (function* () {
        yield* never.accept();
        accepted = true;
      })(),
    );
    sim.runUntilIdle();
    expect(accepted).toBe(false);
    never.stop();
    sim.runUntilIdle();
    expect(accepted).toBe(true);
  });
});
