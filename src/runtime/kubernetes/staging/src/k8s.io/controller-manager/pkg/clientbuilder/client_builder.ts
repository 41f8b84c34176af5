import type { Secret } from '../../../../../../pkg/api/objects.ts';
import { isNotFound, isUnauthorized } from '../../../apimachinery/pkg/api/errors/errors.ts';
import type { ServiceAccount } from '../../../apimachinery/pkg/runtime/object.ts';
import type { WatchEvent } from '../../../apimachinery/pkg/watch/watch.ts';
import {
  getOrCreateServiceAccount,
  isServiceAccountToken,
  makeUsername,
} from '../../../apiserver/pkg/authentication/serviceaccount/util.ts';
import { type Clientset, newForConfig } from '../../../client-go/kubernetes/clientset.ts';
import type { CoreV1Client } from '../../../client-go/kubernetes/typed/core/v1/core_client.ts';
import { type Config, addUserAgent, anonymousClientConfig } from '../../../client-go/rest/config.ts';
import { request } from '../../../client-go/rest/request.ts';
import { untilWithSync } from '../../../client-go/tools/watch/until.ts';
import type { OS } from '../../../../../../../go/os.ts';
import type { Result } from '../../../../../../../go/result.ts';
import { klog } from '../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import { background, withTimeout } from '../../../../../../../sim/context.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';

/** Under whose name a client asks, and what proves it. */
export interface Identity {
  readonly user: string;
  readonly by: string;
}

/**
 * Makes the clients of a controller-manager's parts, each by the part's name. The two with `OrDie` end the program where
 * the others give an error.
 */
// Mirrors: staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.go#ControllerClientBuilder
export abstract class ControllerClientBuilder {
  readonly os: OS;
  /** A skeleton that each client's configuration begins with. */
  readonly clientConfig: Config;

  constructor(os: OS, clientConfig: Config) {
    this.os = os;
    this.clientConfig = clientConfig;
  }

  abstract config(name: string): Blocking<Result<Config>>;
  /** For readers. */
  abstract identityOf(name: string): Identity;

  /** What upstream calls it; the name of its class is shortened in what a browser loads. */
  abstract readonly kind: string;

  // Mirrors: staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.go#ControllerClientBuilder.ConfigOrDie
  *configOrDie(name: string): Blocking<Config> {
    const [config, err] = yield* this.config(name);
    if (err) return yield* klog(this.os).fatal(err.message);
    return config;
  }

  // Mirrors: staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.go#ControllerClientBuilder.Client
  *client(name: string): Blocking<Result<Clientset>> {
    const [config, err] = yield* this.config(name);
    return err ? [undefined, err] : [newForConfig(this.os.sim, config), undefined];
  }

  // Mirrors: staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.go#ControllerClientBuilder.ClientOrDie
  *clientOrDie(name: string): Blocking<Clientset> {
    const [client, err] = yield* this.client(name);
    if (err) return yield* klog(this.os).fatal(err.message);
    return client;
  }
}

/** Every client asks under the name in the program's own kubeconfig; only its user agent tells whose it is. */
// Mirrors: staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.go#SimpleControllerClientBuilder
export class SimpleControllerClientBuilder extends ControllerClientBuilder {
  readonly kind = 'SimpleControllerClientBuilder';
  // Mirrors: staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.go#SimpleControllerClientBuilder.Config
  *config(name: string): Blocking<Result<Config>> {
    return [addUserAgent(this.clientConfig, name), undefined];
  }

  identityOf(): Identity {
    return { user: this.clientConfig.username ?? 'system:kube-controller-manager', by: 'the kubeconfig' };
  }
}

/** How long a builder waits for the token of an account. */
const tokenTimeoutMs = 30_000;

/** Each client asks as a ServiceAccount of its own, with the token that the token controller puts into a Secret. */
// Mirrors: staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.go#SAControllerClientBuilder
export class SAControllerClientBuilder extends ControllerClientBuilder {
  readonly kind = 'SAControllerClientBuilder';
  /** Makes accounts, and watches for their tokens. */
  readonly coreClient: CoreV1Client;
  readonly namespace: string;

