import type { ComponentType } from 'preact';
import { t } from '../../i18n/t.ts';
import type { Player } from './player/player.ts';

type Drawing = ComponentType<{ readonly player: Player }>;

/** What a subject draws in the place of the machine. */
export interface Picture {
  readonly Live: Drawing;
  /** For a page that has no script yet: with the styles that other pages do not have before a Scope wakes. */
  readonly Still: Drawing;
  /** Brings the styles into a page that has none of it yet. */
  styles?(): Promise<void>;
}

const files = import.meta.glob<Picture>('../../subjects/*/picture.tsx', { import: 'picture' });

/** The picture that a scenario names by its subject, with its styles; undefined for the machine. Rejects where it cannot be had. */
export async function pictureOf(view: string | undefined): Promise<Picture | undefined> {
  if (view === undefined) return undefined;
  const load = files[`../../subjects/${view}/picture.tsx`];
  const known = Object.keys(files).map((path) => path.split('/').at(-2) ?? '');
  if (!load)
    throw new Error(
      t`expected a view that is one of ${known.join(', ')}, found "${view}"; change it in the scenario.`,
    );
  const picture = await load();
  await picture.styles?.();
  return picture;
}
