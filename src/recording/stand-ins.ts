import type { Entry } from '../runtime/stage/world.ts';
import { memoize } from './memoize.ts';
import { eventWords } from './subjects.ts';
import { type Recording, processOf } from './recording.ts';

/**
 * True of a step that only a stand-in takes: what it does, and what others tell nobody else. An act on one is somebody's, and what it
 * writes is there for all to see.
 */
export function isStandIn(recording: Recording, entry: Entry): boolean {
  const { event } = entry;
  if (eventWords(event.kind)?.public) return false;
  const names = namesOf(recording);
  const group = processOf(recording, entry)?.group;
  if (group !== undefined && names.has(group)) return true;
  if ('program' in event) return names.has(event.program);
  return 'watch' in event && names.has(event.watch.slice(0, event.watch.lastIndexOf('/')));
}

const namesOf = memoize(({ standIns }: Recording): ReadonlySet<string> => new Set(standIns));
