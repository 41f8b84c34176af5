import { noCause, withCause } from '../sim/process.ts';
import type { Act, Acts } from './acts.ts';
import { programActs } from './program-acts.ts';
import type { Stage } from './stage.ts';
import type { Trace } from './world.ts';

/** Carries out what somebody outside does. */
export class Actor {
  readonly #stage: Stage;
  readonly #acts: Acts;

  constructor(stage: Stage) {
    this.#stage = stage;
    const { subjects, acts } = stage.plane;
    this.#acts = Object.assign(
      {},
      programActs,
      ...subjects.map((subject) => subject.acts ?? {}),
      acts,
    ) as Acts;
  }

  /** The entry of the act is the cause of all that it brings about; nothing led to it. */
  act(act: Act, by: 'story' | 'reader'): Error | undefined {
    const trace = this.#stage.sim.trace as Trace | undefined;
    const index = withCause(noCause, () => trace?.record({ kind: 'act', act, by })) ?? noCause;
    const error = withCause(index, () => this.#carryOut(act));
    if (error && trace) trace.amend(index, { kind: 'act', act, by, error: error.message });
    return error;
  }

  #carryOut(act: Act): Error | undefined {
    // One that is found under the kind of an act takes that act.
    const carryOut = this.#acts[act.kind] as ((act: Act, stage: Stage) => Error | undefined) | undefined;
    if (carryOut) return carryOut(act, this.#stage);
    return new Error(`expected an act that this cluster knows, found "${act.kind}"; choose another scenario`);
  }
}
