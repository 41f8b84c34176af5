import { subjectOf } from '../../recording/planes.ts';
import type { Scenario } from '../../runtime/stage/scenario.ts';
import { t } from '../../i18n/t.ts';
import { fetchStyles } from '../base/fetch-styles.ts';
import type { Picture } from './description.ts';
import { loadKinds } from './kinds.ts';
import styles from './picture.css?url&no-inline';

const files = import.meta.glob<Picture>('../../subjects/*/pictures/*.ts', { import: 'picture' });

/** The file of a picture that a scenario names as `<subject>/<name>`. */
const fileOf = (view: string): string => `../../subjects/${view.replace('/', '/pictures/')}.ts`;

/** What any run can be looked at by. */
const usual = 'stage/programs';

/** The picture that a scenario shows: the one that it names, that of its plane's subject, or the one of any run. */
export function viewOf(scenario: Pick<Scenario, 'view' | 'plane'>): string {
  const subject = subjectOf(scenario);
  const own = `${subject}/${subject}`;
  return scenario.view ?? (files[fileOf(own)] ? own : usual);
}

/** A picture, with the styles of all. Rejects where it cannot be had. */
export async function pictureOf(view: string): Promise<Picture> {
  const load = files[fileOf(view)];
  if (load) {
    // The frame that the page was built with brings its own styles, and takes them along when it goes.
    const [picture] = await Promise.all([load(), fetchStyles(styles)]);
    await loadKinds(picture.blocks);
    return picture;
  }
  const known = Object.keys(files).map((path) =>
    path.slice('../../subjects/'.length, -'.ts'.length).replace('/pictures/', '/'),
  );
  throw new Error(
    t`expected a view that is one of ${known.join(', ')}, found "${view}"; change it in the scenario.`,
  );
}
