import { checkedRuns, endsWell } from '../../chapters/checked-runs.ts';
import { record } from '../../recording/record.ts';
import type { Recording } from '../../recording/recording.ts';
import { select } from '../../recording/select.ts';
import { tell } from '../../recording/tell.ts';
import { loadScenario } from '../scope/recorder/scenarios.ts';
import { encodeMoment } from '../scope/link/share-link.ts';

/** What a link leads to, and what happens there. */
export interface Moment {
  /** The fragment that takes the page's Scope there. */
  readonly href: string;
  /** Index of the entry. */
  readonly entry: number;
  /** Virtual ms. */
  readonly at: number;
  readonly told: string;
}

const recordings = new Map<string, Promise<Recording>>();

/** The run of a scenario, which the build makes once for all pages. The error says to the writer what is wrong. */
export function runOf(id: string): Promise<Recording> {
  const known = recordings.get(id) ?? play(id);
  recordings.set(id, known);
  return known;
}

/** The event that a selector names. Throws if it never happens. */
export async function momentOf(id: string, at: string): Promise<Moment> {
  const recording = await runOf(id);
  const [entry, missing] = select(recording, at);
  if (missing) throw new Error(`"${at}" of ${id}: ${missing.message}`);
  const { scenario, seed } = recording;
  const { event, at: ms } = recording.entries[entry]!;
  return {
    href: encodeMoment({ scenario, seed, acts: [], entry }),
    entry,
    at: ms,
    told: `${ms} ms: ${tell(event)}`,
  };
}

async function play(id: string): Promise<Recording> {
  const checked = checkedRuns.get(id);
  if (checked) return checked;
  const [scenario, unknown] = await loadScenario(id);
  if (unknown) throw unknown;
  const [recording, problem] = endsWell(await record(scenario));
  if (problem) throw new Error(`${id} did not end well: ${problem.message}`);
  return recording;
}
