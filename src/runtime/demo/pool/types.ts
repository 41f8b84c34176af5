import type { Condition } from 'kubernetes-types/meta/v1';
import type { KubeObject } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { GroupVersionKind } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';

/** What a person asks for: so many pods of an image, with fixed names. */
// In Go: content/your-own/custom-resource/go/client-go/types.go#PodPoolSpec
interface PodPoolSpec {
  readonly size: number;
  readonly image: string;
}

/** What the controller has seen, written by it alone. */
// In Go: content/your-own/custom-resource/go/client-go/types.go#PodPoolStatus
export interface PodPoolStatus {
  /** The generation of the spec that all of this is about. */
  readonly observedGeneration: number;
  readonly ready: number;
  readonly conditions: readonly Condition[];
}

/** A kind of our own. A project in Go would generate its client, informer and lister from this type. */
// In Go: content/your-own/custom-resource/go/client-go/types.go#PodPool
export interface PodPool extends KubeObject {
  readonly spec: PodPoolSpec;
  readonly status?: PodPoolStatus;
}

export const podPoolKind: GroupVersionKind = { group: 'demo.example', version: 'v1', kind: 'PodPool' };

/** On a pod, the name of its pool. */
export const poolLabel = 'demo.example/pool';

/** Holds a pool that is being deleted until it is out of the register. */
export const registerFinalizer = 'demo.example/register';
