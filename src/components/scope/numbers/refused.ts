import type { Recording } from '../../../recording/recording.ts';

/** A program that does not take what it is given, and what it says of that. */
export interface Refusal {
  readonly program: string;
  readonly why: string;
}

/** The first program of a run that ended with an error in the moment in which it was started; undefined if none did. */
export function refusalIn({ entries }: Recording): Refusal | undefined {
  const started = new Map<string, number>();
  const printed = new Map<string, string>();
  for (const { at, event } of entries) {
    if (event.kind === 'program.start') started.set(event.program, at);
    if (event.kind === 'program.output' && event.stream === 'stderr') printed.set(event.program, event.text);
    if (event.kind !== 'program.exit' || event.code === 0) continue;
    const { program, why } = event;
    if (started.get(program) === at) return { program, why: printed.get(program) ?? why };
  }
  return undefined;
}
