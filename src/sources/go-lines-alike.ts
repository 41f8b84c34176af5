import type { CodeLine, LineKind } from './go-lines-read.ts';

/** Words, and how much each says. */
type Bag = ReadonlyMap<string, number>;

/** How alike two lines are: what they share, rare words weighing more, then what kind of line each is and where it stands. */
export function likeness(
  ours: readonly CodeLine[],
  go: readonly CodeLine[],
): (i: number, j: number) => number {
  const oursWords = ours.map(({ words }) => bag(words));
  const goWords = go.map(({ words }) => bag(words));
  const count = new Map<string, number>();
  for (const words of [...oursWords, ...goWords]) {
    for (const word of words.keys()) count.set(word, (count.get(word) ?? 0) + 1);
  }
  const weigh = (words: Bag, only: Bag): number => {
    let sum = 0;
    for (const [word, weight] of words) if (only.has(word)) sum += weight / Math.sqrt(count.get(word)!);
    return sum;
  };
  // A word that the other side has nowhere says nothing about where the line belongs.
  const weightIn = (side: readonly Bag[], other: readonly Bag[]): number[] => {
    const known = new Map(other.flatMap((words) => [...words]));
    return side.map((words) => weigh(words, known));
  };
  const oursWeight = weightIn(oursWords, goWords);
  const goWeight = weightIn(goWords, oursWords);
  const table = ours.map((line, i) =>
    go.map((other, j) => {
      const shared = weigh(oursWords[i]!, goWords[j]!);
      const both = oursWeight[i]! + goWeight[j]!;
      const names = (both === 0 ? 0 : (2 * shared) / both) + Math.min(0.4, shared / 4);
      const atDepth = line.depth - ours[0]!.depth === other.depth - go[0]!.depth;
      return names + kinds(line.kind, other.kind) + (atDepth ? 0.15 : 0);
    }),
  );
  return (i, j) => table[i]![j]!;
}

/** What the kinds of two lines say for or against their being a pair. */
function kinds(ours: LineKind, go: LineKind): number {
  if (ours === go) return ours === 'other' ? 0 : 0.31;
  const leaves = [ours, go].some((kind) => kind === 'return' || kind === 'jump');
  return leaves ? -0.4 : -0.1;
}

/** The words of a line, whole ones and their parts: `getControllerOf` has `controller` in it. */
function bag(words: readonly string[]): Bag {
  const all = new Map<string, number>();
  for (const word of words) {
    all.set(word.toLowerCase(), 1);
    const parts = word
      .split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$]/)
      .filter((part) => part.length > 1);
    if (parts.length > 1) parts.forEach((part) => all.set(`~${part.toLowerCase()}`, 0.5));
    else all.set(`~${word.toLowerCase()}`, 0.25);
  }
  return all;
}
