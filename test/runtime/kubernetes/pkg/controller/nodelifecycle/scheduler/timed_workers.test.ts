import { describe, expect, test } from 'vitest';
import {
  type TimedWorkers,
  createWorkerQueue,
} from '../../../../../../../src/runtime/kubernetes/pkg/controller/nodelifecycle/scheduler/timed_workers.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';

const names = ['1', '2', '3', '4', '5'];
const args = (name: string): { namespace: string; name: string } => ({ namespace: name, name });

/** A queue that writes down who was worked on, and when. `fails` says how often the work on each fails. */
function queueOf(fails = 0): { sim: Sim; queue: TimedWorkers; done: string[] } {
  const sim = new Sim();
  const done: string[] = [];
  let failed = 0;
  const queue = createWorkerQueue(sim, function* ({ name }) {
    done.push(`${sim.now} ${name}`);
    return failed++ < fails ? new Error('failed') : undefined;
  });
  return { sim, queue, done };
}

/** Each of them twice: the second time changes nothing. */
function addAll({ sim, queue }: { sim: Sim; queue: TimedWorkers }, delayMs: number): void {
  for (const name of [...names, ...names]) queue.addWork(args(name), sim.now, sim.now + delayMs);
}

describe('workers', () => {
  test('TestExecute: what is due is done at once, and once', () => {
    const { sim, queue, done } = queueOf();
    addAll({ sim, queue }, 0);
    sim.runFor(1000);
    addAll({ sim, queue }, 0);
    sim.runFor(1000);
    expect(done).toEqual(names.map((name) => `0 ${name}`));
  });

  test('TestExecuteDelayed', () => {
    const { sim, queue, done } = queueOf();
    addAll({ sim, queue }, 10_000);
    sim.runFor(9999);
    expect(done).toEqual([]);
    sim.runFor(1);
    expect(done).toEqual(names.map((name) => `10000 ${name}`));
  });

  test('TestCancel', () => {
    const { sim, queue, done } = queueOf();
    addAll({ sim, queue }, 10_000);
    expect([queue.cancelWork('2/2'), queue.cancelWork('4/4'), queue.cancelWork('6/6')]).toEqual([
      true,
      true,
      false,
    ]);
    sim.runFor(20_000);
    expect(done).toEqual(['10000 1', '10000 3', '10000 5']);
  });

  test('TestCancelAndReadd', () => {
    const { sim, queue, done } = queueOf();
    addAll({ sim, queue }, 10_000);
    queue.cancelWork('2/2');
    queue.cancelWork('4/4');
    sim.runFor(1000);
    queue.addWork(args('2'), sim.now, sim.now + 10_000);
    sim.runFor(20_000);
    expect(done).toEqual(['10000 1', '10000 3', '10000 5', '11000 2']);
  });

  test('work that failed may be given again; work that was done may not, until it is cancelled', () => {
    const { sim, queue, done } = queueOf(1);
    for (let i = 0; i < 3; i++) {
      queue.addWork(args('1'), sim.now, sim.now);
      sim.runFor(100);
    }
    expect(done).toEqual(['0 1', '100 1']);
    // Nothing was waiting, so nothing was cancelled; but the key is free again.
    expect(queue.cancelWork('1/1')).toBe(false);
    queue.addWork(args('1'), sim.now, sim.now);
    sim.runFor(100);
    expect(done).toEqual(['0 1', '100 1', '300 1']);
  });

  test('wait as long as lies between the two times, whatever the time is', () => {
    const { sim, queue, done } = queueOf();
    sim.runFor(5000);
    queue.addWork(args('1'), 1000, 4000);
    sim.runFor(10_000);
    expect(done).toEqual(['8000 1']);
  });

  test('end with their program', () => {
    const { sim, queue, done } = queueOf();
    const main = function* (): Generator<never, void> {
      queue.addWork(args('1'), sim.now, sim.now + 1000);
    };
    sim.go('main', main(), 'program');
    sim.runFor(500);
    sim.crash('program');
    sim.runFor(5000);
    expect(done).toEqual([]);
  });
});
