import { record } from '../../recording/record.ts';
import type { Recording } from '../../recording/recording.ts';
import { select } from '../../recording/select.ts';
import { tell } from '../../recording/tell.ts';
import { loadScenario } from '../scope/scenarios.ts';
import { encodeMoment } from '../scope/share-link.ts';

const recordings = new Map<string, Promise<Recording>>();

/** The run of a scenario as the build makes it, once for all who speak of it. Throws what is wrong, for the writer. */
export function runOf(id: string): Promise<Recording> {
  const known = recordings.get(id) ?? play(id);
  recordings.set(id, known);
  return known;
}

/** A link to the event that a selector names, and what happens there. Throws if it never happens. */
export async function momentOf(id: string, at: string): Promise<{ href: string; told: string }> {
  const recording = await runOf(id);
  const [entry, missing] = select(recording, at);
  if (missing) throw new Error(`A link to "${at}" of ${id}: ${missing.message}`);
  const { scenario, seed } = recording;
  const { event, at: ms } = recording.entries[entry]!;
  return { href: encodeMoment({ scenario, seed, acts: [], entry }), told: `${ms} ms: ${tell(event)}` };
}

async function play(id: string): Promise<Recording> {
  const [scenario, unknown] = await loadScenario(id);
  if (unknown) throw unknown;
  const recording = record(scenario);
  const { ended, message } = recording.outcome;
  if (ended === 'limit' || ended === 'failed') throw new Error(`${id} did not end well: ${message}`);
  return recording;
}
