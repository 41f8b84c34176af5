import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bring, inspect, type Release } from '../../src/sources/bring.ts';
import { isTree } from '../../src/sources/tree.ts';
import { tea, writeTree } from './small-tree.ts';

/** A git repository with a tree of ours takes the place of GitHub: no test goes online. */
let remote: { root: string; remove: () => void };
let place: { root: string; remove: () => void };
let release: Release;
let target: string;

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', remote.root, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    encoding: 'utf8',
  }).trim();

beforeEach(() => {
  // A hook of git has these set, for the repository of the project.
  ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE'].forEach((name) => vi.stubEnv(name, undefined));
  remote = writeTree(tea);
  place = writeTree({});
  git('init', '--quiet');
  git('config', 'uploadpack.allowFilter', 'true');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Boil');
  git('tag', 'v1');
  release = { url: pathToFileURL(remote.root).href, tag: 'v1', commit: git('rev-parse', 'HEAD') };
  target = join(place.root, 'kubernetes');
});
afterEach(() => {
  vi.unstubAllEnvs();
  remote.remove();
  place.remove();
});

const has = (path: string): boolean => existsSync(join(target, path));

test('brings the folders that are asked for, and not the others', () => {
  expect(bring(release, ['pkg', 'staging'], target)).toBe(`Kubernetes v1 is in ${target} now: pkg, staging.`);
  expect(['pkg/kettle/kettle.go', 'hack/brew.sh', 'build/BUILD'].map(has)).toEqual([true, false, false]);
  expect(isTree(target)).toBe(true);
});

test('brings nothing twice, and the folders that are still missing', () => {
  bring(release, ['pkg', 'staging'], target);
  writeFileSync(join(target, 'mark'), '');
  expect(bring(release, ['staging', 'pkg'], target)).toBe(`Kubernetes v1 is in ${target} already.`);
  expect(bring(release, ['hack', 'pkg', 'staging'], target)).toBe(
    `Kubernetes v1 is in ${target} now: hack, pkg, staging.`,
  );
  expect(['mark', 'hack/brew.sh', 'build/BUILD'].map(has)).toEqual([true, true, false]);
});

test('replaces another release, and what is no clone', () => {
  bring(release, ['pkg'], target);
  writeFileSync(join(remote.root, 'pkg/kettle/cup.go'), 'package kettle\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Pour');
  git('tag', 'v2');
  const next = { ...release, tag: 'v2', commit: git('rev-parse', 'HEAD') };
  expect(bring(next, ['pkg'], target)).toBe(`Kubernetes v2 is in ${target} now: pkg.`);
  expect(has('pkg/kettle/cup.go')).toBe(true);
  rmSync(join(target, '.git'), { recursive: true });
  expect(bring(release, ['pkg'], target)).toBe(`Kubernetes v1 is in ${target} now: pkg.`);
  expect(has('pkg/kettle/cup.go')).toBe(false);
});

test('leaves the tree that is there whole when another cannot be had', () => {
  bring(release, ['pkg', 'staging'], target);
  const gone = { ...release, url: pathToFileURL(join(place.root, 'nothing')).href, commit: '0'.repeat(40) };
  expect(() => bring(gone, ['pkg', 'staging'], target)).toThrow(/^fatal: .*\bnothing\b/);
  expect(isTree(target)).toBe(true);
  expect(bring(release, ['pkg'], target)).toBe(`Kubernetes v1 is in ${target} already.`);
  expect(readdirSync(place.root)).toEqual(['kubernetes']);
});

test('takes nothing but the commit that was agreed on', () => {
  const commit = '0'.repeat(40);
  expect(() => bring({ ...release, commit }, ['pkg'], target)).toThrow(
    `v1 of ${release.url} is commit ${release.commit}, expected ${commit}: correct tag and commit in src/runtime/upstream.json.`,
  );
  expect(existsSync(target)).toBe(false);
});

const remedy =
  'Install git and go online, or unpack an archive of the tag yourself and set KUBERNETES_SRC to its directory.';

test('says what to do when the repository or git itself is out of reach', () => {
  const url = pathToFileURL(join(place.root, 'nothing')).href;
  expect(() => bring({ ...release, url }, ['pkg'], target)).toThrow(remedy);
  vi.stubEnv('PATH', place.root);
  expect(() => bring(release, ['pkg'], target)).toThrow(
    `git could not be started (spawnSync git ENOENT). ${remedy}`,
  );
});

test('knows a clone and an archive by their commit', () => {
  expect(inspect(release, remote.root)).toBe(`${remote.root} holds Kubernetes v1. It will be used.`);
  const other = { tag: 'v2', commit: '1'.repeat(40), url: '' };
  expect(() => inspect(other, remote.root)).toThrow(
    `${remote.root}: expected Kubernetes v2, commit ${other.commit}, found commit ${release.commit}. Check out the tag there, or unset KUBERNETES_SRC.`,
  );
  const archive = { 'staging/src/k8s.io/component-base/version/base.go': `gitCommit = "${other.commit}"` };
  const unpacked = writeTree(archive);
  expect(inspect(other, unpacked.root)).toBe(`${unpacked.root} holds Kubernetes v2. It will be used.`);
  unpacked.remove();
  expect(inspect(other, place.root)).toBe(
    `${place.root} holds Kubernetes, but not which version: npm run sources:check tells whether it is v2.`,
  );
});
