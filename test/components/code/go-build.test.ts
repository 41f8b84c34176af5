import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pinOf } from '../../../src/sources/pins.ts';
import { sha256 } from '../../../src/sources/verify.ts';
import { writeTree } from '../../sources/small-tree.ts';

const file = 'kubernetes/pkg/controller/replicaset/replica_set.ts';
const [pin] = pinOf('pkg/controller/replicaset/replica_set.go#getPodKeys');

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

/** The module as a build has it that finds `tree`, or none. */
async function build(tree: string) {
  vi.stubEnv('KUBERNETES_SRC', tree);
  return import('../../../src/components/code/go-build.ts');
}

describe('a build without a tree', () => {
  test('knows for each declaration its pin and our text, and nothing of upstream’s', async () => {
    vi.doMock('../../../src/sources/tree.ts', () => ({
      sourceTree: () => undefined,
      openTree: () => undefined,
    }));
    const { goOurs, goPart } = await build('');
    const { parts } = await goOurs(file);
    const part = parts.find(({ pin: { symbol } }) => symbol === 'getPodKeys');
    expect(part).toEqual({
      pin,
      name: 'getPodKeys',
      from: expect.any(Number),
      to: expect.any(Number),
      ours: [
        'function getPodKeys(pods: readonly Pod[]): string[] {',
        '  return pods.map(podKey); // Go: range',
        '}',
      ],
    });
    const source = readFileSync(`src/runtime/${file}`, 'utf8').split('\n');
    expect(source[part!.from - 1]).toBe(part!.ours![0]);
    expect(parts.filter(({ part: inside }) => inside).map(({ pin: { symbol } }) => symbol)).toContain(
      'ReplicaSetController.manageReplicas',
    );
    expect(parts.every(({ html, ranges }) => html === undefined && ranges === undefined)).toBe(true);
    expect(await goPart(pin!)).toEqual({ pin });
    vi.doUnmock('../../../src/sources/tree.ts');
  });
});

describe('a build with a tree of a recent release', () => {
  const part = 'type Cup struct{}\n';
  const newer = { path: 'pkg/cup.go', symbol: 'Cup', startLine: 3, endLine: 3 };

  test('has the newer side of a lens, and fails where it is another text', async () => {
    const { root, remove } = writeTree({
      [newer.path]: `package cup\n\n${part}`,
      'staging/src/k8s.io/none/none.go': 'package none\n',
    });
    vi.stubEnv('KUBERNETES_SRC_RECENT', root);
    const { goPart } = await build('');
    const { html } = await goPart({ ...newer, sha256: await sha256(part) }, 'recent');
    expect(html).toHaveLength(1);
    expect(html![0]).toContain('Cup');
    await expect(goPart({ ...newer, sha256: await sha256('type Mug struct{}\n') }, 'recent')).rejects.toThrow(
      'pkg/cup.go#Cup: KUBERNETES_SRC_RECENT has not what was pinned. See: npm run sources:check',
    );
    remove();
  });
});

describe('a build with a tree that is not the pinned one', () => {
  test('fails, and says how to find out more', async () => {
    const { root, remove } = writeTree({
      [pin!.path]: 'package replicaset\n',
      'staging/src/k8s.io/none/none.go': 'package none\n',
    });
    const { goPart } = await build(root);
    await expect(goPart(pin!)).rejects.toThrow(
      'pkg/controller/replicaset/replica_set.go#getPodKeys: the tree has not what was pinned. See: npm run sources:check',
    );
    remove();
  });
});
