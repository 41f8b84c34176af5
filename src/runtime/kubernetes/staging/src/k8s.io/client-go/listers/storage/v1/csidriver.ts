import type { CSIDriver } from '../../../../../../../pkg/api/objects.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import { type GenericNamespaceLister, newGenericLister } from '../../../tools/cache/listers.ts';

/** Reads the cached CSIDrivers. They have no namespace. */
// Mirrors: staging/src/k8s.io/client-go/listers/storage/v1/csidriver.go#CSIDriverLister
export type CSIDriverLister = GenericNamespaceLister<CSIDriver>;

// Mirrors: staging/src/k8s.io/client-go/listers/storage/v1/csidriver.go#NewCSIDriverLister
export function newCSIDriverLister(indexer: Indexer<CSIDriver>): CSIDriverLister {
  const { list, get } = newGenericLister(indexer, { group: 'storage.k8s.io', resource: 'csidriver' });
  return { list, get };
}
