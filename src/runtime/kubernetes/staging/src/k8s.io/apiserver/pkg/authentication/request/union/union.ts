import type { Request } from '../../authenticator/interfaces.ts';
import { newAggregate } from '../../../../../apimachinery/pkg/util/errors/errors.ts';

/** Asks one after the other until one knows. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/request/union/union.go#New
export const union = (...handlers: readonly Request[]): Request => inTurn(handlers, false);

/** Asks one after the other until one knows, or fails. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/request/union/union.go#NewFailOnError
export const unionFailOnError = (...handlers: readonly Request[]): Request => inTurn(handlers, true);

// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/request/union/union.go#unionAuthRequestHandler.AuthenticateRequest
const inTurn = (handlers: readonly Request[], failOnError: boolean): Request => ({
  name: handlers.map(({ name }) => name).join(', '),
  // Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/request/union/union.go#unionAuthRequestHandler.AuthenticateRequest
  authenticateRequest(request) {
    const errors: Error[] = [];
    for (const handler of handlers) {
      const [user, error] = handler.authenticateRequest(request);
      if (error && failOnError) return [undefined, error];
      if (error) errors.push(error);
      else if (user) return [user, undefined];
    }
    return [undefined, newAggregate(errors)];
  },
});
