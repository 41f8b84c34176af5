import type { ComponentType } from 'preact';
import { subjectOf } from '../../recording/planes.ts';
import type { Scenario } from '../../runtime/stage/scenario.ts';
import { t } from '../../i18n/t.ts';
import type { Player } from './player/player.ts';

interface DrawingProps {
  readonly player: Player;
  /** How wide it will stand, in px, where that is known. */
  readonly width?: number | undefined;
}

/**
 * What a subject draws of its runs, over the buttons that step. Beside it, `Still.tsx` has the same as `Still` for a page that has no
 * script yet, with the styles that other pages do not have before a Scope wakes.
 */
export interface Picture {
  readonly Live: ComponentType<DrawingProps>;
  /** Brings the styles into a page that has none of it yet. */
  styles?(): Promise<void>;
  /** True where it shows less than the panes: then each of them has a tab below it, whether or not the run changes what it shows. */
  readonly everyPane?: true;
}

const files = import.meta.glob<Picture>('../../subjects/*/picture.tsx', { import: 'picture' });
const fileOf = (subject: string): string => `../../subjects/${subject}/picture.tsx`;

/** The subject whose picture a scenario shows. */
export function viewOf(scenario: Pick<Scenario, 'view' | 'plane'>): string {
  const subject = scenario.view ?? subjectOf(scenario);
  return scenario.view === undefined && !files[fileOf(subject)] ? 'stage' : subject;
}

/** The picture of a subject, with its styles. Rejects where it cannot be had. */
export async function pictureOf(view: string): Promise<Picture> {
  const load = files[fileOf(view)];
  const known = Object.keys(files).map((path) => path.split('/').at(-2) ?? '');
  if (!load)
    throw new Error(
      t`expected a view that is one of ${known.join(', ')}, found "${view}"; change it in the scenario.`,
    );
  const picture = await load();
  await picture.styles?.();
  return picture;
}
