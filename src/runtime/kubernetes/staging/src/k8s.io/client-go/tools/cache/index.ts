import { accessor } from '../../../apimachinery/pkg/api/meta/meta.ts';
import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { KeyFunc, Store } from './store.ts';

/**
 * A store that also finds objects by values computed from them. An index has a name; its function gives the
 * values of an object; the same value leads to every object that has it.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/index.go#Indexer
export interface Indexer<T = KubeObject> extends Store<T> {
  /** The objects that share at least one indexed value with `obj`. Fails if there is no such index. */
  index(indexName: string, obj: unknown): Result<T[]>;
  /** The keys of the objects that have `indexedValue`, sorted. */
  indexKeys(indexName: string, indexedValue: string): Result<string[]>;
  listIndexFuncValues(indexName: string): string[];
  /** The objects that have `indexedValue`. */
  byIndex(indexName: string, indexedValue: string): Result<T[]>;
  getIndexers(): Indexers;
  /** Fails if a name is taken already, or if the store is not empty. */
  addIndexers(newIndexers: Indexers): Error | undefined;
}

/** Computes the indexed values of an object. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/index.go#IndexFunc
export type IndexFunc = (obj: unknown) => Result<string[]>;

/** The functions of indices, by the name of the index. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/index.go#Indexers
export type Indexers = Readonly<Record<string, IndexFunc>>;

/** For each indexed value the keys of the objects that have it. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/index.go#Index
export type Index = Map<string, Set<string>>;

/** Makes a key function of an index function, for indices whose values are unique. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/index.go#IndexFuncToKeyFuncAdapter
export function indexFuncToKeyFuncAdapter(indexFunc: IndexFunc): KeyFunc {
  return (obj) => {
    const [indexKeys, err] = indexFunc(obj);
    if (err) return [undefined, err];
    if (indexKeys.length > 1) return [undefined, new Error(`too many keys: [${indexKeys.join(' ')}]`)];
    if (indexKeys.length === 0) return [undefined, new Error('unexpected empty indexKeys')];
    return [indexKeys[0] as string, undefined];
  };
}

/** The name of the index by namespace. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/index.go#NamespaceIndex
export const namespaceIndex = 'namespace';

/** Indexes by namespace; '' for an object without one. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/index.go#MetaNamespaceIndexFunc
export function metaNamespaceIndexFunc(obj: unknown): Result<string[]> {
  const [meta, err] = accessor(obj);
  if (err) return [undefined, new Error(`object has no meta: ${err.message}`)];
  return [[meta.namespace ?? ''], undefined];
}
