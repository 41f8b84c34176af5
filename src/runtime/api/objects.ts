import type { ReplicaSetSpec, ReplicaSetStatus } from 'kubernetes-types/apps/v1';
import type { PodSpec, PodStatus, PodTemplateSpec } from 'kubernetes-types/core/v1';
import type { ObjectMeta } from 'kubernetes-types/meta/v1';
import type {
  KubeObject,
  Pod as AnyPod,
  ReplicaSet as AnyReplicaSet,
} from '../apimachinery/pkg/runtime/object.ts';

/** An object as the API server and the caches give it: what it always has is not optional here. */
export interface LiveObject extends KubeObject {
  readonly metadata: ObjectMeta & {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
}

/** A pod that is stored. */
export type Pod = AnyPod & LiveObject & { readonly spec: PodSpec; readonly status: PodStatus };

/** A ReplicaSet that is stored, with the defaults that the API server has put in. */
export type ReplicaSet = AnyReplicaSet &
  LiveObject & {
    readonly spec: ReplicaSetSpec & { readonly replicas: number; readonly template: PodTemplateSpec };
    readonly status: ReplicaSetStatus;
  };
