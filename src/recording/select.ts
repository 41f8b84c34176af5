import type { Act } from '../runtime/stage/acts.ts';
import type { Result } from '../runtime/go/result.ts';
import type { Event } from '../runtime/stage/events.ts';
import type { Entry } from '../runtime/stage/world.ts';
import { editsBetween } from '../instrument/nearest-word.ts';
import { type Recording, entryAt, processOf } from './recording.ts';
import { type Selector, type Term, kindMatches, parseSelector, quoted } from './selector.ts';
import { actWordsOf, eventWords } from './subjects.ts';
import { tell } from './tell.ts';
import { lastPart, withoutResource } from './words.ts';

/** Nothing in a run is what a selector names. Its message ends with the nearest events that did happen. */
class NoSuchEvent extends Error {
  override readonly name = 'NoSuchEvent';
  /** Indices of the nearest events, best first. */
  readonly nearest: readonly number[];

  constructor(message: string, nearest: readonly number[]) {
    super(message);
    this.nearest = nearest;
  }
}

/** The index of the entry that a selector names; an error if it cannot be read or nothing matches. */
export function select(recording: Recording, selector: string | Selector): Result<number> {
  if (typeof selector !== 'string') return selectParsed(recording, selector);
  const [parsed, problem] = parseSelector(selector);
  return problem ? [undefined, problem] : selectParsed(recording, parsed);
}

/** The indices of all entries that match a selector, whatever its position; an error as `select` gives. */
function selectAll(recording: Recording, selector: Selector): Result<readonly number[]> {
  let from = 0;
  if (selector.after) {
    const [index, problem] = selectParsed(recording, selector.after);
    if (problem) return [undefined, problem];
    from = index + 1;
  }
  const found: number[] = [];
  for (let i = from; i < recording.entries.length; i++) {
    if (entryMatches(recording, entryAt(recording, i), selector)) found.push(i);
  }
  return [found, undefined];
}

/** True if an entry is of a selector's kind and meets all its terms. Position and `after` are not looked at. */
export function entryMatches(recording: Recording, entry: Entry, selector: Selector): boolean {
  if (!kindMatches(selector.kind, entry.event.kind)) return false;
  return selector.terms.every((term) => termMatches(recording, entry, term));
}

/** A selector that names this entry and no other: what a writer would put into prose. */
export function selectorOf(recording: Recording, index: number): string {
  const { event } = entryAt(recording, index);
  const text = [event.kind, ...mainWords(event).map(quoted)].join(' ');
  const [selector] = parseSelector(text);
  const [all] = selector ? selectAll(recording, selector) : [undefined];
  const nth = (all ?? []).indexOf(index) + 1;
  return nth > 1 ? `${text} #${nth}` : text;
}

function selectParsed(recording: Recording, selector: Selector): Result<number> {
  const [found, problem] = selectAll(recording, selector);
  if (problem) return [undefined, problem];
  const index = selector.position === 'last' ? found.at(-1) : found[selector.position - 1];
  return index === undefined ? [undefined, noSuchEvent(recording, selector, found)] : [index, undefined];
}

function noSuchEvent(recording: Recording, selector: Selector, found: readonly number[]): NoSuchEvent {
  const where = selector.after ? ' after that' : '';
  const expected = selector.position === 'last' ? 'one' : `${selector.position}`;
  const count = `expected at least ${expected}, found ${found.length === 0 ? 'none' : found.length}${where}`;
  const nearest = found.length > 0 ? found.slice(-3) : nearestTo(recording, selector);
  const told = nearest.map((index) => {
    const { at, event } = entryAt(recording, index);
    return `\n  ${selectorOf(recording, index)}  (${at} ms: ${tell(event)})`;
  });
  const remedy =
    told.length === 0
      ? 'nothing of its kind happened in this run; change the selector or the scenario'
      : `the nearest that happened are below, use one of them or change the scenario:${told.join('')}`;
  return new NoSuchEvent(`no event matches "${selector.text}": ${count}; ${remedy}`, nearest);
}

/** Up to three entries that come nearest, told apart by their words, best first. */
function nearestTo(recording: Recording, selector: Selector): number[] {
  const scored: { index: number; score: number }[] = [];
  const known = new Set<string>();
  const wantsLine = selector.kind === 'line';
  for (const entry of recording.entries) {
    if ((entry.event.kind === 'line') !== wantsLine) continue;
    const score = nearness(recording, entry, selector);
    const words = [entry.event.kind, ...mainWords(entry.event)].join(' ');
    if (score <= 0 || known.has(words)) continue;
    known.add(words);
    scored.push({ index: entry.index, score });
  }
  return scored
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, 3)
    .map(({ index }) => index);
}

