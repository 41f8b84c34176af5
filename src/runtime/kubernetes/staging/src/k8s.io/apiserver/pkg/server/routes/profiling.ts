import { type Handler, httpError, plainHandler, redirect } from '../../../../../../../../go/http.ts';
import type { PathRecorderMux } from '../mux/pathrecorder.ts';

/** Serves profiles under `/debug/pprof`. They are of a Go program, so that there are none here, and each says so. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/routes/profiling.go#Profiling
export class Profiling {
  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/routes/profiling.go#Profiling.Install
  install(c: PathRecorderMux): void {
    c.unlistedHandle('/debug/pprof', redirectTo('/debug/pprof/'));
    c.unlistedHandlePrefix('/debug/pprof/', noProfile);
    for (const name of ['profile', 'symbol', 'trace']) c.unlistedHandle(`/debug/pprof/${name}`, noProfile);
  }
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/server/routes/profiling.go#redirectTo
const redirectTo = (to: string): Handler => plainHandler((w, r) => redirect(w, r, to, 302));

const noProfile: Handler = plainHandler((w) =>
  httpError(w, 'Loopscope runs no Go program: there is nothing to profile', 501),
);
