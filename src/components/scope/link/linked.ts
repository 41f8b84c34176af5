import { pageLanguage } from '../../../i18n/page-language.ts';
import { loadAllWords } from '../../../recording/subjects.ts';
import { scopeHere } from '../../base/note.ts';
import { standAgain, takeNote } from '../../base/notes.ts';
import { standInSight } from './stand-in-sight.ts';
import { momentPrefix } from './link-prefix.ts';
import { type SharedMoment, decodeMoment } from './share-link.ts';

/** What a Scope of the page is to begin with. */
export interface Linked {
  /** A moment to show in place of the start. */
  readonly moment?: SharedMoment;
  /** True if the edits of the moment ran here before: then they are the reader's own, or were asked for. */
  readonly ranHere?: boolean;
  /** What is wrong with the link that led here. */
  readonly notice?: string;
  /** The scenario of that Scope, where no moment says it. */
  readonly scenario?: string;
  /** Scrolls to where the reader is to look. */
  readonly place?: (scope: Element) => void;
}

/** What the load before left for the Scopes of this page, else what the page's address says. */
export async function readLinked(fragment: string): Promise<Linked> {
  await pageLanguage('links');
  const note = takeNote(scopeHere());
  const ranHere = note?.ended === 'run';
  const link = (ranHere && note?.kept) || fragment;
  // A link holds acts of any subject.
  if (link.startsWith(momentPrefix)) await loadAllWords();
  const [moment, problem] = decodeMoment(link);
  return {
    moment,
    notice: note?.says ?? problem?.message,
    ranHere,
    scenario: note?.kept,
    place: (scope) => (note ? standAgain(scope, note) : standInSight(scope)),
  };
}
