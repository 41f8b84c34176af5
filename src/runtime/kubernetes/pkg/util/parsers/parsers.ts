import type { Result } from '../../../../go/result.ts';
import { parseNormalizedNamed } from '../../../vendor/github.com/docker/distribution/reference/normalize.ts';
import { nameOf } from '../../../vendor/github.com/docker/distribution/reference/reference.ts';

/** The parts of an image's name. Without tag and digest, the tag is `latest`. */
// Mirrors: pkg/util/parsers/parsers.go#ParseImageName
export function parseImageName(
  image: string,
): Result<{ readonly repoToPull: string; readonly tag: string; readonly digest: string }> {
  const [named, err] = parseNormalizedNamed(image);
  if (err) return [undefined, new Error(`couldn't parse image name: ${err.message}`)];
  const { digest } = named;
  const tag = named.tag === '' && digest === '' ? 'latest' : named.tag;
  return [{ repoToPull: nameOf(named), tag, digest }, undefined];
}