function nearness(recording: Recording, entry: Entry, selector: Selector): number {
  const family = selector.kind.split('.')[0] ?? '';
  const { kind } = entry.event;
  const base = kindMatches(selector.kind, kind) ? 4 : kind.split('.')[0] === family ? 2 : 0;
  if (base === 0) return 0;
  const names = namesOf(entry.event);
  let score = base;
  for (const term of selector.terms) {
    if (termMatches(recording, entry, term)) score += 1;
    else if (term.word !== undefined) score += likeness(term.word, names);
  }
  return score;
}

/** From 0 to under 1: how near a word is to one of an event's names; for `file:line`, how near the lines are. */
function likeness(word: string, names: readonly string[]): number {
  const wanted = /^(.+):(\d+)$/.exec(word);
  return Math.max(
    0,
    ...names.map((name) => {
      if (wanted) {
        const line = /^(.*):(\d+)$/.exec(name);
        return line?.[1] === wanted[1] ? 0.9 / (1 + Math.abs(Number(line?.[2]) - Number(wanted[2])) / 10) : 0;
      }
      return 0.9 * Math.max(0, 1 - editsBetween(word, name) / Math.max(word.length, name.length));
    }),
  );
}

function termMatches(recording: Recording, entry: Entry, term: Term): boolean {
  if (term.field !== undefined) {
    return globMatches(term.value, fieldOf(recording, entry, term.field));
  }
  return namesOf(entry.event).some((name) => globMatches(term.word, name));
}

function fieldOf(recording: Recording, entry: Entry, field: string): string {
  const process = processOf(recording, entry);
  if (field === 'at') return String(entry.at);
  if (field === 'process') return process?.name ?? '';
  if (field === 'group') return process?.group ?? '';
  let value: unknown = entry.event;
  for (const part of field.split('.')) value = (value as Record<string, unknown> | undefined | null)?.[part];
  return Array.isArray(value) ? value.join(',') : String(value ?? '');
}

/** Fields whose text is a sentence or a value, not a name. */
const notNames = new Set(['kind', 'message', 'text', 'error', 'locals', 'object', 'previous', 'act']);

const fieldsOf = ({ kind }: Event): readonly string[] => eventWords(kind)?.fields ?? [];

/** Every name that a bare word can match. */
function namesOf(event: Event): string[] {
  const names: string[] = [];
  const fields = event as Record<string, unknown>;
  for (const field of fieldsOf(event)) {
    const value = fields[field];
    if (notNames.has(field)) continue;
    for (const name of Array.isArray(value) ? value : [value]) {
      if (typeof name === 'string') names.push(...variants(name));
    }
  }
  if (event.kind === 'act') names.push(...actNames(event.act).flatMap(variants));
  if (event.kind === 'line') names.push(...variants(`${event.file}:${event.line}`));
  return names;
}

/** A name, and what follows each of its slashes and spaces. */
function variants(name: string): string[] {
  const names = [name];
  for (let i = 0; i < name.length; i++) if (name[i] === '/' || name[i] === ' ') names.push(name.slice(i + 1));
  return names;
}

/** What an act is about: its kind, then its object's key or what it breaks. */
function actNames(act: Act): string[] {
  const about = actWordsOf(act.kind)?.about?.(act) ?? {};
  const { kind, resource, program, namespace, name } = { ...act, ...about } as Readonly<
    Record<string, unknown>
  >;
  const key = namespace && name ? `${String(namespace)}/${String(name)}` : name;
  const names = [act.kind, kind === act.kind ? undefined : kind, resource, program, key];
  return names.filter((one): one is string => typeof one === 'string');
}

/** The words by which people would name an event. */
function mainWords(event: Event): string[] {
  if (event.kind === 'line') return [`${lastPart(event.file)}:${event.line}`];
  if (event.kind === 'act') return actNames(event.act);
  const fields = event as Record<string, unknown>;
  const words: string[] = [];
  for (const field of fieldsOf(event)) {
    const value = fields[field];
    if (typeof value !== 'string' || value === '' || notNames.has(field)) continue;
    if (field === 'program' && 'key' in event) continue;
    words.push(field === 'key' && 'resource' in event ? withoutResource(event.resource, value) : value);
  }
  return words;
}

function globMatches(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return pattern === text;
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}
