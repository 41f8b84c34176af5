import { expect, test } from 'vitest';
import { parseImageName } from '../../../../../../src/runtime/kubernetes/pkg/util/parsers/parsers.ts';

const digest = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const names = [
  ['root', 'docker.io/library/root'],
  ['user/repo', 'docker.io/user/repo'],
  ['url:5000/repo', 'url:5000/repo'],
  ['localhost/repo', 'localhost/repo'],
  ['index.docker.io/root', 'docker.io/library/root'],
] as const;

test.each(names)('%s is the repository %s, of which the latest is taken', (name, repoToPull) => {
  expect(parseImageName(name)).toEqual([{ repoToPull, tag: 'latest', digest: '' }, undefined]);
  expect(parseImageName(`${name}:tag`)).toEqual([{ repoToPull, tag: 'tag', digest: '' }, undefined]);
  expect(parseImageName(`${name}@${digest}`)).toEqual([{ repoToPull, tag: '', digest }, undefined]);
});

test.each([
  ['', 'invalid reference format'],
  ['Root', 'invalid reference format: repository name must be lowercase'],
  ['root:', 'invalid reference format'],
  ['root@sha256:short', 'invalid reference format'],
  ['a'.repeat(300), 'repository name must not be more than 255 characters'],
  [
    'a'.repeat(64).replaceAll('a', '0f').slice(0, 64),
    `invalid repository name (${'0f'.repeat(32)}), cannot specify 64-byte hexadecimal strings`,
  ],
])('%s is no name', (name, message) => {
  expect(parseImageName(name)[1]?.message).toBe(`couldn't parse image name: ${message}`);
});
