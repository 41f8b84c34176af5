import './all-words.ts';
import type { Entry } from '../runtime/stage/world.ts';
import type { Recording } from './recording.ts';
import { eventWords } from './subjects.ts';

/** How far one step goes, from the smallest to the largest. */
export type Granularity = 'line' | 'event' | 'work item' | 'API write';

export const granularities: readonly Granularity[] = ['line', 'event', 'work item', 'API write'];

/**
 * True if a step of that size stops at an entry. Every step stops at acts and at what programs do as a whole:
 * whoever follows the story wants to see them.
 */
function isStop(entry: Entry, granularity: Granularity): boolean {
  const { kind } = entry.event;
  if (granularity === 'line') return true;
  if (granularity === 'event') return kind !== 'line';
  const stop = eventWords(kind)?.stop;
  return stop === 'every' || stop === granularity;
}

/** The next stop behind an index, which may be -1; undefined if there is none. */
export function nextStop(recording: Recording, index: number, granularity: Granularity): number | undefined {
  return nextWhere(recording, index, 1, (entry) => isStop(entry, granularity));
}

/** The last stop before an index; undefined if there is none. */
export function previousStop(
  recording: Recording,
  index: number,
  granularity: Granularity,
): number | undefined {
  return nextWhere(recording, index, -1, (entry) => isStop(entry, granularity));
}

/** The indices of all stops, in order. */
export function stopsOf(recording: Recording, granularity: Granularity): number[] {
  return recording.entries.filter((entry) => isStop(entry, granularity)).map(({ index }) => index);
}

/** The nearest entry on one side of an index that is wanted. */
function nextWhere(
  { entries }: Recording,
  index: number,
  direction: 1 | -1,
  wanted: (entry: Entry) => boolean,
): number | undefined {
  const start = direction > 0 ? Math.max(0, index + 1) : Math.min(entries.length - 1, index - 1);
  for (let i = start; i >= 0 && i < entries.length; i += direction) if (wanted(entries[i] as Entry)) return i;
  return undefined;
}
