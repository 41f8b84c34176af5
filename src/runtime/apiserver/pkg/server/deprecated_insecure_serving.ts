import type { Config } from '../../../client-go/rest/config.ts';
import type { Listener, OS } from '../../../go/os.ts';
import type { Request } from '../authentication/authenticator/interfaces.ts';
import { systemPrivilegedGroup } from '../authentication/user/user.ts';
import { loopbackHostPort } from './config_selfclient.ts';

/**
 * What a server serves with that asks nobody who he is.
 * Mirrors: staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.go#DeprecatedInsecureServingInfo
 */
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

/**
 * Takes everybody for somebody who may do all.
 * Mirrors: staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.go#InsecureSuperuser
 */
export const insecureSuperuser: Request = {
  name: 'insecure superuser',
  authenticateRequest: () => [{ name: 'system:unsecured', groups: [systemPrivilegedGroup] }, undefined],
};
