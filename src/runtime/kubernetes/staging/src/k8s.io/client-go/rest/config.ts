import type { Sim } from '../../../../../../sim/sim.ts';
import { type RateLimiter, newTokenBucketRateLimiter } from '../util/flowcontrol/throttle.ts';
import { RESTClient } from './client.ts';
import type { Transport } from './transport.ts';
import { klog } from '../../../../../vendor/k8s.io/klog/v2/klog.ts';
import { type OS, missingFile } from '../../../../../../go/os.ts';

// Mirrors: staging/src/k8s.io/client-go/rest/config.go#DefaultQPS
export const defaultQPS = 5;
// Mirrors: staging/src/k8s.io/client-go/rest/config.go#DefaultBurst
export const defaultBurst = 10;

const folder = '/var/run/secrets/kubernetes.io/serviceaccount';

// Mirrors: staging/src/k8s.io/client-go/rest/config.go#ErrNotInCluster
export const errNotInCluster = new Error(
  'unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined',
);

/** How a client reaches the API server. */
// Mirrors: staging/src/k8s.io/client-go/rest/config.go#Config
export interface Config {
  readonly transport: Transport;
  /** Who asks, such as `kube-controller-manager`. The world of a trace names programs by it. */
  readonly userAgent: string;
  /** Requests a second in the long run; left out or zero for `defaultQPS`, below zero for no bound. */
  readonly qps?: number;
  /** Requests at once; left out or zero for `defaultBurst`. */
  readonly burst?: number;
  /** How long a request may take in all, in ms; left out or zero for no bound. */
  readonly timeoutMs?: number;
  /** Overrules `qps` and `burst`. */
  readonly rateLimiter?: RateLimiter;
  /** Address of the API server. Requests go where `transport` leads; this is for those who read. */
  readonly host?: string;
  /** Who asks: a token, or a name with a password or a certificate. */
  readonly bearerToken?: string;
  readonly bearerTokenFile?: string;
  readonly username?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly caFile?: string;
  /** The certificate authority itself, in PEM form. */
  readonly caData?: string;
  /** The name that the server's certificate must have, if not that of the host. */
  readonly serverName?: string;
  readonly acceptContentTypes?: string;
  readonly contentType?: string;
  readonly disableCompression?: boolean;
}

/**
 * The configuration for a part of a program: its user agent is the program's, a slash and `userAgent`. Kubernetes
 * writes version and platform into the first half and changes the configuration in place; Loopscope leaves them out
 * and gives a copy, because names are shown to readers.
 */
// Mirrors: staging/src/k8s.io/client-go/rest/config.go#AddUserAgent
export function addUserAgent(config: Config, userAgent: string): Config {
  return { ...config, userAgent: `${config.userAgent}/${userAgent}` };
}

/** A client for one API group, with a rate limiter of its own if the configuration brings none. */
// Mirrors: staging/src/k8s.io/client-go/rest/config.go#RESTClientFor
export function restClientFor(sim: Sim, config: Config): RESTClient {
  let rateLimiter = config.rateLimiter;
  if (rateLimiter === undefined) {
    const qps = config.qps || defaultQPS;
    const burst = config.burst || defaultBurst;
    if (qps > 0) rateLimiter = newObservedRateLimiter(sim, config.userAgent, qps, burst);
  }
  return new RESTClient(sim, config.transport, config.userAgent, rateLimiter, config.timeoutMs);
}

/** The client-side limit of a program, observed as `client-rate-limiter` under `client <user agent>`. */
export function newObservedRateLimiter(sim: Sim, userAgent: string, qps: number, burst: number): RateLimiter {
  return sim.observe(
    'client-rate-limiter',
    `client ${userAgent}`,
    newTokenBucketRateLimiter(sim, qps, burst),
  );
}

/**
 * How a container of a pod reaches the API server: by the service's address in its environment, with the token of its
 * service account.
 */
// Mirrors: staging/src/k8s.io/client-go/rest/config.go#InClusterConfig
export function inClusterConfig(os: OS): readonly [Config, undefined] | readonly [undefined, Error] {
  const tokenFile = `${folder}/token`;
  const rootCAFile = `${folder}/ca.crt`;
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' } = os.env;
  if (host === '' || port === '') return [undefined, errNotInCluster];
  const token = os.files.get(tokenFile);
  if (token === undefined) return [undefined, missingFile(tokenFile)];
  const hasCA = os.files.has(rootCAFile);
  if (!hasCA)
    klog(os).error(
      `Expected to load root CA config from ${rootCAFile}, but got err: open ${rootCAFile}: no such file or directory`,
    );
  const address = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return [
    {
      transport: os.dial(address),
      userAgent: os.name,
      host: address,
      bearerToken: token,
      bearerTokenFile: tokenFile,
      ...(hasCA ? { caFile: rootCAFile } : {}),
    },
    undefined,
  ];
}

/** The same without what proves who asks. */
// Mirrors: staging/src/k8s.io/client-go/rest/config.go#AnonymousClientConfig
export function anonymousClientConfig(config: Config): Config {
  const secrets = ['bearerToken', 'bearerTokenFile', 'username', 'certFile', 'keyFile'];
  const known = Object.entries(config).filter(([field]) => !secrets.includes(field));
  return Object.fromEntries(known) as Config;
}
