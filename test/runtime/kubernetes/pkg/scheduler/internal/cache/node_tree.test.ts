import { describe, expect, test } from 'vitest';
import type { Node } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newNodeTree } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/node_tree.ts';

function node(name: string, zone?: string, label = 'topology.kubernetes.io/zone'): Node {
  const labels = zone === undefined ? {} : { [label]: zone };
  return { kind: 'Node', apiVersion: 'v1', metadata: { name, uid: name, resourceVersion: '1', labels } };
}

test('nodes come one of each zone in turn, and zones in the order in which they came', () => {
  const tree = newNodeTree([
    node('a1', 'a'),
    node('a2', 'a'),
    node('a3', 'a'),
    node('b1', 'b'),
    node('none'),
  ]);
  expect(tree.list()).toEqual(['a1', 'b1', 'none', 'a2', 'a3']);
});

test('a zone goes with its last node, and comes back at the end', () => {
  const tree = newNodeTree([node('a1', 'a'), node('b1', 'b')]);
  expect(tree.removeNode(node('a1', 'a'))).toBeUndefined();
  tree.addNode(node('a1', 'a'));
  expect(tree.list()).toEqual(['b1', 'a1']);
});

test('a node that is there already is not added again, and one that is not cannot be removed', () => {
  const tree = newNodeTree([node('a1', 'a')]);
  tree.addNode(node('a1', 'a'));
  expect(tree.numNodes).toBe(1);
  expect(tree.removeNode(node('a2', 'a'))?.message).toContain('"a2"');
});

test('a node whose zone changes moves; the label of old names the same zone', () => {
  const tree = newNodeTree([node('a1', 'a'), node('a2', 'a')]);
  tree.updateNode(node('a2', 'a'), node('a2', 'a', 'failure-domain.beta.kubernetes.io/zone'));
  expect(tree.list()).toEqual(['a1', 'a2']);
  tree.updateNode(node('a1', 'a'), node('a1', 'b'));
  expect(tree.list()).toEqual(['a2', 'a1']);
});

describe("upstream's tables", () => {
  const old = (name: string, region?: string, zone?: string): Node => ({
    ...node(name),
    metadata: {
      ...node(name).metadata,
      labels: {
        ...(region && { 'failure-domain.beta.kubernetes.io/region': region }),
        ...(zone && { 'failure-domain.beta.kubernetes.io/zone': zone }),
      },
    },
  });
  const nine = old('node-9', 'region-2', 'zone-2');
  const now = { 'topology.kubernetes.io/region': 'region-2', 'topology.kubernetes.io/zone': 'zone-2' };
  const allNodes = [
    old('node-0'),
    old('node-1', 'region-1'),
    old('node-2', undefined, 'zone-2'),
    old('node-3', 'region-1', 'zone-2'),
    old('node-4', 'region-1', 'zone-2'),
    old('node-5', 'region-1', 'zone-3'),
    old('node-6', 'region-2', 'zone-2'),
    old('node-7', 'region-2', 'zone-2'),
    old('node-8', 'region-2', 'zone-2'),
    { ...nine, metadata: { ...nine.metadata, labels: { ...nine.metadata.labels, ...now } } },
    old('node-10', 'region-2', 'zone-3'),
  ];
  const names = (...numbers: readonly number[]) => numbers.map((i) => `node-${i}`);

  // What upstream tells of the tree's inside is told here by the order in which its nodes come.
  test.each([
    ['single node no labels', allNodes.slice(0, 1), names(0)],
    ['mix of nodes with and without proper labels', allNodes.slice(0, 4), names(0, 1, 2, 3)],
    ['some zones with multiple nodes', allNodes.slice(0, 7), names(0, 1, 2, 3, 5, 6, 4)],
    ['nodes also using deprecated zone/region label', allNodes.slice(9), names(9, 10)],
    ['empty tree', [], []],
    ['all nodes', allNodes.slice(0, 9), names(0, 1, 2, 3, 5, 6, 4, 7, 8)],
  ])('TestNodeTree_AddNode, TestNodeTree_List: %s', (_what, nodes, want) => {
    const tree = newNodeTree(nodes);
    expect(tree.list()).toEqual(want);
    expect(tree.numNodes).toBe(want.length);
  });

  test.each([
    [
      'remove a single node with no labels',
      allNodes.slice(0, 7),
      allNodes.slice(0, 1),
      names(1, 2, 3, 5, 6, 4),
    ],
    [
      'remove a few nodes including one from a zone with multiple nodes',
      allNodes.slice(0, 7),
      allNodes.slice(1, 4),
      names(0, 4, 5, 6),
    ],
    ['remove all nodes', allNodes.slice(0, 7), allNodes.slice(0, 7), []],
    ['remove non-existing node', [], allNodes.slice(0, 5), []],
  ])('TestNodeTree_RemoveNode: %s', (_what, existing, toRemove, want) => {
    const tree = newNodeTree(existing);
    for (const n of toRemove) expect(tree.removeNode(n) !== undefined).toBe(existing.length === 0);
    expect(tree.list()).toEqual(want);
    expect(tree.numNodes).toBe(want.length);
  });

  test.each([
    ['update a node without label', 7, 'node-0', names(1, 2, 3, 5, 6, 4, 0)],
    ['update the only existing node', 1, 'node-0', names(0)],
    ['update non-existing node', 1, 'node-new', ['node-0', 'node-new']],
  ])('TestNodeTree_UpdateNode: %s', (_what, existing, name, want) => {
    const tree = newNodeTree(allNodes.slice(0, existing));
    const oldNode = allNodes.find(({ metadata }) => metadata.name === name) ?? node('nonexisting-node');
    tree.updateNode(oldNode, old(name, 'region-1', 'zone-2'));
    expect(tree.list()).toEqual(want);
  });

  const fromTwo = allNodes.slice(2, 9);
  const at = (...numbers: readonly number[]) => numbers.map((i) => allNodes[i] as Node);
  test.each([
    ['add and remove all nodes', fromTwo, fromTwo, '+++---', []],
    ['add and remove some nodes', fromTwo, fromTwo, '+++-', names(3, 4)],
    ['remove three nodes', fromTwo, fromTwo, '+++---+', names(5)],
    ['add more nodes to an exhausted zone', at(4, 5, 6, 7, 8, 3), [], '++++++', names(4, 5, 6, 3, 7, 8)],
    ['remove zone and add new', at(3, 4, 6, 7), at(3, 4), '++-++-', names(6, 7)],
  ])('TestNodeTreeMultiOperations: %s', (_what, toAdd, toRemove, operations, want) => {
    const tree = newNodeTree([]);
    const [adding, removing] = [[...toAdd], [...toRemove]];
    for (const op of operations) {
      if (op === '+') tree.addNode(adding.shift() as Node);
      else tree.removeNode(removing.shift() as Node);
    }
    expect(tree.list()).toEqual(want);
  });
});
