import { align, anyOrder } from './go-lines-align.ts';
import { type CodeLine, readGo, readOurs } from './go-lines-read.ts';

/** First and last line, both included, from 0 at the first line of upstream's declaration. */
export type GoRange = readonly [from: number, to: number];

/** A line of ours that has no right place beside upstream's. `line` counts from 0 in the declaration. */
interface LineProblem {
  readonly line: number;
  readonly says: string;
}

export interface LineMap {
  /** For each line of our declaration, also those between statements. */
  readonly ranges: readonly GoRange[];
  readonly problems: readonly LineProblem[];
}

/**
 * Which lines of upstream's declaration each line of ours follows. Both begin with the declaration itself, without the comments above it;
 * with `part` ours is only a part of upstream's, so that their first lines are not each other's.
 * Names that both have say it; where they do not, a mark at the end of our line does: `// Go: name`, or `// Go: name#2` for the second
 * line of upstream that has the name, or `// Go: none`.
 */
export function mapLines(
  ours: readonly string[],
  go: readonly string[],
  { part = false }: { readonly part?: boolean } = {},
): LineMap {
  const oursRead = readOurs(ours);
  const goRead = readGo(go);
  const problems: LineProblem[] = [];
  const pinned = new Map<number, number | undefined>();
  oursRead.forEach((line, i) => {
    if (line.mark === undefined) return;
    const place = line.mark === 'none' ? undefined : placeOf(line.mark, goRead, go);
    if (line.mark !== 'none' && place === undefined) {
      problems.push({ line: line.at, says: `"// Go: ${line.mark}" names no line of upstream's declaration` });
    } else pinned.set(i, place);
  });
  if (!pinned.has(0)) pinned.set(0, part ? undefined : 0);
  problems.push(...outOfOrder(pinned, oursRead, goRead));
  if (/^\s*constructor\(/.test(ours[0] ?? '')) {
    oursRead.forEach((line, i) => {
      const place = pinned.has(i) ? undefined : fieldOf(ours[line.at]!, goRead, go);
      if (place !== undefined) pinned.set(i, place);
    });
  }
  // Fields stand in any order, and no step stops at them.
  const isType = /^type\b/.test(go[0] ?? '');
  const found = (isType ? anyOrder : align)(oursRead, goRead, pinned);
  oursRead.forEach((line, i) => {
    if (isType || found[i] !== undefined || line.head !== line.at || pinned.has(i)) return;
    problems.push({ line: line.at, says: 'has no counterpart upstream' });
  });
  return { ranges: fill(ours, go, oursRead, goRead, found), problems };
}

/** A declaration of ours, as far as its lines matter. Lines count from 1 in its file, both ends included. */
export interface Declared {
  readonly kind: 'function' | 'class' | 'other';
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The lines of a declaration out of those of its file; of a class its fields and its constructor, for methods stand for themselves. */
export function linesOf(declared: Declared, all: readonly Declared[], source: readonly string[]): string[] {
  const lines = source.slice(declared.from - 1, declared.to);
  if (declared.kind !== 'class') return lines;
  for (const { kind, name, from, to } of all) {
    if (kind === 'class' || from < declared.from || to > declared.to || name.endsWith('.constructor'))
      continue;
    lines.fill('', from - declared.from, to - declared.from + 1);
  }
  return lines;
}

/** The place of the line of upstream that a mark names. */
function placeOf(mark: string, goRead: readonly CodeLine[], go: readonly string[]): number | undefined {
  const [, name = mark, nth = '1'] = /^(.*?)(?:#(\d+))?$/.exec(mark) ?? [];
  const word = new RegExp(`(?<![\\w])${name.replace(/[^\w]/g, '\\$&')}(?![\\w])`);
  const places = goRead.flatMap(({ at }, place) => (word.test(go[at]!) ? [place] : []));
  return places[Number(nth) - 1];
}

/** The place of the field in a literal of upstream that a line of ours sets by itself: `Name: …` of `this.name = …`. */
function fieldOf(line: string, goRead: readonly CodeLine[], go: readonly string[]): number | undefined {
  const [, name] = /^\s*this\.#?(\w+) = /.exec(line) ?? [];
  if (name === undefined) return undefined;
  const sets = (text: string): boolean => /^\s*(\w+): /.exec(text)?.[1]?.toLowerCase() === name.toLowerCase();
  const places = goRead.flatMap(({ at, head }, place) => (at !== head && sets(go[at]!) ? [place] : []));
  return places.length === 1 ? places[0] : undefined;
}

function outOfOrder(
  pinned: ReadonlyMap<number, number | undefined>,
  ours: readonly CodeLine[],
  go: readonly CodeLine[],
): LineProblem[] {
  const problems: LineProblem[] = [];
  let last = -1;
  for (const [i, place] of [...pinned].sort(([a], [b]) => a - b)) {
    if (place === undefined || go[place]!.deferred) continue;
    if (place < last) {
      const says = `"// Go: ${ours[i]!.mark}" names a line above that of the mark before it`;
      problems.push({ line: ours[i]!.at, says });
    }
    last = place;
  }
  return problems;
}

/** The ranges of all lines, from the pairs that were found. */
function fill(
  ours: readonly string[],
  go: readonly string[],
  oursRead: readonly CodeLine[],
  goRead: readonly CodeLine[],
  found: readonly (number | undefined)[],
): GoRange[] {
  const taken = new Set(found);
  const extent = (i: number, place: number): GoRange => {
    const line = goRead[place]!;
    if (line.head !== line.at || oursRead[i]!.head !== oursRead[i]!.at) return [line.at, line.at];
    const end = place === 0 ? undefined : blockEnd(go, goRead, place);
    if (end === undefined || oursRead[i]!.opensBlock) return [line.at, line.to];
    // All of a block that nothing else of ours stands beside.
    const own = goRead.every(({ at }, inside) => at <= line.to || at > end || !taken.has(inside));
    return [line.at, own ? end : line.to];
  };
  const ranges: (GoRange | undefined)[] = ours.map(() => undefined);
  oursRead.forEach((line, i) => {
    const place = found[i];
    if (place !== undefined) ranges[line.at] = extent(i, place);
    else if (line.head !== line.at && ranges[line.head]) ranges[line.at] = ranges[line.head];
  });
  // A `try` begins what its `finally` ends: as upstream's `defer` does.
  ours.forEach((line, at) => {
    const [, indent] = /^(\s*)try \{/.exec(line) ?? [];
    if (indent === undefined) return;
    const last = ours.findIndex((other, below) => below > at && other.startsWith(`${indent}} finally {`));
    ranges[at] = last === -1 ? undefined : ranges.slice(last).find((range) => range !== undefined);
  });
  // What is between lights what stands around it.
  const depths = ours.map((line) => /^\s*/.exec(line)![0].length);
  return ours.map((line, at) => {
    if (ranges[at]) return ranges[at];
    const depth = line.trim() === '' ? Infinity : depths[at]!;
    let inside = /^\s*[})\]]/.test(line) ? depth + 1 : depth;
    for (let above = at - 1; above >= 0; above--) {
      if (depths[above]! >= inside || /^\s*(?:\/\/|\/?\*+[\s/]|[)\]]|$)/.test(ours[above]!)) continue;
      const range = ranges[above];
      if (range) return [range[0], range[0]];
      inside = depths[above]!;
    }
    return [0, 0];
  });
}

/** The line that closes the block which a statement opens. */
function blockEnd(go: readonly string[], goRead: readonly CodeLine[], place: number): number | undefined {
  const { at, to } = goRead[place]!;
  if (!goRead.some((line) => line.at === to && line.opensBlock)) return undefined;
  const indent = /^\s*/.exec(go[at]!)![0];
  const end = go.findIndex((line, number) => number > to && line.startsWith(`${indent}}`));
  return end === -1 ? undefined : end;
}
