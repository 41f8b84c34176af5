/** What differs between two texts: the lines between those that both begin with and those that both end with. */
export interface ChangedLines {
  /** How many lines both begin with. */
  readonly start: number;
  /** How many lines both end with, of those that follow. */
  readonly end: number;
  /** What the second text has in between. */
  readonly lines: readonly string[];
}

export function changedLines(before: readonly string[], after: readonly string[]): ChangedLines {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { start, end, lines: after.slice(start, after.length - end) };
}
