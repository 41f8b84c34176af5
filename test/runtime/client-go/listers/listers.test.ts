import { describe, expect, test } from 'vitest';
import type { Node, Pod, ReplicaSet } from '../../../../src/runtime/api/objects.ts';
import { isNotFound } from '../../../../src/runtime/apimachinery/pkg/api/errors/errors.ts';
import {
  everything,
  nothing,
  selectorFromSet,
} from '../../../../src/runtime/apimachinery/pkg/labels/selector.ts';
import type { KubeObject } from '../../../../src/runtime/apimachinery/pkg/runtime/object.ts';
import { newReplicaSetLister } from '../../../../src/runtime/client-go/listers/apps/v1/replicaset.ts';
import { newNodeLister } from '../../../../src/runtime/client-go/listers/core/v1/node.ts';
import { newPodLister } from '../../../../src/runtime/client-go/listers/core/v1/pod.ts';
import {
  type Indexers,
  metaNamespaceIndexFunc,
  namespaceIndex,
} from '../../../../src/runtime/client-go/tools/cache/index.ts';
import { listAllByNamespace } from '../../../../src/runtime/client-go/tools/cache/listers.ts';
import { metaNamespaceKeyFunc, newIndexer } from '../../../../src/runtime/client-go/tools/cache/store.ts';

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

const namesOf = (
  listed: [readonly KubeObject[], undefined] | [undefined, Error],
): (string | undefined)[] | Error => listed[0]?.map(({ metadata }) => metadata.name) ?? (listed[1] as Error);

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

describe('getPodReplicaSets', () => {
  const rs = (namespace: string, name: string, selector: unknown): unknown =>
    object('ReplicaSet', namespace, name, {}, { spec: { selector } });
  const pod = (labels?: Record<string, string>): Pod => object('Pod', 'x', 'p', labels) as Pod;
  const lister = newReplicaSetLister(
    indexer<ReplicaSet>([
      rs('x', 'web', { matchLabels: { app: 'web' } }),
      rs('x', 'any', { matchExpressions: [{ key: 'app', operator: 'Exists' }] }),
      rs('x', 'empty', {}),
      rs('x', 'none', undefined),
      rs('y', 'elsewhere', { matchLabels: { app: 'web' } }),
    ]),
  );

  test('gives all of the namespace that match, and none that matches everything', () => {
    expect(namesOf(lister.getPodReplicaSets(pod({ app: 'web' })))).toEqual(['web', 'any']);
  });

  test.each([
    [undefined, 'no ReplicaSets found for pod p because it has no labels'],
    [{ b: '2', a: '1' }, 'could not find ReplicaSet for pod p in namespace x with labels: map[a:1 b:2]'],
  ])('a pod with the labels %o has none', (labels, message) => {
    expect(lister.getPodReplicaSets(pod(labels))).toEqual([undefined, new Error(message)]);
  });

  test('a selector that is not valid is an error', () => {
    const broken = newReplicaSetLister(
      indexer([rs('x', 'b', { matchExpressions: [{ key: 'a', operator: 'Like' }] })]),
    );
    expect(broken.getPodReplicaSets(pod({ a: '1' }))[1]?.message).toMatch(/^invalid selector: /);
  });
});
