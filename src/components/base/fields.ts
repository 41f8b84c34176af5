/** A map of what was read. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for a map: neither a list nor nothing. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a whole number from 0. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
