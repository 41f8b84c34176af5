import type { Info } from '../../authentication/user/user.ts';

/** What somebody wants to do. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/authorization/authorizer/interfaces.go#Attributes
export interface Attributes {
  readonly user: Info | undefined;
  readonly verb: string;
  readonly path: string;
  readonly isResourceRequest: boolean;
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/authorization/authorizer/interfaces.go#Decision
export type Decision = 'allow' | 'deny' | 'no opinion';

/** Says whether somebody may do something, and why not. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/authorization/authorizer/interfaces.go#Authorizer
export interface Authorizer {
  /** In a few words, for readers. */
  readonly name: string;
  authorize(attributes: Attributes): readonly [Decision, reason: string, Error | undefined];
}
