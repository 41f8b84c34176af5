import { APIServer, type KubeObject } from '../kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { initialWorld, type Trace } from './world.ts';
import { type Observer, newObserver } from './observer.ts';
import type { StoredObject } from './world.ts';
import { coreKinds } from '../kubernetes/pkg/registry/kinds.ts';
import { Sim, type SimOptions } from '../sim/sim.ts';
import { Trace as SimTrace } from '../sim/trace.ts';
import { Actor } from './actor.ts';
import type { Act } from './acts.ts';
import { Network } from '../subjects/api/network.ts';
import type { MoreActs, Plane } from './program.ts';
import { Programs } from './programs.ts';
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
  #programs: Programs | undefined;
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
    this.#observer = newObserver(this.sim, trace, this.#plane.subjects, this.#plane.observers);
    this.sim.observe = this.#observer.observe;
    return trace;
  }

  /** Builds the API server and starts the programs. */
  start(): void {
    this.#server = new APIServer(this.sim, {
      kinds: [...coreKinds, ...this.#plane.kinds],
      admission: this.#plane.admissionOf?.(this.settings),
    });
    this.#network = new Network(this.sim, this.#server, this.settings.latencyMs);
    this.#actor = new Actor(this);
    for (const [watch, delayMs] of Object.entries(this.settings.watchDelayMs)) {
      const [, program = '', resource = ''] = /^(.*)\/([^/]+)$/.exec(watch) ?? [];
      this.#network.delayWatch(program, resource, delayMs);
    }
    this.#programs = new Programs(this.#network, this.#plane, this.settings, this.#observer);
    this.#programs.startAll();
  }

  /** What can be done to it besides what can be done to every cluster. */
  get acts(): MoreActs {
    return this.#plane.acts ?? {};
  }

  get server(): APIServer {
    return started(this.#server);
  }

  get network(): Network {
    return started(this.#network);
  }

  get programs(): Programs {
    return started(this.#programs);
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
}

function started<T>(part: T | undefined): T {
  if (part === undefined)
    throw new Error('Cluster: expected a started cluster, found one on which start was not called');
  return part;
}
