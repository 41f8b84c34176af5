import { newNotFound } from '../../../apimachinery/pkg/api/errors/errors.ts';
import type { GroupResource, StatusError } from '../../../apimachinery/pkg/api/errors/errors.ts';
import { accessor } from '../../../apimachinery/pkg/api/meta/meta.ts';
import type { Selector } from '../../../apimachinery/pkg/labels/selector.ts';
import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../go/result.ts';
import { type Indexer, namespaceIndex } from './index.ts';
import type { Store } from './store.ts';

/** Calls `appendFn` with every object of a store that the selector matches. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/listers.go#ListAll
export function listAll<T>(store: Store<T>, selector: Selector, appendFn: (m: T) => void): Error | undefined {
  return appendMatching(store.list(), selector, appendFn);
}

function appendMatching<T>(
  items: readonly T[],
  selector: Selector,
  appendFn: (m: T) => void,
): Error | undefined {
  const selectAll = selector.empty();
  for (const m of items) {
    if (!selectAll) {
      const [metadata, err] = accessor(m);
      if (err) return err;
      if (!selector.matches(metadata.labels)) continue;
    }
    appendFn(m);
  }
  return undefined;
}

/**
 * Calls `appendFn` with every object of a namespace ('' for all) that the selector matches. Uses the index by
 * namespace, if there is one.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/listers.go#ListAllByNamespace
export function listAllByNamespace<T>(
  indexer: Indexer<T>,
  namespace: string,
  selector: Selector,
  appendFn: (m: T) => void,
): Error | undefined {
  if (namespace === '') return listAll(indexer, selector, appendFn);
  const [items] = indexer.index(namespaceIndex, { metadata: { namespace } });
  if (items) return appendMatching(items, selector, appendFn);
  for (const m of indexer.list()) {
    const [metadata, err] = accessor(m);
    if (err) return err;
    if (metadata.namespace === namespace && selector.matches(metadata.labels)) appendFn(m);
  }
  return undefined;
}

/** Reads the cached objects of one namespace. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/listers.go#GenericNamespaceLister
export interface GenericNamespaceLister<T = KubeObject> {
  list(selector: Selector): Result<T[]>;
  /** NotFound if the cache does not have it. */
  get(name: string): Result<T, StatusError>;
}

/** Reads a cache. What it gives is shared and must not be changed. It never asks the API server. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/listers.go#GenericLister
export interface GenericLister<T = KubeObject> extends GenericNamespaceLister<T> {
  byNamespace(namespace: string): GenericNamespaceLister<T>;
}

/** A lister of any kind. `resource` is what a NotFound names. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/listers.go#NewGenericLister
export function newGenericLister<T = KubeObject>(
  indexer: Indexer<T>,
  resource: GroupResource,
): GenericLister<T> {
  return {
    // Mirrors: staging/src/k8s.io/client-go/tools/cache/listers.go#genericLister.List
    list: (selector) => collect((appendFn) => listAll(indexer, selector, appendFn)),
    // Mirrors: staging/src/k8s.io/client-go/tools/cache/listers.go#genericLister.Get
    get: (name) => getOrNotFound(indexer, resource, name, name),
    // Mirrors: staging/src/k8s.io/client-go/tools/cache/listers.go#genericLister.ByNamespace
    byNamespace: (namespace) => ({
      // Mirrors: staging/src/k8s.io/client-go/tools/cache/listers.go#genericLister.List
      list: (selector) => collect((appendFn) => listAllByNamespace(indexer, namespace, selector, appendFn)),
      // Mirrors: staging/src/k8s.io/client-go/tools/cache/listers.go#genericLister.Get
      get: (name) => getOrNotFound(indexer, resource, `${namespace}/${name}`, name),
    }),
  };
}

function collect<T>(fill: (appendFn: (m: T) => void) => Error | undefined): Result<T[]> {
  const ret: T[] = [];
  const err = fill((m) => ret.push(m));
  return err ? [undefined, err] : [ret, undefined];
}

function getOrNotFound<T>(
  indexer: Indexer<T>,
  resource: GroupResource,
  key: string,
  name: string,
): Result<T, StatusError> {
  const [obj, exists] = indexer.getByKey(key);
  return exists ? [obj, undefined] : [undefined, newNotFound(resource, name)];
}
