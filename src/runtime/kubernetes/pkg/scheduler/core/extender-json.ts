import type { Result } from '../../../../go/result.ts';

/** The fields of answers of extenders, as Go has them. */
const fields = [
  'Error',
  'FailedNodes',
  'Host',
  'NodeNameToMetaVictims',
  'NodeNames',
  'Nodes',
  'Pods',
  'Score',
  'UID',
] as const;

const byLowerCase = new Map(fields.map((field) => [field.toLowerCase(), field]));

/** Below these, keys are names of nodes, or fields of objects of the API, which have their own names. */
const opaque: ReadonlySet<string> = new Set(['FailedNodes', 'Nodes']);

/**
 * Reads what an extender wrote. Go finds the field of a struct by its name in any case, so `nodeNames` is as good as
 * `NodeNames`.
 */
export function decodeJSON<T>(text: string): Result<T> {
  if (text.trim() === '') return [undefined, new Error('EOF')];
  try {
    return [renamed(JSON.parse(text)) as T, undefined];
  } catch (error) {
    return [undefined, error as Error];
  }
}

function renamed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(renamed);
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const field = byLowerCase.get(key.toLowerCase()) ?? key;
    if (opaque.has(field)) return [field, inner];
    // The keys of this one are names of nodes.
    if (field === 'NodeNameToMetaVictims') return [field, eachRenamed(inner)];
    return [field, renamed(inner)];
  });
  return Object.fromEntries(entries);
}

function eachRenamed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamed(inner)]));
}
