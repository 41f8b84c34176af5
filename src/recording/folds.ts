import { t } from '../i18n/t.ts';
import type { Event } from '../runtime/stage/events.ts';
import { memoize } from './memoize.ts';
import { type Recording, entryAt, processOf } from './recording.ts';
import { eventWords } from './subjects.ts';
import { sentence } from './tell.ts';
import { capitalised, listed } from './words.ts';

/** Entries in a row that say the same thing of different objects, or the same few things in turn. */
export interface Fold {
  /** Their indices, in order. */
  readonly parts: readonly number[];
  /** After how many of them it begins again: 1 where each says the same. */
  readonly period: number;
}

/** How often something is said in a row before it folds. */
const fewest = 5;

/** The most things that are said in turn. */
const longestPeriod = 6;

/** The folds among some entries of a run, given by their indices in order; the rest stands by itself. */
export function foldsIn(recording: Recording, indices: readonly number[]): readonly Fold[] {
  const sayings = sayingsOf(recording);
  const folds: Fold[] = [];
  for (let at = 0; at < indices.length;) {
    const fold = foldFrom(sayings, indices, at);
    if (fold) folds.push(fold);
    at += fold?.parts.length ?? 1;
  }
  return folds;
}

/**
 * All that a fold says, as one sentence without its full stop: "… asks the API server to list pods, nodes and 5 more". Of many things
 * that are said in turn it has the first and the last.
 */
export function tellFold(recording: Recording, { parts, period }: Fold): string {
  const events = parts.map((index) => entryAt(recording, index).event);
  const told = events.slice(0, period).map((_event, turn) => {
    const alike = events.filter((_one, i) => i % period === turn);
    const one = merged(alike);
    return one === alike[0] ? t`${sentence(one)}, ${alike.length} times` : sentence(one);
  });
  if (period > 2) told.splice(1, period - 2, '…');
  return capitalised(told.reduce((all, one) => t`${all}; ${one}`));
}

function foldFrom(sayings: readonly string[], indices: readonly number[], from: number): Fold | undefined {
  const saying = (at: number): string => sayings[indices[at] ?? -1] ?? '';
  for (let period = 1; period <= longestPeriod && saying(from + period - 1) !== ''; period++) {
    let end = from + period;
    while (saying(end) !== '' && saying(end) === saying(end - period)) end++;
    const times = Math.floor((end - from) / period);
    if (times >= fewest) return { parts: indices.slice(from, from + times * period), period };
  }
  return undefined;
}

/** What each entry says, but for the object that it is about; empty where it is to stand by itself. */
const sayingsOf = memoize((recording: Recording): readonly string[] =>
  recording.entries.map((entry) => {
    const { event } = entry;
    const folds: readonly string[] | undefined = eventWords(event.kind)?.folds;
    if (!folds) return '';
    const said = Object.entries(event).flatMap(([field, value]) =>
      folds.includes(field) ? [] : String(value),
    );
    return [processOf(recording, entry)?.group, ...said].join('\n');
  }),
);

/** One event that says of all objects what each of these says of its own; the first where they say it of the same. */
function merged(events: readonly Event[]): Event {
  const [first] = events as [Event];
  const differing: Record<string, unknown> = {};
  for (const field of eventWords(first.kind)?.folds ?? []) {
    const values = events.map((event) => (event as unknown as Readonly<Record<string, unknown>>)[field]);
    const value = mergedValue(values);
    if (value !== values[0]) differing[field] = value;
  }
  return Object.keys(differing).length === 0 ? first : ({ ...first, ...differing } as Event);
}

/** The most names that are said before "and 5 more". */
const mostNames = 3;

function mergedValue(values: readonly unknown[]): unknown {
  const [first] = values;
  // Of whole objects a sentence would say how each changed.
  if (typeof first === 'object' && !Array.isArray(first)) return undefined;
  const distinct = [...new Set(values.map(String))];
  if (distinct.length === 1) return first;
  if (Array.isArray(first))
    return first.map((_one, i) => mergedValue((values as (readonly unknown[])[]).map((all) => all[i])));
  const numbers = values.map(Number);
  if (typeof first === 'number') return t`${Math.min(...numbers)} to ${Math.max(...numbers)}`;
  return mergedNames(distinct);
}

/** "default/a, b and 5 more" of names that begin alike: what they share is said once. */
function mergedNames(names: readonly string[]): string {
  const shared = sharedStart(names);
  const rests = names.map((name) => name.slice(shared.length));
  const more = rests.length - mostNames;
  const said = listed(more > 1 ? rests.slice(0, mostNames) : rests);
  return shared + (more > 1 ? t`${said} and ${more} more` : said);
}

/** What all begin with, up to a slash; nothing of paths, which are said whole. */
function sharedStart([first = '', ...others]: readonly string[]): string {
  let end = first.startsWith('/') ? -1 : first.lastIndexOf('/');
  while (end > 0 && !others.every((name) => name.startsWith(first.slice(0, end + 1))))
    end = first.lastIndexOf('/', end - 1);
  return first.slice(0, end + 1);
}
