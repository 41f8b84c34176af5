import type { Request } from '../../authenticator/interfaces.ts';
import { allUnauthenticated, anonymous } from '../../user/user.ts';

/** Takes everybody for nobody in particular. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/request/anonymous/anonymous.go#NewAuthenticator
export function newAuthenticator(): Request {
  return {
    name: 'anonymous',
    authenticateRequest: () => [{ name: anonymous, groups: [allUnauthenticated] }, undefined],
  };
}
