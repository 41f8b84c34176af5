import { Random } from '../sim/random.ts';
import { type OS, packageVariable } from './os.ts';

/** What Go's `math/rand` draws from where nobody brings a source: one for each program, seeded with 1 until it is told otherwise. */
const source = packageVariable(() => ({ random: new Random(1), seed: 1 }));

/** Sets where the program's random numbers begin: the same seed, the same numbers. */
export function seed(os: OS, to: number): void {
  Object.assign(source(os), { random: new Random(to), seed: to });
}

/** The seed that was set last. */
export function seedOf(os: OS): number {
  return source(os).seed;
}

/** A number in [0, 1). */
export function float64(os: OS): number {
  return source(os).random.float();
}
