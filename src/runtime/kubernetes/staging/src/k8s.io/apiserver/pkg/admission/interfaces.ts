import type { GroupResource, StatusError } from '../../../apimachinery/pkg/api/errors/errors.ts';
import type { Draft, KubeList, KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../go/result.ts';

/** What a request does to an object. Upstream has CONNECT besides. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/admission/interfaces.go#Operation
export type Operation = 'create' | 'update' | 'delete';

/** The request that is to be admitted. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/admission/interfaces.go#Attributes
export interface Attributes {
  readonly operation: Operation;
  readonly resource: GroupResource;
  /** Empty if the request is for the object itself. */
  readonly subresource: string;
  /** The namespace of the request; empty for a resource without. */
  readonly namespace: string;
  readonly name: string;
  /** What is to be stored: a plugin that admits may change it. None for a deletion. */
  readonly object?: Draft<KubeObject>;
  /** What is stored, for an update. */
  readonly oldObject?: KubeObject;
}

/**
 * A plugin of the API server: it changes what comes in, refuses it, or both. Where upstream's plugins say which operations
 * they care for, these are asked about all.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/admission/interfaces.go#Interface
export interface Interface {
  /** Before the object is checked: may change it. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/admission/interfaces.go#MutationInterface
  admit?(attributes: Attributes): StatusError | undefined;
  /** After the object was checked: may only refuse it. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/admission/interfaces.go#ValidationInterface
  validate?(attributes: Attributes): StatusError | undefined;
}

/**
 * What plugins read of the cluster. Upstream's have caches, which may lag behind; these read what is stored.
 */
export interface ClusterReader {
  get(resource: string, name: string): Result<KubeObject, StatusError>;
  list(resource: string): Result<KubeList, StatusError>;
}

/** Makes a plugin for one API server. */
export type PluginFactory = (cluster: ClusterReader) => Interface;
