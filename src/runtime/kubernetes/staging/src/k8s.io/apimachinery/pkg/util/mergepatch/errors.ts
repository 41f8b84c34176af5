/** A patch that does not fit. Who applies patches catches it. */
export class BadPatch extends Error {
  override readonly name = 'BadPatch';
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/mergepatch/errors.go#ErrBadPatchType
export const badPatchType = (directive: unknown, map: unknown): BadPatch =>
  new BadPatch(`unknown patch type: ${goText(directive)} in map: ${goText(map)}`);

/** How Go's `%v` prints plain data. */
export function goText(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (typeof value !== 'object') return String(value);
  const map = value as Readonly<Record<string, unknown>>;
  const members = Object.keys(map)
    .sort()
    .map((key) => `${key}:${goText(map[key])}`);
  return `map[${members.join(' ')}]`;
}
