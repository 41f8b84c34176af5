import { hour, minute, second } from '../../../../go/duration.ts';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import type {
  TokenRequest,
  TokenRequestSpec,
} from '../../../staging/src/k8s.io/api/authentication/v1/types.ts';
import { isNotFound } from '../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { parseTime } from '../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.ts';
import { forever } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';

// Mirrors: pkg/kubelet/token/token_manager.go#maxTTL
const maxTTLMs = 24 * hour;
// Mirrors: pkg/kubelet/token/token_manager.go#gcPeriod
const gcPeriodMs = minute;
// Mirrors: pkg/kubelet/token/token_manager.go#maxJitter
const maxJitterMs = 10 * second;

/** Asks the API server for a token of a ServiceAccount. */
type GetToken = (name: string, namespace: string, spec: TokenRequestSpec) => Blocking<Result<TokenRequest>>;

/** Keeps the tokens of pods, and asks for new ones in time. */
// Mirrors: pkg/kubelet/token/token_manager.go#Manager
export class Manager {
  readonly #sim: Sim;
  readonly #getToken: GetToken;
  readonly #cache = new Map<string, TokenRequest>();

  constructor(sim: Sim, getToken: GetToken) {
    this.#sim = sim;
    this.#getToken = getToken;
  }

  /** How many are kept. */
  get cached(): number {
    return this.#cache.size;
  }

  /** One that is there serves until it is old; and until it has ended, where no new one is to be had. */
  // Mirrors: pkg/kubelet/token/token_manager.go#Manager.GetServiceAccountToken
  *getServiceAccountToken(
    namespace: string,
    name: string,
    spec: TokenRequestSpec,
  ): Blocking<Result<TokenRequest>> {
    const key = keyFunc(name, namespace, spec);
    const ctr = this.#cache.get(key);
    if (ctr && !this.#requiresRefresh(ctr)) return [ctr, undefined];
    const [tr, err] = yield* this.#getToken(name, namespace, spec);
    if (err) {
      if (!ctr) return [undefined, new Error(`failed to fetch token: ${err.message}`)];
      if (!this.#expired(ctr)) return [ctr, undefined];
      return [undefined, new Error(`token ${key} expired and refresh failed: ${err.message}`)];
    }
    this.#cache.set(key, tr);
    return [tr, undefined];
  }

  /** Forgets all tokens that end with a pod. */
  // Mirrors: pkg/kubelet/token/token_manager.go#Manager.DeleteServiceAccountToken
  deleteServiceAccountToken(podUID: string): void {
    for (const [k, tr] of this.#cache) if (tr.spec?.boundObjectRef?.uid === podUID) this.#cache.delete(k);
  }

  // Mirrors: pkg/kubelet/token/token_manager.go#Manager.cleanup
  cleanup(): void {
    for (const [k, tr] of this.#cache) if (this.#expired(tr)) this.#cache.delete(k);
  }

  get #now(): number {
    return this.#sim.epoch + this.#sim.now;
  }

  // Mirrors: pkg/kubelet/token/token_manager.go#Manager.expired
  #expired(t: TokenRequest): boolean {
    return this.#now > (parseTime(t.status?.expirationTimestamp) ?? 0);
  }

  /**
   * True after a day, or when a fifth of its time is left, up to 10 s before. One that was asked for without a time is never
   * replaced before it has ended.
   */
  // Mirrors: pkg/kubelet/token/token_manager.go#Manager.requiresRefresh
  #requiresRefresh(tr: TokenRequest): boolean {
    const expirationSeconds = tr.spec?.expirationSeconds;
    if (expirationSeconds === undefined) return false;
    const exp = parseTime(tr.status?.expirationTimestamp) ?? 0;
    const iat = exp - expirationSeconds * second;
    // Whole seconds.
    const jitterMs = Math.floor((this.#sim.random.float() * maxJitterMs) / second) * second;
    if (this.#now > iat + maxTTLMs - jitterMs) return true;
    const fifthMs = Math.trunc((expirationSeconds * 20) / 100) * second;
    return this.#now > exp - fifthMs - jitterMs;
  }
}

/** A manager whose cache is cleaned up each minute. Without an API server it gives no token. */
// Mirrors: pkg/kubelet/token/token_manager.go#NewManager
export function newManager(sim: Sim, c: Clientset | undefined): Manager {
  const manager = new Manager(sim, c ? tokensOf(c) : standalone);
  const cleanup = function* (): Blocking<void> {
    manager.cleanup();
  };
  sim.go('token-manager', forever(sim, cleanup, gcPeriodMs));
  return manager;
}

function* standalone(): Blocking<Result<TokenRequest>> {
  return [undefined, new Error('cannot use TokenManager when kubelet is in standalone mode')];
}

// Part of: pkg/kubelet/token/token_manager.go#NewManager
function tokensOf(c: Clientset): GetToken {
  let supported: boolean | undefined;
  const tokenRequestsSupported = function* (): Blocking<boolean> {
    if (supported !== undefined) return supported;
    const [list] = yield* c.discovery().serverResourcesForGroupVersion('v1');
    supported = list?.resources.some(({ name }) => name === 'serviceaccounts/token') ?? false;
    return supported;
  };
  return function* getToken(name, namespace, spec) {
    const [tokenRequest, err] = yield* c.coreV1().serviceAccounts(namespace).createToken(name, spec);
    if (!err) return [tokenRequest, undefined];
    if (isNotFound(err) && !(yield* tokenRequestsSupported()))
      return [undefined, new Error('the API server does not have TokenRequest endpoints enabled')];
    return [undefined, err];
  };
}

/** Two requests of the same are one, however the token that came looks. */
// Mirrors: pkg/kubelet/token/token_manager.go#keyFunc
function keyFunc(name: string, namespace: string, spec: TokenRequestSpec): string {
  const { audiences, boundObjectRef, expirationSeconds = 0 } = spec;
  const { kind = '', apiVersion = '', name: bound = '', uid = '' } = boundObjectRef ?? {};
  const inner = audiences ? `{${audiences.map(quote).join(', ')}}` : '(nil)';
  const fields = Object.entries({ Kind: kind, APIVersion: apiVersion, Name: bound, UID: uid });
  const ref = fields.map(([field, value]) => `${field}:${quote(value)}`).join(', ');
  const parts = [quote(name), quote(namespace), `[]string${inner}`, String(expirationSeconds)];
  return `${parts.join('/')}/v1.BoundObjectReference{${ref}}`;
}
