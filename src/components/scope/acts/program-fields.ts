import { t } from '../../../i18n/t.ts';
import { programWords } from '../../../recording/words.ts';
import { mapEntries } from '../../../runtime/sim/pmap.ts';
import type { ProgramState, World } from '../../../runtime/stage/world.ts';
import { byProgram } from '../panes/by-program.ts';
import { type Field, choice, numberField } from './fields.ts';

/** For how long, in ms. */
export const forMs = numberField('for', () => t`For`, 1, 600_000, { unit: 'ms' });

type Named = readonly [name: string, state: ProgramState];
type Fields = (programs: Field, all: readonly [Named, ...Named[]]) => readonly Field[];

const runs = ({ state }: ProgramState): boolean => state === 'running' || state === 'paused';

/** The controller-manager first. */
export function programsOf({ programs }: World): readonly Named[] {
  return mapEntries(programs).sort(([a], [b]) => byProgram(a, b));
}

export function ofAll(world: World, fields: Fields): readonly Field[] | string {
  return among(programsOf(world), fields, t`There is no program.`);
}

export function ofRunning(world: World, fields: Fields): readonly Field[] | string {
  const running = programsOf(world).filter(([, state]) => runs(state));
  return among(running, fields, t`No program runs at this step.`);
}

export function ofStopped(world: World, fields: Fields): readonly Field[] | string {
  const stopped = programsOf(world).filter(([, state]) => !runs(state));
  return among(stopped, fields, t`Every program runs at this step; crash one first.`);
}

function among([first, ...rest]: readonly Named[], fields: Fields, none: string): readonly Field[] | string {
  if (!first) return none;
  const options = [first, ...rest].map(([name]) => ({ value: name, label: programWords(name) }));
  return fields(choice('program', t`Program`, options), [first, ...rest]);
}
