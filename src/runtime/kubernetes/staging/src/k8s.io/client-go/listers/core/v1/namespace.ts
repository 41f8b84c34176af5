import type { Namespace } from '../../../../../../../pkg/api/objects.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import { type GenericNamespaceLister, newGenericLister } from '../../../tools/cache/listers.ts';

/** Reads the cached Namespaces. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/namespace.go#NamespaceLister
export type NamespaceLister = GenericNamespaceLister<Namespace>;

// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/namespace.go#NewNamespaceLister
export function newNamespaceLister(indexer: Indexer<Namespace>): NamespaceLister {
  const { list, get } = newGenericLister(indexer, { group: '', resource: 'namespace' });
  return { list, get };
}