  constructor(os: OS, clientConfig: Config, coreClient: CoreV1Client, namespace: string) {
    super(os, clientConfig);
    this.coreClient = coreClient;
    this.namespace = namespace;
  }

  identityOf(name: string): Identity {
    return { user: makeUsername(this.namespace, name), by: 'the token of a Secret' };
  }

  /** Makes the account if there is none, and waits up to 30 s for a token of it that is good. */
  // Mirrors: staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.go#SAControllerClientBuilder.Config
  *config(name: string): Blocking<Result<Config>> {
    const { sim } = this.os;
    const [sa, saErr] = yield* getOrCreateServiceAccount(this.os, this.coreClient, this.namespace, name);
    if (saErr) return [undefined, saErr];

    let clientConfig: Config | undefined;
    const found = function* (
      this: SAControllerClientBuilder,
      { type, object }: WatchEvent,
    ): Blocking<[boolean, Error | undefined]> {
      if (type === 'DELETED') return [false, undefined];
      const secret = object as Secret;
      const token = secret.data?.['token'] ?? '';
      if (!isServiceAccountToken(secret, sa) || token === '') return [false, undefined];
      clientConfig = yield* this.#configOf(sa, secret, token);
      return [clientConfig !== undefined, undefined];
    };
    const secrets = this.coreClient.secrets(this.namespace);
    const fieldSelector = 'type=kubernetes.io/service-account-token';
    const [ctx, cancel] = withTimeout(sim, background, tokenTimeoutMs, 'a token');
    const err = yield* untilWithSync(
      sim,
      ctx,
      `${this.clientConfig.userAgent}/token of ${name}/secrets`,
      {
        list: (options) => secrets.list({ ...options, fieldSelector }),
        watch: (options) => secrets.watch({ ...options, fieldSelector }),
      },
      { apiVersion: 'v1', kind: 'Secret' },
      found.bind(this),
    );
    cancel();
    if (err || !clientConfig)
      return [undefined, new Error(`unable to get token for service account: ${err?.message ?? ''}`)];
    return [clientConfig, undefined];
  }

  /** The configuration with the token; undefined if it is no good, and then the Secret goes. */
  *#configOf(
    { metadata: { namespace = '', name = '' } }: ServiceAccount,
    secret: Secret,
    token: string,
  ): Blocking<Config | undefined> {
    const [config, valid] = yield* this.getAuthenticatedConfig(namespace, name, token);
    if (valid) return config;
    const held = `secret ${secret.metadata.name} contained an invalid API token for ${namespace}/${name}`;
    klog(this.os).warning(held);
    const err = yield* this.coreClient.secrets(namespace).delete(secret.metadata.name);
    if (err && !isNotFound(err)) klog(this.os).warning(`error deleting ${held}: ${err.message}`);
    return undefined;
  }

  /**
   * The configuration with the token, and whether it is one that the API server takes. There are no token reviews here, so
   * that this does what Kubernetes does without: it asks for something with it.
   */
  // Mirrors: staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.go#SAControllerClientBuilder.getAuthenticatedConfig
  *getAuthenticatedConfig(namespace: string, name: string, token: string): Blocking<[Config, boolean]> {
    const username = makeUsername(namespace, name);
    const anonymous = anonymousClientConfig(this.clientConfig);
    const clientConfig = addUserAgent({ ...anonymous, bearerToken: token, username }, name);
    const { restClient } = newForConfig(this.os.sim, clientConfig).discovery();
    const [, err] = yield* request(restClient, { verb: 'get', resource: '/apis' });
    if (!err || !isUnauthorized(err)) return [clientConfig, true];
    klog(this.os).warning(`Token for ${namespace}/${name} did not authenticate correctly: ${err.message}`);
    return [clientConfig, false];
  }
}
