import type { Stop } from '../../../apimachinery/pkg/util/wait/wait.ts';
import type { Handler } from '../../../../../../../go/http.ts';
import { listening } from '../../../../../../../go/listen.ts';
import type { Listener, OS } from '../../../../../../../go/os.ts';
import { klog } from '../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import { Chan, select } from '../../../../../../../sim/chan.ts';
import { running } from '../../../../../../../sim/process.ts';
import type { SecureServingInfo } from './config.ts';

/** Serves until `stop` closes, and returns at once. The channel is closed when nothing is served any more. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/secure_serving.go#SecureServingInfo.Serve
export function serveSecurely(os: OS, info: SecureServingInfo, handler: Handler, stop: Stop): Chan<never> {
  klog(os).info(`Serving securely on ${info.listener.address}`);
  return runServer(os, info.listener, handler, stop);
}

/** Answers at the listener until `stop` closes. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/secure_serving.go#RunServer
export function runServer(os: OS, listener: Listener, handler: Handler, stop: Stop): Chan<never> {
  const stopped = new Chan<never>(`the end of serving on ${listener.address}`);
  const servers = listening(os);
  servers.serve(listener, handler);
  os.sim.go(
    `${running()?.group ?? os.hostname}/server`,
    (function* () {
      yield* select(os.sim, { receive: stop });
      servers.close(listener);
      klog(os).info(`Stopped listening on ${listener.address}`);
      stopped.close();
    })(),
  );
  return stopped;
}
