import type { Sim } from '../../../../../../sim/sim.ts';
import type { RateLimiter } from '../util/flowcontrol/throttle.ts';
import type { Transport } from './transport.ts';

/** What all requests of a client share. `request` and `watch` in `request.ts` send through it. */
// Mirrors: staging/src/k8s.io/client-go/rest/client.go#RESTClient
export class RESTClient {
  readonly sim: Sim;
  readonly transport: Transport;
  readonly userAgent: string;
  /** Undefined lets everything pass. */
  readonly rateLimiter: RateLimiter | undefined;

  /** How long a request may take in all; 0 for no bound. */
  readonly timeoutMs: number;

  constructor(
    sim: Sim,
    transport: Transport,
    userAgent: string,
    rateLimiter: RateLimiter | undefined,
    timeoutMs = 0,
  ) {
    this.sim = sim;
    this.transport = transport;
    this.userAgent = userAgent;
    this.rateLimiter = rateLimiter;
    this.timeoutMs = timeoutMs;
  }
}
