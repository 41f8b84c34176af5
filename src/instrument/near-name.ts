import { editsBetween, nearestWord } from './nearest-word.ts';

/** What lists, sets and maps of other languages call their methods, and what is meant by it. */
const others: Readonly<Record<string, readonly string[]>> = {
  has: ['includes'],
  contains: ['includes', 'has'],
  insert: ['add', 'set', 'push'],
  put: ['set'],
  append: ['push'],
  remove: ['delete'],
  len: ['length', 'size'],
};

/** The one of these names that is meant by another: as good as the same, or what other languages call so. Undefined if none is. */
export function nearName(found: string, names: readonly string[]): string | undefined {
  const near = nearestWord(found, names);
  const edits = near === undefined ? Infinity : editsBetween(found.toLowerCase(), near.toLowerCase());
  if (edits <= (found.length < 8 ? 1 : 2)) return near;
  return others[found.toLowerCase()]?.find((one) => names.includes(one));
}
