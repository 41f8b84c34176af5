import type { Config } from '../client-go/rest/config.ts';
import type { Transport } from '../client-go/rest/transport.ts';
import type { Kind } from '../registry/kind.ts';
import type { Blocking } from '../sim/process.ts';
import type { Sim } from '../sim/sim.ts';
import type { ClusterSettings } from './scenario.ts';

/** What a program finds where it runs. */
export interface Host {
  /** What the program is called: the group of its processes. */
  readonly name: string;
  /** Its command line, without its own name. */
  readonly args: readonly string[];
  readonly sim: Sim;
  /** Its way to the API server. */
  readonly transport: Transport;
  /** Ends the program at once, as a fatal error does: nothing is cleaned up, and what follows is never run. */
  exit(why: string): Blocking<never>;
}

/** A program of the control plane. It can crash and be started again, and then begins from nothing. */
export interface Program {
  readonly name: string;
  main(host: Host): Blocking<void>;
  /** Reports a pod of this kubelet Failed; an error says why it cannot. Other programs have no such thing. */
  readonly fail?: (namespace: string, name: string) => Error | undefined;
}

/** What a cluster consists of: each scenario names one, by its file in `planes/`. */
export interface Plane {
  /** Kinds that the API server serves besides the core ones. */
  readonly kinds: readonly Kind[];
  /** Every program, in the order in which they are started. */
  programsOf(settings: ClusterSettings): readonly Program[];
}

/** How the program on a host reaches the API server, with a rate limit of its own. */
export function configOf({ name, transport }: Host, qps: number, burst: number): Config {
  return { transport, userAgent: name, qps, burst };
}
