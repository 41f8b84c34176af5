import type { Info } from '../user/user.ts';

/** What authentication sees of a request. */
export interface Credentials {
  /** What stands behind `Authorization: Bearer`. */
  readonly bearerToken?: string;
}

/** Finds out who asks. Undefined says that it is not for this authenticator to know; an error, that it cannot be. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/authenticator/interfaces.go#Request
export interface Request {
  /** In a few words, for readers. */
  readonly name: string;
  authenticateRequest(request: Credentials): readonly [Info | undefined, Error | undefined];
}
