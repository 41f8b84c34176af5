import type { Edits } from '../instrument/edit-place.ts';
import { type RuntimeFile, loadEditedRuntime } from '../instrument/edited-runtime.ts';
import type { Scenario } from '../runtime/stage/scenario.ts';
import { numbersIn } from './numbers.ts';
import { planeFile } from './planes.ts';
import { type RecordOptions, record } from './record.ts';
import type { Recording } from './recording.ts';

/**
 * As `record`, on a cluster that runs edited files in place of ours. `files` are those that can be loaded again. Edits
 * that cannot be loaded give a run that failed before anything happened. Only for a worker: it evaluates the code.
 */
export async function recordEdited(
  scenario: Scenario,
  edits: Edits,
  files: readonly RuntimeFile[],
  options: Omit<RecordOptions, 'edited'> = {},
): Promise<Recording> {
  const [edited, problem] = await loadEditedRuntime(planeFile(scenario), edits, files, options.onStep);
  if (edited) return record(scenario, { ...options, edited });
  const { seed = scenario.seed, acts = [], changed } = options;
  const { file, line, column, message } = problem;
  const place = line === undefined ? undefined : { file, line, column };
  const outcome = { ended: 'failed', message, place } as const;
  const nothing = { subjects: [], draws: {}, standIns: [], entries: [], processes: [] };
  return { scenario: scenario.id, seed, acts, edits, ...numbersIn(scenario, changed), ...nothing, outcome };
}
