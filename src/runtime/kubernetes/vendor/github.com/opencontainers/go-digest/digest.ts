import type { Result } from '../../../../../go/result.ts';
import { algorithms } from './algorithm.ts';

// Mirrors: vendor/github.com/opencontainers/go-digest/digest.go#DigestRegexpAnchored
const digestRegexpAnchored = /^[a-z0-9]+(?:[.+_-][a-z0-9]+)*:[a-zA-Z0-9=_-]+$/;

// Mirrors: vendor/github.com/opencontainers/go-digest/digest.go#ErrDigestInvalidFormat
export const errDigestInvalidFormat: Error = new Error('invalid checksum digest format');
// Mirrors: vendor/github.com/opencontainers/go-digest/digest.go#ErrDigestInvalidLength
export const errDigestInvalidLength: Error = new Error('invalid checksum digest length');
// Mirrors: vendor/github.com/opencontainers/go-digest/digest.go#ErrDigestUnsupported
export const errDigestUnsupported: Error = new Error('unsupported digest algorithm');

/** The name of an algorithm and a sum in hexadecimal: what names a content. */
// Mirrors: vendor/github.com/opencontainers/go-digest/digest.go#Parse
export function parse(s: string): Result<string> {
  const err = validate(s);
  return err ? [undefined, err] : [s, undefined];
}

// Mirrors: vendor/github.com/opencontainers/go-digest/digest.go#Digest.Validate
function validate(s: string): Error | undefined {
  const i = s.indexOf(':');
  if (i <= 0 || i + 1 === s.length) return errDigestInvalidFormat;
  const [algorithm, encoded] = [s.slice(0, i), s.slice(i + 1)];
  const digits = algorithms.get(algorithm);
  if (digits === undefined)
    return digestRegexpAnchored.test(s) ? errDigestUnsupported : errDigestInvalidFormat;
  if (digits !== encoded.length) return errDigestInvalidLength;
  return /^[a-f0-9]+$/.test(encoded) ? undefined : errDigestInvalidFormat;
}
