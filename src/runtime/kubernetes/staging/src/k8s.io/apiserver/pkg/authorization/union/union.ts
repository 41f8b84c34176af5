import { newAggregate } from '../../../../apimachinery/pkg/util/errors/errors.ts';
import type { Authorizer } from '../authorizer/interfaces.ts';

/** Asks one after the other until one allows or denies. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/authorization/union/union.go#New
export function union(...handlers: readonly Authorizer[]): Authorizer {
  return {
    name: handlers.map(({ name }) => name).join('; '),
    authorize(attributes) {
      const errors: Error[] = [];
      const reasons: string[] = [];
      for (const handler of handlers) {
        const [decision, reason, error] = handler.authorize(attributes);
        if (error) errors.push(error);
        if (reason !== '') reasons.push(reason);
        if (decision !== 'no opinion') return [decision, reason, error];
      }
      return ['no opinion', reasons.join('\n'), newAggregate(errors)];
    },
  };
}
