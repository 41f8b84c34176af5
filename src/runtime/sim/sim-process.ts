import { type Blocking, type Process, noCause } from './process.ts';

/** A span of virtual time, in whole ms; 0 for one that lies behind. Throws where it is no number. */
export function spanOf(ms: number): number {
  const whole = Math.max(0, Math.ceil(ms));
  if (!Number.isNaN(whole)) return whole;
  throw new RangeError('expected a time in ms, found NaN: it was computed from something that is no number');
}

/** What a process needs of the `Sim` that runs it. */
interface Runs {
  readonly now: number;
  enqueue(process: Process): void;
}

/** One process of a `Sim`. */
export class SimProcess implements Process {
  state: Process['state'] = 'ready';
  park: Process['park'];
  cause = noCause;
  last = noCause;
  readonly id: number;
  readonly name: string;
  readonly group: string;
  readonly body: Blocking<unknown>;
  readonly #sim: Runs;

  constructor(sim: Runs, id: number, name: string, group: string, body: Blocking<unknown>) {
    this.#sim = sim;
    this.id = id;
    this.name = name;
    this.group = group;
    this.body = body;
  }

  get now(): number {
    return this.#sim.now;
  }

  wake(): void {
    if (this.state !== 'parked') return;
    this.state = 'ready';
    this.park = undefined;
    this.#sim.enqueue(this);
  }
}
