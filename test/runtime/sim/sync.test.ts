import { expect, test } from 'vitest';
import type { Blocking } from '../../../src/runtime/sim/process.ts';
import { Sim } from '../../../src/runtime/sim/sim.ts';
import { RWMutex } from '../../../src/runtime/sim/sync.ts';

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
