import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Node, Pod } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { NodeInfo } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { SchedulerCache } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/cache.ts';
import { newEmptySnapshot } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';

const ttlMs = 1000;
const nodeNames = ['a', 'b', 'c', 'd'];
const term = { topologyKey: 'zone', labelSelector: {} };
const required = { requiredDuringSchedulingIgnoredDuringExecution: [term] };
const kinds = [{}, { affinity: { podAffinity: required } }, { affinity: { podAntiAffinity: required } }];
const zones = ['east', 'west'];
const images = ['small', 'large'];

/** A node in one of two zones, with one of two images. */
function nodeOf(name: string, variant: number): Node {
  const metadata = {
    name,
    uid: name,
    resourceVersion: '1',
    labels: { 'topology.kubernetes.io/zone': zones[variant % 2] ?? '' },
  };
  const status = { images: [{ names: [images[variant >> 1] ?? ''], sizeBytes: 5 }] };
  return { kind: 'Node', apiVersion: 'v1', metadata, status };
}

/** A pod of one of three kinds on a node; its uid is its name. */
function podOf(uid: string, nodeName: string, kind: number): Pod {
  const containers = [{ name: 'c', resources: { requests: { cpu: '100m' } } }];
  const metadata = { name: uid, namespace: 'ns', uid, resourceVersion: '1' };
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata,
    spec: { containers, nodeName, ...kinds[kind] },
    status: {},
  } as Pod;
}

/** A cache and what it has been told, which is what it and its snapshot are held against. */
class Told {
  readonly cache = new SchedulerCache(new Sim(), ttlMs, 1000, undefined);
  readonly snapshot = newEmptySnapshot();
  readonly nodes = new Map<string, Node>();
  readonly pods = new Map<string, { readonly pod: Pod; readonly assumed: boolean }>();

  /** A node comes, changes, or goes. */
  node(name: string, variant: number): void {
    const [old, next] = [this.nodes.get(name), nodeOf(name, variant)];
    if (old && variant === 0) {
      expect(this.cache.removeNode(old)).toBeUndefined();
      this.nodes.delete(name);
      return;
    }
    if (old) this.cache.updateNode(old, next);
    else this.cache.addNode(next);
    this.nodes.set(name, next);
  }

  /** A pod is assumed or comes, is confirmed, perhaps on another node, is forgotten, expires, changes, or goes. */
  pod(uid: string, nodeName: string, kind: number): void {
    const { cache, pods } = this;
    const known = pods.get(uid);
    const pod = podOf(uid, nodeName, kind);
    if (!known) {
      const assumed = kind === 0;
      expect(assumed ? cache.assumePod(pod) : cache.addPod(pod)).toBeUndefined();
      pods.set(uid, { pod, assumed });
    } else if (known.assumed && kind === 0) {
      const moved = nodeName === known.pod.spec.nodeName ? known.pod : pod;
      expect(cache.addPod(moved)).toBeUndefined();
      pods.set(uid, { pod: moved, assumed: false });
    } else if (known.assumed) {
      if (kind === 1) expect(cache.forgetPod(known.pod)).toBeUndefined();
      else {
        expect(cache.finishBindingAt(known.pod, 0)).toBeUndefined();
        cache.cleanupAssumedPods(ttlMs + 1);
      }
      pods.delete(uid);
    } else if (kind === 0) {
      expect(cache.removePod(known.pod)).toBeUndefined();
      pods.delete(uid);
    } else {
      const next = podOf(uid, known.pod.spec.nodeName ?? '', kind);
      expect(cache.updatePod(known.pod, next)).toBeUndefined();
      pods.set(uid, { pod: next, assumed: false });
    }
  }

  podsOn(name: string): Pod[] {
    return [...this.pods.values()].map(({ pod }) => pod).filter(({ spec }) => spec.nodeName === name);
  }
}

const uids = (pods: readonly Pod[]) => pods.map(({ metadata }) => metadata.uid).sort();
const namesOf = (infos: readonly NodeInfo[]) => infos.map(({ name }) => name).sort();

/** The nodes that are told of and those with pods, the one that changed last first; both ways through the list. */
function expectCache(told: Told): void {
  const { cache, nodes, pods } = told;
  const names = nodeNames.filter((name) => nodes.has(name) || told.podsOn(name).length > 0);
  expect([...cache.nodes.nodes.keys()].sort()).toEqual(names);
  const generations: number[] = [];
  let before: unknown;
  for (let item = cache.nodes.headNode; item; item = item.next) {
    expect(item.prev).toBe(before);
    before = item;
    generations.push(item.info.generation);
  }
  expect(generations).toHaveLength(names.length);
  expect(generations).toEqual([...generations].sort((a, b) => b - a));
  expect([cache.nodeTree.numNodes, cache.podCount(), cache.podStates.size]).toEqual([
    nodes.size,
    pods.size,
    pods.size,
  ]);
  expect([...cache.assumedPods].sort()).toEqual(
    [...pods]
      .filter(([, { assumed }]) => assumed)
      .map(([uid]) => uid)
      .sort(),
  );
  for (const image of images) {
    const having = [...nodes.values()].filter(({ status }) => status?.images?.[0]?.names?.includes(image));
    expect([...cache.imageStates.nodesWith(image)].sort()).toEqual(
      having.map(({ metadata }) => metadata.name).sort(),
    );
  }
}

