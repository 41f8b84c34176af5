/** The word nearest to `found` by single-letter edits, if it is near enough to be what was meant. */
export function nearestWord(found: string, words: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(2, Math.floor(found.length / 3)) + 1;
  for (const word of words) {
    const edits = editsBetween(found.toLowerCase(), word.toLowerCase());
    if (edits < fewest) {
      best = word;
      fewest = edits;
    }
  }
  return best;
}

/** Levenshtein's distance. */
export function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
