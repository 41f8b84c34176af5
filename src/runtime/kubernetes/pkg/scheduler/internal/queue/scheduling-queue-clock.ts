import type { Sim } from '../../../../../sim/sim.ts';

/** Tells the pods of a queue apart by when they came. */
export class QueueClock {
  readonly #sim: Sim;
  #lastStamp = -1;

  constructor(sim: Sim) {
    this.#sim = sim;
  }

  /**
   * The time, never the same twice. On a real machine no two pods come within one nanosecond, so the first stays the
   * first; on the virtual clock many come in one ms, and are told apart by a millionth of it.
   */
  stamp(): number {
    this.#lastStamp = Math.max(this.#sim.now, this.#lastStamp + 1e-6);
    return this.#lastStamp;
  }
}
