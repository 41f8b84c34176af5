/**
 * What mirrored code needs of Go's maps where the names come from outside: here a map is a plain object, which inherits members
 * that no map of Go has, such as `constructor`, and whose `__proto__` is more than a member.
 */

/** True for a map: neither a list nor nothing. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of that name; undefined if the map has none itself. */
export function get<T>(map: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

/** Makes a member of that name, or replaces the one that the map has. */
export function set<T>(map: Record<string, T>, name: string, value: NoInfer<T>): void {
  if (name === '__proto__')
    Object.defineProperty(map, name, { value, writable: true, enumerable: true, configurable: true });
  else map[name] = value;
}
