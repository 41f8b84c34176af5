import type { Recording } from '../recording/recording.ts';
import type { Result } from '../runtime/go/result.ts';

const key = Symbol.for('loopscope.runs');

/**
 * The runs that the check of the content made, by scenario. The pages of a build take them from here, though they are bundled apart
 * from the check: it is the same process.
 */
export const checkedRuns: Map<string, Recording> = ((globalThis as { [key]?: Map<string, Recording> })[
  key
] ??= new Map());

/** A recording, or why it is not one to tell a story with. */
export function endsWell(recording: Recording): Result<Recording> {
  const { ended, message } = recording.outcome;
  const fine = ended !== 'limit' && ended !== 'failed';
  return fine ? [recording, undefined] : [undefined, new Error(message ?? `it ${ended}`)];
}
