import { newForbidden } from '../../../../../apimachinery/pkg/api/errors/errors.ts';
import { type Request, type ResponseWriter, httpError } from '../../../../../../../../../go/http.ts';
import type { OS } from '../../../../../../../../../go/os.ts';
import { quote } from '../../../../../../../../../go/strconv.ts';
import { klog } from '../../../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { Attributes } from '../../../authorization/authorizer/interfaces.ts';
import { errorNegotiated } from './writers.ts';

/** What could be read as markup, as text. */
const sanitized = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Answers that the user may not do what was asked. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go#Forbidden
export function forbidden(attributes: Attributes, w: ResponseWriter, reason: string): void {
  const message = sanitized(forbiddenMessage(attributes));
  w.header.set('X-Content-Type-Options', 'nosniff');
  errorNegotiated(
    newForbidden({ group: '', resource: '' }, '', new Error(reason ? `${message}: ${reason}` : message)),
    w,
  );
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go#forbiddenMessage
function forbiddenMessage({ user, verb, path }: Attributes): string {
  return `User ${quote(user?.name ?? '')} cannot ${verb} path ${quote(path)}`;
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go#InternalError
export function internalError(os: OS, w: ResponseWriter, r: Request, err: Error): void {
  httpError(w, sanitized(`Internal Server Error: ${quote(r.requestURI)}: ${err.message}`), 500);
  klog(os).error(err.message);
}
