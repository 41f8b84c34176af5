import type { KubeObject } from '../../apimachinery/pkg/runtime/object.ts';
import {
  type GroupVersionResource,
  groupVersion,
  resourceText,
} from '../../apimachinery/pkg/runtime/schema/group_version.ts';
import type { Result } from '../../../../../../go/result.ts';
import { type GenericLister, newGenericLister } from '../tools/cache/listers.ts';
import type { SharedIndexInformer } from '../tools/cache/shared_informer.ts';
import { replicaSetResource } from './apps/v1/replicaset.ts';
import { endpointsResource } from './core/v1/endpoints.ts';
import { namespaceResource } from './core/v1/namespace.ts';
import { nodeResource } from './core/v1/node.ts';
import { podResource } from './core/v1/pod.ts';
import { replicationControllerResource } from './core/v1/replicationcontroller.ts';
import { secretResource } from './core/v1/secret.ts';
import { serviceResource } from './core/v1/service.ts';
import { serviceAccountResource } from './core/v1/serviceaccount.ts';
import { type InformerScope, type Resource, newResourceInformer } from './resource-informer.ts';

/** Access to an informer of any kind, and to a lister over it. */
// Mirrors: staging/src/k8s.io/client-go/informers/generic.go#GenericInformer
export interface GenericInformer {
  informer(): SharedIndexInformer;
  lister(): GenericLister;
}

/** Every kind for which a factory has typed informers. */
const typed = [
  podResource,
  nodeResource,
  namespaceResource,
  serviceResource,
  endpointsResource,
  replicationControllerResource,
  serviceAccountResource,
  secretResource,
  replicaSetResource,
] as readonly Resource<KubeObject, unknown>[];

/** The informer of a resource in a factory; an error if the factory has none for it. */
// Mirrors: staging/src/k8s.io/client-go/informers/generic.go#sharedInformerFactory.ForResource
export function forResource(scope: InformerScope, resource: GroupVersionResource): Result<GenericInformer> {
  const known = typed.find(
    ({ name, type }) => name === resource.resource && type.apiVersion === groupVersion(resource),
  );
  if (!known) return [undefined, new Error(`no informer found for ${resourceText(resource)}`)];
  const { informer } = newResourceInformer(scope, known);
  return [
    {
      informer,
      // Mirrors: staging/src/k8s.io/client-go/informers/generic.go#genericInformer.Lister
      lister: () => newGenericLister(informer().getIndexer(), resource),
    },
    undefined,
  ];
}
