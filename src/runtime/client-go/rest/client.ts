import type { Sim } from '../../sim/sim.ts';
import type { RateLimiter } from '../util/flowcontrol/throttle.ts';
import type { Transport } from './transport.ts';

/**
 * What all requests of a client share. `request` and `watch` in `request.ts` send through it.
 * Mirrors: staging/src/k8s.io/client-go/rest/client.go#RESTClient
 */
export class RESTClient {
  readonly sim: Sim;
  readonly transport: Transport;
  readonly userAgent: string;
  /** Undefined lets everything pass. */
  readonly rateLimiter: RateLimiter | undefined;

  constructor(sim: Sim, transport: Transport, userAgent: string, rateLimiter: RateLimiter | undefined) {
    this.sim = sim;
    this.transport = transport;
    this.userAgent = userAgent;
    this.rateLimiter = rateLimiter;
  }
}
