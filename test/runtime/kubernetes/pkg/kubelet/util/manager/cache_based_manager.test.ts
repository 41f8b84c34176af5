import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  getObjectTTLFromNodeFunc,
  newCacheBasedManager,
  newObjectStore,
} from '../../../../../../../src/runtime/kubernetes/pkg/kubelet/util/manager/cache_based_manager.ts';
import { visitPodSecretNames } from '../../../../../../../src/runtime/kubernetes/pkg/api/v1/pod/util.ts';
import { newNotFound } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  Node,
  Secret,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';
import { ended } from '../../../../../../golden/kubelet/ended.ts';

const minute = 60_000;

/** A store whose server has every secret but those of `gone`, and counts what it is asked. */
function storeOf(ttlMs: number, getTTL: () => number | undefined = () => undefined) {
  const sim = new Sim();
  const asked: string[] = [];
  const gone = new Set<string>();
  const store = newObjectStore<Secret>(
    sim,
    function* (namespace, name) {
      asked.push(`${namespace}/${name}`);
      if (gone.has(name)) return [undefined, newNotFound({ group: '', resource: 'secrets' }, name)];
      return [
        { apiVersion: 'v1', kind: 'Secret', metadata: { namespace, name } } as unknown as Secret,
        undefined,
      ];
    },
    getTTL,
    ttlMs,
  );
  /** What the server is asked for while the names are read. */
  const read = (namespace: string, ...names: string[]): string[] => {
    for (const name of names) ended(store.get(namespace, name));
    return asked.splice(0);
  };
  return { sim, gone, store, read };
}

/** A pod that names secrets: for its images, and for the environments of its containers, as variables and whole. */
function podOf(name: string, words: string, namespace = 'ns1'): Pod {
  const of = (kind: string): string[] =>
    [...words.matchAll(new RegExp(`${kind}:(\\S+)`, 'g'))].map(([, s]) => s!);
  const env = of('var').map((secret) => ({ valueFrom: { secretKeyRef: { name: secret } } }));
  const envFrom = of('from').map((secret) => ({ secretRef: { name: secret } }));
  const imagePullSecrets = of('pull').map((secret) => ({ name: secret }));
  const spec = { containers: [{ name: 'c', env, envFrom }], imagePullSecrets };
  return { metadata: { name, namespace, uid: name }, spec } as unknown as Pod;
}

function managerOf() {
  const parts = storeOf(minute);
  const namesOf = (pod: Pod): ReadonlySet<string> => {
    const names = new Set<string>();
    visitPodSecretNames(pod, (name) => Boolean(names.add(name)));
    return names;
  };
  return { ...parts, manager: newCacheBasedManager(parts.store, namesOf) };
}

test('TestSecretStore: only what somebody refers to can be had', () => {
  const { store, read } = storeOf(0);
  store.addReference('ns1', 'name1');
  store.addReference('ns2', 'name2');
  store.addReference('ns1', 'name1');
  store.addReference('ns1', 'name1');
  store.deleteReference('ns1', 'name1');
  store.deleteReference('ns2', 'name2');
  store.addReference('ns3', 'name3');
  expect(read('ns1', 'name1')).toEqual(['ns1/name1']);
  expect(read('ns2', 'name2')).toEqual([]);
  expect(read('ns3', 'name3')).toEqual(['ns3/name3']);
  expect(ended(store.get('ns4', 'name4'))).toEqual([
    undefined,
    new Error('object "ns4"/"name4" not registered'),
  ]);
});

test('TestSecretStoreDeletingSecret: what is gone is not kept', () => {
  const { gone, store } = storeOf(0);
  store.addReference('ns', 'name');
  expect(ended(store.get('ns', 'name'))[0]?.metadata.name).toBe('name');
  gone.add('name');
  expect(ended(store.get('ns', 'name'))[1]?.message).toBe('secrets "name" not found');
});

test.each([
  [0, 100],
  [minute, 10],
])('a store that keeps objects for %i ms asks %i times', (ttlMs, want) => {
  const { store, read } = storeOf(ttlMs);
  const names = Array.from({ length: 10 }, (_, i) => `name-${i}`);
  for (const name of names) store.addReference('ns', name);
  expect(read('ns', ...Array.from({ length: 10 }, () => names).flat())).toHaveLength(want);
});

