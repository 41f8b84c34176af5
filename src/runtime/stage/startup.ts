import { running } from '../sim/process.ts';
import type { Sim } from '../sim/sim.ts';
import type { Trace } from './world.ts';

/**
 * Tells of a step on the way of the running program from its command line to work. `text` is in English and without its
 * subject, such as `has read its command line`; it has {0}, {1} for `values`. What comes next has this for its cause.
 */
export function startup(
  { trace }: Pick<Sim, 'trace'>,
  phase: string,
  name: string,
  text: string,
  ...values: readonly (string | number)[]
): void {
  const program = running()?.group ?? '';
  const event = { kind: 'startup', program, phase, name, text } as const;
  (trace as Trace | undefined)?.stage(values.length > 0 ? { ...event, values } : event);
}
