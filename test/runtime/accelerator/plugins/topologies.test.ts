import { SnapshotFacts } from '../../../../src/runtime/accelerator/snapshot-facts.ts';
import { expect, test } from 'vitest';
import { Topologies } from '../../../../src/runtime/accelerator/plugins/topologies.ts';
import { newSelector } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { SchedulerCache } from '../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/cache.ts';
import { newEmptySnapshot } from '../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { node, pod } from '../../kubernetes/pkg/scheduler/framework/plugins/handle.ts';

const constraints = [{ maxSkew: 1, topologyKey: 'zone', selector: newSelector() }];

test('the topologies of a constraint are found once, until a node comes, goes or gets other labels', () => {
  const cache = new SchedulerCache(new Sim(), 30_000, 1000, undefined);
  const snapshot = newEmptySnapshot();
  const facts = new SnapshotFacts(snapshot);
  const topologies = new Topologies(facts.ofNodes());
  const values = () => {
    facts.update(cache);
    return topologies.of(pod({}), constraints)[0] as ReadonlySet<string>;
  };
  const [a, b] = [node('a', { zone: 'east' }), node('b', { zone: 'west' })];
  cache.addNode(a);
  cache.addNode(b);
  const first = values();
  expect([...first]).toEqual(['east', 'west']);

  const placed = pod({ name: 'placed' });
  cache.addPod({
    ...placed,
    metadata: { ...placed.metadata, uid: 'u' },
    spec: { ...placed.spec, nodeName: 'a' },
  });
  expect(values()).toBe(first);

  const moved = node('b', { zone: 'north' });
  cache.updateNode(b, moved);
  expect([...values()]).toEqual(['east', 'north']);

  cache.addNode(node('c', { zone: 'south' }));
  expect([...values()]).toEqual(['east', 'north', 'south']);

  cache.removeNode(moved);
  expect([...values()]).toEqual(['east', 'south']);
});

test('a pod that may only run on some nodes has the topologies of those', () => {
  const cache = new SchedulerCache(new Sim(), 30_000, 1000, undefined);
  cache.addNode(node('a', { zone: 'east', disk: 'ssd' }));
  cache.addNode(node('b', { zone: 'west' }));
  cache.addNode(node('c', { disk: 'ssd' }));
  const snapshot = newEmptySnapshot();
  cache.updateSnapshot(snapshot);
  const topologies = new Topologies(new SnapshotFacts(snapshot).ofNodes());
  const choosy = pod({});
  const onSsd = { ...choosy, spec: { ...choosy.spec, nodeSelector: { disk: 'ssd' } } };
  expect(topologies.of(choosy, constraints)).toEqual([new Set(['east', 'west'])]);
  expect(topologies.of(onSsd, constraints)).toEqual([new Set(['east'])]);
});

test('constraints by other keys have other topologies, and count only nodes that have all keys', () => {
  const cache = new SchedulerCache(new Sim(), 30_000, 1000, undefined);
  cache.addNode(node('a', { zone: 'east', rack: 'r1' }));
  cache.addNode(node('b', { zone: 'west', rack: 'r1' }));
  cache.addNode(node('c', { zone: 'north' }));
  const snapshot = newEmptySnapshot();
  cache.updateSnapshot(snapshot);
  const topologies = new Topologies(new SnapshotFacts(snapshot).ofNodes());
  const by = (...keys: readonly string[]) =>
    topologies.of(
      pod({}),
      keys.map((topologyKey) => ({ maxSkew: 1, topologyKey, selector: newSelector() })),
    );
  expect(by('zone')).toEqual([new Set(['east', 'west', 'north'])]);
  expect(by('rack')).toEqual([new Set(['r1'])]);
  expect(by('rack', 'zone')).toEqual([new Set(['r1']), new Set(['east', 'west'])]);
});
