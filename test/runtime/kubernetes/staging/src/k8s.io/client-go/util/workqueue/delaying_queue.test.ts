import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DelayingInterface,
  type DelayingType,
  newDelayingQueue,
  newDelayingQueueWithCustomQueue,
  newNamedDelayingQueue,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/delaying_queue.ts';
import { newQueue } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts';
import { LimitReached } from '../../../../../../../../../src/runtime/sim/limits.ts';
import type { Observe } from '../../../../../../../../../src/runtime/sim/observe.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { transcript } from '../../../../../../../sim/transcript.ts';

/** A sim, a queue, and a log of when each key was taken from it by a worker that needs no time. */
function setUp(): { sim: Sim; queue: DelayingInterface; lines: string[] } {
  const sim = new Sim();
  const queue = newDelayingQueue(sim);
  const { say, lines } = transcript(sim);
  sim.go(
    'worker',
    (function* () {
      for (;;) {
        const [key, shutdown] = yield* queue.get();
        if (shutdown) return;
        say(key);
        queue.done(key);
      }
    })(),
  );
  return { sim, queue, lines };
}

describe('delaying queue', () => {
  test('INF-24: adds a key when its time has come, and not again at a heartbeat', () => {
    const { sim, queue, lines } = setUp();
    queue.addAfter('foo', 50);
    sim.runFor(49);
    expect(lines).toEqual([]);
    sim.runFor(20_000);
    expect(lines).toEqual(['   50  foo']);
    expect(queue.len()).toBe(0);
  });

  test('INF-23 of two delays of a key the shorter counts, whichever came first', () => {
    const { sim, queue, lines } = setUp();
    queue.addAfter('foo', 50);
    queue.addAfter('foo', 70);
    sim.runFor(100);
    queue.addAfter('foo', 50);
    queue.addAfter('foo', 30);
    sim.runFor(100);
    expect(lines).toEqual(['   50  foo', '  130  foo']);
  });

  test('a later delay may be due before an earlier one', () => {
    const { sim, queue, lines } = setUp();
    queue.addAfter('foo', 1000);
    queue.addAfter('bar', 50);
    sim.runFor(60);
    queue.addAfter('baz', 2000);
    sim.runFor(3000);
    expect(lines).toEqual(['   50  bar', ' 1000  foo', ' 2060  baz']);
  });

  test('INF-23 keys come in the order of their times', () => {
    const { sim, queue, lines } = setUp();
    queue.addAfter('foo', 1000);
    queue.addAfter('bar', 500);
    queue.addAfter('baz', 250);
    sim.runFor(2000);
    expect(lines).toEqual(['  250  baz', '  500  bar', ' 1000  foo']);
  });

  test('a key is there for who comes at the same ms, also if it was delayed once more meanwhile', () => {
    const sim = new Sim();
    const queue = newDelayingQueue(sim);
    const found: number[] = [];
    sim.go(
      'a round every 20 ms',
      (function* () {
        for (;;) {
          queue.addAfter('node', 40);
          found.push(queue.len());
          yield* sim.sleep(20);
        }
      })(),
    );
    sim.runFor(40);
    expect(found).toEqual([0, 0, 1]);
  });

  test('no delay is an add', () => {
    const { sim, queue, lines } = setUp();
    queue.addAfter('now', 0);
    queue.addAfter('before', -5);
    expect(queue.len()).toBe(2);
    sim.runFor(1);
    expect(lines).toEqual(['    0  now', '    0  before']);
  });

  test('readyAt tells when a key comes back, from the call on until it is added', () => {
    const sim = new Sim();
    const queue = newDelayingQueue(sim) as DelayingType;
    sim.runFor(10);
    queue.addAfter('foo', 50);
    expect(queue.readyAt('foo')).toBe(60);
    queue.addAfter('foo', 20);
    expect(queue.readyAt('foo')).toBe(30);
    expect(queue.readyAt('bar')).toBeUndefined();
    sim.runFor(5);
    expect(queue.readyAt('foo')).toBe(30);
    sim.runFor(20);
    expect(queue.readyAt('foo')).toBeUndefined();
    expect(queue.len()).toBe(1);
  });

  test('readyAt tells the earliest of several times, in whatever order they were given', () => {
    const sim = new Sim();
    const queue = newDelayingQueue(sim) as DelayingType;
    for (const ms of [50, 20, 30]) queue.addAfter('foo', ms);
    queue.addAfter('bar', 10);
    expect(queue.readyAt('foo')).toBe(20);
    sim.runFor(1);
    expect([queue.readyAt('foo'), queue.readyAt('bar')]).toEqual([20, 10]);
    queue.addAfter('foo', 5);
    expect(queue.readyAt('foo')).toBe(6);
    queue.addAfter('foo', 100);
    expect(queue.readyAt('foo')).toBe(6);
    sim.runFor(30);
    expect([queue.readyAt('foo'), queue.readyAt('bar'), queue.len()]).toEqual([undefined, undefined, 2]);
  });

  test('its loop has a name of its own, also without one of the queue', () => {
    const sim = new Sim();
    newDelayingQueue(sim);
    newNamedDelayingQueue(sim, 'replicaset');
    expect([...sim.processes.values()].map(({ name }) => name)).toEqual([
      'waitingLoop',
      'replicaset/waitingLoop',
    ]);
  });

  test('keys of one time come in the order of their heap, as in Go', () => {
    const { sim, queue, lines } = setUp();
    for (const key of ['a', 'b', 'c', 'd']) queue.addAfter(key, 10);
    sim.runFor(20);
    expect(lines).toEqual(['   10  a', '   10  d', '   10  c', '   10  b']);
  });

  test('shutdown drops what waits, ends the loop and the heartbeat, and may be repeated', () => {
    const { sim, queue, lines } = setUp();
    queue.addAfter('foo', 50);
    sim.runFor(10);
    queue.shutDown();
    queue.shutDown();
    queue.addAfter('bar', 10);
    sim.runUntilIdle();
    expect(lines).toEqual([]);
    expect(sim.processes.size).toBe(0);
  });

  test('shutdown ends the loop though nothing waits, and nothing is delayed after it', () => {
    const sim = new Sim();
    const queue = newDelayingQueue(sim) as DelayingType;
    sim.runFor(10);
    queue.shutDown();
    queue.addAfter('foo', 10);
    queue.addAfter('bar', 0);
    sim.runFor(1);
    expect([sim.processes.size, sim.nextTimerAt, queue.readyAt('foo'), queue.len()]).toEqual([
      0,
      undefined,
      undefined,
      0,
    ]);
  });

  test('a thousand delays without a pause are too many', () => {
    const { sim, queue } = setUp();
    for (let i = 0; i < 1000; i++) queue.addAfter(`key-${i}`, 10);
    expect(() => queue.addAfter('one more', 10)).toThrow(LimitReached);
    expect(() => queue.addAfter('one more', 10)).toThrow(
      /found one more to be delayed in work queue : one more$/,
    );
    sim.runFor(1);
    queue.addAfter('one more', 10);
    sim.runFor(20);
    expect(queue.len()).toBe(0);
  });

  test('adds of the loop go through the observed queue', () => {
    const sim = new Sim();
    const seen: string[] = [];
    const observe: Observe = (kind, name, component) => {
      seen.push(`observe ${kind} ${name}`);
      if (kind !== 'workqueue') return component;
      return new Proxy(component, {
        get(target, key) {
          const member: unknown = Reflect.get(target, key, target);
          if (typeof member !== 'function') return member;
          return (...args: unknown[]): unknown => {
            if (key === 'add') seen.push(`add ${String(args[0])}`);
            return member.apply(target, args);
          };
        },
      });
    };
    sim.observe = observe;
    const queue = newNamedDelayingQueue(sim, 'replicaset');
    queue.addAfter('foo', 10);
    queue.add('bar');
    sim.runFor(10);
    expect(seen).toEqual([
      'observe workqueue replicaset',
      'observe delaying-queue replicaset',
      'add bar',
      'add foo',
    ]);
  });

  test('lies over a queue of the caller', () => {
    const sim = new Sim();
    const base = newQueue(sim);
    const queue = newDelayingQueueWithCustomQueue(sim, base, 'mine');
    queue.addAfter('foo', 10);
    sim.runFor(10);
    expect(base.len()).toBe(1);
    expect([...sim.processes.values()].map((p) => p.name)).toEqual(['mine/waitingLoop']);
  });

  test('every delayed key comes at the earliest of its times, over seeds', () => {
    const delays = fc.array(
      fc.record({ key: fc.integer({ min: 0, max: 9 }), ms: fc.integer({ min: 1, max: 500 }) }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), delays, (seed, all) => {
        const sim = new Sim({ seed, order: 'seeded' });
        const queue = newDelayingQueue(sim);
        const took = new Map<string, number>();
        const due = new Map<string, number>();
        for (const { key, ms } of all) {
          queue.addAfter(`key-${key}`, ms);
          due.set(`key-${key}`, Math.min(ms, due.get(`key-${key}`) ?? Infinity));
        }
        sim.go(
          'worker',
          (function* () {
            for (;;) {
              const [key, shutdown] = yield* queue.get();
              if (shutdown) return;
              took.set(key, sim.now);
              queue.done(key);
            }
          })(),
        );
        sim.runFor(1000);
        expect(took).toEqual(due);
      }),
    );
  });
});
