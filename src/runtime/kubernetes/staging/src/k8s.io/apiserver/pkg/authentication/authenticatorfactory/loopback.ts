import type { Request } from '../authenticator/interfaces.ts';
import type { Info } from '../user/user.ts';

/** Knows those who bring one of these tokens. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/authenticatorfactory/loopback.go#NewFromTokens
export function newFromTokens(tokens: ReadonlyMap<string, Info>): Request {
  return {
    name: 'token',
    authenticateRequest: ({ bearerToken = '' }) => [tokens.get(bearerToken), undefined],
  };
}
