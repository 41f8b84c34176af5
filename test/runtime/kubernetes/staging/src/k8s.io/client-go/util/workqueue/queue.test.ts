import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Type,
  newNamed,
  newQueue,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts';
import { LimitReached } from '../../../../../../../../../src/runtime/sim/limits.ts';
import { type Blocking, running } from '../../../../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { transcript } from '../../../../../../../sim/transcript.ts';

/** Takes keys until shutdown, and works `ms` on each. */
function* worker(sim: Sim, queue: Type, ms: number, each: (key: string) => void): Blocking<void> {
  for (;;) {
    const [key, shutdown] = yield* queue.get();
    if (shutdown) return;
    each(key);
    yield* sim.sleep(ms);
    queue.done(key);
  }
}

const look = (queue: Type): unknown => {
  const { queue: order, dirty, processing } = queue.peek();
  return { queue: order, dirty: [...dirty], processing: [...processing] };
};

describe('work queue', () => {
  test('INF-22: a key that is added twice is in it once', () => {
    const queue = newQueue(new Sim());
    queue.add('foo');
    expect(queue.len()).toBe(1);
    queue.add('bar');
    expect(queue.len()).toBe(2);
    queue.add('foo');
    expect(queue.len()).toBe(2);
    expect(look(queue)).toEqual({ queue: ['foo', 'bar'], dirty: ['foo', 'bar'], processing: [] });
  });

  test('INF-22: a key added while it is worked on comes back when that is done', () => {
    const sim = new Sim();
    const queue = newQueue(sim);
    const { say, lines } = transcript(sim);
    sim.go(
      'worker',
      worker(sim, queue, 100, (key) => say(`work on ${key}, ${queue.len()} waiting`)),
    );
    sim.go(
      'test',
      (function* () {
        queue.add('foo');
        yield* sim.sleep(50);
        queue.add('foo');
        queue.add('foo');
        expect(look(queue)).toEqual({ queue: [], dirty: ['foo'], processing: ['foo'] });
        yield* sim.sleep(100);
        expect(look(queue)).toEqual({ queue: [], dirty: [], processing: ['foo'] });
        yield* sim.sleep(100);
        expect(look(queue)).toEqual({ queue: [], dirty: [], processing: [] });
      })(),
    );
    sim.runUntilIdle();
    expect(lines).toEqual(['    0  work on foo, 0 waiting', '  100  work on foo, 0 waiting']);
  });

  test('workers get keys in the order of the queue, and wait in a line of their own', () => {
    const sim = new Sim();
    const queue = newNamed(sim, 'replicaset');
    const { say, lines } = transcript(sim);
    for (const n of [1, 2]) {
      sim.go(
        `worker-${n}`,
        worker(sim, queue, 10, (key) => say(`${running()?.name} takes ${key}`)),
      );
    }
    sim.go(
      'test',
      (function* () {
        yield* sim.sleep(5);
        expect([...sim.processes.values()].map((p) => p.park?.on)).toContain('work queue replicaset');
        for (const key of ['a', 'b', 'c']) queue.add(key);
        yield* sim.sleep(15);
        queue.add('d');
      })(),
    );
    sim.runUntilIdle();
    expect(lines).toEqual([
      '    5  worker-1 takes a',
      '    5  worker-2 takes b',
      '   15  worker-1 takes c',
      '   20  worker-2 takes d',
    ]);
  });

  test('after shutdown nothing is taken in, and workers end once the queue is empty', () => {
    const sim = new Sim();
    const queue = newQueue(sim);
    const taken: string[] = [];
    for (let i = 0; i < 10; i++)
      sim.go(
        `worker-${i}`,
        worker(sim, queue, 3, (key) => taken.push(key)),
      );
    let producing = 50;
    for (let i = 0; i < 50; i++) {
      sim.go(
        `producer-${i}`,
        (function* () {
          for (let j = 0; j < 50; j++) {
            queue.add(String(i));
            yield* sim.sleep(1);
          }
          producing--;
        })(),
      );
    }
    sim.runUntil(() => producing === 0);
    queue.shutDown();
    expect(queue.shuttingDown()).toBe(true);
    queue.add('added after shutdown');
    sim.runUntilIdle();
    expect(sim.processes.size).toBe(0);
    expect(taken).not.toContain('added after shutdown');
    expect(new Set(taken).size).toBe(50);
  });

  test('keys that their workers add again are worked on again', () => {
    const sim = new Sim();
    const queue = newQueue(sim);
    const counts = new Map<string, number>();
    for (let i = 0; i < 50; i++) queue.add(String(i));
    for (let i = 0; i < 10; i++) {
      sim.go(
        `worker-${i}`,
        worker(sim, queue, 0, (key) => {
          const count = (counts.get(key) ?? 0) + 1;
          counts.set(key, count);
          if (count < 3) queue.add(key);
        }),
      );
    }
    sim.runUntilIdle();
    expect([...counts.values()]).toEqual(Array(50).fill(3));
  });

  test('the end of work that was never begun puts a dirty key in line a second time, as upstream', () => {
    const queue = newQueue(new Sim());
    queue.add('a');
    queue.done('a');
    expect(queue.peek().queue).toEqual(['a', 'a']);
  });

  test('reaching the limit of a run is an error that names the queue', () => {
    const queue = newNamed(new Sim({ limits: { queued: 2 } }), 'replicaset');
    queue.add('a');
    queue.add('b');
    expect(() => queue.add('c')).toThrow(LimitReached);
    expect(() => queue.add('d')).toThrow(
      /^limit reached: expected at most 2 \(queued\), found one more in work queue replicaset: d$/,
    );
  });

  test('shows what waits, also after some were taken', () => {
    const queue = newQueue(new Sim());
    for (const key of ['a', 'b', 'c']) queue.add(key);
    queue.get().next();
    expect(look(queue)).toEqual({ queue: ['b', 'c'], dirty: ['b', 'c'], processing: ['a'] });
    queue.add('a');
    expect(look(queue)).toEqual({ queue: ['b', 'c'], dirty: ['b', 'c', 'a'], processing: ['a'] });
    queue.done('a');
    expect(look(queue)).toEqual({ queue: ['b', 'c', 'a'], dirty: ['b', 'c', 'a'], processing: [] });
  });

  test('wakes a second worker when the first one has a key that comes back', () => {
    const sim = new Sim();
    const queue = newQueue(sim);
    const { say, lines } = transcript(sim);
    const take = function* (name: string): Blocking<void> {
      const [key] = yield* queue.get();
      say(`${name} has ${key}`);
    };
    sim.go('one', take('one'));
    sim.go('two', take('two'));
    sim.after(10, () => queue.add('a'));
    sim.after(20, () => queue.add('a'));
    sim.after(30, () => queue.done('a'));
    sim.runUntilIdle();
    expect(lines).toEqual(['   10  one has a', '   30  two has a']);
  });

  test('a queue without a name says what its workers wait for', () => {
    const sim = new Sim();
    sim.go('worker', newQueue(sim).get() as unknown as Blocking<void>);
    sim.runUntilIdle();
    expect([...sim.processes.values()].map(({ park }) => park?.on)).toEqual(['a work queue']);
  });

  test('its order holds over many keys', () => {
    const sim = new Sim();
    const queue = newQueue(sim);
    const keys = Array.from({ length: 20_000 }, (_, i) => `key-${i}`);
    const taken: string[] = [];
    sim.go(
      'worker',
      worker(sim, queue, 1, (key) => taken.push(key)),
    );
    sim.go(
      'producer',
      (function* () {
        for (const [i, key] of keys.entries()) {
          queue.add(key);
          if (i % 3 === 0) yield* sim.sleep(1);
        }
      })(),
    );
    sim.runUntilIdle();
    expect(taken).toEqual(keys);
  });
});

