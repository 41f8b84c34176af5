import { describe, expect, test } from 'vitest';
import {
  StatusError,
  newServiceUnavailable,
  newTooManyRequests,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { RESTClient } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/client.ts';
import { request } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/request.ts';
import {
  type RateLimiter,
  newFakeAlwaysRateLimiter,
  newTokenBucketRateLimiter,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/throttle.ts';
import type { Result } from '../../../../../../../../src/runtime/go/result.ts';
import {
  type Context,
  background,
  withCancel,
  withTimeout,
} from '../../../../../../../../src/runtime/sim/context.ts';
import { Sim } from '../../../../../../../../src/runtime/sim/sim.ts';
import { transcript } from '../../../../../../sim/transcript.ts';
import { makePod } from '../tools/cache/support.ts';

interface Setting {
  /** How long each answer takes, and what it is; the last one from then on. */
  readonly answers?: readonly (readonly [ms: number, refusal?: StatusError])[];
  /** How long the client waits for all of a request. */
  readonly timeoutMs?: number;
  /** One request at once, and as many a second. */
  readonly qps?: number;
  /** How many requests the rate limiter lets pass before it refuses all others. */
  readonly most?: number;
  readonly requests?: number;
  readonly within?: (sim: Sim) => Context;
}

/** What was sent, when, and what came of it. */
function play({ answers = [[0]], timeoutMs, qps, most, requests = 1, within }: Setting): string[] {
  const sim = new Sim();
  const { say, lines } = transcript(sim);
  const left = [...answers];
  const transport = {
    *do() {
      say('sent');
      const [ms, refusal] = (left.length > 1 ? left.shift() : left[0]) ?? [0];
      yield* sim.sleep(ms);
      say('answered');
      return (refusal ? [undefined, refusal] : [makePod('a'), undefined]) as Result<KubeObject, StatusError>;
    },
    *watch(): Generator<never, never> {
      throw new Error('nothing is watched here');
    },
  };
  const limiter = most === undefined ? qps && newTokenBucketRateLimiter(sim, qps, 1) : refusingAfter(most);
  const client = new RESTClient(sim, transport, 'test', limiter || undefined, timeoutMs);
  sim.go(
    'test',
    (function* () {
      const ctx = within?.(sim);
      for (let i = 0; i < requests; i++) {
        const [object, err] = yield* request(client, { verb: 'get', resource: 'pods' }, ctx);
        say(object ? `got ${object.metadata.name}` : `failed: ${err?.message}`);
      }
    })(),
  );
  sim.runFor(60_000);
  lines.push(`${sim.processes.size} left over, ${sim.nextTimerAt === undefined ? 'no' : 'a'} timer`);
  return lines;
}

/** A rate limiter that lets some requests pass, and refuses the others. */
function refusingAfter(most: number): RateLimiter {
  let passed = 0;
  return {
    ...newFakeAlwaysRateLimiter(),
    *wait() {
      return passed++ < most ? undefined : new Error('too fast');
    },
  };
}

const none = '0 left over, no timer';
const timedOut = 'failed: Timeout: context deadline exceeded';

describe('a request', () => {
  test('waits for its answer, however long that takes', () => {
    expect(play({ answers: [[50_000]] })).toEqual(['    0  sent', '50000  answered', '50000  got a', none]);
  });

  test('is given up when the time of the client is over, though the server goes on', () => {
    expect(play({ answers: [[300]], timeoutMs: 200 })).toEqual([
      '    0  sent',
      `  200  ${timedOut}`,
      '  300  answered',
      none,
    ]);
  });

  test('that is answered in time leaves no timer behind, and the next has all its time again', () => {
    expect(play({ answers: [[150]], timeoutMs: 200, requests: 2 })).toEqual([
      '    0  sent',
      '  150  answered',
      '  150  got a',
      '  150  sent',
      '  300  answered',
      '  300  got a',
      none,
    ]);
  });

  test('is given up when its context ends, or the client has no more time, whichever comes first', () => {
    const cancelled = (sim: Sim): Context => {
      const [ctx, cancel] = withCancel(background);
      sim.after(100, cancel);
      return ctx;
    };
    const tried = (timeoutMs?: number) => play({ answers: [[300]], within: cancelled, timeoutMs })[1];
    expect(tried()).toBe('  100  failed: Timeout: context canceled');
    expect(tried(200)).toBe('  100  failed: Timeout: context canceled');
    expect(tried(50)).toBe(`   50  ${timedOut}`);
  });

  test('is not sent after its context has ended', () => {
    const ended = (): Context => {
      const [ctx, cancel] = withCancel(background);
      cancel();
      return ctx;
    };
    expect(play({ within: ended, requests: 2 })).toEqual([
      '    0  failed: Timeout: context canceled',
      '    0  failed: Timeout: context canceled',
      none,
    ]);
  });

  test('is not sent if its context ends while the rate limiter holds it back', () => {
    const within = (sim: Sim): Context => withTimeout(sim, background, 500)[0];
    expect(play({ within, qps: 1, requests: 2 })).toEqual([
      '    0  sent',
      '    0  answered',
      '    0  got a',
      `  500  ${timedOut}`,
      none,
    ]);
  });

  test('is sent again when a busy server says so, and held back by the rate limiter once more', () => {
    const busy = newTooManyRequests('later', 1);
    expect(play({ answers: [[10, busy], [10, busy], [10]], qps: 0.5 })).toEqual([
      '    0  sent',
      '   10  answered',
      ' 2000  sent',
      ' 2010  answered',
      ' 4000  sent',
      ' 4010  answered',
      ' 4010  got a',
      none,
    ]);
  });

  test('that the rate limiter refuses is not sent, nor sent again', () => {
    expect(play({ most: 0 })).toEqual(['    0  failed: Timeout: too fast', none]);
    expect(play({ most: 1, answers: [[10, newTooManyRequests('later', 1)]] })).toEqual([
      '    0  sent',
      '   10  answered',
      ' 1010  failed: Timeout: too fast',
      none,
    ]);
  });

  test('has one time for all its tries', () => {
    const busy = newTooManyRequests('later', 1);
    expect(play({ answers: [[10, busy]], timeoutMs: 2500 })).toEqual([
      '    0  sent',
      '   10  answered',
      ' 1010  sent',
      ' 1020  answered',
      ' 2020  sent',
      ' 2030  answered',
      ` 3030  ${timedOut}`,
      none,
    ]);
    expect(play({ answers: [[10, busy]], timeoutMs: 1500, qps: 0.5 }).slice(-2)).toEqual([
      ` 1500  ${timedOut}`,
      none,
    ]);
  });

  test.each<[string, StatusError, boolean]>([
    ['429', newTooManyRequests('later', 1), true],
    ['500', new StatusError(500, 'ServerTimeout', 'later', { retryAfterSeconds: 1 }), true],
    ['503, with no time', newServiceUnavailable('down'), false],
    ['429, with no time', newTooManyRequests('later', 0), false],
    ['499', new StatusError(499, 'Unknown', 'no', { retryAfterSeconds: 1 }), false],
    ['430', new StatusError(430, 'Unknown', 'no', { retryAfterSeconds: 1 }), false],
    ['409', new StatusError(409, 'Conflict', 'no', { retryAfterSeconds: 1 }), false],
  ])('that is answered %s', (_, refusal, again) => {
    const last = play({ answers: [[0, refusal], [0]] }).at(-2);
    expect(last).toBe(again ? ' 1000  got a' : `    0  failed: ${refusal.message}`);
  });
});
