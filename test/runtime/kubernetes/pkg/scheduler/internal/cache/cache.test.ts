import type { ContainerPort } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import type { Node, Pod } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  type NodeInfo,
  newNodeInfo,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import {
  SchedulerCache,
  newCache,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/cache.ts';
import type { Cache } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/interface.ts';
import { newEmptySnapshot } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import {
  defaultMemoryRequest,
  defaultMilliCPURequest,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/util/non_zero.ts';
import { Chan } from '../../../../../../../src/runtime/sim/chan.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';

const ttlMs = 10_000;
const nodeName = 'node';
const newCacheOf = () => new SchedulerCache(new Sim(), ttlMs, 1000, undefined);

/** Upstream's `makeBasePod`: a pod whose uid is its name. */
function makeBasePod(
  on: string,
  name: string,
  cpu: string,
  memory: string,
  extended = '',
  ports: Partial<ContainerPort>[] = [],
): Pod {
  const requests: Record<string, string> = cpu === '' ? {} : { cpu, memory };
  const [resource = '', amount = ''] = extended.split(':');
  if (resource !== '') requests[resource] = amount;
  const metadata = { name, namespace: 'node_info_cache_test', uid: name, resourceVersion: '1' };
  const containers = [{ name: 'c', resources: { requests }, ports: ports as ContainerPort[] }];
  return { kind: 'Pod', apiVersion: 'v1', metadata, spec: { containers, nodeName: on }, status: {} };
}

const port = (hostPort: number) => [{ hostIP: '127.0.0.1', hostPort, protocol: 'TCP' }];

function nodeOf(name: string, allocatable: Record<string, string> = {}, labels = {}, images = {}): Node {
  const metadata = { name, uid: name, resourceVersion: '1', labels };
  return { kind: 'Node', apiVersion: 'v1', metadata, status: { allocatable, ...images } };
}

/** What a node holds, without its generation. */
function held(info: NodeInfo | undefined): object | undefined {
  if (!info) return undefined;
  const { milliCPU, memory, ephemeralStorage, scalarResources } = info.requested;
  return {
    pods: info.pods.map(({ pod }) => pod),
    requested: { milliCPU, memory, ephemeralStorage, ...Object.fromEntries(scalarResources) },
    nonZero: [info.nonZeroRequested.milliCPU, info.nonZeroRequested.memory],
    ports: [80, 90, 8080].filter((at) => info.usedPorts.checkConflict('127.0.0.1', 'TCP', at)),
  };
}

const sums = (milliCPU: number, memory: number, scalars: object = {}) => ({
  requested: { milliCPU, memory, ephemeralStorage: 0, ...scalars },
  nonZero: [milliCPU, memory],
});

const onNode = (cache: SchedulerCache, name = nodeName) => held(cache.nodes.nodes.get(name)?.info);

function assumeAndFinishBinding(cache: SchedulerCache, pod: Pod, at = 0): void {
  expect(cache.assumePod(pod)).toBeUndefined();
  expect(cache.finishBindingAt(pod, at)).toBeUndefined();
}

function expectForgotten(cache: SchedulerCache, pod: Pod): void {
  expect(cache.isAssumedPod(pod)).toEqual([false, undefined]);
  expect(cache.getPod(pod)[1]?.message).toContain('does not exist in scheduler cache');
}

const test1 = makeBasePod(nodeName, 'test-1', '100m', '500', '', port(80));
const test2 = makeBasePod(nodeName, 'test-2', '200m', '1Ki', '', port(8080));

describe('what the cache knows of pods', () => {
  const foo = 'example.com/foo';
  const foo3 = makeBasePod(nodeName, 'test', '100m', '500', `${foo}:3`, port(80));
  const foo5 = makeBasePod(nodeName, 'test-2', '200m', '1Ki', `${foo}:5`, port(8080));
  const none = makeBasePod(nodeName, 'test-nonzero', '', '', '', port(80));
  const odd = makeBasePod(nodeName, 'test', '100m', '500', 'random-invalid-extended-key:100', [{}]);
  test.each([
    ['one pod', [test1], { ...sums(100, 500), ports: [80] }],
    ['two pods', [test1, test2], { ...sums(300, 1524), ports: [80, 8080] }],
    [
      'a pod that asks for nothing',
      [none],
      { ...sums(0, 0), nonZero: [defaultMilliCPURequest, defaultMemoryRequest], ports: [80] },
    ],
    ['an extended resource', [foo3], { ...sums(100, 500, { [foo]: 3 }), nonZero: [100, 500], ports: [80] }],
    [
      'an extended resource of two pods',
      [foo3, foo5],
      { ...sums(300, 1524, { [foo]: 8 }), nonZero: [300, 1524], ports: [80, 8080] },
    ],
    ['a resource that is none', [odd], { ...sums(100, 500), ports: [] }],
  ])('TestAssumePodScheduled: %s', (_what, pods, want) => {
    const cache = newCacheOf();
    for (const pod of pods) expect(cache.assumePod(pod)).toBeUndefined();
    expect(onNode(cache)).toEqual({ pods, ...want });
    expect(cache.assumePod(pods[0] as Pod)?.message).toContain("is in the cache, so can't be assumed");
    for (const pod of pods) {
      expect(cache.forgetPod(pod)).toBeUndefined();
      expectForgotten(cache, pod);
    }
    expect(cache.nodeCount()).toBe(0);
  });

  test('TestExpirePod: assumed pods expire when they were bound long enough ago', () => {
    const cache = newCacheOf();
    assumeAndFinishBinding(cache, test1);
    cache.cleanupAssumedPods(ttlMs);
    expect(cache.podCount()).toBe(1);
    cache.cleanupAssumedPods(2 * ttlMs);
    expect(onNode(cache)).toBeUndefined();

    const test3 = makeBasePod(nodeName, 'test-3', '200m', '1Ki', '', port(8080));
    assumeAndFinishBinding(cache, test1);
    assumeAndFinishBinding(cache, test2, 1.5 * ttlMs);
    cache.assumePod(test3);
    cache.cleanupAssumedPods(2 * ttlMs);
    // The last takes the place of the one that goes.
    expect(onNode(cache)).toEqual({ pods: [test3, test2], ...sums(400, 2048), ports: [8080] });
  });

  test('TestAddPodWillConfirm: a pod that was added does not expire', () => {
    const cache = newCacheOf();
    assumeAndFinishBinding(cache, test1);
    assumeAndFinishBinding(cache, test2);
    expect(cache.addPod(test1)).toBeUndefined();
    expect(cache.addPod(test1)?.message).toBe('pod test-1 was already in added state');
    cache.cleanupAssumedPods(2 * ttlMs);
    expect(onNode(cache)).toEqual({ pods: [test1], ...sums(100, 500), ports: [80] });
    expect(cache.forgetPod(test1)?.message).toBe("pod test-1 wasn't assumed so cannot be forgotten");
  });

  test('TestDump', () => {
    const cache = newCacheOf();
    assumeAndFinishBinding(cache, test1);
    assumeAndFinishBinding(cache, test2);
    cache.addPod(test1);
    const dump = cache.dump();
    expect([...dump.nodes.keys()]).toEqual([nodeName]);
    expect(held(dump.nodes.get(nodeName))).toEqual(onNode(cache));
    expect(dump.assumedPods).toEqual(new Set(['test-2']));
    cache.forgetPod(test2);
    expect(dump.nodes.get(nodeName)?.pods).toHaveLength(2);
  });

  test('TestAddPodWillReplaceAssumed: a pod may come to another node than was assumed', () => {
    const cache = newCacheOf();
    const ports = (hostPort: number) => [{ hostPort }];
    const assumed = makeBasePod('assumed-node-1', 'test-1', '100m', '500', '', ports(80));
    const added = makeBasePod('actual-node', 'test-1', '100m', '500', '', ports(80));
    const updated = makeBasePod('actual-node', 'test-1', '200m', '500', '', ports(90));
    assumeAndFinishBinding(cache, assumed);
    expect(cache.addPod(added)).toBeUndefined();
    expect(cache.updatePod(added, updated)).toBeUndefined();
    expect(onNode(cache, 'assumed-node-1')).toBeUndefined();
    expect(onNode(cache, 'actual-node')).toEqual({ pods: [updated], ...sums(200, 500), ports: [90] });
  });

  test('TestAddPodAfterExpiration', () => {
    const cache = newCacheOf();
    assumeAndFinishBinding(cache, test1);
    cache.cleanupAssumedPods(2 * ttlMs);
    expectForgotten(cache, test1);
    expect(cache.addPod(test1)).toBeUndefined();
    expect(onNode(cache)).toEqual({ pods: [test1], ...sums(100, 500), ports: [80] });
  });

  const before = makeBasePod(nodeName, 'test', '100m', '500', '', port(80));
  const after = makeBasePod(nodeName, 'test', '200m', '1Ki', '', port(8080));
  test.each([false, true])('TestUpdatePod, TestExpireAddUpdatePod: expired before: %s', (expired) => {
    const cache = newCacheOf();
    if (expired) {
      assumeAndFinishBinding(cache, before);
      cache.cleanupAssumedPods(2 * ttlMs);
    }
    expect(cache.updatePod(before, after)?.message).toContain('so cannot be updated');
    expect(cache.addPod(before)).toBeUndefined();
    expect(cache.updatePod(before, after)).toBeUndefined();
    expect(onNode(cache)).toEqual({ pods: [after], ...sums(200, 1024), ports: [8080] });
    expect(cache.updatePod(after, before)).toBeUndefined();
    expect(onNode(cache)).toEqual({ pods: [before], ...sums(100, 500), ports: [80] });
  });

  test('TestUpdatePodAndGet', () => {
    const cache = newCacheOf();
    cache.assumePod(before);
    expect(cache.getPod(before)).toEqual([before, undefined]);
    cache.forgetPod(before);
    cache.addPod(before);
    cache.updatePod(before, after);
    expect(cache.getPod(before)[0]).toBe(after);
  });

  test('TestEphemeralStorageResource', () => {
    const pod = makeBasePod(nodeName, 'pod-with-ephemeral-storage', '', '');
    const requests = { 'ephemeral-storage': '500' };
    const stored: Pod = {
      ...pod,
      spec: { ...pod.spec, containers: [{ name: 'c', resources: { requests } }] },
    };
    const cache = newCacheOf();
    cache.addPod(stored);
    expect(onNode(cache)).toEqual({
      pods: [stored],
      requested: { milliCPU: 0, memory: 0, ephemeralStorage: 500 },
      nonZero: [defaultMilliCPURequest, defaultMemoryRequest],
      ports: [],
    });
    expect(cache.removePod(stored)).toBeUndefined();
    expectForgotten(cache, stored);
  });

  test('TestRemovePod: a pod may come before its node, and what changed last is at the head', () => {
    const pod = makeBasePod('node-1', 'test', '100m', '500', '', port(80));
    const cache = newCacheOf();
    expect(cache.addPod(pod)).toBeUndefined();
    expect(onNode(cache, 'node-1')).toEqual({ pods: [pod], ...sums(100, 500), ports: [80] });
    for (const name of ['node-1', 'node-2']) cache.addNode(nodeOf(name));
    expect(cache.removePod(pod)).toBeUndefined();
    expectForgotten(cache, pod);
    expect(cache.removePod(pod)?.message).toContain('so cannot be removed from it');
    expect(cache.nodes.headNode?.info.node()?.metadata.name).toBe('node-1');
  });

  test('TestForgetPod', () => {
    const cache = newCacheOf();
    assumeAndFinishBinding(cache, test1);
    expect(cache.isAssumedPod(test1)).toEqual([true, undefined]);
    expect(cache.getPod(test1)).toEqual([test1, undefined]);
    const elsewhere = makeBasePod('other', 'test-1', '100m', '500');
    expect(cache.forgetPod(elsewhere)?.message).toBe('pod test-1 was assumed on other but assigned to node');
    expect(cache.forgetPod(test1)).toBeUndefined();
    expectForgotten(cache, test1);
  });

  test('a pod without a uid has no place', () => {
    const pod = { ...test1, metadata: { ...test1.metadata, uid: '' } };
    const cache = newCacheOf();
    for (const err of [
      cache.assumePod(pod),
      cache.addPod(pod),
      cache.forgetPod(pod),
      cache.finishBinding(pod),
      cache.updatePod(pod, pod),
      cache.removePod(pod),
      cache.isAssumedPod(pod)[1],
      cache.getPod(pod)[1],
    ])
      expect(err?.message).toBe('Cannot get cache key for pod with empty UID');
  });

  test('of a pod that is not known, nothing is done, and each says so but the end of a binding', () => {
    const cache = newCacheOf();
    expect(cache.finishBinding(test1)).toBeUndefined();
    expect(cache.isAssumedPod(test1)).toEqual([false, undefined]);
    const said = [
      cache.forgetPod(test1),
      cache.updatePod(test1, test1),
      cache.removePod(test1),
      cache.getPod(test1)[1],
    ];
    expect(said.map((err) => err?.message)).toEqual([
      `pod test-1 wasn't assumed so cannot be forgotten`,
      'pod test-1 is not added to scheduler cache, so cannot be updated',
      'pod test-1 is not found in scheduler cache, so cannot be removed from it',
      'pod test-1 does not exist in scheduler cache',
    ]);
    expect([cache.podCount(), cache.nodes.nodes.size, cache.podStates.size]).toEqual([0, 0, 0]);
  });

  test('a pod that is added is neither forgotten, assumed nor added again; one that is assumed is neither updated nor removed', () => {
    const cache = newCacheOf();
    cache.addPod(test1);
    cache.assumePod(test2);
    const elsewhere = makeBasePod('other', 'test-2', '200m', '1Ki');
    const said = [
      cache.forgetPod(test1),
      cache.assumePod(test1),
      cache.addPod(test1),
      cache.assumePod(test2),
      cache.updatePod(test2, test2),
      cache.removePod(test2),
      cache.forgetPod(elsewhere),
    ];
    expect(said.map((err) => err?.message)).toEqual([
      `pod test-1 wasn't assumed so cannot be forgotten`,
      `pod test-1 is in the cache, so can't be assumed`,
      'pod test-1 was already in added state',
      `pod test-2 is in the cache, so can't be assumed`,
      'pod test-2 is not added to scheduler cache, so cannot be updated',
      'pod test-2 is not found in scheduler cache, so cannot be removed from it',
      'pod test-2 was assumed on other but assigned to node',
    ]);
    expect([cache.podCount(), cache.assumedPods.size]).toEqual([2, 1]);
  });

  test('a pod expires when its binding is done and its time is over, not at that moment', () => {
    const cache = newCacheOf();
    cache.assumePod(test1);
    assumeAndFinishBinding(cache, test2, 0);
    cache.cleanupAssumedPods(ttlMs);
    expect([...cache.assumedPods]).toEqual(['test-1', 'test-2']);
    cache.cleanupAssumedPods(ttlMs + 1);
    expect([...cache.assumedPods]).toEqual(['test-1']);
    cache.cleanupAssumedPods(1000 * ttlMs);
    expect([...cache.assumedPods]).toEqual(['test-1']);
  });

  test('throws if a pod moves from one node to another', () => {
    const cache = newCacheOf();
    cache.addPod(test1);
    const moved = makeBasePod('other', 'test-1', '100m', '500');
    expect(() => cache.updatePod(test1, moved)).toThrow('corrupted');
    expect(() => cache.removePod(moved)).toThrow('corrupted');
  });

  test('lets a pod expire that was bound, and that the API server does not speak of', () => {
    const sim = new Sim();
    const stop = new Chan<never>('stop');
    const sizes: Record<string, number> = {};
    const metrics = { cacheSize: (type: string, size: number) => void (sizes[type] = size) };
    const cache: Cache = newCache(sim, ttlMs, stop, { metrics });
    cache.assumePod(test1);
    sim.runFor(60_000);
    expect(cache.isAssumedPod(test1)).toEqual([true, undefined]);
    expect(sizes).toEqual({ assumed_pods: 1, pods: 1, nodes: 1 });
    cache.finishBinding(test1);
    sim.runFor(ttlMs);
    expect(cache.podCount()).toBe(1);
    sim.runFor(1000);
    expect(cache.podCount()).toBe(0);
    expect(sizes).toEqual({ assumed_pods: 0, pods: 0, nodes: 0 });
    stop.close();
    sim.runUntilIdle();
    expect(sim.processes.size).toBe(0);
  });
});

describe('nodes in cache and snapshot', () => {
  test.each([1, 2])('TestNodeOperators: with %i pods', (number) => {
    const node = nodeOf('test-node', { cpu: '1000m', memory: '100m', 'example.com/foo': '1' });
    const pods = Array.from({ length: number }, (_, i) =>
      makeBasePod('test-node', `pod${i + 1}`, '500m', '50m', '', i === 0 ? [{ hostPort: 80 }] : []),
    );
    const expected = newNodeInfo(...pods);
    expected.setNode(node);
    const cache = newCacheOf();
    cache.addNode(node);
    for (const pod of pods) cache.addPod(pod);
    const got = cache.nodes.nodes.get('test-node')?.info as NodeInfo;
    expect(held(got)).toEqual(held(expected));
    expect(got.allocatable).toEqual(expected.allocatable);
    expect(cache.nodeTree.list()).toEqual(['test-node']);

    const cachedNodes = newEmptySnapshot();
    expect(cache.updateSnapshot(cachedNodes)).toBeUndefined();
    expect([...cachedNodes.nodeInfoMap.keys()]).toEqual(['test-node']);
    const copy = cachedNodes.nodeInfoMap.get('test-node') as NodeInfo;
    expect(copy).not.toBe(got);
    expect(held(copy)).toEqual(held(expected));
    expect(copy.node()).toBe(node);

    const { generation } = got;
    cache.updateNode(undefined, nodeOf('test-node', { cpu: '1000m', memory: '50m' }));
    expect(got.generation).toBeGreaterThan(generation);
    expect(got.allocatable.memory).toBe(1);
    expect(copy.node()).toBe(node);
    expect(cache.nodeTree.list()).toEqual(['test-node']);

    expect(cache.removeNode(node)).toBeUndefined();
    expect(cache.removeNode(nodeOf('other'))?.message).toBe('node other is not found');
    expect(got.node()).toBeUndefined();
    expect(cache.nodeTree.list()).toEqual([]);
    for (const pod of pods) {
      expect(cache.getPod(pod)).toEqual([pod, undefined]);
      expect(cache.removePod(pod)).toBeUndefined();
      expectForgotten(cache, pod);
    }
    expect(cache.nodeCount()).toBe(0);
  });

  test('SCH-10 only what has a greater generation than the snapshot is copied, and a pod in between sees the old state', () => {
    const cache = newCacheOf();
    const snapshot = newEmptySnapshot();
    for (const name of ['a', 'b', 'c']) cache.addNode(nodeOf(name));
    cache.updateSnapshot(snapshot);
    const ofCache = (name: string) => cache.nodes.nodes.get(name)?.info as NodeInfo;
    const ofSnapshot = (name: string) => snapshot.nodeInfoMap.get(name) as NodeInfo;
    expect(snapshot.generation).toBe(ofCache('c').generation);
    const before = ['a', 'b', 'c'].map((name) => ofSnapshot(name).pods);

    cache.assumePod(makeBasePod('b', 'p', '100m', '500'));
    expect(ofCache('b').generation).toBeGreaterThan(snapshot.generation);
    expect([ofCache('b').pods.length, ofSnapshot('b').pods.length]).toEqual([1, 0]);

    const objects = ['a', 'b', 'c'].map(ofSnapshot);
    cache.updateSnapshot(snapshot);
    expect(['a', 'b', 'c'].map(ofSnapshot)).toEqual(objects);
    expect(ofSnapshot('b').pods.length).toBe(1);
    expect(snapshot.generation).toBe(ofCache('b').generation);
    // The lists of pods of the others are still those that were copied first.
    expect([ofSnapshot('a').pods === before[0], ofSnapshot('b').pods === before[1]]).toEqual([true, false]);
    expect(ofSnapshot('c').pods === before[2]).toBe(true);
  });

  test('the images of nodes are counted when a node comes or changes', () => {
    const withImage = (name: string) =>
      nodeOf(name, {}, {}, { images: [{ names: ['app:v1', 'app@sha256:1'], sizeBytes: 7 }] });
    const cache = newCacheOf();
    for (const name of ['a', 'b']) cache.addNode(withImage(name));
    const of = (name: string) => cache.nodes.nodes.get(name)?.info.imageStates.get('app:v1');
    expect(of('a')).toEqual({ size: 7, numNodes: 1 });
    expect(of('b')).toEqual({ size: 7, numNodes: 2 });
    cache.updateNode(withImage('a'), withImage('a'));
    expect(of('a')).toEqual({ size: 7, numNodes: 2 });
    cache.addNode(nodeOf('a'));
    expect(of('a')).toBeUndefined();
    expect([...cache.imageStates.nodesWith('app:v1')]).toEqual(['b']);
    cache.updateNode(nodeOf('a'), withImage('a'));
    cache.updateNode(withImage('a'), nodeOf('a'));
    expect(of('a')).toBeUndefined();
    cache.removeNode(withImage('b'));
    expect(cache.imageStates.nodesWith('app@sha256:1').size).toBe(0);
  });
});

/** What upstream's tests hold a snapshot to: it has the cache's nodes, and its lists have the objects of its map. */
function expectSnapshotOfCache(cache: SchedulerCache, snapshot: ReturnType<typeof newEmptySnapshot>): void {
  expect(snapshot.nodeInfoMap.size).toBe(cache.nodeTree.numNodes);
  for (const [name, { info }] of cache.nodes.nodes) {
    const copy = snapshot.nodeInfoMap.get(name);
    expect(copy?.node()).toBe(info.node());
    if (!info.node()) continue;
    expect(held(copy)).toEqual(held(info));
    expect(copy?.generation).toBe(info.generation);
    expect(copy?.podsWithAffinity.map(({ pod }) => pod)).toEqual(info.podsWithAffinity.map(({ pod }) => pod));
  }
  const list = cache.nodeTree.list().map((name) => snapshot.nodeInfoMap.get(name));
  const isSame = (a: readonly unknown[], b: readonly unknown[]) =>
    a.length === b.length && a.every((item, i) => item === b[i]);
  const anti = list.filter((info) => (info?.podsWithRequiredAntiAffinity.length ?? 0) > 0);
  const affine = list.filter((info) => (info?.podsWithAffinity.length ?? 0) > 0);
  expect(isSame(snapshot.nodeInfoList, list)).toBe(true);
  expect(isSame(snapshot.havePodsWithAffinityList(), affine)).toBe(true);
  expect(isSame(snapshot.havePodsWithRequiredAntiAffinityList(), anti)).toBe(true);
}

describe('TestSchedulerCache_UpdateSnapshot', () => {
  const numbers = (length: number) => Array.from({ length }, (_, i) => i);
  const nodes = numbers(10).map((i) => nodeOf(`test-node${i}`, { cpu: '1000m', memory: '100m' }));
  const updatedNodes = numbers(10).map((i) => nodeOf(`test-node${i}`, { cpu: '2000m', memory: '500m' }));
  const pods = numbers(20).map((i) => makeBasePod(`test-node${i % 10}`, `test-pod${i}`, '', ''));
  const updatedPods = pods.map((pod) => ({ ...pod, spec: { ...pod.spec, priority: 1000 } }));
  const withAffinity = pods.map((pod) => ({
    ...pod,
    spec: { ...pod.spec, affinity: { podAffinity: {} } },
  }));

  type Operation = (cache: SchedulerCache, snapshot: ReturnType<typeof newEmptySnapshot>) => void;
  const at = <T>(list: readonly T[], i: number) => list[i] as T;
  const addNode =
    (i: number): Operation =>
    (cache) =>
      cache.addNode(at(nodes, i));
  const removeNode =
    (i: number): Operation =>
    (cache) =>
      void cache.removeNode(at(nodes, i));
  const updateNode =
    (i: number): Operation =>
    (cache) =>
      cache.updateNode(at(nodes, i), at(updatedNodes, i));
  const addPod =
    (i: number): Operation =>
    (cache) =>
      void cache.addPod(at(pods, i));
  const addPodWithAffinity =
    (i: number): Operation =>
    (cache) =>
      void cache.addPod(at(withAffinity, i));
  const removePod =
    (i: number): Operation =>
    (cache) =>
      void cache.removePod(at(pods, i));
  const removePodWithAffinity =
    (i: number): Operation =>
    (cache) =>
      void cache.removePod(at(withAffinity, i));
  const updatePod =
    (i: number): Operation =>
    (cache) =>
      void cache.updatePod(at(pods, i), at(updatedPods, i));
  const updateSnapshot = (): Operation => (cache, snapshot) => {
    expect(cache.updateSnapshot(snapshot)).toBeUndefined();
    expectSnapshotOfCache(cache, snapshot);
  };

  test.each([
    ['Empty cache', [], []],
    ['Single node', [addNode(1)], [1]],
    ['Add node, remove it, add it again', [addNode(1), updateSnapshot(), removeNode(1), addNode(1)], [1]],
    [
      'Add node and remove it in the same cycle, add it again',
      [addNode(1), updateSnapshot(), addNode(2), removeNode(1)],
      [2],
    ],
    [
      'Add a few nodes, and snapshot in the middle',
      [addNode(0), updateSnapshot(), addNode(1), updateSnapshot(), addNode(2), updateSnapshot(), addNode(3)],
      [3, 2, 1, 0],
    ],
    [
      'Add a few nodes, and snapshot in the end',
      [addNode(0), addNode(2), addNode(5), addNode(6)],
      [6, 5, 2, 0],
    ],
    ['Update some nodes', [addNode(0), addNode(1), addNode(5), updateSnapshot(), updateNode(1)], [1, 5, 0]],
    [
      'Add a few nodes, and remove all of them',
      [
        ...[addNode(0), addNode(2), addNode(5), addNode(6), updateSnapshot()],
        ...[removeNode(0), removeNode(2), removeNode(5), removeNode(6)],
      ],
      [],
    ],
    [
      'Add a few nodes, and remove some of them',
      [addNode(0), addNode(2), addNode(5), addNode(6), updateSnapshot(), removeNode(0), removeNode(6)],
      [5, 2],
    ],
    [
      'Add a few nodes, remove all of them, and add more',
      [
        ...[addNode(2), addNode(5), addNode(6), updateSnapshot()],
        ...[removeNode(2), removeNode(5), removeNode(6), updateSnapshot(), addNode(7), addNode(9)],
      ],
      [9, 7],
    ],
    [
      'Update nodes in particular order',
      [addNode(8), updateNode(2), updateNode(8), updateSnapshot(), addNode(1)],
      [1, 8, 2],
    ],
    [
      'Add some nodes and some pods',
      [addNode(0), addNode(2), addNode(8), updateSnapshot(), addPod(8), addPod(2)],
      [2, 8, 0],
    ],
    [
      'Updating a pod moves its node to the head',
      [addNode(0), addPod(0), addNode(2), addNode(4), updatePod(0)],
      [0, 4, 2],
    ],
    ['Add pod before its node', [addNode(0), addPod(1), updatePod(1), addNode(1)], [1, 0]],
    [
      'Remove node before its pods',
      [
        ...[addNode(0), addNode(1), addPod(1), addPod(11), updateSnapshot(), removeNode(1), updateSnapshot()],
        ...[
          updatePod(1),
          updatePod(11),
          (cache: SchedulerCache) => void cache.removePod(at(updatedPods, 1)),
          (cache: SchedulerCache) => void cache.removePod(at(updatedPods, 11)),
        ],
      ],
      [0],
    ],
    ['Add Pods with affinity', [addNode(0), addPodWithAffinity(0), updateSnapshot(), addNode(1)], [1, 0]],
    [
      'Add multiple nodes with pods with affinity',
      [
        ...[addNode(0), addPodWithAffinity(0), updateSnapshot()],
        ...[addNode(1), addPodWithAffinity(1), updateSnapshot()],
      ],
      [1, 0],
    ],
    [
      'Add then Remove pods with affinity',
      [
        ...[addNode(0), addNode(1), addPodWithAffinity(0), updateSnapshot()],
        ...[removePodWithAffinity(0), updateSnapshot()],
      ],
      [0, 1],
    ],
    ['Add and remove a pod', [addNode(0), addNode(1), addPod(0), updateSnapshot(), removePod(0)], [0, 1]],
  ] as [string, Operation[], number[]][])('%s', (_what, operations, expected) => {
    const cache = newCacheOf();
    const snapshot = newEmptySnapshot();
    for (const op of operations) op(cache, snapshot);
    const order: (string | undefined)[] = [];
    for (let node = cache.nodes.headNode; node; node = node.next) order.push(node.info.node()?.metadata.name);
    expect(order).toEqual(expected.map((i) => `test-node${i}`));
    expect(cache.nodeCount()).toBe(expected.length);
    updateSnapshot()(cache, snapshot);
  });

  test('a node that changes its zone keeps its place in the snapshot, until another node comes, as upstream', () => {
    const cache = newCacheOf();
    const snapshot = newEmptySnapshot();
    const inZone = (name: string, zone: string) => nodeOf(name, {}, { 'topology.kubernetes.io/zone': zone });
    const order = () => {
      cache.updateSnapshot(snapshot);
      return snapshot.nodeInfoList.map((info) => info.node()?.metadata.name);
    };
    for (const name of ['a', 'b', 'c']) cache.addNode(inZone(name, 'one'));
    expect(order()).toEqual(['a', 'b', 'c']);
    cache.updateNode(inZone('a', 'one'), inZone('a', 'two'));
    expect(cache.nodeTree.list()).toEqual(['b', 'a', 'c']);
    expect(order()).toEqual(['a', 'b', 'c']);
    cache.addNode(inZone('d', 'two'));
    expect(order()).toEqual(['b', 'a', 'c', 'd']);
  });

  test('a snapshot that somebody broke is told, and is right the next time', () => {
    const cache = newCacheOf();
    const snapshot = newEmptySnapshot();
    cache.addNode(at(nodes, 0));
    cache.updateSnapshot(snapshot);
    snapshot.nodeInfoList = [];
    expect(cache.updateSnapshot(snapshot)?.message).toBe(
      'snapshot state is not consistent, length of NodeInfoList=0 not equal to length of nodes in tree=1 , ' +
        'length of NodeInfoMap=1, length of nodes in cache=1, trying to recover',
    );
    updateSnapshot()(cache, snapshot);
  });
});

describe('TestSchedulerCache_updateNodeInfoSnapshotList', () => {
  // Two nodes in the first zone, six in the second.
  const nodes = Array.from({ length: 8 }, (_, i) => {
    const zone = i < 2 ? 0 : 1;
    const labels = {
      'failure-domain.beta.kubernetes.io/region': `region-${zone}`,
      'failure-domain.beta.kubernetes.io/zone': `zone-${zone}`,
    };
    return nodeOf(`node-${i}`, {}, labels);
  });
  test.each([
    ['Empty cache', [], []],
    ['Single node', [[0]], [0]],
    ['Two nodes', [[0], [1]], [0, 1]],
    [
      'bug 91601, two nodes, update the snapshot and add two nodes in different zones',
      [
        [2, 3],
        [4, 0],
      ],
      [2, 0, 3, 4],
    ],
    [
      'bug 91601, 6 nodes, one in a different zone',
      [
        [2, 3, 4, 5],
        [6, 0],
      ],
      [2, 0, 3, 4, 5, 6],
    ],
    ['bug 91601, 7 nodes, two in a different zone', [[2], [3, 4], [5, 6, 0, 1]], [2, 0, 3, 1, 4, 5, 6]],
    [
      'bug 91601, 7 nodes, two in a different zone, different zone order',
      [
        [2, 1],
        [3, 4],
        [5, 6, 0],
      ],
      [2, 1, 3, 0, 4, 5, 6],
    ],
  ])('%s', (_what, rounds, expected) => {
    const cache = newCacheOf();
    const snapshot = newEmptySnapshot();
    for (const round of rounds) {
      for (const i of round) cache.addNode(nodes[i] as Node);
      expect(cache.updateSnapshot(snapshot)).toBeUndefined();
      expectSnapshotOfCache(cache, snapshot);
    }
    const names = snapshot.nodeInfoList.map((info) => info.node()?.metadata.name);
    expect(names).toEqual(expected.map((i) => `node-${i}`));
  });
});
