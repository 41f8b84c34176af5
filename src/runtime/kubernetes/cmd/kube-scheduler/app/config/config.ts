import {
  type AuthenticationInfo,
  type AuthorizationInfo,
  type SecureServingInfo,
  authorizeClientBearerToken,
} from '../../../../staging/src/k8s.io/apiserver/pkg/server/config.ts';
import type { DeprecatedInsecureServingInfo } from '../../../../staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.ts';
import type { SharedInformerFactory } from '../../../../staging/src/k8s.io/client-go/informers/factory.ts';
import type { Clientset } from '../../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Config as RestConfig } from '../../../../staging/src/k8s.io/client-go/rest/config.ts';
import type { EventBroadcasterAdapter } from '../../../../staging/src/k8s.io/client-go/tools/events/interfaces.ts';
import type { LeaderElectionConfig } from '../../../../staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts';
import type { OS } from '../../../../../go/os.ts';
import { KubeSchedulerConfiguration } from '../../../../pkg/scheduler/apis/config/types.ts';

/** What the options make once they are applied. */
interface Made {
  readonly client: Clientset;
  readonly informerFactory: SharedInformerFactory;
  readonly eventBroadcaster: EventBroadcasterAdapter;
  /** All but what is to be done when leadership is won or lost. Undefined where nobody elects. */
  readonly leaderElection: Omit<LeaderElectionConfig, 'callbacks'> | undefined;
}

/** What the scheduler runs with. */
// Mirrors: cmd/kube-scheduler/app/config/config.go#Config
export class Config {
  readonly os: OS;
  componentConfig = new KubeSchedulerConfiguration();
  /** How the program reaches its own server. */
  loopbackClientConfig: RestConfig | undefined = undefined;
  insecureServing: DeprecatedInsecureServingInfo | undefined = undefined;
  /** Set if measures have a port of their own. */
  insecureMetricsServing: DeprecatedInsecureServingInfo | undefined = undefined;
  readonly authentication: AuthenticationInfo = { authenticator: undefined };
  readonly authorization: AuthorizationInfo = { authorizer: undefined };
  secureServing: SecureServingInfo | undefined = undefined;

  constructor(os: OS) {
    this.os = os;
  }

  /** Lets the program's own client in. It is the last that is done to a configuration. */
  // Mirrors: cmd/kube-scheduler/app/config/config.go#Config.Complete
  complete(made: Made): CompletedConfig {
    const { os, loopbackClientConfig, authentication, authorization } = this;
    authorizeClientBearerToken(os, loopbackClientConfig, authentication, authorization);
    return new CompletedConfig(this, made);
  }
}

/** A configuration that was completed: the only thing that a scheduler is run with. */
// Mirrors: cmd/kube-scheduler/app/config/config.go#CompletedConfig
export class CompletedConfig {
  readonly config: Config;
  readonly made: Made;

  constructor(config: Config, made: Made) {
    this.config = config;
    this.made = made;
  }
}
