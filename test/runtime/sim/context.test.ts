import { describe, expect, test } from 'vitest';
import { background, withCancel, withTimeout } from '../../../src/runtime/sim/context.ts';
import { Sim } from '../../../src/runtime/sim/sim.ts';

describe('a context', () => {
  test('of a parent that has ended has ended too, for the same reason', () => {
    const sim = new Sim();
    const [parent] = withTimeout(sim, background, 10);
    sim.runUntilIdle();
    const [child] = withCancel(parent);
    expect([child.err, child.done.closed]).toEqual([parent.err, true]);
    expect(child.err?.message).toBe('context deadline exceeded');
  });

  test('keeps the reason for which it ended first', () => {
    const sim = new Sim();
    const [parent, cancelParent] = withCancel(background);
    const [child, cancelChild] = withTimeout(sim, parent, 10);
    sim.runUntilIdle();
    cancelChild();
    cancelParent();
    expect([parent.err?.message, child.err?.message]).toEqual([
      'context canceled',
      'context deadline exceeded',
    ]);
  });

  test('that is cancelled before its time needs its timer no more', () => {
    const sim = new Sim();
    const [context, cancel] = withTimeout(sim, background, 1000);
    expect(sim.nextTimerAt).toBe(1000);
    cancel();
    expect([context.err?.message, context.done.closed, sim.nextTimerAt]).toEqual([
      'context canceled',
      true,
      undefined,
    ]);
  });

  test('that ends leaves its parent as it is', () => {
    const [parent] = withCancel(background);
    const [child, cancel] = withCancel(parent);
    cancel();
    expect([child.done.closed, parent.done.closed, parent.err]).toEqual([true, false, undefined]);
  });
});
