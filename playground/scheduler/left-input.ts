import { noted, takeNote } from '../../src/components/base/notes.ts';
import type { Input } from './answers.ts';
import type { Asker } from './asker.ts';
import type { Question } from './messages.ts';

/** What answers the page's questions. */
export type Answering = Pick<Asker, 'ask' | 'stop' | 'end'>;

/** What brings the page back to what it was. */
interface Kept {
  readonly input: Input;
  /** The file that was being edited. */
  readonly editing?: string;
}

/** What notes call the page. */
const page = 'scheduler';
/** What is longer is left out, and came from a file: a tab remembers some millions of characters. */
const mostCharacters = 2_000_000;

/** As `asker`; if edited code ends the page as it answers, a note brings back what `set` gives now, and where `place` stands. */
export function noting(asker: Answering, set: () => Kept, place: () => Element): Answering {
  const ask = (input: Input, question: Question, ...rest: [Parameters<Asker['ask']>[2]?]) => {
    const answer = () => asker.ask<Question['kind']>(input, question, ...rest);
    if (Object.keys(input.edits).length === 0) return answer();
    return noted({ for: page, top: place().getBoundingClientRect().top, kept: textOf(set()) }, answer);
  };
  return { ask: ask as Asker['ask'], stop: () => asker.stop(), end: () => asker.end() };
}

function textOf(kept: Kept): string {
  const text = JSON.stringify(kept);
  return text.length <= mostCharacters
    ? text
    : JSON.stringify({ ...kept, input: { ...kept.input, sources: [] } });
}

/** The note that the load before left, and what it kept of the page, if code ended it. Given once. */
export function takeLeft() {
  const note = takeNote(page);
  return note && { note, kept: note.kept === undefined ? undefined : (JSON.parse(note.kept) as Kept) };
}
