import type { Volume } from 'kubernetes-types/core/v1';
import type {
  CSINode,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { KubeObject } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { persistentVolumeResource } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/core/v1/persistentvolume.ts';
import { persistentVolumeClaimResource } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/core/v1/persistentvolumeclaim.ts';
import { csiNodeResource } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/storage/v1/csinode.ts';
import { storageClassResource } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/storage/v1/storageclass.ts';
import type { Handle } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  type NodeInfo,
  newNodeInfo,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { handleOf, pod } from './handle.ts';

/** What the caches of a scheduler hold of volumes. */
export interface Volumes {
  readonly pvs?: readonly PersistentVolume[];
  readonly pvcs?: readonly PersistentVolumeClaim[];
  readonly classes?: readonly StorageClass[];
  readonly csiNodes?: readonly CSINode[];
}

/** A handle over caches that hold these, with these features on and all others off. */
export function volumeHandle(
  { pvs = [], pvcs = [], classes = [], csiNodes = [] }: Volumes,
  features: readonly string[] = [],
): Handle {
  const handle = handleOf({});
  const factory = handle.sharedInformerFactory();
  const fill = (indexer: { add(object: never): unknown }, objects: readonly KubeObject[]): void => {
    for (const object of objects) indexer.add(object as never);
  };
  fill(factory.of(persistentVolumeResource).informer().getIndexer(), pvs);
  fill(factory.of(persistentVolumeClaimResource).informer().getIndexer(), pvcs);
  fill(factory.of(storageClassResource).informer().getIndexer(), classes);
  fill(factory.of(csiNodeResource).informer().getIndexer(), csiNodes);
  return {
    ...handle,
    featureGate: () => ({ enabled: (feature: string) => features.includes(feature) }),
    env: () => ({}),
  } as Handle;
}

export const pv = (name: string, spec: object = {}, metadata: object = {}): PersistentVolume =>
  ({
    kind: 'PersistentVolume',
    apiVersion: 'v1',
    metadata: { name, ...metadata },
    spec,
    status: {},
  }) as never;

export const pvc = (name: string, spec: object = {}, metadata: object = {}): PersistentVolumeClaim =>
  ({
    kind: 'PersistentVolumeClaim',
    apiVersion: 'v1',
    metadata: { name, namespace: 'default', ...metadata },
    spec,
    status: {},
  }) as never;

export const storageClass = (name: string, fields: object = {}): StorageClass =>
  ({ kind: 'StorageClass', apiVersion: 'storage.k8s.io/v1', metadata: { name }, ...fields }) as never;

/** A pod in the namespace `default`. */
export const podWith = (...volumes: readonly Partial<Volume>[]): Pod =>
  pod({ namespace: 'default' }, { volumes });

/** A volume by way of a claim. */
export const claim = (claimName: string): Partial<Volume> => ({ persistentVolumeClaim: { claimName } });

export function nodeInfoOf(node: Node, pods: readonly Pod[] = []): NodeInfo {
  const info = newNodeInfo(...pods);
  info.setNode(node);
  return info;
}
