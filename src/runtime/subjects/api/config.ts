import type { Config } from '../../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import type { Transport } from '../../kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { Host } from '../../stage/host.ts';

/** The way of the program on a host to the API server. */
export function transportOf(host: Host): Transport {
  return host.part('api').network.transport(host.name);
}

/** How the program on a host reaches the API server, with a rate limit of its own. */
export function configOf(host: Host, qps: number, burst: number): Config {
  return { transport: transportOf(host), userAgent: host.name, qps, burst };
}
