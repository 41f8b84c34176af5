import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { needTree, openTree, sourceTree } from '../../src/sources/tree.ts';
import { tea, writeTree } from './small-tree.ts';

const { root, remove } = writeTree(tea);
afterEach(() => vi.unstubAllEnvs());
afterAll(remove);

test('KUBERNETES_SRC names the tree', () => {
  vi.stubEnv('KUBERNETES_SRC', `${root}/`);
  expect([sourceTree(), needTree()]).toEqual([root, root]);
});

test.each([
  ['nothing', 'nothing there'],
  ['hack', 'no pkg and staging/src/k8s.io in it'],
])('KUBERNETES_SRC that names %s is refused', (folder, found) => {
  const named = join(root, folder);
  vi.stubEnv('KUBERNETES_SRC', named);
  expect(() => sourceTree()).toThrow(
    `KUBERNETES_SRC=${named}: expected the source tree of Kubernetes, found ${found}. Correct it, or unset it and run: npm run sources`,
  );
});

test('a tree is read by paths from its root', () => {
  const { read, beside } = openTree(root);
  expect(read('hack/brew.sh')).toBe(tea['hack/brew.sh']);
  expect(read('hack/pour.sh')).toBeUndefined();
  expect(beside('pkg/kettle/cup.go').map(({ path }) => path)).toEqual([
    'pkg/kettle/kettle.go',
    'pkg/kettle/lid.go',
  ]);
  expect(beside('pkg/cups/cup.go')).toEqual([]);
});
