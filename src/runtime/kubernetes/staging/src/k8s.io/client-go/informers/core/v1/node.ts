import type { Node } from '../../../../../../../pkg/api/objects.ts';
import { type NodeLister, newNodeLister } from '../../../listers/core/v1/node.ts';
import type { Resource, ResourceInformer } from '../../resource-informer.ts';

// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/node.go#NodeInformer
export type NodeInformer = ResourceInformer<Node, NodeLister>;

/** What makes an informer one of Nodes. */
// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/node.go#NewFilteredNodeInformer
export const nodeResource: Resource<Node, NodeLister> = {
  name: 'nodes',
  type: { apiVersion: 'v1', kind: 'Node' },
  listerWatcher: (client) => client.coreV1().nodes(),
  newLister: newNodeLister,
};
