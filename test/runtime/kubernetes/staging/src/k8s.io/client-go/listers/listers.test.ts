import { describe, expect, test } from 'vitest';
import type {
  Node,
  Pod,
  ReplicaSet,
} from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { isNotFound } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  everything,
  nothing,
  selectorFromSet,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { KubeObject } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newReplicaSetLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/apps/v1/replicaset.ts';
import { newServiceLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/core/v1/service.ts';
import { newEndpointsLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/core/v1/endpoints.ts';
import { newSecretLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/core/v1/secret.ts';
import { newServiceAccountLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/core/v1/serviceaccount.ts';
import { newPersistentVolumeClaimLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/core/v1/persistentvolumeclaim.ts';
import { newCSIStorageCapacityLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/storage/v1alpha1/csistoragecapacity.ts';
import { newNamespaceLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/core/v1/namespace.ts';
import { newPersistentVolumeLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/core/v1/persistentvolume.ts';
import { newCSIDriverLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/storage/v1/csidriver.ts';
import { newCSINodeLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/storage/v1/csinode.ts';
import { newStorageClassLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/storage/v1/storageclass.ts';
import { newStatefulSetLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/apps/v1/statefulset.ts';
import { newReplicationControllerLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/core/v1/replicationcontroller.ts';
import { newPodDisruptionBudgetLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/policy/v1beta1/poddisruptionbudget.ts';
import { getPodPodDisruptionBudgets } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/policy/v1beta1/poddisruptionbudget_expansion.ts';
import { newNodeLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/core/v1/node.ts';
import { newPodLister } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import {
  type Indexer,
  type Indexers,
  metaNamespaceIndexFunc,
  namespaceIndex,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/index.ts';
import { listAllByNamespace } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/listers.ts';
import {
  metaNamespaceKeyFunc,
  newIndexer,
} from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/store.ts';
import type { Result } from '../../../../../../../../src/runtime/go/result.ts';

function object(
  kind: string,
  namespace: string,
  name: string,
  labels?: Record<string, string>,
  more = {},
): unknown {
  return { kind, apiVersion: 'v1', metadata: { namespace, name, labels }, ...more };
}

function indexer<T = KubeObject>(
  objects: readonly unknown[],
  indexers: Indexers = { [namespaceIndex]: metaNamespaceIndexFunc },
) {
  const filled = newIndexer<T>(metaNamespaceKeyFunc, indexers);
  for (const obj of objects) filled.add(obj as T);
  return filled;
}

const pods = [
  object('Pod', 'x', 'a', { app: 'web' }),
  object('Pod', 'x', 'b', { app: 'db' }),
  object('Pod', 'y', 'c', { app: 'web' }),
  object('Pod', 'y', 'd'),
];

const namesOf = (listed: Result<readonly KubeObject[]>): (string | undefined)[] | Error =>
  listed[0]?.map(({ metadata }) => metadata.name) ?? (listed[1] as Error);

describe('INF-25 listers', () => {
  const lister = newPodLister(indexer<Pod>(pods));
  const web = selectorFromSet({ app: 'web' });

  test.each([
    ['everything', everything(), ['a', 'b', 'c', 'd']],
    ['some', web, ['a', 'c']],
    ['nothing', nothing(), []],
  ])('list %s in all namespaces', (_, selector, expected) => {
    expect(namesOf(lister.list(selector))).toEqual(expected);
    expect(namesOf(lister.pods('').list(selector))).toEqual(expected);
  });

  test('list one namespace', () => {
    expect(namesOf(lister.pods('y').list(everything()))).toEqual(['c', 'd']);
    expect(namesOf(lister.pods('y').list(web))).toEqual(['c']);
    expect(namesOf(lister.pods('z').list(everything()))).toEqual([]);
  });

  test('give the very object that is cached', () => {
    expect(lister.pods('x').get('a')[0]).toBe(pods[0]);
  });

  test('say NotFound as upstream does: with the resource in the singular', () => {
    const [, err] = lister.pods('y').get('a');
    expect(isNotFound(err)).toBe(true);
    expect(err?.message).toBe('pod "a" not found');
    const [, rsErr] = newReplicaSetLister(indexer([])).replicaSets('y').get('a');
    expect(rsErr?.message).toBe('replicaset.apps "a" not found');
  });

  test('of nodes, which have no namespace', () => {
    const nodes = newNodeLister(
      indexer([{ kind: 'Node', apiVersion: 'v1', metadata: { name: 'n' } } as Node]),
    );
    expect(nodes.get('n')[0]?.metadata.name).toBe('n');
    expect(nodes.get('m')[1]?.message).toBe('node "m" not found');
    expect(namesOf(nodes.list(everything()))).toEqual(['n']);
  });

  test.each([
    ['with', { [namespaceIndex]: metaNamespaceIndexFunc }],
    ['without', {}],
  ])('find a namespace %s the index', (_, indexers) => {
    const found: (string | undefined)[] = [];
    listAllByNamespace(indexer(pods, indexers), 'x', web, ({ metadata }) => void found.push(metadata.name));
    expect(found).toEqual(['a']);
  });
});

/** Makes a lister, and asks it for an object by namespace and name. */
type Getter = (
  found: Indexer<never>,
  namespace: string,
  name: string,
) => readonly [unknown, Error | undefined];

test.each<[string, string, Getter]>([
  ['pod', 'pod', (found, ns, name) => newPodLister(found).pods(ns).get(name)],
  ['service', 'service', (found, ns, name) => newServiceLister(found).services(ns).get(name)],
  ['endpoints', 'endpoints', (found, ns, name) => newEndpointsLister(found).endpoints(ns).get(name)],
  ['secret', 'secret', (found, ns, name) => newSecretLister(found).secrets(ns).get(name)],
  [
    'account',
    'serviceaccount',
    (found, ns, name) => newServiceAccountLister(found).serviceAccounts(ns).get(name),
  ],
  [
    'controller',
    'replicationcontroller',
    (found, ns, name) => newReplicationControllerLister(found).replicationControllers(ns).get(name),
  ],
  [
    'claim',
    'persistentvolumeclaim',
    (found, ns, name) => newPersistentVolumeClaimLister(found).persistentVolumeClaims(ns).get(name),
  ],
  [
    'replica set',
    'replicaset.apps',
    (found, ns, name) => newReplicaSetLister(found).replicaSets(ns).get(name),
  ],
  [
    'stateful set',
    'statefulset.apps',
    (found, ns, name) => newStatefulSetLister(found).statefulSets(ns).get(name),
  ],
  [
    'budget',
    'poddisruptionbudget.policy',
    (found, ns, name) => newPodDisruptionBudgetLister(found).podDisruptionBudgets(ns).get(name),
  ],
  [
    'capacity',
    'csistoragecapacity.storage.k8s.io',
    (found, ns, name) => newCSIStorageCapacityLister(found).csiStorageCapacities(ns).get(name),
  ],
])('the lister of a %s has those of a namespace, and calls what is missing a %s', (_, resource, get) => {
  const all = indexer([object('Any', 'x', 'a'), object('Any', 'y', 'a')]) as unknown as Indexer<never>;
  expect(get(all, 'y', 'a')[0]).toMatchObject({ metadata: { namespace: 'y', name: 'a' } });
  expect(get(all, 'z', 'a')[1]?.message).toBe(`${resource} "a" not found`);
});

test.each<[string, (found: Indexer<never>) => { get(name: string): readonly [unknown, Error | undefined] }]>([
  ['node', newNodeLister],
  ['namespace', newNamespaceLister],
  ['persistentvolume', newPersistentVolumeLister],
  ['csidriver.storage.k8s.io', newCSIDriverLister],
  ['csinode.storage.k8s.io', newCSINodeLister],
  ['storageclass.storage.k8s.io', newStorageClassLister],
])('the lister of a %s knows no namespaces', (resource, make) => {
  const lister = make(
    indexer([{ kind: 'Any', apiVersion: 'v1', metadata: { name: 'a' } }]) as unknown as Indexer<never>,
  );
  expect(lister.get('a')[0]).toMatchObject({ metadata: { name: 'a' } });
  expect(lister.get('b')[1]?.message).toBe(`${resource} "b" not found`);
});

/** The selectors of the objects below: of each what kind of object it is that has it. */
const selecting = (kind: string, selectorOf: (labels?: Record<string, string>) => unknown): unknown[] => {
  const one = (namespace: string, name: string, labels?: Record<string, string>): unknown =>
    object(kind, namespace, name, {}, { spec: { selector: selectorOf(labels) } });
  return [
    one('x', 'web', { app: 'web' }),
    one('x', 'both', { app: 'web', tier: 'front' }),
    one('x', 'empty', {}),
    one('x', 'none'),
    one('y', 'elsewhere', { app: 'web' }),
  ];
};
const bySelector = (labels?: Record<string, string>): unknown => labels && { matchLabels: labels };

type Found = Result<readonly KubeObject[]>;

describe.each<[string, string, (objects: readonly unknown[], indexers?: Indexers) => (pod: Pod) => Found]>([
  ['ReplicaSets', 'ReplicaSet', (all, by) => newReplicaSetLister(indexer(all, by)).getPodReplicaSets],
  ['StatefulSets', 'StatefulSet', (all, by) => newStatefulSetLister(indexer(all, by)).getPodStatefulSets],
  [
    'PodDisruptionBudgets',
    'PodDisruptionBudget',
    (all, by) => (pod) => getPodPodDisruptionBudgets(newPodDisruptionBudgetLister(indexer(all, by)), pod),
  ],
  [
    'replication controllers',
    'controller',
    (all, by) => newReplicationControllerLister(indexer(all, by)).getPodControllers,
  ],
])('the %s of a pod', (many, one, finder) => {
  const ofMap = one === 'controller';
  const objects = selecting(one, ofMap ? (labels) => labels : bySelector);
  const pod = (labels?: Record<string, string>): Pod => object('Pod', 'x', 'p', labels) as Pod;

  test('are all of its namespace that match it, and none that matches everything', () => {
    expect(namesOf(finder(objects)(pod({ app: 'web' })))).toEqual(['web']);
    expect(namesOf(finder(objects)(pod({ app: 'web', tier: 'front', more: '1' })))).toEqual(['web', 'both']);
  });

  test.each([
    [undefined, `no ${many} found for pod p because it has no labels`],
    [{}, `no ${many} found for pod p because it has no labels`],
    [{ b: '2', a: '1' }, `could not find ${one} for pod p in namespace x with labels: map[a:1 b:2]`],
  ])('are an error if its labels are %o', (labels, message) => {
    expect(finder(objects)(pod(labels))).toEqual([undefined, new Error(message)]);
  });
});

test('the ReplicaSets of a pod are also found by expressions', () => {
  const selector = { matchExpressions: [{ key: 'app', operator: 'Exists' }] };
  const lister = newReplicaSetLister(
    indexer<ReplicaSet>([object('ReplicaSet', 'x', 'any', {}, { spec: { selector } })]),
  );
  const pod = object('Pod', 'x', 'p', { app: 'db' }) as Pod;
  expect(namesOf(lister.getPodReplicaSets(pod))).toEqual(['any']);
});

describe('a selector that is not valid', () => {
  const selector = { matchExpressions: [{ key: 'a', operator: 'Like' }] };
  const broken = (kind: string): unknown => object(kind, 'x', 'broken', {}, { spec: { selector } });
  const pod = object('Pod', 'x', 'p', { app: 'web' }) as Pod;

  test('of a ReplicaSet or a StatefulSet is an error for each pod of its namespace', () => {
    const replicaSets = newReplicaSetLister(indexer([broken('ReplicaSet')]));
    const statefulSets = newStatefulSetLister(indexer([broken('StatefulSet')]));
    for (const [, err] of [replicaSets.getPodReplicaSets(pod), statefulSets.getPodStatefulSets(pod)])
      expect(err?.message).toMatch(/^invalid selector: /);
  });

  test('of a budget leaves out only that budget', () => {
    const all = [broken('PodDisruptionBudget'), ...selecting('PodDisruptionBudget', bySelector)];
    expect(namesOf(getPodPodDisruptionBudgets(newPodDisruptionBudgetLister(indexer(all)), pod))).toEqual([
      'web',
    ]);
  });
});
