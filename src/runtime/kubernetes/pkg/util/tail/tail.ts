/** Where the last `n` lines of a text begin. A last line without its end is one more. */
// Mirrors: pkg/util/tail/tail.go#FindTailLineStartIndex
export function findTailLineStartIndex(f: string, n: number): number {
  if (n < 0) return 0;
  const ends = [...f.matchAll(/\n/g)].map(({ index }) => index);
  return ends.length <= n ? 0 : ends[ends.length - 1 - n]! + 1;
}

/** The last `max` characters of a text. Upstream counts bytes, and says whether there were more. */
// Mirrors: pkg/util/tail/tail.go#ReadAtMost
export function readAtMost(f: string, max: number): string {
  return f.slice(Math.max(0, f.length - max));
}
