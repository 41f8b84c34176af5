import { newInternalError } from '../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { exponentialBackoff } from '../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import {
  getOrCreateServiceAccount,
  makeUsername,
} from '../../staging/src/k8s.io/apiserver/pkg/authentication/serviceaccount/util.ts';
import type { CoreV1Client } from '../../staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.ts';
import { type Config, addUserAgent } from '../../staging/src/k8s.io/client-go/rest/config.ts';
import type { Transport } from '../../staging/src/k8s.io/client-go/rest/transport.ts';
import {
  ControllerClientBuilder,
  type Identity,
} from '../../staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.ts';
import { minute } from '../../../go/duration.ts';
import type { OS } from '../../../go/os.ts';
import type { Result } from '../../../go/result.ts';
import { klog } from '../../vendor/k8s.io/klog/v2/klog.ts';
import type { TokenRequest } from '../../staging/src/k8s.io/api/authentication/v1/types.ts';
import type { Blocking } from '../../../sim/process.ts';

// Mirrors: pkg/controller/client_builder_dynamic.go#defaultExpirationSeconds
const defaultExpirationSeconds = 3600;
/** What of its life a token may have left until the next one is asked for. */
// Mirrors: pkg/controller/client_builder_dynamic.go#defaultLeewayPercent
const defaultLeewayPercent = 20;
/** A token is taken to live at least so long: the clocks may differ. */
const leastLifetimeMs = 10 * minute;

/** Each client asks as a ServiceAccount of its own, with tokens that it requests for it, and requests again before they end. */
// Mirrors: pkg/controller/client_builder_dynamic.go#DynamicControllerClientBuilder
export class DynamicControllerClientBuilder extends ControllerClientBuilder {
  readonly kind = 'DynamicControllerClientBuilder';
  readonly coreClient: CoreV1Client;
  readonly namespace: string;
  /** The token of each account that a client was made for. */
  readonly #tokens = new Map<string, CachedToken>();

  constructor(os: OS, clientConfig: Config, coreClient: CoreV1Client, namespace: string) {
    super(os, clientConfig);
    this.coreClient = coreClient;
    this.namespace = namespace;
  }

  identityOf(saName: string): Identity {
    return { user: makeUsername(this.namespace, saName), by: 'a token that is requested' };
  }

  // Mirrors: pkg/controller/client_builder_dynamic.go#DynamicControllerClientBuilder.Config
  *config(saName: string): Blocking<Result<Config>> {
    const [, err] = yield* getOrCreateServiceAccount(this.os, this.coreClient, this.namespace, saName);
    if (err) return [undefined, err];
    const token = this.#tokens.get(saName) ?? new CachedToken(this, saName);
    this.#tokens.set(saName, token);
    const username = makeUsername(this.namespace, saName);
    const config = addUserAgent({ ...this.clientConfig, username }, saName);
    return [{ ...config, transport: withToken(token, config.transport) }, undefined];
  }
}

/** Before each request it sees to it that there is a token. */
function withToken(cached: CachedToken, transport: Transport): Transport {
  return {
    *do(request) {
      const err = yield* cached.refresh();
      return err ? [undefined, newInternalError(err)] : yield* transport.do(request);
    },
    *watch(request) {
      const err = yield* cached.refresh();
      return err ? [undefined, newInternalError(err)] : yield* transport.watch(request);
    },
  };
}

// Mirrors: pkg/controller/client_builder_dynamic.go#tokenSourceImpl
class CachedToken {
  readonly #builder: DynamicControllerClientBuilder;
  readonly #saName: string;
  /** In virtual ms; the next request after it asks for a new token. */
  #expiry = -1;

  constructor(builder: DynamicControllerClientBuilder, saName: string) {
    this.#builder = builder;
    this.#saName = saName;
  }

  /** Asks for a token if there is none, up to four times with pauses that double. */
  // Mirrors: pkg/controller/client_builder_dynamic.go#tokenSourceImpl.Token
  *refresh(): Blocking<Error | undefined> {
    const { os, coreClient, namespace } = this.#builder;
    const { sim } = os;
    if (sim.now < this.#expiry) return undefined;
    let answer: TokenRequest | undefined;
    const ask = function* (this: CachedToken): Blocking<[boolean, undefined]> {
      const [, saErr] = yield* getOrCreateServiceAccount(os, coreClient, namespace, this.#saName);
      if (saErr) {
        klog(os).warning(`get or create service account failed: ${saErr.message}`);
        return [false, undefined];
      }
      const [token, err] = yield* coreClient
        .serviceAccounts(namespace)
        .createToken(this.#saName, { expirationSeconds: defaultExpirationSeconds });
      if (err) {
        klog(os).warning(`get token failed: ${err.message}`);
        return [false, undefined];
      }
      answer = token;
      return [true, undefined];
    };
    const backoff = { durationMs: 500, factor: 2, steps: 4 };
    const err = yield* exponentialBackoff(sim, backoff, ask.bind(this));
    if (err || !answer)
      return new Error(`failed to get token for ${namespace}/${this.#saName}: ${err?.message ?? ''}`);
    const until = Date.parse(answer.status?.expirationTimestamp ?? '') - sim.epoch;
    const lifetimeMs = Math.max(until - sim.now, leastLifetimeMs);
    this.#expiry = sim.now + lifetimeMs - Math.floor((lifetimeMs * defaultLeewayPercent) / 100);
    return undefined;
  }
}
