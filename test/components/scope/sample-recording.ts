import { scenarios as loops } from '../../../content/controllers/the-control-loop/scenario.ts';
import { scenarios as sets } from '../../../content/controllers/replicaset/scenario.ts';
import { recordOn } from '../../../src/recording/record.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { select } from '../../../src/recording/select.ts';
import type { ActAt } from '../../../src/runtime/stage/acts.ts';
import { plane } from '../../../src/runtime/subjects/control-loop/planes/replicaset.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';

const known = new Map([...loops, ...sets].map((scenario) => [scenario.id, scenario]));
const made = new Map<string, Recording>();

/** A chapter's run without its lines, made once. */
export function runOf(id = 'controllers/the-control-loop'): Recording {
  const recording = made.get(id) ?? runAgain(id);
  made.set(id, recording);
  return recording;
}

export function runAgain(
  id: string,
  inputs: { readonly seed?: number; readonly acts?: readonly ActAt[] } = {},
): Recording {
  return recordOn(plane, known.get(id) as Scenario, { ...inputs, lines: false });
}

/** The index that a selector names; the test fails if there is none. */
export function indexOf(recording: Recording, selector: string): number {
  const [index, error] = select(recording, selector);
  if (error) throw error;
  return index;
}
