import type { Stop } from '../../../apimachinery/pkg/util/wait/wait.ts';
import type { Config } from '../../../client-go/rest/config.ts';
import type { Handler } from '../../../../../../../go/http.ts';
import type { Listener, OS } from '../../../../../../../go/os.ts';
import { klog } from '../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { Request } from '../authentication/authenticator/interfaces.ts';
import { systemPrivilegedGroup } from '../authentication/user/user.ts';
import { loopbackHostPort } from './config_selfclient.ts';
import { runServer } from './secure_serving.ts';

/** What a server serves with that asks nobody who he is. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.go#DeprecatedInsecureServingInfo
export class DeprecatedInsecureServingInfo {
  readonly listener: Listener;
  readonly #os: OS;

  constructor(os: OS, listener: Listener) {
    this.#os = os;
    this.listener = listener;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.go#DeprecatedInsecureServingInfo.NewLoopbackClientConfig
  newLoopbackClientConfig(): Config {
    const host = `http://${loopbackHostPort(this.listener.address)}`;
    return { transport: this.#os.dial(host), userAgent: this.#os.name, host, qps: 50, burst: 100 };
  }
}

/** Serves until `stop` closes, and returns at once. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.go#DeprecatedInsecureServingInfo.Serve
export function serveInsecurely(
  os: OS,
  { listener }: DeprecatedInsecureServingInfo,
  handler: Handler,
  stop: Stop,
): void {
  klog(os).info(`Serving insecurely on ${listener.address}`);
  runServer(os, listener, handler, stop);
}

/** Takes everybody for somebody who may do all. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.go#InsecureSuperuser
export const insecureSuperuser: Request = {
  name: 'insecure superuser',
  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.go#InsecureSuperuser.AuthenticateRequest
  authenticateRequest: () => [{ name: 'system:unsecured', groups: [systemPrivilegedGroup] }, undefined],
};
