import type { Result } from '../../../../../../go/result.ts';
import { parse as parseDigest } from '../../../opencontainers/go-digest/digest.ts';
import { anchoredNameRegexp, referenceRegexp } from './regexp.ts';

// Mirrors: vendor/github.com/docker/distribution/reference/reference.go#NameTotalLengthMax
const nameTotalLengthMax = 255;

// Mirrors: vendor/github.com/docker/distribution/reference/reference.go#ErrReferenceInvalidFormat
export const errReferenceInvalidFormat: Error = new Error('invalid reference format');
// Mirrors: vendor/github.com/docker/distribution/reference/reference.go#ErrNameContainsUppercase
export const errNameContainsUppercase: Error = new Error('repository name must be lowercase');
// Mirrors: vendor/github.com/docker/distribution/reference/reference.go#ErrNameEmpty
export const errNameEmpty: Error = new Error('repository name must have at least one component');
// Mirrors: vendor/github.com/docker/distribution/reference/reference.go#ErrNameTooLong
export const errNameTooLong: Error = new Error(
  `repository name must not be more than ${nameTotalLengthMax} characters`,
);

/** Which image: where it is kept, and which of those. */
// Mirrors: vendor/github.com/docker/distribution/reference/reference.go#reference
export interface Reference {
  readonly domain: string;
  readonly path: string;
  /** Empty if there is none. */
  readonly tag: string;
  /** Empty if there is none. */
  readonly digest: string;
}

/** Domain and path. */
// Mirrors: vendor/github.com/docker/distribution/reference/reference.go#repository.Name
export function nameOf({ domain, path }: Reference): string {
  return domain === '' ? path : `${domain}/${path}`;
}

// Mirrors: vendor/github.com/docker/distribution/reference/reference.go#Parse
export function parse(s: string): Result<Reference> {
  const matches = referenceRegexp.exec(s);
  if (!matches) {
    if (s === '') return [undefined, errNameEmpty];
    const isOtherwiseGood = referenceRegexp.test(s.toLowerCase());
    return [undefined, isOtherwiseGood ? errNameContainsUppercase : errReferenceInvalidFormat];
  }
  const [, name = '', tag = '', digest = ''] = matches;
  if (name.length > nameTotalLengthMax) return [undefined, errNameTooLong];
  const [, domain = '', path = name] = anchoredNameRegexp.exec(name) ?? [];
  if (digest !== '') {
    const [, err] = parseDigest(digest);
    if (err) return [undefined, err];
  }
  return [{ domain, path, tag, digest }, undefined];
}
