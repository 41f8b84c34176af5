import './all-words.ts';
import { t } from '../i18n/t.ts';
import type { Entry } from '../runtime/stage/world.ts';
import type { Recording } from './recording.ts';
import { type Passing, eventWords } from './subjects.ts';
import { tell } from './tell.ts';

/** Which stretch of a run is drawn, and how much of it. */
export interface Stretch {
  /** First and last index; the whole run by default. */
  readonly from?: number;
  readonly to?: number;
  /** The most exchanges drawn. */
  readonly most: number;
  /** Index of the entry round which they are, where there are more; the first ones are drawn if left out. */
  readonly around?: number;
}

/** An entry that a sequence diagram shows: as an arrow, or as a note over all where nothing passes. */
interface Shown {
  readonly entry: Entry;
  readonly passing: Passing | undefined;
}

const arrows: Readonly<Record<Passing['how'], string>> = {
  asks: '->>',
  answers: '-->>',
  refuses: '--x',
  tells: '-)',
  'is lost': '-x',
};

/**
 * Who asked whom in a stretch of a run, as the source of a sequence diagram of mermaid: requests, answers, what watches tell, and over them
 * acts and what programs do as a whole. What is left out is said in its first and last line. Undefined where nobody asks anybody.
 */
export function exchangesSource(recording: Recording, stretch: Stretch): string | undefined {
  const { from = 0, to = Infinity, most, around = from } = stretch;
  const all = recording.entries.slice(from, to + 1).flatMap(shown);
  const here = all.findIndex(({ entry }) => entry.index >= around);
  const place = here < 0 ? all.length : here;
  const first = Math.max(
    0,
    Math.min(place - (stretch.around === undefined ? 0 : Math.floor(most / 2)), all.length - most),
  );
  const some = all.slice(first, first + most);
  const names = [...new Set(some.flatMap(({ passing }) => (passing ? [passing.from, passing.to] : [])))];
  const [start, end] = [some[0], some.at(-1)];
  if (names.length === 0 || !start || !end) return undefined;
  const idOf = (name: string): string => `p${names.indexOf(name) + 1}`;
  // At the side where a wide drawing begins, so that they are seen.
  const note = (text: string): string => `Note right of p1: ${plain(text)}`;
  const before = first > 0 ? [note(t`${first} before this are left out`)] : [];
  const left = all.length - first - some.length;
  const behind = left > 0 ? [note(t`${left} after this are left out`)] : [];
  const lines = [
    `accTitle: ${plain(t`Who asked whom`)}`,
    `accDescr: ${plain(t`From ${start.entry.at} ms to ${end.entry.at} ms of the run ${recording.scenario}, seed ${recording.seed}.`)}`,
    ...names.map((name) => `participant ${idOf(name)} as ${plain(name)}`),
    ...before,
    ...some.map(({ entry, passing }) => {
      if (!passing) return note(`${entry.at} ms ${tell(entry.event)}`);
      return `${idOf(passing.from)}${arrows[passing.how]}${idOf(passing.to)}: ${plain(`${entry.at} ms ${passing.says}`)}`;
    }),
    ...behind,
  ];
  return `sequenceDiagram\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function shown(entry: Entry): Shown[] {
  const words = eventWords(entry.event.kind);
  const passing = words?.passes?.(entry.event);
  return passing || words?.stop === 'every' ? [{ entry, passing }] : [];
}

/** Names come from readers too. What mermaid would read as more than words is written as a number. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[^\p{L}\p{N} .,:/()'_=→·，。：（）“”、+-]/gu, (letter) => `#${letter.codePointAt(0)};`);
