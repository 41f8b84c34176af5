import type { Call } from '../../recording/calls.ts';
import type { Recording } from '../../recording/recording.ts';
import { type CodeSymbol, symbolAt } from '../code/source.ts';

/** The run that the map of the start is of. */
export const mapScenario = 'controller-manager/controller-context#whole';

/** A function of the start, drawn below the one that calls it. */
export interface Box {
  /** What our code calls it. */
  readonly name: string;
  /** What it does, in a sentence. */
  readonly says: string;
  /** Where upstream has it, or has it within: `path#Symbol`. */
  readonly mirrors: string;
  /** True where upstream has no declaration of its own for it. */
  readonly within: boolean;
  /** Where it starts a controller that does not run: `skipped` as upstream does, or `idle`, since it is not re-implemented. */
  readonly fate?: 'skipped' | 'idle';
  /** File under src/runtime, and the line of it that ran first. */
  readonly file: string;
  readonly line: number;
  /** True where it is what a goroutine runs that the box above starts. */
  readonly goroutine: boolean;
  /** How many entries of the run, lines not counted, were there when it was called. */
  readonly after: number;
  /** The first entry that its process makes from there on; counted as those, from 0. The last one before, if there is none. */
  readonly step: number;
  readonly boxes: readonly Box[];
}

/** What has to be known of the files of a run. */
export interface CodeOfRun {
  symbolsOf(file: string): readonly CodeSymbol[];
  /** What a function does, in a sentence; `symbol` is the declaration in which it stands. */
  tell(call: Call, symbol: CodeSymbol): string;
}

/** A function with more callers than this is a helper of them all, and no station. */
const mostCallers = 3;

/**
 * The calls of a run as boxes: of the functions that follow one of upstream, up to the entry that ends the start. Of a
 * goroutine that does not lead there, it has only the function that the goroutine begins with.
 */
export function boxesOf(
  { entries }: Pick<Recording, 'entries'>,
  calls: readonly Call[],
  code: CodeOfRun,
  end: number,
): Box[] {
  const way = wayTo(calls, entries[end]!.process);
  // Two methods of one name in a file are two functions.
  const keyOf = ({ file, line, function: name }: Call): string =>
    `${file} ${symbolAt(code.symbolsOf(file), line)?.name} ${name}`;
  const callers = callersOf(calls, keyOf);
  const stepOf = stepsOf(entries);

  const draw = (call: Call, above?: Call, aboveMirrors?: string): Box[] => {
    if (!call.begins && call.entry > end) return [];
    if ((callers.get(keyOf(call))?.size ?? 0) > mostCallers) return [];
    const symbol = symbolAt(code.symbolsOf(call.file), call.line);
    const mirrors = symbol?.mirrors ?? symbol?.partOf;
    const boxes = way.has(call.process)
      ? call.calls.flatMap((each) => draw(each, call, mirrors ?? aboveMirrors))
      : [];
    // What upstream has in one piece is one box.
    if (!symbol || !mirrors || (mirrors === aboveMirrors && !call.begins)) return boxes;
    const { file, line, function: name } = call;
    const within = symbol.mirrors === undefined || !isNamed(name, symbol.name);
    const goroutine = call.begins && above !== undefined;
    const fate = fateOf(call, above, entries);
    return [
      {
        name,
        says: code.tell(call, symbol),
        mirrors,
        within,
        fate,
        file,
        line,
        goroutine,
        ...stepOf(call),
        boxes,
      },
    ];
  };
  return calls.flatMap((call) => draw(call));
}

/** By which functions each is called. */
function callersOf(
  calls: readonly Call[],
  keyOf: (call: Call) => string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const callers = new Map<string, Set<string>>();
  const visit = (call: Call): void => {
    for (const below of call.calls) {
      const known = callers.get(keyOf(below)) ?? new Set();
      callers.set(keyOf(below), known.add(keyOf(call)));
      visit(below);
    }
  };
  calls.forEach(visit);
  return callers;
}

/** Where a call stands among the entries that are no lines. */
function stepsOf(entries: Recording['entries']): (call: Call) => Pick<Box, 'after' | 'step'> {
  // How many there are up to an entry, itself included.
  const counts: number[] = [];
  for (const { event } of entries) counts.push((counts.at(-1) ?? 0) + (event.kind === 'line' ? 0 : 1));
  return ({ entry, process: of }) => {
    const next = entries.find(
      ({ index, process, event }) => index > entry && process === of && event.kind !== 'line',
    );
    const after = counts[entry]!;
    return { after, step: (next ? counts[next.index]! : after) - 1 };
  };
}

/** Whether a controller that is started runs. */
function fateOf(call: Call, above: Call | undefined, entries: Recording['entries']): Box['fate'] {
  if (call.calls.some(({ function: name }) => name === 'startNothing')) return 'idle';
  if (above?.function !== 'startControllers') return undefined;
  const verdict = entries.find(
    ({ index, event }) =>
      index > call.entry && event.kind === 'startup' && /^(started|skipped|failed)$/.test(event.phase),
  );
  return verdict?.event.kind === 'startup' && verdict.event.phase === 'skipped' ? 'skipped' : undefined;
}

/** Whether a declaration, named as `symbolsOf` does, is the function that its lines call by a name. */
function isNamed(name: string, symbol: string): boolean {
  const [owner, member = owner] = symbol.split('.');
  return member === 'constructor' ? name === `new ${owner}` : name === member;
}

/** A process, the one that started it, and so on. */
function wayTo(calls: readonly Call[], process: number): ReadonlySet<number> {
  const way = new Set<number>();
  const find = (all: readonly Call[], above: readonly number[]): void => {
    for (const call of all) {
      const here = [...above, call.process];
      if (call.process === process) for (const each of here) way.add(each);
      else find(call.calls, here);
    }
  };
  find(calls, []);
  return way;
}

/**
 * The entry of another recording of the same run that a box leads to: its first line, where that has been recorded too, or
 * else the next thing that its process does.
 */
export function entryOf({ entries }: Pick<Recording, 'entries'>, box: Box): number {
  let count = 0;
  let next = 0;
  for (const { index, event } of entries) {
    if (event.kind !== 'line') {
      if (count++ === box.step) next = index;
    } else if (count === box.after && event.file === box.file && event.line === box.line) return index;
  }
  return next;
}

/** How many boxes there are, with those below them. */
export function countBoxes(boxes: readonly Box[]): number {
  return boxes.reduce((sum, box) => sum + 1 + countBoxes(box.boxes), 0);
}

/**
 * The main road: at each level the box that holds more than half of what is there, and those beside it that call others, up
 * to the level at which no box does.
 */
export function stationsOf(boxes: readonly Box[]): Box[] {
  const half = countBoxes(boxes) / 2;
  const main = boxes.find((box) => countBoxes([box]) > half);
  if (!main) return [];
  return boxes.flatMap((box) =>
    box === main ? [box, ...stationsOf(box.boxes)] : box.boxes.length > 1 ? [box] : [],
  );
}

/** The file of a station, without its folders, where another station has the same name. */
export const fileIfShared = (stations: readonly Box[], { name, file }: Box): string | undefined =>
  stations.filter((other) => other.name === name).length > 1 ? file.split('/').at(-1) : undefined;
