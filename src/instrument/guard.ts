import { EndsRun } from '../runtime/sim/limits.ts';
import type { Sim } from '../runtime/sim/sim.ts';
import type { LineHook } from './hook.ts';

/** Lines that code may run between two points at which its process parks. */
const defaultLineLimit = 200_000;

/** Code ran on and on without letting anything else run. */
export class EndlessLoop extends EndsRun {
  override readonly name = 'EndlessLoop';
  readonly file: string;
  readonly line: number;

  constructor(file: string, line: number, name: string, limit: number) {
    const found = `found ${name} still running at line ${line} of ${file}`;
    const remedy = 'check that its loop ends, or waits with a yield* in every round';
    super(`endless loop: expected at most ${limit} lines in one step, ${found}; ${remedy}`);
    this.file = file;
    this.line = line;
  }
}

/**
 * A hook that ends code which runs more than `limit` lines within one step of the simulator, by throwing
 * EndlessLoop there. Code that catches it gets it again at its next line. `clock` is the Sim, or anything else that
 * counts steps; `inner` is told everything first.
 */
export function guardLines(clock: Pick<Sim, 'steps'>, limit = defaultLineLimit, inner?: LineHook): LineHook {
  let step = clock.steps;
  let lines = 0;
  let tripped: EndlessLoop | undefined;
  const count = (file: string, line: number, name: string): void => {
    if (clock.steps !== step) {
      step = clock.steps;
      lines = 0;
    }
    if (tripped === undefined && ++lines > limit) tripped = new EndlessLoop(file, line, name, limit);
    if (tripped) throw tripped;
  };
  return {
    enter: (file, name) => inner?.enter(file, name),
    leave: () => inner?.leave(),
    pass(file, line, name) {
      count(file, line, name);
      inner?.pass?.(file, line, name);
    },
    line(file, line, name, locals) {
      count(file, line, name);
      inner?.line(file, line, name, locals);
    },
  };
}