/** Each node that is told of with its pods, at its place, and which have pods that ask for company. */
function expectSnapshot(told: Told): void {
  const { snapshot, nodes } = told;
  const list = snapshot.list();
  expect(namesOf(list)).toEqual([...nodes.keys()].sort());
  expect(snapshot.nodeInfoMap.size).toBe(nodes.size);
  for (const [i, info] of list.entries()) {
    const pods = told.podsOn(info.name);
    expect([info.index, info.node(), snapshot.get(info.name)]).toEqual([
      i,
      nodes.get(info.name),
      [info, undefined],
    ]);
    expect(uids(info.pods.map(({ pod }) => pod))).toEqual(uids(pods));
    expect(info.requested.milliCPU).toBe(100 * pods.length);
    expect(info.generation).toBeLessThanOrEqual(snapshot.generation);
  }
  const having = (field: 'podAffinity' | 'podAntiAffinity') =>
    [...nodes.keys()].filter((name) => told.podsOn(name).some(({ spec }) => spec.affinity?.[field])).sort();
  const required = having('podAntiAffinity');
  expect(namesOf(snapshot.havePodsWithRequiredAntiAffinityList())).toEqual(required);
  expect(namesOf(snapshot.havePodsWithAffinityList())).toEqual(
    [...new Set([...having('podAffinity'), ...required])].sort(),
  );
}

describe('a cache and its snapshot', () => {
  const name = fc.constantFrom(...nodeNames);
  const step = fc.oneof(
    fc.record({ what: fc.constant('node' as const), name, variant: fc.nat(3) }),
    fc.record({
      what: fc.constant('pod' as const),
      uid: fc.constantFrom('p', 'q', 'r', 's', 't'),
      name,
      kind: fc.nat(2),
    }),
    fc.constant({ what: 'snapshot' as const }),
  );

  test('property: hold what they were told, in whatever order nodes and pods come, change and go', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const told = new Told();
        for (const each of steps) {
          if (each.what === 'node') told.node(each.name, each.variant);
          else if (each.what === 'pod') told.pod(each.uid, each.name, each.kind);
          else {
            expect(told.cache.updateSnapshot(told.snapshot)).toBeUndefined();
            expectSnapshot(told);
          }
          expectCache(told);
        }
        expect(told.cache.updateSnapshot(told.snapshot)).toBeUndefined();
        expectSnapshot(told);
      }),
      { numRuns: 150, seed: 7 },
    );
  });

  test('what has not changed is neither copied nor made anew', () => {
    const told = new Told();
    for (const each of nodeNames) told.node(each, 1);
    told.pod('p', 'a', 1);
    told.cache.updateSnapshot(told.snapshot);
    const { snapshot } = told;
    const list = snapshot.list();
    const affine = snapshot.havePodsWithAffinityList();
    const assigned: string[] = [];
    for (const info of list) {
      const { assign } = info;
      info.assign = (other) => {
        assigned.push(other.name);
        assign.call(info, other);
      };
    }
    // One more pod that asks for company, on a node that has one.
    told.pod('q', 'a', 1);
    told.cache.updateSnapshot(snapshot);
    expect(assigned).toEqual(['a']);
    expect(snapshot.list()).toBe(list);
    expect(snapshot.havePodsWithAffinityList()).toBe(affine);
    told.pod('r', 'b', 1);
    told.node('c', 2);
    told.cache.updateSnapshot(snapshot);
    expect(assigned).toEqual(['a', 'c', 'b']);
    expect(snapshot.list()).toBe(list);
    expect(namesOf(snapshot.havePodsWithAffinityList())).toEqual(['a', 'b']);
    // A node that has a pod with affinity gets its first with anti-affinity.
    expect(snapshot.havePodsWithRequiredAntiAffinityList()).toEqual([]);
    told.pod('s', 'a', 2);
    told.cache.updateSnapshot(snapshot);
    expect(namesOf(snapshot.havePodsWithRequiredAntiAffinityList())).toEqual(['a']);
    expect(snapshot.list()).toBe(list);
    told.pod('s', 'a', 0);
    told.cache.updateSnapshot(snapshot);
    expect(snapshot.havePodsWithRequiredAntiAffinityList()).toEqual([]);
    // A cache that was told nothing has nothing to copy.
    told.cache.updateSnapshot(snapshot);
    expect(assigned).toHaveLength(5);
  });
});
