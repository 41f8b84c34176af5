import type { EventKind } from '../runtime/stage/events.ts';
import './all-words.ts';
import { nearestWord } from '../instrument/nearest-word.ts';
import { eventKinds, eventWords } from './subjects.ts';

/*
 * Selectors: how prose names an event of a run.
 *
 *   selector = clause { "after" clause }
 *   clause   = [ "first" | "last" | "#" number ]  kind  { word | field "=" value }
 *   kind     = an event's kind, such as workqueue.add; a family, such as workqueue.*; or * for any
 *   word     = a name that the event carries: key, verb, queue, worker, program, file:line, ...
 *   field    = a field of the event, a path into one such as object.status.replicas, or one of
 *              at (virtual ms), process (its name), group (its program)
 *
 * "first", "last" or "#3" may stand anywhere in a clause; "first" holds where none does. "a after b" looks for a
 * only behind the event that "b" finds. A word or value may hold * for any letters, and stands in double quotes if
 * it has spaces or would read as something else. A word matches a name whole, or what follows one of its slashes:
 * web-1 and default/web-1 both match pods/default/web-1, and replica_set.ts:512 matches a line.
 *
 *   workqueue.add default/web
 *   store.write create pods #3
 *   first expectations.check satisfied=false after act scale
 *   line replica_set.ts:512 process=*worker-1
 */

/** One condition: the event carries a name, or a field has a value. `pattern` may hold `*`. */
export type Term =
  | { readonly word: string; readonly field?: undefined }
  | { readonly field: string; readonly value: string; readonly word?: undefined };

/** Which of the events that match: the nth from 1, or the last. */
type Position = number | 'last';

export interface Selector {
  readonly text: string;
  /** A kind, `family.*`, or `*`. */
  readonly kind: string;
  readonly terms: readonly Term[];
  readonly position: Position;
  /** False where `first` holds because nothing else was said. */
  readonly positioned: boolean;
  /** The clause behind `after`: look only behind the event it selects. */
  readonly after?: Selector;
}

/** A selector that cannot be read. Its message says what was expected, what was found and what to do. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';

  constructor(text: string, expected: string, found: string, remedy: string) {
    super(`selector "${text}": expected ${expected}, found ${found}; ${remedy}`);
  }
}

interface Token {
  readonly text: string;
  /** Quoted text is never an operator. */
  readonly quoted: boolean;
}

/** Pseudo-fields that every entry has. */
const entryFields = ['at', 'process', 'group'] as const;

/** Reads a selector; the grammar stands at the top of this file. */
export function parseSelector(text: string): [Selector, undefined] | [undefined, SelectorError] {
  try {
    const clauses: Token[][] = [[]];
    for (const token of tokens(text)) {
      if (!token.quoted && token.text === 'after') clauses.push([]);
      else (clauses.at(-1) as Token[]).push(token);
    }
    let selector: Selector | undefined;
    for (const clause of clauses.toReversed()) {
      const parsed = parseClause(text, clause);
      selector = selector ? { ...parsed, after: selector } : parsed;
    }
    return [selector as Selector, undefined];
  } catch (error) {
    if (error instanceof SelectorError) return [undefined, error];
    throw error;
  }
}

/** True if a selector's kind takes in an event's kind. */
export function kindMatches(pattern: string, kind: string): boolean {
  if (pattern === '*') return true;
  return pattern.endsWith('.*') ? kind.startsWith(pattern.slice(0, -1)) : pattern === kind;
}

/** A word as a selector writes it: in quotes where it would not be read as a word. */
export function quoted(word: string): string {
  const plain = /^[^\s"#=][^\s"=]*$/.test(word) && !['first', 'last', 'after'].includes(word);
  return plain ? word : `"${word.replaceAll('"', '')}"`;
}

function parseClause(text: string, clause: readonly Token[]): Selector {
  let kind: string | undefined;
  let position: Position | undefined;
  let positionText = '';
  const terms: Term[] = [];
  for (const token of clause) {
    const found = positionOf(text, token);
    if (found !== undefined) {
      if (position !== undefined) {
        const both = `both ${positionText} and ${token.text}`;
        throw new SelectorError(text, 'one of first, last and #n', both, 'leave one of them out');
      }
      position = found;
      positionText = token.text;
    } else if (kind === undefined) {
      kind = kindOf(text, token);
    } else {
      terms.push(termOf(text, kind, token));
    }
  }
  if (kind === undefined) {
    throw new SelectorError(
      text,
      "an event's kind",
      'nothing',
      'write one such as workqueue.add or store.write',
    );
  }
  return { text, kind, terms, position: position ?? 1, positioned: position !== undefined };
}

function positionOf(text: string, { text: word, quoted: isQuoted }: Token): Position | undefined {
  if (isQuoted) return undefined;
  if (word === 'first') return 1;
  if (word === 'last') return 'last';
  if (!word.startsWith('#')) return undefined;
  if (!/^#[1-9]\d*$/.test(word)) {
    throw new SelectorError(text, '# and a number from 1 on', word, 'write #1 for the first one');
  }
  return Number(word.slice(1));
}

function kindOf(text: string, { text: word }: Token): string {
  const kinds = eventKinds();
  if (kinds.some((kind) => kindMatches(word, kind))) return word;
  const near = nearestWord(word, kinds);
  const remedy = near ? `did you mean ${near}?` : `write one of ${kinds.join(', ')}`;
  throw new SelectorError(text, "an event's kind", word, remedy);
}

function termOf(text: string, kind: string, token: Token): Term {
  const at = token.quoted ? -1 : token.text.indexOf('=');
  if (at < 0) return { word: token.text };
  const field = token.text.slice(0, at);
  const value = token.text.slice(at + 1).replaceAll('"', '');
  const known = fieldsOf(kind);
  const first = field.split('.')[0] ?? '';
  if (!known.includes(first)) {
    const near = nearestWord(first, known);
    const remedy = near ? `did you mean ${near}?` : 'use one of these, or leave it out';
    throw new SelectorError(text, `a field of ${kind} (${known.join(', ')})`, first || 'nothing', remedy);
  }
  if (value === '')
    throw new SelectorError(text, `a value after ${field}=`, 'nothing', 'write the value there');
  return { field, value };
}

function fieldsOf(kind: string): string[] {
  const kinds = eventKinds().filter((one) => kindMatches(kind, one));
  return [
    ...new Set([...kinds.flatMap((one) => eventWords(one as EventKind)?.fields ?? []), ...entryFields]),
  ];
}

/** Words apart by spaces; double quotes keep spaces in. */
function tokens(text: string): Token[] {
  if ((text.split('"').length - 1) % 2 === 1) {
    throw new SelectorError(text, 'a closing "', 'the end', 'close the quotes, or leave them out');
  }
  return (text.match(/(?:[^\s"]|"[^"]*")+/g) ?? []).map((word) =>
    word.startsWith('"') ? { text: word.replaceAll('"', ''), quoted: true } : { text: word, quoted: false },
  );
}
