import { firstPlace } from '../base/search.ts';
import { memoize } from '../../recording/memoize.ts';
import type { EventOf, Locals } from '../../runtime/stage/events.ts';
import type { Entry } from '../../runtime/stage/world.ts';

type LineEntry = Entry & { readonly event: EventOf<'line'> };

/** Where the code stands at an entry. */
export interface CurrentLine {
  readonly file: string;
  /** Undefined where only the file and the symbol are known. */
  readonly line?: number;
  /** Name of the function, or the upstream symbol of an anchor. */
  readonly function?: string;
  readonly locals?: Locals;
  /** Locals of the line before, in the same call, to tell what changed. */
  readonly localsBefore?: Locals;
  /** The calls of shown functions, outermost first, this one last. */
  readonly stack: readonly { readonly function: string; readonly file: string; readonly line: number }[];
  /**
   * `now`: the acting process is on this line. `last`: another process acts, and this is the line of a shown
   * file that ran last.
   */
  readonly when: 'now' | 'last';
  readonly process: number;
}

/** The `line` entries of a run, ready to be looked up. */
interface LineIndex {
  readonly all: readonly LineEntry[];
  readonly byProcess: ReadonlyMap<number, readonly LineEntry[]>;
  /** By file, then by line: the indices at which it ran, in order. */
  readonly runs: ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>;
}

const indexOf = memoize((entries: readonly Entry[]): LineIndex => {
  const all = entries.filter((entry): entry is LineEntry => entry.event.kind === 'line');
  const byProcess = new Map<number, LineEntry[]>();
  const runs = new Map<string, Map<number, number[]>>();
  for (const entry of all) {
    listIn(byProcess, entry.process).push(entry);
    const ofFile = runs.get(entry.event.file) ?? new Map<number, number[]>();
    runs.set(entry.event.file, ofFile);
    listIn(ofFile, entry.event.line).push(entry.index);
  }
  return { all, byProcess, runs };
});

function listIn<K, V>(map: Map<K, V[]>, key: K): V[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

/** How many of a sorted list are at most `limit`. */
function countUpTo<T>(sorted: readonly T[], limit: number, of: (item: T) => number): number {
  return firstPlace(sorted.length, (place) => of(sorted[place] as T) > limit);
}

const indexIn = (entry: Entry): number => entry.index;
const itself = (index: number): number => index;

/**
 * The line to light at `cursor`: where the acting process stands in a shown file, with the locals told last. When it
 * stands in none, the line that ran last, the acting process's own if it ever ran one, as `last`.
 * Undefined if no line of a shown file has run.
 */
export function currentLine(entries: readonly Entry[], cursor: number): CurrentLine | undefined {
  const entry = entries[cursor];
  if (!entry) return undefined;
  const index = indexOf(entries);
  const own = index.byProcess.get(entry.process) ?? [];
  const at = countUpTo(own, cursor, indexIn) - 1;
  const { anchor } = entry;
  if (anchor || entry.event.kind === 'line') {
    const told = own[at]?.event;
    if (told && (!anchor || (told.file === anchor.file && told.line === anchor.line)))
      return describe(own, at, 'now');
    if (anchor) {
      const { file, line, symbol } = anchor;
      return { file, line, function: symbol, stack: [], when: 'now', process: entry.process };
    }
  }
  if (at >= 0) return describe(own, at, 'last');
  const last = index.all[countUpTo(index.all, cursor, indexIn) - 1];
  if (!last) return undefined;
  const lines = index.byProcess.get(last.process) ?? [];
  return describe(lines, countUpTo(lines, cursor, indexIn) - 1, 'last');
}

function describe(lines: readonly LineEntry[], at: number, when: CurrentLine['when']): CurrentLine {
  const { event, process } = lines[at] as LineEntry;
  const stack = [{ function: event.function, file: event.file, line: event.line }];
  let localsBefore: Locals | undefined;
  let sought = event.depth - 1;
  for (let before = at - 1; before >= 0; before--) {
    const earlier = (lines[before] as LineEntry).event;
    const sameCall = sought === event.depth - 1 && earlier.depth === event.depth;
    if (sameCall && localsBefore === undefined && earlier.function === event.function)
      localsBefore = earlier.locals;
    if (earlier.depth <= sought) {
      stack.unshift({ function: earlier.function, file: earlier.file, line: earlier.line });
      sought = earlier.depth - 1;
    }
    if (sought < 0) break;
  }
  const { file, line, locals } = event;
  return { file, line, function: event.function, locals, localsBefore, stack, when, process };
}

/** The lines of a file that run at all in this recording, with the indices at which they do: only there a breakpoint can stop. */
export function runsOf(entries: readonly Entry[], file: string): ReadonlyMap<number, readonly number[]> {
  return indexOf(entries).runs.get(file) ?? noRuns;
}

const noRuns: ReadonlyMap<number, readonly number[]> = new Map();

/** How often a line has run up to `cursor`, by the indices at which it does. */
export function timesRun(runs: readonly number[] | undefined, cursor: number): number {
  return runs ? countUpTo(runs, cursor, itself) : 0;
}

export interface LocalRow {
  readonly name: string;
  readonly value: string;
  /** Its value on the line before in the same call; undefined if that is the same, or there was none. */
  readonly before?: string;
  readonly isNew: boolean;
}

/** The locals of a line in order, with what changed since the line before. */
export function localRows({ locals, localsBefore }: CurrentLine): LocalRow[] {
  return Object.entries(locals ?? {}).map(([name, value]) => {
    const earlier = localsBefore?.[name];
    const isNew = localsBefore !== undefined && earlier === undefined;
    return { name, value, isNew, ...(earlier !== undefined && earlier !== value && { before: earlier }) };
  });
}
