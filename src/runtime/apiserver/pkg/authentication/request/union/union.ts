import type { Request } from '../../authenticator/interfaces.ts';
import { newAggregate } from '../../../../../apimachinery/pkg/util/errors/errors.ts';

/**
 * Asks one after the other until one knows.
 * Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/request/union/union.go#New
 */
export function union(...handlers: readonly Request[]): Request {
  return {
    name: handlers.map(({ name }) => name).join(', '),
    authenticateRequest(request) {
      const errors: Error[] = [];
      for (const handler of handlers) {
        const [user, error] = handler.authenticateRequest(request);
        if (error) errors.push(error);
        else if (user) return [user, undefined];
      }
      return [undefined, newAggregate(errors)];
    },
  };
}
