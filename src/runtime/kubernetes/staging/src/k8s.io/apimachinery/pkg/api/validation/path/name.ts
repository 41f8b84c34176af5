import type { ValidateNameFunc } from '../generic.ts';

/** What a name in a path may not be. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/validation/path/name.go#ValidatePathSegmentName
export const validatePathSegmentName: ValidateNameFunc = (name, prefix) => {
  if (!prefix && (name === '.' || name === '..')) return [`may not be '${name}'`];
  return ['/', '%'].filter((c) => name.includes(c)).map((c) => `may not contain '${c}'`);
};
