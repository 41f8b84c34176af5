import type { ReplicaSetSpec, ReplicaSetStatus, StatefulSetSpec } from 'kubernetes-types/apps/v1';
import type {
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimStatus,
  PersistentVolumeSpec,
  PersistentVolumeStatus,
  PodSpec,
  PodStatus,
  PodTemplateSpec,
  ReplicationControllerSpec,
  ReplicationControllerStatus,
  ServiceSpec,
} from 'kubernetes-types/core/v1';
import type { ObjectMeta } from 'kubernetes-types/meta/v1';
import type {
  Endpoints as AnyEndpoints,
  CSIDriver as AnyCSIDriver,
  CSINode as AnyCSINode,
  CSIStorageCapacity as AnyCSIStorageCapacity,
  KubeObject,
  Namespace as AnyNamespace,
  Node as AnyNode,
  Pod as AnyPod,
  PersistentVolume as AnyPersistentVolume,
  PersistentVolumeClaim as AnyPersistentVolumeClaim,
  PodDisruptionBudget as AnyPodDisruptionBudget,
  ReplicaSet as AnyReplicaSet,
  ReplicationController as AnyReplicationController,
  Secret as AnySecret,
  Service as AnyService,
  ServiceAccount as AnyServiceAccount,
  StatefulSet as AnyStatefulSet,
  StorageClass as AnyStorageClass,
} from '../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

/** An object without namespace as the API server and the caches give it: what it always has is not optional here. */
export interface LiveClusterObject extends KubeObject {
  readonly metadata: ObjectMeta & {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
}

/** The same with a namespace. */
export interface LiveObject extends KubeObject {
  readonly metadata: LiveClusterObject['metadata'] & { readonly namespace: string };
}

/** A pod that is stored. */
export type Pod = AnyPod & LiveObject & { readonly spec: PodSpec; readonly status: PodStatus };

/** A node that is stored. */
export type Node = AnyNode & LiveClusterObject;

/** A namespace that is stored. */
export type Namespace = AnyNamespace & LiveClusterObject;

/** A ReplicaSet that is stored, with the defaults that the API server has put in. */
export type ReplicaSet = AnyReplicaSet &
  LiveObject & {
    readonly spec: ReplicaSetSpec & { readonly replicas: number; readonly template: PodTemplateSpec };
    readonly status: ReplicaSetStatus;
  };

/** A StatefulSet that is stored. */
export type StatefulSet = AnyStatefulSet & LiveObject & { readonly spec: StatefulSetSpec };

/** A ReplicationController that is stored, with the defaults that the API server has put in. */
export type ReplicationController = AnyReplicationController &
  LiveObject & {
    readonly spec: ReplicationControllerSpec & {
      readonly replicas: number;
      readonly template: PodTemplateSpec;
    };
    readonly status: ReplicationControllerStatus;
  };

/** A PodDisruptionBudget that is stored. */
export type PodDisruptionBudget = AnyPodDisruptionBudget & LiveObject;

/** A Service that is stored. */
export type Service = AnyService & LiveObject & { readonly spec: ServiceSpec };

/** Endpoints that are stored. */
export type Endpoints = AnyEndpoints & LiveObject;

/** A ServiceAccount that is stored. */
export type ServiceAccount = AnyServiceAccount & LiveObject;

/** A Secret that is stored. Its data is in base64. */
export type Secret = AnySecret & LiveObject;

/** A PersistentVolume that is stored. */
export type PersistentVolume = AnyPersistentVolume &
  LiveClusterObject & { readonly spec: PersistentVolumeSpec; readonly status: PersistentVolumeStatus };

/** A PersistentVolumeClaim that is stored. */
export type PersistentVolumeClaim = AnyPersistentVolumeClaim &
  LiveObject & {
    readonly spec: PersistentVolumeClaimSpec;
    readonly status: PersistentVolumeClaimStatus;
  };

/** A StorageClass that is stored. */
export type StorageClass = AnyStorageClass & LiveClusterObject;

/** A CSINode that is stored. It has the name of its Node. */
export type CSINode = AnyCSINode & LiveClusterObject;

/** A CSIDriver that is stored. */
export type CSIDriver = AnyCSIDriver & LiveClusterObject;

/** A CSIStorageCapacity that is stored. */
export type CSIStorageCapacity = AnyCSIStorageCapacity & LiveObject;
