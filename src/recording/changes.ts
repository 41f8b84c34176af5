import './all-words.ts';
import type { Slices, World } from '../runtime/stage/world.ts';
import { type WorldChange, mapped } from './map-changes.ts';
import { type Recording, entryAt } from './recording.ts';
import { type SubjectWords, knownSubjects } from './subjects.ts';

/**
 * What changed from one frame to another, either way round: component by component, those of the subjects first, names in order.
 * It takes the time of what changed, not of what is there, where the two frames are of one run.
 */
export function changesBetween(recording: Recording, from: number, to: number): WorldChange[] {
  return worldChanges(entryAt(recording, from).world, entryAt(recording, to).world);
}

/** As `changesBetween`, for worlds of any two runs. */
export function worldChanges(before: World, after: World): WorldChange[] {
  return [
    ...knownSubjects().flatMap(({ changes = {} }) => changesOf(changes, before, after)),
    ...mapped('tables', before.tables, after.tables),
    ...mapped('programs', before.programs, after.programs),
    ...mapped('processes', before.processes, after.processes),
    ...mapped('faults', before.faults, after.faults),
  ];
}

/** Of the slices that both runs have. */
function changesOf(
  changes: NonNullable<SubjectWords['changes']>,
  before: Partial<Slices>,
  after: Partial<Slices>,
): WorldChange[] {
  return (Object.keys(changes) as (keyof Slices)[]).flatMap((slice) => {
    const tell = changes[slice] as ((before: unknown, after: unknown) => WorldChange[]) | undefined;
    return tell && before[slice] && after[slice] ? tell(before[slice], after[slice]) : [];
  });
}
