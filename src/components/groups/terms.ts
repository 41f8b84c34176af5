/** A chapter, as far as a plan of a term goes. */
export interface Reading {
  /** Content id. */
  readonly id: string;
  /** How long it takes to read alone. */
  readonly minutes: number;
  /** Ids of the chapters that it builds on. */
  readonly buildsOn: readonly string[];
}

/** The chapters in the order given, but each after those that it builds on. */
export function inOrder<R extends Reading>(chapters: readonly R[]): R[] {
  const ordered = new Set<R>();
  const add = (chapter: R, above: ReadonlySet<R>): void => {
    if (ordered.has(chapter) || above.has(chapter)) return;
    for (const before of chapters)
      if (chapter.buildsOn.includes(before.id)) add(before, new Set([...above, chapter]));
    ordered.add(chapter);
  };
  for (const chapter of chapters) add(chapter, new Set());
  return [...ordered];
}

const sum = (chapters: readonly Reading[]): number =>
  chapters.reduce((total, { minutes }) => total + minutes, 0);

/** Chapters parted into weeks, and how uneven that is. */
interface Split<R> {
  readonly weeks: readonly (readonly R[])[];
  readonly cost: number;
}

/** All chapters parted into so many weeks, in their order, as even as can be. There are fewer weeks where there are fewer chapters. */
export function termOf<R extends Reading>(chapters: readonly R[], weeks: number): readonly (readonly R[])[] {
  const all = inOrder(chapters);
  // The best split of the first chapters, by how many they are: into no week, then into one more each time.
  let splits: readonly (Split<R> | undefined)[] = [{ weeks: [], cost: 0 }];
  for (let week = 0; week < Math.min(weeks, all.length); week++) splits = withOneMore(all, splits);
  return splits[all.length]?.weeks ?? [];
}

function withOneMore<R extends Reading>(
  all: readonly R[],
  splits: readonly (Split<R> | undefined)[],
): (Split<R> | undefined)[] {
  return Array.from({ length: all.length + 1 }, (_, end) =>
    splits.slice(0, end).reduce<Split<R> | undefined>((best, before, from) => {
      if (!before) return best;
      const last = all.slice(from, end);
      const cost = before.cost + sum(last) ** 2;
      return best && best.cost <= cost ? best : { weeks: [...before.weeks, last], cost };
    }, undefined),
  );
}
