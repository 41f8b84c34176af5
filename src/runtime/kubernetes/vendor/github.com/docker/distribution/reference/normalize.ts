import type { Result } from '../../../../../../go/result.ts';
import { type Reference, parse } from './reference.ts';
import { anchoredIdentifierRegexp } from './regexp.ts';

// Mirrors: vendor/github.com/docker/distribution/reference/normalize.go#legacyDefaultDomain
const legacyDefaultDomain = 'index.docker.io';
// Mirrors: vendor/github.com/docker/distribution/reference/normalize.go#defaultDomain
const defaultDomain = 'docker.io';
// Mirrors: vendor/github.com/docker/distribution/reference/normalize.go#officialRepoName
const officialRepoName = 'library';

/** A reference with all that people leave out: `busybox` is `docker.io/library/busybox`. */
// Mirrors: vendor/github.com/docker/distribution/reference/normalize.go#ParseNormalizedNamed
export function parseNormalizedNamed(s: string): Result<Reference> {
  if (anchoredIdentifierRegexp.test(s)) {
    const text = `invalid repository name (${s}), cannot specify 64-byte hexadecimal strings`;
    return [undefined, new Error(text)];
  }
  const [domain, remainder] = splitDockerDomain(s);
  const [remoteName = ''] = remainder.split(':');
  if (remoteName.toLowerCase() !== remoteName)
    return [undefined, new Error('invalid reference format: repository name must be lowercase')];
  return parse(`${domain}/${remainder}`);
}

/** The registry, and the rest. What stands before the first slash is a registry if it looks like a host. */
// Mirrors: vendor/github.com/docker/distribution/reference/normalize.go#splitDockerDomain
function splitDockerDomain(name: string): [domain: string, remainder: string] {
  const i = name.indexOf('/');
  const first = name.slice(0, Math.max(i, 0));
  const isHost = i >= 0 && (/[.:]/.test(first) || first === 'localhost');
  let [domain, remainder] = isHost ? [first, name.slice(i + 1)] : [defaultDomain, name];
  if (domain === legacyDefaultDomain) domain = defaultDomain;
  if (domain === defaultDomain && !remainder.includes('/')) remainder = `${officialRepoName}/${remainder}`;
  return [domain, remainder];
}