describe('no key is ever lost in a queue', () => {
  const action = fc.record({ key: fc.integer({ min: 0, max: 4 }), pauseMs: fc.integer({ min: 0, max: 7 }) });

  test('every add is followed by a get, and no two workers have one key', () => {
    const runs = fc.record({
      seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      workers: fc.integer({ min: 1, max: 4 }),
      producers: fc.array(fc.array(action, { maxLength: 15 }), { minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(runs, ({ seed, workers, producers }) => {
        const sim = new Sim({ seed, order: 'seeded' });
        const queue = newQueue(sim);
        // Order of adds and gets, counted as they happen.
        let moment = 0;
        const lastAdd = new Map<string, number>();
        const lastGet = new Map<string, number>();
        const held = new Set<string>();
        for (let w = 0; w < workers; w++) {
          sim.go(
            `worker-${w}`,
            (function* () {
              for (;;) {
                const [key, shutdown] = yield* queue.get();
                if (shutdown) return;
                expect(held.has(key)).toBe(false);
                held.add(key);
                lastGet.set(key, moment++);
                yield* sim.sleep(sim.random.below(6));
                held.delete(key);
                queue.done(key);
              }
            })(),
          );
        }
        producers.forEach((actions, p) => {
          sim.go(
            `producer-${p}`,
            (function* () {
              for (const { key, pauseMs } of actions) {
                queue.add(`key-${key}`);
                lastAdd.set(`key-${key}`, moment++);
                yield* sim.sleep(pauseMs);
              }
            })(),
          );
        });
        sim.runUntilIdle();
        for (const [key, at] of lastAdd) expect(lastGet.get(key)).toBeGreaterThan(at);
        expect(look(queue)).toEqual({ queue: [], dirty: [], processing: [] });
      }),
      { numRuns: 300 },
    );
  });
});
