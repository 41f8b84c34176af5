import { get, isMap, set } from '../../../../../../../../go/map.ts';

/**
 * A document changed by a JSON merge patch (RFC 7386): members of objects are set one by one, null removes one, and
 * anything else, lists too, is replaced. Neither argument is changed; the result shares parts with both.
 */
export function mergePatch(original: unknown, patch: unknown): unknown {
  if (!isMap(patch)) return patch;
  const result: Record<string, unknown> = isMap(original) ? { ...original } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else set(result, key, mergePatch(get(result, key), value));
  }
  return result;
}
