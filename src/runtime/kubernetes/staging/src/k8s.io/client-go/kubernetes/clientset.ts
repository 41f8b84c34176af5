import type { Sim } from '../../../../../../sim/sim.ts';
import { type DiscoveryClient, newDiscoveryClientForConfig } from '../discovery/discovery_client.ts';
import { type Config, newObservedRateLimiter, restClientFor } from '../rest/config.ts';
import type { RESTClient } from '../rest/client.ts';
import { AppsV1Client } from './typed/apps/v1/apps_client.ts';
import { CoordinationV1Client } from './typed/coordination/v1/coordination_client.ts';
import { CoreV1Client } from './typed/core/v1/core_client.ts';
import { PolicyV1beta1Client } from './typed/policy/v1beta1/policy_client.ts';

/** Clients for the kinds of all groups. */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/clientset.go#Clientset
export class Clientset {
  readonly #coreV1: CoreV1Client;
  readonly #appsV1: AppsV1Client;
  readonly #discovery: DiscoveryClient;
  readonly #coordinationV1: CoordinationV1Client;
  readonly #policyV1beta1: PolicyV1beta1Client;
  readonly #newRESTClient: () => RESTClient;
  readonly #groups = new Map<object, unknown>();

  constructor(
    coreV1: CoreV1Client,
    appsV1: AppsV1Client,
    discovery: DiscoveryClient,
    coordinationV1: CoordinationV1Client,
    policyV1beta1: PolicyV1beta1Client,
    newRESTClient: () => RESTClient,
  ) {
    this.#coreV1 = coreV1;
    this.#appsV1 = appsV1;
    this.#discovery = discovery;
    this.#coordinationV1 = coordinationV1;
    this.#policyV1beta1 = policyV1beta1;
    this.#newRESTClient = newRESTClient;
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/clientset.go#Clientset.Discovery
  discovery(): DiscoveryClient {
    return this.#discovery;
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/clientset.go#Clientset.CoreV1
  coreV1(): CoreV1Client {
    return this.#coreV1;
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/clientset.go#Clientset.AppsV1
  appsV1(): AppsV1Client {
    return this.#appsV1;
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/clientset.go#Clientset.CoordinationV1
  coordinationV1(): CoordinationV1Client {
    return this.#coordinationV1;
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/clientset.go#Clientset.PolicyV1beta1
  policyV1beta1(): PolicyV1beta1Client {
    return this.#policyV1beta1;
  }

  /**
   * The client of another group, such as `group(StorageV1Client)`: only programs that ask for it carry it. Upstream's
   * clientset has a method for each.
   */
  group<Client>(Client: new (client: RESTClient) => Client): Client {
    const known = this.#groups.get(Client) ?? new Client(this.#newRESTClient());
    this.#groups.set(Client, known);
    return known as Client;
  }
}

/**
 * A clientset whose groups share one rate limiter, if the configuration sets one or a rate. Its way to the server
 * is observed as `transport` under the user agent.
 */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/clientset.go#NewForConfig
export function newForConfig(sim: Sim, config: Config): Clientset {
  const { userAgent, qps = 0, burst = 0 } = config;
  let { rateLimiter } = config;
  if (rateLimiter === undefined && qps > 0) {
    if (burst <= 0)
      throw new RangeError(`newForConfig: expected a burst above 0 with a qps of ${qps}, found ${burst}`);
    rateLimiter = newObservedRateLimiter(sim, userAgent, qps, burst);
  }
  const shared: Config = {
    ...config,
    rateLimiter,
    transport: sim.observe('transport', userAgent, config.transport),
  };
  return new Clientset(
    new CoreV1Client(restClientFor(sim, shared)),
    new AppsV1Client(restClientFor(sim, shared)),
    newDiscoveryClientForConfig(sim, shared),
    new CoordinationV1Client(restClientFor(sim, shared)),
    new PolicyV1beta1Client(restClientFor(sim, shared)),
    () => restClientFor(sim, shared),
  );
}
