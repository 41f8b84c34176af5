import { APIServer, type KubeObject } from '../apiserver/server.ts';
import { initialWorld, type Trace } from '../observe/world.ts';
import { type Observer, newObserver } from '../observe/observe.ts';
import type { StoredObject } from '../observe/world.ts';
import type { EventOf } from '../observe/events.ts';
import { type Blocking, withCause, noCause } from '../sim/process.ts';
import { coreKinds } from '../registry/kinds.ts';
import { Sim, type SimOptions } from '../sim/sim.ts';
import { Trace as SimTrace } from '../sim/trace.ts';
import { Actor } from './actor.ts';
import type { Act } from './acts.ts';
import { Network } from './network.ts';
import type { Host, Plane, Program } from './program.ts';
import { type ClusterSettings, defaultSettings } from './scenario.ts';

/**
 * A control plane on a simulator: an API server, a network, and the programs of a plane, which use them. Build it,
 * ask for a record if one is wanted, start it, and step its `sim`.
 */
export class Cluster {
  readonly sim: Sim;
  readonly settings: ClusterSettings;
  readonly #plane: Plane;
  #server: APIServer | undefined;
  #network: Network | undefined;
  #programs = new Map<string, Program>();
  readonly #running = new Set<string>();
  #actor: Actor | undefined;
  #observer: Observer | undefined;

  constructor(plane: Plane, settings: Partial<ClusterSettings> = {}, options: SimOptions = {}) {
    this.#plane = plane;
    this.sim = new Sim(options);
    this.settings = { ...defaultSettings, ...settings };
  }

  /** Traces the run from now on. To be called before `start`, so that nothing is missed. */
  record(): Trace {
    if (this.#server)
      throw new Error('Cluster.record: expected to be called before start, found a started cluster');
    const trace: Trace = new SimTrace(this.sim, initialWorld());
    this.sim.trace = trace as unknown as SimTrace;
    this.#observer = newObserver(this.sim, trace);
    this.sim.observe = this.#observer.observe;
    return trace;
  }

  /** Builds the API server and starts every program. */
  start(): void {
    this.#server = new APIServer(this.sim, { kinds: [...coreKinds, ...this.#plane.kinds] });
    this.#network = new Network(this.sim, this.#server, this.settings.latencyMs);
    this.#actor = new Actor(this);
    for (const [watch, delayMs] of Object.entries(this.settings.watchDelayMs)) {
      const [, program = '', resource = ''] = /^(.*)\/([^/]+)$/.exec(watch) ?? [];
      this.#network.delayWatch(program, resource, delayMs);
    }
    const programs = this.#plane.programsOf(this.settings);
    this.#programs = new Map(programs.map((program) => [program.name, program]));
    for (const name of this.#programs.keys()) this.startProgram(name);
  }

  get server(): APIServer {
    return started(this.#server);
  }

  get network(): Network {
    return started(this.#network);
  }

  /** What the programs are called. */
  get programs(): readonly string[] {
    return [...this.#programs.keys()];
  }

  program(name: string): Program | undefined {
    return this.#programs.get(name);
  }

  isRunning(program: string): boolean {
    return this.#running.has(program);
  }

  startProgram(name: string): void {
    const program = this.#programs.get(name);
    if (!program) throw new RangeError(`no program ${name}; there are ${this.programs.join(', ')}`);
    this.#running.add(name);
    const host: Host = {
      name,
      args: [],
      sim: this.sim,
      transport: this.network.transport(name),
      exit: (why) => this.#exit(name, why),
    };
    withCause(this.#note({ kind: 'program.start', program: name }), () =>
      this.sim.go(name, program.main(host), name),
    );
  }

  /** The program is gone between two of its instructions: nothing is cleaned up, and its connections end. */
  crashProgram(name: string): void {
    this.#end(name);
    this.#note({ kind: 'program.crash', program: name });
    this.network.disconnect(name);
  }

  *#exit(name: string, why: string): Blocking<never> {
    this.#end(name);
    this.#note({ kind: 'program.exit', program: name, why });
    this.network.disconnect(name);
    for (;;) yield { kind: 'wait-group', on: 'nothing', enlist() {} };
  }

  #end(name: string): void {
    this.sim.crash(name);
    this.#running.delete(name);
    this.#observer?.forget(name);
  }

  /** Does what somebody outside can do. An error of the API server, or an act that makes no sense, is given back. */
  act(act: Act, by: 'story' | 'reader' = 'story'): Error | undefined {
    return started(this.#actor).act(act, by);
  }

  /** Objects of a resource as the store holds them, by name. */
  list(resource: string, namespace: string): readonly StoredObject[] {
    const [list, error] = this.server.do({ verb: 'list', resource, namespace, userAgent: 'kubectl' });
    if (error) throw error;
    return (list as KubeObject & { items: readonly StoredObject[] }).items;
  }

  #note(event: EventOf<'program.start' | 'program.crash' | 'program.exit'>): number {
    return (this.sim.trace as Trace | undefined)?.record(event) ?? noCause;
  }
}

function started<T>(part: T | undefined): T {
  if (part === undefined)
    throw new Error('Cluster: expected a started cluster, found one on which start was not called');
  return part;
}
