import type { Blocking } from './process.ts';
import type { Sim } from './sim.ts';

/** The clock of a machine: it may run fast or slow, and its hands may stand wrong. */
export class Clock {
  readonly #sim: Sim;
  /** Its own time at `#since` of true time. */
  #own = 0;
  #since = 0;
  #rate = 1;
  /** By how much its hands are ahead of the truth, in ms, apart from what its rate did. */
  offsetMs = 0;

  constructor(sim: Sim) {
    this.#sim = sim;
  }

  /** Virtual ms since the run began, as this clock counts them: what durations are measured by. */
  get now(): number {
    return Math.floor(this.#own + (this.#sim.now - this.#since) * this.#rate);
  }

  /** How many ms it counts in one true ms. What waits already keeps its time. */
  get rate(): number {
    return this.#rate;
  }

  set rate(rate: number) {
    if (!(rate > 0)) throw new RangeError(`Clock.rate: expected a number above 0, found ${rate}`);
    this.#own += (this.#sim.now - this.#since) * this.#rate;
    this.#since = this.#sim.now;
    this.#rate = rate;
  }
}

/**
 * The simulator as it is for a program whose machine has this clock: the same processes and chance, but its own time.
 * Give it to whatever the program builds.
 */
export function simByClock(sim: Sim, clock: Clock): Sim {
  const trueMs = (ms: number): number => ms / clock.rate;
  const own: Partial<Sim> = {
    after: (ms, fire) => sim.after(trueMs(ms), fire),
    *sleep(ms): Blocking<void> {
      yield* sim.sleep(trueMs(ms));
    },
    *travel(ms): Blocking<void> {
      yield* sim.travel(trueMs(ms));
    },
    timestamp: (at = clock.now) => sim.timestamp(at + clock.offsetMs),
  };
  const bound = new Map<PropertyKey, unknown>(Object.entries(own));
  return new Proxy(sim, {
    get(target, name) {
      if (name === 'now') return clock.now;
      if (name === 'epoch') return target.epoch + clock.offsetMs;
      const known = bound.get(name);
      if (known !== undefined) return known;
      const value = Reflect.get(target, name, target) as unknown;
      // What changes from moment to moment is read each time.
      if (typeof value !== 'function' || name === 'observe') return value;
      const method = value.bind(target) as unknown;
      bound.set(name, method);
      return method;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}
