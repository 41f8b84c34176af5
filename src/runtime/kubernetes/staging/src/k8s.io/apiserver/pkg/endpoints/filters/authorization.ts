import { type Handler, type Request, handlerFunc } from '../../../../../../../../go/http.ts';
import type { OS } from '../../../../../../../../go/os.ts';
import { quote } from '../../../../../../../../go/strconv.ts';
import { klog } from '../../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { Attributes, Authorizer } from '../../authorization/authorizer/interfaces.ts';
import { forbidden, internalError } from '../handlers/responsewriters/errors.ts';
import { userFrom } from '../request/context.ts';
import { requestInfoFrom } from '../request/requestinfo.ts';

/** Lets through what is allowed, and answers all else with status 403. Without an authorizer everything goes through. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/filters/authorization.go#WithAuthorization
export function withAuthorization(os: OS, handler: Handler, a: Authorizer | undefined): Handler {
  if (!a) {
    klog(os).warning('Authorization is disabled'); // Go: none
    return handler;
  }
  return handlerFunc(function* (w, r) {
    const attributes = getAuthorizerAttributes(r);
    if (!attributes) return internalError(os, w, r, new Error('no RequestInfo found in the context'));
    const [decision, reason, err] = a.authorize(attributes);
    // Who allows may have met an error all the same, so the decision comes first.
    if (decision === 'allow') return yield* handler.serveHTTP(w, r);
    if (err) return internalError(os, w, r, err);
    klog(os) // Go: none
      .v(4)
      ?.info(`Forbidden: ${quote(r.requestURI)}, Reason: ${quote(reason)}`);
    forbidden(attributes, w, reason);
  });
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/filters/authorization.go#GetAuthorizerAttributes
function getAuthorizerAttributes(r: Request): Attributes | undefined {
  const info = requestInfoFrom(r);
  return info && { user: userFrom(r), ...info };
}
