import { unauthorized, withAuthentication } from '../../apiserver/pkg/endpoints/filters/authentication.ts';
import { withAuthorization } from '../../apiserver/pkg/endpoints/filters/authorization.ts';
import { withCacheControl } from '../../apiserver/pkg/endpoints/filters/cachecontrol.ts';
import { withRequestInfo } from '../../apiserver/pkg/endpoints/filters/requestinfo.ts';
import type { AuthenticationInfo, AuthorizationInfo } from '../../apiserver/pkg/server/config.ts';
import { withPanicRecovery } from '../../apiserver/pkg/server/filters/wrap.ts';
import {
  type HealthChecker,
  installHandler as installHealthz,
} from '../../apiserver/pkg/server/healthz/healthz.ts';
import { type PathRecorderMux, newPathRecorderMux } from '../../apiserver/pkg/server/mux/pathrecorder.ts';
import { Profiling } from '../../apiserver/pkg/server/routes/profiling.ts';
import { installHandler as installConfigz } from '../../component-base/configz/configz.ts';
import { legacyHandler } from '../../component-base/metrics/legacyregistry/registry.ts';
import type { Handler } from '../../../../../../go/http.ts';
import type { OS } from '../../../../../../go/os.ts';

/**
 * What a request passes on its way to `apiHandler`: panic recovery, cache control, request info, authentication,
 * authorization. The last two are there if there is something to do them with.
 */
// Mirrors: staging/src/k8s.io/controller-manager/app/serve.go#BuildHandlerChain
export function buildHandlerChain(
  os: OS,
  apiHandler: Handler,
  authorizationInfo: AuthorizationInfo | undefined,
  authenticationInfo: AuthenticationInfo | undefined,
): Handler {
  const failedHandler = unauthorized(os);

  let handler = apiHandler;
  if (authorizationInfo) {
    handler = withAuthorization(os, apiHandler, authorizationInfo.authorizer);
  }
  if (authenticationInfo) {
    handler = withAuthentication(os, handler, authenticationInfo.authenticator, failedHandler);
  }
  handler = withRequestInfo(handler);
  handler = withCacheControl(handler);
  handler = withPanicRecovery(os, handler);

  return handler;
}

/** The paths that a controller-manager serves before there is any controller. */
// Mirrors: staging/src/k8s.io/controller-manager/app/serve.go#NewBaseHandler
export function newBaseHandler(
  os: OS,
  name: string,
  c: { readonly enableProfiling: boolean; readonly enableContentionProfiling: boolean },
  ...checks: readonly HealthChecker[]
): PathRecorderMux {
  const mux = newPathRecorderMux(os, name);
  installHealthz(os, mux, ...checks);
  if (c.enableProfiling) {
    // Contention profiling is a further switch of the Go runtime, and there is none here.
    new Profiling().install(mux);
  }
  installConfigz(os, mux);
  mux.handle('/metrics', legacyHandler(os));

  return mux;
}
