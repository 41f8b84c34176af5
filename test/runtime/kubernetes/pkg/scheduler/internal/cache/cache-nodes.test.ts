import { expect, test } from 'vitest';
import type { Node } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newNodeInfo } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import {
  ImageStates,
  NodeInfoList,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/cache.ts';
import { node } from '../../framework/plugins/handle.ts';

/** The list from its head, and back from its tail. */
function names(list: NodeInfoList): string {
  const nameOf = (item: object) => [...list.nodes].find(([, each]) => each === item)?.[0] ?? '?';
  const there: string[] = [];
  let tail;
  for (let item = list.headNode; item; item = item.next) {
    there.push(nameOf(item));
    tail = item;
  }
  const back: string[] = [];
  for (let item = tail; item; item = item.prev) back.push(nameOf(item));
  expect(back.reverse()).toEqual(there);
  return there.join('');
}

test('what changed last is at the head, and what goes leaves its neighbours together', () => {
  const list = new NodeInfoList();
  const steps: readonly [(name: string) => void, string, string][] = [
    [(name) => void list.of(name), 'a', ''],
    [(name) => list.moveNodeInfoToHead(name), 'a', 'a'],
    [(name) => list.moveNodeInfoToHead(name), 'a', 'a'],
    ...['b', 'c', 'd'].map((name, i): [() => void, string, string] => [
      () => {
        list.of(name);
        list.moveNodeInfoToHead(name);
      },
      name,
      ['ba', 'cba', 'dcba'][i] ?? '',
    ]),
    [(name) => list.moveNodeInfoToHead(name), 'b', 'bdca'],
    [(name) => list.moveNodeInfoToHead(name), 'a', 'abdc'],
    [(name) => list.moveNodeInfoToHead(name), 'unknown', 'abdc'],
    [(name) => list.removeNodeInfoFromList(name), 'unknown', 'abdc'],
    [(name) => list.removeNodeInfoFromList(name), 'd', 'abc'],
    [(name) => list.removeNodeInfoFromList(name), 'a', 'bc'],
    [(name) => list.removeNodeInfoFromList(name), 'c', 'b'],
    [(name) => list.removeNodeInfoFromList(name), 'b', ''],
  ];
  for (const [step, name, expected] of steps) {
    step(name);
    expect(names(list)).toBe(expected);
  }
  expect([list.headNode, list.nodes.size]).toEqual([undefined, 0]);
});

test('a node is made once', () => {
  const list = new NodeInfoList();
  expect(list.of('a')).toBe(list.of('a'));
});

const having = (name: string, ...images: readonly object[]): Node => node(name, {}, { images });

test('an image is forgotten with its last node, its size included', () => {
  const [states, info] = [new ImageStates(), newNodeInfo()];
  const [small, large] = [5, 9].map((sizeBytes) => ({ names: ['app', 'app:v1'], sizeBytes })) as [
    object,
    object,
  ];
  states.addNodeImageStates(having('a', small), info);
  states.addNodeImageStates(having('b', large), info);
  // The first that was told of counts.
  expect([...info.imageStates]).toEqual(['app', 'app:v1'].map((name) => [name, { size: 5, numNodes: 2 }]));
  states.removeNodeImageStates(having('a', small));
  expect([...states.nodesWith('app')]).toEqual(['b']);
  states.removeNodeImageStates(having('b', large));
  states.addNodeImageStates(having('b', large), info);
  expect(info.imageStates.get('app')).toEqual({ size: 9, numNodes: 1 });
});

test('what says nothing of its images has none, and what nobody has cannot be taken away', () => {
  const [states, info] = [new ImageStates(), newNodeInfo()];
  for (const each of [node('a'), having('a'), having('a', {}), having('a', { names: [] })]) {
    states.addNodeImageStates(each, info);
    expect(info.imageStates.size).toBe(0);
  }
  states.addNodeImageStates(having('a', { names: ['app'] }), info);
  expect(info.imageStates.get('app')).toEqual({ size: 0, numNodes: 1 });
  states.removeNodeImageStates(undefined);
  states.removeNodeImageStates(having('a', {}, { names: ['other'] }));
  expect([...states.nodesWith('app')]).toEqual(['a']);
  expect([...states.nodesWith('other')]).toEqual([]);
});