test('TestCustomTTL', () => {
  let ttl: number | undefined;
  const { sim, store, read } = storeOf(minute, () => ttl);
  const asks = (): boolean => read('ns', 'name').length > 0;
  store.addReference('ns', 'name');
  expect(asks()).toBe(true);
  ttl = 0;
  expect(asks()).toBe(true);
  ttl = 5 * minute;
  expect(asks()).toBe(false);
  sim.runFor(4 * minute);
  expect(asks()).toBe(false);
  sim.runFor(minute);
  expect(asks()).toBe(true);
  ttl = undefined;
  sim.runFor(55_000);
  expect(asks()).toBe(false);
  sim.runFor(5000);
  expect(asks()).toBe(true);
});

test.each([
  [undefined, undefined],
  [{}, undefined],
  [{ 'node.alpha.kubernetes.io/ttl': 'bad' }, undefined],
  [{ 'node.alpha.kubernetes.io/ttl': '0' }, 0],
  [{ 'node.alpha.kubernetes.io/ttl': '60' }, minute],
])('TestParseNodeAnnotation: %j', (annotations, want) => {
  const node = { metadata: { name: 'node', annotations } } as unknown as Node;
  expect(getObjectTTLFromNodeFunc(() => [node, undefined])()).toBe(want);
  expect(getObjectTTLFromNodeFunc(() => [undefined, new Error('no node')])()).toBe(undefined);
});

describe('a manager', () => {
  const first = 'pull:s1 var:s1 from:s10 var:s2';

  test('TestCacheInvalidation: a pod that comes or changes sees its secrets as they are', () => {
    const { manager, read } = managerOf();
    manager.registerPod(podOf('name1', first));
    expect(read('ns1', 's1', 's10', 's2')).toHaveLength(3);
    manager.registerPod(podOf('name1', 'pull:s1 var:s1 var:s2 from:s20 var:s3'));
    expect(read('ns1', 's1', 's2', 's20', 's3')).toHaveLength(4);
    manager.registerPod(podOf('name2', first));
    expect(read('ns1', 's1', 's10', 's2', 's20', 's3')).toEqual(['ns1/s1', 'ns1/s10', 'ns1/s2']);
  });

  test('TestRegisterIdempotence: a pod counts once', () => {
    const { manager, store } = managerOf();
    const refs = (): number => store.refCounts.get('ns1/s1') ?? 0;
    const counts = [
      () => manager.registerPod(podOf('name1', 'pull:s1')),
      () => manager.registerPod(podOf('name1', 'pull:s1')),
      () => manager.registerPod(podOf('name2', 'pull:s1')),
      () => manager.unregisterPod(podOf('name1', 'pull:s1')),
      () => manager.unregisterPod(podOf('name1', 'pull:s1')),
      () => manager.unregisterPod(podOf('name2', 'pull:s1')),
    ].map((step) => {
      step();
      return refs();
    });
    expect(counts).toEqual([1, 1, 2, 1, 1, 0]);
  });

  test('TestCacheRefcounts', () => {
    const { manager, store } = managerOf();
    const one = `${first} var:s3`;
    const two = 'pull:s2 var:s4 var:s5 from:s50';
    const three = 'pull:s1 var:s3 from:s30 var:s5';
    const four = 'pull:s3 var:s6 from:s60';
    const steps = [
      `+name1 ${one}`,
      `+name2 ${one}`,
      `+name2 ${two}`,
      `+name3 ${two}`,
      `+name4 ${two}`,
      `-name3 ${two}`,
      `+name5 ${three}`,
      `+name6 ${three}`,
      `+name7 ${four}`,
      `-name7 ${four}`,
      `+other ${one}`,
      `+other ${two}`,
      `-other ${two}`,
      '+noop var:s7 from:s70',
      '+noop var:s7 from:s70',
    ];
    for (const step of steps) {
      const pod = podOf(step.slice(1).split(' ')[0]!, step);
      if (step.startsWith('+')) manager.registerPod(pod);
      else manager.unregisterPod(pod);
    }
    expect(Object.fromEntries(store.refCounts)).toEqual({
      'ns1/s1': 3,
      'ns1/s10': 1,
      'ns1/s2': 3,
      'ns1/s3': 3,
      'ns1/s30': 2,
      'ns1/s4': 2,
      'ns1/s5': 4,
      'ns1/s50': 2,
      'ns1/s7': 1,
      'ns1/s70': 1,
    });
  });
});
