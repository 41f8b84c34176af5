import { mapRemove, mapSet } from '../sim/pmap.ts';
import type { Sim } from '../sim/sim.ts';
import type { Trace } from './world.ts';

/** What is broken, as the world shows it. */
export class Faults {
  readonly #sim: Sim;
  /** Until when each lasts. */
  readonly #until = new Map<string, number>();

  constructor(sim: Sim) {
    this.#sim = sim;
  }

  /** Shows a fault until it is mended, which a `text` of undefined says, or for a time. */
  show(name: string, text: string | undefined, forMs?: number): void {
    const sim = this.#sim;
    const trace = sim.trace as Trace | undefined;
    if (!trace) return;
    const { faults } = trace.world;
    trace.change('faults', text === undefined ? mapRemove(faults, name) : mapSet(faults, name, text));
    if (forMs === undefined) return;
    const until = Math.max(sim.now + forMs, this.#until.get(name) ?? 0);
    this.#until.set(name, until);
    sim.after(forMs, () => {
      if (sim.now >= (this.#until.get(name) ?? 0)) this.show(name, undefined);
    });
  }
}
