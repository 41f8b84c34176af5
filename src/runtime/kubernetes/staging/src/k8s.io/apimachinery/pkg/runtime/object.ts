import type { Pod as CorePod, Node as CoreNode, Event as CoreEvent } from 'kubernetes-types/core/v1';
import type {
  Namespace as CoreNamespace,
  ConfigMap as CoreConfigMap,
  Binding as CoreBinding,
  Service as CoreService,
  Endpoints as CoreEndpoints,
  ReplicationController as CoreReplicationController,
  ServiceAccount as CoreServiceAccount,
  Secret as CoreSecret,
  PersistentVolume as CorePersistentVolume,
  PersistentVolumeClaim as CorePersistentVolumeClaim,
} from 'kubernetes-types/core/v1';
import type { ReplicaSet as AppsReplicaSet, StatefulSet as AppsStatefulSet } from 'kubernetes-types/apps/v1';
import type { PodDisruptionBudget as PolicyPodDisruptionBudget } from 'kubernetes-types/policy/v1';
import type {
  CSIDriver as StorageCSIDriver,
  CSINode as StorageCSINode,
  CSIStorageCapacity as StorageCSIStorageCapacity,
  StorageClass as StorageStorageClass,
} from 'kubernetes-types/storage/v1';
import type { Lease as CoordinationLease } from 'kubernetes-types/coordination/v1';
import type { PriorityClass as SchedulingPriorityClass } from 'kubernetes-types/scheduling/v1';
import type { Scale as AutoscalingScale } from 'kubernetes-types/autoscaling/v1';
import type { ListMeta, ObjectMeta } from 'kubernetes-types/meta/v1';

/** Any API object. What the store and the caches hold is deep-frozen: replace it, never change it. */
export interface KubeObject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: ObjectMeta;
}

/** What a list request gives: objects in the order of their keys. */
export interface KubeList<T extends KubeObject = KubeObject> {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: ListMeta;
  readonly items: readonly T[];
}

/** The types of `kubernetes-types`, with the parts that every stored object has. */
export type Pod = CorePod & KubeObject;
export type Node = CoreNode & KubeObject;
export type Event = CoreEvent & KubeObject;
export type Namespace = CoreNamespace & KubeObject;
export type ConfigMap = CoreConfigMap & KubeObject;
export type ReplicaSet = AppsReplicaSet & KubeObject;
export type StatefulSet = AppsStatefulSet & KubeObject;
export type Lease = CoordinationLease & KubeObject;
/** Of v1beta1, which v1.20 has; its fields are those of v1. */
export type PodDisruptionBudget = Omit<PolicyPodDisruptionBudget, 'apiVersion'> & KubeObject;
export type PriorityClass = SchedulingPriorityClass & KubeObject;
export type Scale = AutoscalingScale & KubeObject;
export type Binding = CoreBinding & KubeObject;
export type Service = CoreService & KubeObject;
export type Endpoints = CoreEndpoints & KubeObject;
export type ReplicationController = CoreReplicationController & KubeObject;
export type ServiceAccount = CoreServiceAccount & KubeObject;
export type Secret = CoreSecret & KubeObject;
export type PersistentVolume = CorePersistentVolume & KubeObject;
export type PersistentVolumeClaim = CorePersistentVolumeClaim & KubeObject;
export type StorageClass = StorageStorageClass & KubeObject;
export type CSINode = StorageCSINode & KubeObject;
export type CSIDriver = StorageCSIDriver & KubeObject;
/** Of v1alpha1, which v1.20 has; its fields are among those of v1. */
export type CSIStorageCapacity = Omit<StorageCSIStorageCapacity, 'apiVersion'> & KubeObject;

/** A type with `readonly` taken away all the way down: an object that is still being built. */
export type Draft<T> = T extends readonly (infer U)[]
  ? Draft<U>[]
  : T extends object
    ? { -readonly [K in keyof T]: Draft<T[K]> }
    : T;
