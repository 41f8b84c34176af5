import { newUnauthorized } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import { type Handler, handlerFunc, plainHandler } from '../../../../../../../../go/http.ts';
import type { OS } from '../../../../../../../../go/os.ts';
import { klog } from '../../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { Request as Authenticator } from '../../authentication/authenticator/interfaces.ts';
import { credentialsOf } from '../../authentication/request/bearertoken/bearertoken.ts';
import { internalError } from '../handlers/responsewriters/errors.ts';
import { errorNegotiated } from '../handlers/responsewriters/writers.ts';
import { withUser } from '../request/context.ts';
import { requestInfoFrom } from '../request/requestinfo.ts';

/**
 * Finds out who sends the request, for the handlers inside, or hands it to `failed`. Without an authenticator every request
 * goes on as it is.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/filters/authentication.go#WithAuthentication
export function withAuthentication(
  os: OS,
  handler: Handler,
  auth: Authenticator | undefined,
  failed: Handler,
): Handler {
  if (!auth) {
    klog(os).warning('Authentication is disabled'); // Go: none
    return handler;
  }
  return handlerFunc(function* (w, r) {
    const [user, err] = auth.authenticateRequest(credentialsOf(r));
    if (err || !user) {
      if (err) klog(os).error(`Unable to authenticate the request due to an error: ${err.message}`);
      return yield* failed.serveHTTP(w, r);
    }
    // It has served, and is nobody's business further in.
    r.header.delete('Authorization');
    yield* handler.serveHTTP(w, withUser(r, user));
  });
}

/** Answers that nobody knows who sent the request. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/filters/authentication.go#Unauthorized
export function unauthorized(os: OS): Handler {
  return plainHandler((w, r) => {
    if (requestInfoFrom(r)) errorNegotiated(newUnauthorized('Unauthorized'), w);
    else internalError(os, w, r, new Error('no RequestInfo found in the context'));
  });
}
