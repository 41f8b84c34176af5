import {
  type AuthenticationInfo,
  type AuthorizationInfo,
  type SecureServingInfo,
  authorizeClientBearerToken,
} from '../../../../staging/src/k8s.io/apiserver/pkg/server/config.ts';
import type { DeprecatedInsecureServingInfo } from '../../../../staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.ts';
import type { Clientset } from '../../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Config as RestConfig } from '../../../../staging/src/k8s.io/client-go/rest/config.ts';
import type { EventRecorder } from '../../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import { KubeControllerManagerConfiguration } from '../../../../pkg/controller/apis/config/types.ts';
import type { OS } from '../../../../../go/os.ts';

/** What is there before the options are applied. */
interface Clients {
  readonly client: Clientset;
  /** Its requests are given up once a leader could not renew in time. */
  readonly leaderElectionClient: Clientset;
  /** How the API server is reached; clients of controllers are made of it. */
  readonly kubeconfig: RestConfig;
  readonly eventRecorder: EventRecorder;
}

/** What the controller-manager runs with. */
// Mirrors: cmd/kube-controller-manager/app/config/config.go#Config
export class Config implements Clients {
  readonly os: OS;
  readonly componentConfig = new KubeControllerManagerConfiguration();
  secureServing: SecureServingInfo | undefined = undefined;
  /** How the program reaches its own server. */
  loopbackClientConfig: RestConfig | undefined = undefined;
  insecureServing: DeprecatedInsecureServingInfo | undefined = undefined;
  readonly authentication: AuthenticationInfo = { authenticator: undefined };
  readonly authorization: AuthorizationInfo = { authorizer: undefined };
  readonly client: Clientset;
  readonly leaderElectionClient: Clientset;
  readonly kubeconfig: RestConfig;
  readonly eventRecorder: EventRecorder;

  constructor(os: OS, { client, leaderElectionClient, kubeconfig, eventRecorder }: Clients) {
    this.os = os;
    this.client = client;
    this.leaderElectionClient = leaderElectionClient;
    this.kubeconfig = kubeconfig;
    this.eventRecorder = eventRecorder;
  }

  /**
   * Lets the program's own client in, and gives the only thing that `run` takes. Defaults are no part of it: they were
   * there before the command line was read.
   */
  // Mirrors: cmd/kube-controller-manager/app/config/config.go#Config.Complete
  complete(): CompletedConfig {
    const { os, loopbackClientConfig, authentication, authorization } = this;
    authorizeClientBearerToken(os, loopbackClientConfig, authentication, authorization);
    return new CompletedConfig(this, sealed);
  }
}

const sealed = Symbol('only Complete makes one');

/** A configuration that was completed; nothing but `complete` can make one. */
// Mirrors: cmd/kube-controller-manager/app/config/config.go#CompletedConfig
export class CompletedConfig {
  readonly config: Config;

  constructor(config: Config, seal: typeof sealed) {
    void seal;
    this.config = config;
  }
}
