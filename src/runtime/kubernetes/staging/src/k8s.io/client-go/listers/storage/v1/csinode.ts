import type { CSINode } from '../../../../../../../pkg/api/objects.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import { type GenericNamespaceLister, newGenericLister } from '../../../tools/cache/listers.ts';

/** Reads the cached CSINodes. They have no namespace. */
// Mirrors: staging/src/k8s.io/client-go/listers/storage/v1/csinode.go#CSINodeLister
export type CSINodeLister = GenericNamespaceLister<CSINode>;

// Mirrors: staging/src/k8s.io/client-go/listers/storage/v1/csinode.go#NewCSINodeLister
export function newCSINodeLister(indexer: Indexer<CSINode>): CSINodeLister {
  const { list, get } = newGenericLister(indexer, { group: 'storage.k8s.io', resource: 'csinode' });
  return { list, get };
}
