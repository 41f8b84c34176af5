import { StatusError } from '../../../../../apimachinery/pkg/api/errors/errors.ts';

/** Any error as a Status: 500 for one that is none. Kubernetes does this in the handler. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/status.go#ErrorToAPIStatus
export function asStatus(err: Error): StatusError {
  return err instanceof StatusError ? err : new StatusError(500, '', err.message);
}
