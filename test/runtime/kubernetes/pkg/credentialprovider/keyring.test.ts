import { expect, test } from 'vitest';
import {
  BasicDockerKeyring,
  isDefaultRegistryMatch,
  urlsMatch,
} from '../../../../../src/runtime/kubernetes/pkg/credentialprovider/keyring.ts';
import { makeDockerKeyring } from '../../../../../src/runtime/kubernetes/pkg/credentialprovider/secrets/secrets.ts';
import { base64 } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/base64.ts';

test.each([
  ['*.kubernetes.io', 'prefix.kubernetes.io', true],
  ['prefix.*.io', 'prefix.kubernetes.io', true],
  ['prefix.kubernetes.*', 'prefix.kubernetes.io', true],
  ['*-good.kubernetes.io', 'prefix-good.kubernetes.io', true],
  ['*.kubernetes.io/blah', 'prefix.kubernetes.io/blah', true],
  ['prefix.*.io/foo', 'prefix.kubernetes.io/foo/bar', true],
  ['*.kubernetes.io:1111/blah', 'prefix.kubernetes.io:1111/blah', true],
  ['prefix.*.io:1111/foo', 'prefix.kubernetes.io:1111/foo/bar', true],
  ['*.kubernetes.io', 'kubernetes.io', false],
  ['*.*.kubernetes.io', 'prefix.kubernetes.io', false],
  ['*.*.kubernetes.io', 'kubernetes.io', false],
  ['kubernetes.io', 'kubernetes.com', false],
  ['k*.io', 'quay.io', false],
  ['*.kubernetes.io:1234/blah', 'prefix.kubernetes.io:1111/blah', false],
  ['prefix.*.io/foo', 'prefix.kubernetes.io:1111/foo/bar', false],
])('%s holds %s: %s', (glob, target, expected) => {
  expect(urlsMatch(glob, target)).toBe(expected);
});

test.each([
  ['foo/bar', true],
  ['docker.io/foo/bar', true],
  ['index.docker.io/foo/bar', true],
  ['foo', true],
  ['', false],
  ['registry.tld/foo/bar', false],
  ['registry:5000/foo/bar', false],
  ['myhostdocker.io/foo/bar', false],
])('%j comes from the registry that is meant by default: %s', (image, expected) => {
  expect(isDefaultRegistryMatch(image)).toBe(expected);
});

const entry = (username: string) => ({ username, password: 'pw' });
const names = (dk: BasicDockerKeyring, image: string): unknown[] =>
  dk.lookup(image)[0].map(({ username }) => username);

test('the most specific place comes first, and scheme and version do not count', () => {
  const dk = new BasicDockerKeyring();
  dk.add({
    'quay.io': entry('all'),
    'https://quay.io/v1/': entry('all too'),
    'quay.io/coreos': entry('some'),
    'http://other.io/v2/path': entry('other'),
  });
  expect(names(dk, 'quay.io/coreos/etcd')).toEqual(['some', 'all', 'all too']);
  expect(names(dk, 'quay.io/etcd')).toEqual(['all', 'all too']);
  expect(names(dk, 'other.io/path/x')).toEqual(['other']);
  expect(dk.lookup('third.io/x')).toEqual([[], false]);
});

test('images without a registry are asked for with the credentials of the default one', () => {
  const dk = new BasicDockerKeyring();
  dk.add({ 'https://index.docker.io/v1/': entry('hub') });
  expect(names(dk, 'library/busybox')).toEqual(['hub']);
  expect(names(dk, 'docker.io/library/busybox')).toEqual(['hub']);
  expect(names(dk, 'quay.io/busybox')).toEqual([]);
});

const auth = { 'index.docker.io/v1/': { email: 'e', auth: base64('passed-user:passed:password') } };

test.each([
  ['kubernetes.io/dockercfg', '.dockercfg', auth],
  ['kubernetes.io/dockerconfigjson', '.dockerconfigjson', { auths: auth }],
])('a secret of the type %s goes before what the node has', (type, key, value) => {
  const builtIn = new BasicDockerKeyring();
  builtIn.add({ 'index.docker.io/v1/': entry('built-in') });
  const [keyring] = makeDockerKeyring([{ type, data: { [key]: base64(JSON.stringify(value)) } }], builtIn);
  expect(keyring?.lookup('docker.io/library/ubuntu')).toEqual([
    [
      { username: 'passed-user', password: 'passed:password' },
      { username: 'built-in', password: 'pw' },
    ],
    true,
  ]);
});

test('other secrets change nothing, and bad ones are an error', () => {
  const builtIn = new BasicDockerKeyring();
  expect(makeDockerKeyring([{ type: 'Opaque', data: { '.dockercfg': 'e30=' } }], builtIn)[0]).toBe(builtIn);
  const of = (text: string) =>
    makeDockerKeyring([{ type: 'kubernetes.io/dockercfg', data: { '.dockercfg': base64(text) } }], builtIn);
  expect(of('{')[1]).toBeInstanceOf(Error);
  expect(of('{"r":{"auth":"bm9jb2xvbg=="}}')[1]?.message).toBe(
    'unable to parse auth field, must be formatted as base64(username:password)',
  );
});
