import { Notified, type Signal } from '../go/signal.ts';
import type { Blocking } from '../sim/process.ts';
import type { Chan } from '../sim/chan.ts';
import type { Clock } from '../sim/clock.ts';
import { simByClock } from '../sim/clock.ts';
import type { Sim } from '../sim/sim.ts';
import type { Files, Machine } from './machine.ts';
import type { Stage } from './stage.ts';

/** A request to a program over HTTP: a POST if it has a body, else a GET. */
export interface HTTPRequest {
  /** Path and query, such as `/healthz?verbose`. */
  readonly path: string;
  readonly port: number;
  /** A bearer token. */
  readonly token?: string;
  readonly body?: string;
}

export interface HTTPResponse {
  readonly status: number;
  readonly body: string;
}

/** Answers a request; it may park. */
export type HTTPHandler = (request: HTTPRequest) => Blocking<HTTPResponse>;

/** What can be reached in a cluster. */
export interface Peers {
  readonly latencyMs: number;
  /** Of all programs, also of those that do not run. */
  readonly names: readonly string[];
  /** What answers at a port of a program; undefined if nothing listens there. */
  handlerOf(name: string, port: number): HTTPHandler | undefined;
}

/** What a program finds where it runs. */
export interface Host {
  /** What the program is called: the group of its processes. */
  readonly name: string;
  /** Its command line, without its own name. */
  readonly args: readonly string[];
  /** The simulator by the clock of this machine: what the program hands to all that it builds. */
  readonly sim: Sim;
  /** What a subject has built for this stage, such as the API server and the way to it. */
  readonly part: Stage['part'];
  /** The programs of its cluster, itself among them. */
  readonly peers: Peers;
  /** The files of its machine, which others there share, and which outlive it. */
  readonly files: Files;
  /** Ends the program at once, as a fatal error does: nothing is cleaned up, and what follows is never run. */
  exit(why: string, code?: number): Blocking<never>;
  /** Writes to the terminal. */
  print(text: string, stream?: 'stdout' | 'stderr'): void;
  /** Serves a port, or a socket of its machine by its path, from now on. Until then, who connects is refused. */
  listen(at: number | string, handler: HTTPHandler): void;
  /** What answers at a socket of its machine, without a network between; undefined if nothing listens there. */
  dial(path: string): HTTPHandler | undefined;
  /** From now on these signals go to the channel, and no longer end the program. */
  notify(c: Chan<Signal>, ...signals: readonly Signal[]): void;
}

/** What a host needs of the cluster that it is part of. */
export interface HostOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly sim: Sim;
  readonly clock: Clock;
  readonly machine: Machine;
  readonly part: Stage['part'];
  readonly peers: Peers;
  readonly exit: Host['exit'];
  readonly print: (text: string, stream: 'stdout' | 'stderr') => void;
  /** Called when it listens to one more port. */
  readonly onListen: () => void;
}

/** Where a program runs, from its start to its end. */
export class ProgramHost implements Host {
  readonly name: string;
  readonly args: readonly string[];
  readonly sim: Sim;
  readonly part: Stage['part'];
  readonly peers: Peers;
  readonly exit: Host['exit'];
  readonly #machine: Machine;
  readonly #print: HostOptions['print'];
  readonly #onListen: HostOptions['onListen'];
  readonly #handlers = new Map<number, HTTPHandler>();
  readonly #notified = new Notified();

  constructor({ name, args, sim, clock, machine, part, peers, exit, print, onListen }: HostOptions) {
    this.name = name;
    this.args = args;
    this.sim = simByClock(sim, clock);
    this.part = part;
    this.peers = peers;
    this.exit = exit;
    this.#machine = machine;
    this.#print = print;
    this.#onListen = onListen;
  }

  print(text: string, stream: 'stdout' | 'stderr' = 'stdout'): void {
    this.#print(text, stream);
  }

  get files(): Files {
    return this.#machine.files;
  }

  listen(at: number | string, handler: HTTPHandler): void {
    if (typeof at === 'string') return this.#machine.listen(this.name, at, handler);
    if (this.#handlers.has(at))
      throw new Error(`${this.name}: expected a free port, found ${at} in use; listen to another`);
    this.#handlers.set(at, handler);
    this.#onListen();
  }

  dial(path: string): HTTPHandler | undefined {
    return this.#machine.dial(path);
  }

  notify(c: Chan<Signal>, ...signals: readonly Signal[]): void {
    this.#notified.add(c, signals);
  }

  /** The ports that it listens to, in the order in which it began to. */
  get ports(): readonly number[] {
    return [...this.#handlers.keys()];
  }

  handlerOf(port: number): HTTPHandler | undefined {
    return this.#handlers.get(port);
  }

  /** False if the program does not care for signals, and so ends by them. */
  signal(signal: Signal): boolean {
    return this.#notified.send(signal);
  }
}
