import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';

// Mirrors: staging/src/k8s.io/api/authentication/v1/types.go#TokenRequest
export interface TokenRequest extends KubeObject {
  readonly spec?: { readonly expirationSeconds?: number };
  readonly status?: { readonly token: string; readonly expirationTimestamp: string };
}
