import { get } from '../../../../../../../../go/map.ts';

const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  for (const _ in value) return false;
  return true;
};

/**
 * Whether two JSON values mean the same. A member that is absent equals one that is null or empty.
 * Kubernetes compares Go values here and so can tell a pointer to an empty struct from none; Loopscope compares
 * what is written in JSON, where both are an empty object.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.go#Semantic
export function semanticDeepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isEmpty(a) && isEmpty(b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, i) => semanticDeepEqual(item, b[i]));
  }
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  for (const key in left) if (!semanticDeepEqual(left[key], get(right, key))) return false;
  for (const key in right) if (!Object.hasOwn(left, key) && !isEmpty(right[key])) return false;
  return true;
}
