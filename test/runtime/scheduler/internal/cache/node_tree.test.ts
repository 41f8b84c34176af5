import { expect, test } from 'vitest';
import type { Node } from '../../../../../src/runtime/api/objects.ts';
import { newNodeTree } from '../../../../../src/runtime/scheduler/internal/cache/node_tree.ts';

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
