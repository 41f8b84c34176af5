import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';

/** What a token is for, for how long, and with which object it ends. */
// Mirrors: staging/src/k8s.io/api/authentication/v1/types.go#TokenRequestSpec
export interface TokenRequestSpec {
  readonly audiences?: readonly string[];
  readonly expirationSeconds?: number;
  readonly boundObjectRef?: BoundObjectReference;
}

// Mirrors: staging/src/k8s.io/api/authentication/v1/types.go#BoundObjectReference
export interface BoundObjectReference {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name?: string;
  readonly uid?: string;
}

// Mirrors: staging/src/k8s.io/api/authentication/v1/types.go#TokenRequest
export interface TokenRequest extends KubeObject {
  readonly spec?: TokenRequestSpec;
  readonly status?: { readonly token: string; readonly expirationTimestamp: string };
}
