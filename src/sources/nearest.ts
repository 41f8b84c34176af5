import { editsBetween } from '../instrument/nearest-word.ts';

const last = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Up to three of the names that `symbol` may have been meant for, the likeliest first: `Type.method` for `method`, and the like. */
export function nearestNames(symbol: string, names: readonly string[]): string[] {
  const most = Math.max(2, Math.floor(last(symbol).length / 3));
  return [...new Set(names)]
    .map((name) => ({
      name,
      edits: editsBetween(symbol.toLowerCase(), name.toLowerCase()),
      inLast: editsBetween(last(symbol), last(name)),
    }))
    .filter(({ edits, inLast }) => Math.min(edits, inLast) <= most)
    .sort((a, b) => Math.min(a.edits, a.inLast) - Math.min(b.edits, b.inLast) || a.edits - b.edits)
    .slice(0, 3)
    .map(({ name }) => name);
}
