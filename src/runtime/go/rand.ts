import { Random } from '../sim/random.ts';
import { type OS, packageVariable } from './os.ts';

/** A source of random numbers that starts over with each seed: the same seed, the same numbers. */
export class Source {
  seeded = 1;
  #random = new Random(1);

  seed(to: number): void {
    this.seeded = to;
    this.#random = new Random(to);
  }

  /** A number in [0, 1). */
  float64(): number {
    return this.#random.float();
  }
}

/** What Go's `math/rand` draws from where nobody brings a source: one for each program. Observed as `random`. */
export const globalRand = packageVariable((os: OS) => os.sim.observe('random', os.name, new Source()));
