import { pageLanguage } from '../../../i18n/page-language.ts';
import { loadAllWords } from '../../../recording/subjects.ts';
import { fetchStyles } from '../../base/fetch-styles.ts';
import styles from './presenter.css?url';
import { Presenter } from './Presenter.tsx';
import { Projector } from './Projector.tsx';

/** Brings what a stage is drawn with: its styles, its words, and those of all that a message may name. */
export async function ready(): Promise<{
  readonly presenter: typeof Presenter;
  readonly projector: typeof Projector;
}> {
  await Promise.all([fetchStyles(styles), pageLanguage('presenter', 'links'), loadAllWords()]);
  return { presenter: Presenter, projector: Projector };
}
