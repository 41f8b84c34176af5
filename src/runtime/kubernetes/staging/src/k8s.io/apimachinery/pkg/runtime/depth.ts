/**
 * How many lists and maps may stand in one another. Upstream's decoder takes 10,000; here all that looks at an object calls
 * itself for what is inside, and a browser has no room for so many calls. No object in use comes near.
 */
export const maxDepth = 200;

/** What is wrong with a value that goes deeper than `maxDepth`; undefined if it does not. A circle does. */
export function tooDeep(value: unknown): Error | undefined {
  if (!deeper(value, maxDepth)) return undefined;
  return new Error(
    `exceeded max depth: expected at most ${maxDepth} lists and maps in one another, found more`,
  );
}

function deeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (most === 0) return true;
  if (Array.isArray(value)) return value.some((item) => deeper(item, most - 1));
  const map = value as Readonly<Record<string, unknown>>;
  for (const name in map) if (deeper(map[name], most - 1)) return true;
  return false;
}
