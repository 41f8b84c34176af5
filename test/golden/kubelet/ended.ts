import type { Blocking } from '../../../src/runtime/sim/process.ts';

/** What a call gives that may wait and does not here. */
export function ended<T>(call: Blocking<T>): T {
  const { done, value } = call.next();
  if (done) return value;
  throw new Error(`expected a call that does not wait, found one that waits for ${value.on}`);
}
