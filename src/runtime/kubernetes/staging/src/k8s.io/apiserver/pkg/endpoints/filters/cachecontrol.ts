import { type Handler, handlerFunc } from '../../../../../../../../go/http.ts';

/** Answers are for one client, so that nobody on the way may keep them. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/filters/cachecontrol.go#WithCacheControl
export function withCacheControl(handler: Handler): Handler {
  return handlerFunc(function* (w, r) {
    if (!w.header.has('Cache-Control')) w.header.set('Cache-Control', 'no-cache, private');
    yield* handler.serveHTTP(w, r);
  });
}
