import { describe, expect, test } from 'vitest';
import {
  type RateLimiter,
  defaultControllerRateLimiter,
  newItemExponentialFailureRateLimiter,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import {
  RateLimitingType,
  newNamedRateLimitingQueue,
  newRateLimitingQueue,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.ts';
import { DelayingType } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/delaying_queue.ts';
import { newQueue } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { transcript } from '../../../../../../../sim/transcript.ts';

describe('rate-limiting queue', () => {
  test('INF-24: delays grow with the failures of a key, and forget starts them over', () => {
    const sim = new Sim();
    const delays: [string, number][] = [];
    const delaying = new DelayingType(sim, newQueue(sim), '');
    delaying.addAfter = (key, ms) => void delays.push([key, ms]);
    const queue = new RateLimitingType(delaying, newItemExponentialFailureRateLimiter(1, 1000));
    queue.addRateLimited('one');
    queue.addRateLimited('one');
    expect(queue.numRequeues('one')).toBe(2);
    queue.addRateLimited('two');
    queue.addRateLimited('two');
    queue.forget('one');
    expect(queue.numRequeues('one')).toBe(0);
    queue.addRateLimited('one');
    expect(delays).toEqual([
      ['one', 1],
      ['one', 2],
      ['two', 1],
      ['two', 2],
      ['one', 1],
    ]);
  });

  test('INF-24: a key that fails four times comes back after 5, 10, 20 and 40 ms', () => {
    const sim = new Sim();
    const queue = newNamedRateLimitingQueue(sim, defaultControllerRateLimiter(sim), 'replicaset');
    const { say, lines } = transcript(sim);
    sim.go(
      'worker',
      (function* () {
        for (;;) {
          const [key, shutdown] = yield* queue.get();
          if (shutdown) return;
          const failed = queue.numRequeues(key);
          say(`${key} after ${failed} failures`);
          if (failed < 4) queue.addRateLimited(key);
          else queue.forget(key);
          queue.done(key);
        }
      })(),
    );
    queue.add('default/web');
    sim.runFor(1000);
    queue.add('default/web');
    queue.shutDown();
    sim.runUntilIdle();
    expect(lines).toEqual([
      '    0  default/web after 0 failures',
      '    5  default/web after 1 failures',
      '   15  default/web after 2 failures',
      '   35  default/web after 3 failures',
      '   75  default/web after 4 failures',
      ' 1000  default/web after 0 failures',
    ]);
  });

  test('asks the observed rate limiter, and passes all else on', () => {
    const sim = new Sim();
    const kinds: string[] = [];
    sim.observe = (kind, name, component) => {
      kinds.push(`${kind} ${name}`);
      return component;
    };
    const limiter: RateLimiter = newItemExponentialFailureRateLimiter(1, 1000);
    const queue = newRateLimitingQueue(sim, limiter);
    expect(kinds).toEqual(['workqueue ', 'delaying-queue ', 'rate-limiter ']);
    queue.add('a');
    queue.addAfter('b', 10);
    expect(queue.len()).toBe(1);
    sim.runFor(10);
    expect(queue.len()).toBe(2);
    expect(queue.get().next()).toEqual({ done: true, value: ['a', false] });
    queue.done('a');
    expect(queue.shuttingDown()).toBe(false);
    queue.shutDown();
    expect(queue.shuttingDown()).toBe(true);
  });
});
