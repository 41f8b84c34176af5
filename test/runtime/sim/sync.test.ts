import { describe, expect, test } from 'vitest';
import type { Blocking } from '../../../src/runtime/sim/process.ts';
import { Sim } from '../../../src/runtime/sim/sim.ts';
import { Cond, Mutex, RWMutex, WaitGroup } from '../../../src/runtime/sim/sync.ts';

test('an RWMutex lets many read or one write, and a waiting writer goes before new readers', () => {
  const sim = new Sim();
  const mutex = new RWMutex('the map');
  const told: string[] = [];
  function* read(name: string): Blocking<void> {
    yield* mutex.rLock();
    told.push(`${name} reads`);
    yield* sim.sleep(10);
    mutex.rUnlock();
  }
  function* write(): Blocking<void> {
    yield* mutex.lock();
    told.push('writes');
    yield* sim.sleep(10);
    mutex.unlock();
  }
  sim.go('a', read('a'));
  sim.go('b', read('b'));
  sim.go('w', write());
  sim.go('c', read('c'));
  sim.runFor(5);
  expect(told).toEqual(['a reads', 'b reads']);
  sim.runFor(10);
  expect(told).toEqual(['a reads', 'b reads', 'writes']);
  sim.runFor(10);
  expect(told.at(-1)).toBe('c reads');
  sim.runFor(10);
  expect(() => mutex.unlock()).toThrow('unlock of unlocked mutex the map');
  expect(() => mutex.rUnlock()).toThrow('which nobody reads');
});

describe('who has crashed while waiting', () => {
  const waits: readonly [string, (sim: Sim) => { wait: () => Blocking<void>; wakeOne: () => void }][] = [
    [
      'Cond',
      () => {
        const cond = new Cond('items');
        return { wait: () => cond.wait(), wakeOne: () => cond.signal() };
      },
    ],
    [
      'Mutex',
      (sim) => {
        const mutex = new Mutex('lock');
        sim.go('holder', mutex.lock());
        return { wait: () => mutex.lock(), wakeOne: () => mutex.unlock() };
      },
    ],
  ];

  test.each(waits)('is passed over by a %s, and the next one goes', (_name, make) => {
    const sim = new Sim();
    const { wait, wakeOne } = make(sim);
    const told: string[] = [];
    for (const name of ['a', 'b']) {
      sim.go(
        name,
        (function* () {
          yield* wait();
          told.push(name);
        })(),
      );
    }
    sim.runFor(10);
    sim.crash('a');
    wakeOne();
    sim.runUntilIdle();
    expect(told).toEqual(['b']);
  });
});

describe('what a process waits for', () => {
  test.each<[string, () => Blocking<void>]>([
    ['cond items', () => new Cond('items').wait()],
    [
      'wait-group creates',
      () => {
        const group = new WaitGroup('creates');
        group.add(1);
        return group.wait();
      },
    ],
    [
      'mutex the map',
      () => {
        const mutex = new RWMutex('the map');
        mutex.lock().next();
        return mutex.rLock();
      },
    ],
    [
      'mutex lock',
      () => {
        const mutex = new Mutex('lock');
        mutex.lock().next();
        return mutex.lock();
      },
    ],
  ])('%s', (words, wait) => {
    const sim = new Sim();
    const process = sim.go('a', wait());
    sim.runUntilIdle();
    expect(`${process.park?.kind} ${process.park?.on}`).toBe(words);
  });
});

test('a Mutex is given to who waits for longer than 1 ms, to the ms', () => {
  const firstIn = (waitedMs: number): string[] => {
    const sim = new Sim();
    const mutex = new Mutex('lock');
    const told: string[] = [];
    const enter = function* (name: string): Blocking<void> {
      yield* mutex.lock();
      told.push(name);
      mutex.unlock();
    };
    sim.go('holder', mutex.lock());
    sim.runFor(100);
    sim.go('waiter', enter('waiter'));
    sim.runFor(waitedMs);
    mutex.unlock();
    // Who asks in this moment, before the waiter has gone on.
    sim.go('newcomer', enter('newcomer'));
    const late = enter('barger');
    late.next();
    sim.runUntilIdle();
    return told;
  };
  expect(firstIn(1)[0]).toBe('barger');
  expect(firstIn(2)[0]).toBe('waiter');
});
