import { describe, expect, test } from 'vitest';
import type { Node } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newSnapshot } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';

const mb = 1024 * 1024;
const ten = { names: ['gcr.io/10:v1'], sizeBytes: 10 * mb };
const twoHundred = { names: ['gcr.io/200:v1'], sizeBytes: 200 * mb };

function nodeOf(name: string, ...images: readonly { names: string[]; sizeBytes: number }[]): Node {
  const metadata = { name, uid: name, resourceVersion: '1' };
  return { kind: 'Node', apiVersion: 'v1', metadata, status: { images: [...images] } };
}

describe('TestGetNodeImageStates, TestCreateImageExistenceMap: what a snapshot knows of images', () => {
  test.each([
    [
      'two nodes with one image each, and one that both have',
      [nodeOf('node-0', ten), nodeOf('node-1', ten, twoHundred)],
      { 'node-0': { 10: 2 }, 'node-1': { 10: 2, 200: 1 } },
    ],
    [
      'a node without images',
      [nodeOf('node-0'), nodeOf('node-1', ten, twoHundred)],
      { 'node-0': {}, 'node-1': { 10: 1, 200: 1 } },
    ],
  ])('%s', (_what, nodes, want) => {
    const snapshot = newSnapshot([], nodes);
    for (const [name, images] of Object.entries(want)) {
      const expected = Object.entries(images).map(([size, numNodes]) => [
        `gcr.io/${size}:v1`,
        { size: Number(size) * mb, numNodes },
      ]);
      expect([...(snapshot.get(name)[0]?.imageStates ?? [])]).toEqual(expected);
    }
  });
});

test('a node that is asked for again is found again, and no more once it is gone', () => {
  const snapshot = newSnapshot([], [nodeOf('a'), nodeOf('b')]);
  const name = (of: string) => snapshot.get(of)[0]?.node()?.metadata.name;
  expect([name('a'), name('a'), name('b'), name('a')]).toEqual(['a', 'a', 'b', 'a']);
  snapshot.delete('a');
  expect(snapshot.get('a')[1]?.message).toBe('nodeinfo not found for node name "a"');
});
