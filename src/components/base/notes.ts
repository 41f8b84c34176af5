import { t } from '../../i18n/t.ts';
import { noteFor, noteKey } from './note.ts';

/** What one load of a page leaves for the next, in its tab. */
export interface Note {
  /** What left it: the id of an exercise, the page of a Scope, or the scheduler. */
  readonly for: string;
  /** What ended the load: a run of edited code, or a part of the page that did not load. */
  readonly ended: 'run' | 'part';
  /** Where the top of it stood in the window, in px. */
  readonly top?: number;
  /** What brings it back, where nothing else keeps that. */
  readonly kept?: string;
}

/** Leaves a note. Throws where the tab keeps nothing. */
export function leave(note: Note): void {
  sessionStorage.setItem(noteKey, JSON.stringify(note));
}

const forget = (): void => sessionStorage.removeItem(noteKey);

/** The note, with what is to be said of it, if there is one for this. Given once. */
export function takeNote(of: string): (Note & { readonly says: string }) | undefined {
  if (noteFor() !== of) return undefined;
  const note = JSON.parse(sessionStorage.getItem(noteKey)!) as Note;
  forget();
  const says =
    note.ended === 'run'
      ? t`The last run of this code ended the page: the browser ran out of memory, or was closed while it ran. The code is as it was, and nothing runs again by itself.`
      : t`This page was loaded again, because a part of it had not loaded.`;
  return { ...note, says };
}

/** Puts what left a note back to where it stood in the window. */
export function standAgain(element: Element, { top }: Note): void {
  if (top !== undefined) scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });
}

/** How many runs are going. */
let going = 0;

/**
 * Lets a run of edited code go on with a note of it in the tab, which is gone as soon as none goes on, or the reader leaves. So a note
 * that is there at the next load is of a run that ended the page: it took all memory, say.
 */
export async function noted<T>(note: Omit<Note, 'ended'>, run: () => Promise<T>): Promise<T> {
  try {
    leave({ ...note, ended: 'run' });
  } catch {
    // Nothing can be kept here, and it runs all the same.
    return run();
  }
  going++;
  addEventListener('pagehide', forget);
  try {
    return await run();
  } finally {
    if (--going === 0) forget();
  }
}
