/** A map of what was read. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for a map: neither a list nor nothing. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
