import type { Sim } from '../../../../../../../sim/sim.ts';

const last = new WeakMap<Sim, bigint>();

/**
 * The time in nanoseconds since 1970, never the same twice in a run. Names of events are made from it, and on a real
 * machine two events hardly fall on one nanosecond; on the virtual clock many fall on one ms.
 */
export function unixNano(sim: Sim): bigint {
  const now = BigInt(sim.epoch + sim.now) * 1_000_000n;
  const before = last.get(sim);
  const nano = before !== undefined && before >= now ? before + 1n : now;
  last.set(sim, nano);
  return nano;
}
