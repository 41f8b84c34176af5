import type { Node } from '../../../../../../../pkg/api/objects.ts';
import type { Indexer } from '../../../tools/cache/index.ts';
import { type GenericNamespaceLister, newGenericLister } from '../../../tools/cache/listers.ts';

/** Reads the cached Nodes. They have no namespace. */
// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/node.go#NodeLister
export type NodeLister = GenericNamespaceLister<Node>;

// Mirrors: staging/src/k8s.io/client-go/listers/core/v1/node.go#NewNodeLister
export function newNodeLister(indexer: Indexer<Node>): NodeLister {
  const { list, get } = newGenericLister(indexer, { group: '', resource: 'node' });
  return { list, get };
}
