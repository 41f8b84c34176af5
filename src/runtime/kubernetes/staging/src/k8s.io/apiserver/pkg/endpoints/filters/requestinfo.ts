import { type Handler, handlerFunc } from '../../../../../../../../go/http.ts';
import { newRequestInfo, withRequestInfo as attach } from '../request/requestinfo.ts';

/** Works out what a request is about, for the handlers inside. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/filters/requestinfo.go#WithRequestInfo
export function withRequestInfo(handler: Handler): Handler {
  return handlerFunc(function* (w, r) {
    yield* handler.serveHTTP(w, attach(r, newRequestInfo(r)));
  });
}
