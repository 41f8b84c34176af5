import { likeness } from './go-lines-alike.ts';
import type { CodeLine } from './go-lines-read.ts';

/** A pair of lines must be at least so alike to stand beside each other. */
const least = 0.3;
/** So alike that it does not matter where they stand. */
const sure = 0.6;
/** Parts that stand in any order have little but their names. */
const named = 0.4;
/** A second line of ours may stand beside the same line of upstream, if it is alike enough for this. */
const again = 0.35;
/** Lines that follow each other on both sides. */
const inARow = 0.12;
/** Said by a mark: nothing outweighs it. */
const said = 1000;

/**
 * For each line of ours the line of upstream that stands beside it, as a place in `go`, or undefined. Both are read from the top:
 * of two lines of ours the lower never stands beside the higher of upstream, but for what is deferred.
 * `pinned` gives the places that marks name; undefined there means that the line has no counterpart.
 */
export function align(
  ours: readonly CodeLine[],
  go: readonly CodeLine[],
  pinned: ReadonlyMap<number, number | undefined>,
): (number | undefined)[] {
  const alike = likeness(ours, go);
  const heads = places(ours);
  const goHeads = places(go);
  const score = (i: number, j: number): number => {
    if (go[j]!.deferred) return -Infinity;
    if (pinned.has(i)) return pinned.get(i) === j ? said : -Infinity;
    return ours[i]!.deferred ? -Infinity : alike(i, j);
  };
  const found = Array.from<number | undefined>({ length: ours.length });
  monotone(heads.length, goHeads.length, (i, j) => score(heads[i]!, goHeads[j]!)).forEach((j, i) => {
    if (j !== undefined) found[heads[i]!] = goHeads[j]!;
  });
  for (const i of heads) {
    // What is deferred stands above, and runs below.
    const floor = found[i] === undefined ? sure : alike(i, found[i]);
    found[i] = mostLike(go, (j) => (go[j]!.deferred ? alike(i, j) : 0), floor) ?? found[i];
  }
  for (const [i, place] of pinned) found[i] = place;
  ours.forEach(({ at, head }, i) => {
    const place = at === head ? undefined : found[ours.findIndex((line) => line.at === head)];
    if (place === undefined || pinned.has(i)) return;
    // Goes on with a statement: within that of upstream.
    found[i] = mostLike(go, (j) => (go[j]!.head === go[place]!.head ? alike(i, j) : 0), least);
  });
  return found;
}

/** As `align`, for declarations whose parts stand in any order: each line of ours beside the one that is most like it. */
export function anyOrder(
  ours: readonly CodeLine[],
  go: readonly CodeLine[],
  pinned: ReadonlyMap<number, number | undefined>,
): (number | undefined)[] {
  const alike = likeness(ours, go);
  return ours.map((_, i) =>
    pinned.has(i) ? pinned.get(i) : mostLike(go, (j) => (j > 0 ? alike(i, j) : 0), named),
  );
}

/** The place with the highest score above `floor`. */
function mostLike(go: readonly CodeLine[], score: (j: number) => number, floor: number): number | undefined {
  let best = floor;
  let found: number | undefined;
  go.forEach((_, j) => {
    const here = score(j);
    if (here <= best) return;
    best = here;
    found = j;
  });
  return found;
}

const places = (lines: readonly CodeLine[]): number[] =>
  lines.flatMap(({ at, head }, place) => (at === head ? [place] : []));

/** Pairs, from the last to the first. */
interface Path {
  readonly i: number;
  readonly j: number;
  readonly sum: number;
  readonly before: Path | undefined;
}

/**
 * The pairs, in order on both sides, whose scores add up to the most: for each of the `n` lines its place among the `m`, or undefined.
 * A place may be in several pairs.
 */
function monotone(n: number, m: number, score: (i: number, j: number) => number): (number | undefined)[] {
  // By place: the best path that ends there, of all lines so far, and of the line before alone.
  let best = Array.from<Path | undefined>({ length: m });
  let justNow = best;
  for (let i = 0; i < n; i++) {
    const now = Array.from<Path | undefined>({ length: m });
    let above: Path | undefined;
    for (let j = 0; j < m; j++) {
      const value = score(i, j);
      if (value >= least) {
        const ways = [
          { before: above, sum: above?.sum ?? 0 },
          { before: justNow[j - 1], sum: (justNow[j - 1]?.sum ?? -Infinity) + inARow },
          { before: best[j], sum: (best[j]?.sum ?? -Infinity) - again },
        ];
        const way = ways.reduce((most, other) => (other.sum > most.sum ? other : most));
        now[j] = { i, j, before: way.before, sum: way.sum + value };
      }
      above = better(above, best[j]);
    }
    best = best.map((path, j) => better(path, now[j]));
    justNow = now;
  }
  const found = Array.from<number | undefined>({ length: n });
  for (let path = best.reduce(better, undefined); path; path = path.before) found[path.i] = path.j;
  return found;
}

function better(a: Path | undefined, b: Path | undefined): Path | undefined {
  return (b?.sum ?? -Infinity) > (a?.sum ?? -Infinity) ? b : a;
}
