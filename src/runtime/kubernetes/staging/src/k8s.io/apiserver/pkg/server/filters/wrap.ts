import { type Handler, handlerFunc, httpError } from '../../../../../../../../go/http.ts';
import type { OS } from '../../../../../../../../go/os.ts';
import { isFault } from '../../../../../../../../sim/limits.ts';
import { klog } from '../../../../../../../vendor/k8s.io/klog/v2/klog.ts';

/** Answers with status 500 if the handler panics, which then concerns that request alone. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/filters/wrap.go#WithPanicRecovery
export function withPanicRecovery(os: OS, handler: Handler): Handler {
  return handlerFunc(function* (w, r) {
    try {
      yield* handler.serveHTTP(w, r);
    } catch (panic) {
      if (isFault(panic)) throw panic;
      klog(os).error(`Observed a panic: ${panic instanceof Error ? panic.message : String(panic)}`);
      httpError(w, 'This request caused apiserver to panic. Look in the logs for details.', 500);
      klog(os).error(`apiserver panic'd on ${r.method} ${r.requestURI}`);
    }
  });
}
