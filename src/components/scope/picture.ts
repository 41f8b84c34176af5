import type { ComponentType } from 'preact';
import { subjectOf } from '../../recording/planes.ts';
import type { Scenario } from '../../runtime/stage/scenario.ts';
import { t } from '../../i18n/t.ts';
import type { Picture as Description } from '../picture/description.ts';
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

const described = import.meta.glob<Description>('../../subjects/*/pictures/*.ts', { import: 'picture' });
/** The file of a picture that a scenario names as `<subject>/<name>`. */
const descriptionOf = (view: string): string => `../../subjects/${view.replace('/', '/pictures/')}.ts`;

/** What any run can be looked at by. */
const usual = 'stage/programs';

/** The picture that a scenario shows: the one that it names, that of its plane's subject, or the one of any run. */
export function viewOf(scenario: Pick<Scenario, 'view' | 'plane'>): string {
  const subject = subjectOf(scenario);
  const own = `${subject}/${subject}`;
  if (scenario.view !== undefined) return scenario.view;
  if (described[descriptionOf(own)]) return own;
  return files[fileOf(subject)] ? subject : usual;
}

/** A picture, with its styles. Rejects where it cannot be had. */
export async function pictureOf(view: string): Promise<Picture> {
  const load = files[fileOf(view)] ?? described[descriptionOf(view)];
  const known = [...Object.keys(described)].map((path) =>
    path.slice('../../subjects/'.length, -3).replace('/pictures/', '/'),
  );
  if (!load)
    throw new Error(
      t`expected a view that is one of ${known.join(', ')}, found "${view}"; change it in the scenario.`,
    );
  if (view.includes('/')) {
    const [{ kitPicture }, description] = await Promise.all([
      import('../picture/kit-picture.tsx'),
      load() as Promise<Description>,
    ]);
    return kitPicture(description);
  }
  const picture = (await load()) as Picture;
  await picture.styles?.();
  return picture;
}
