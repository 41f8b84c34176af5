import type { StatusError } from '../../../../../apimachinery/pkg/api/errors/errors.ts';
import type { ResponseWriter } from '../../../../../../../../../go/http.ts';

/** Answers with an error of the API, as JSON: there is no other form to choose from here. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/writers.go#ErrorNegotiated
export function errorNegotiated(err: StatusError, w: ResponseWriter): void {
  w.header.set('Content-Type', 'application/json');
  w.writeHeader(err.status.code ?? 500);
  w.write(`${JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, ...err.status })}\n`);
}
