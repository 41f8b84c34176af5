import {
  newConflict,
  newServiceUnavailable,
  type StatusError,
} from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  Interface as WatchInterface,
  WatchEvent,
} from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import type { APIRequest } from '../../wire.ts';
import type { APIServer } from '../../kubernetes/staging/src/k8s.io/apiserver/server.ts';
import type { Transport } from '../../kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { Result } from '../../go/result.ts';
import type { Wire, WireEnd } from './observers.ts';
import { Chan } from '../../sim/chan.ts';
import { type Blocking, causeNow, withCause } from '../../sim/process.ts';
import type { Sim } from '../../sim/sim.ts';

const unobservedWire: Wire = { opened() {}, sent() {}, lost() {}, arrived() {}, closed() {} };

/** Room at the client's end of a watch: more than any run's history, so that the network never drops an event. */
const clientBuffer = 200_000;

/** A time in which nothing passes between a program and the API server. */
interface Partition {
  until: number;
  /** Closed when it is over. */
  readonly over: Chan<never>;
}

/**
 * The way between programs and the API server, and everything that can go wrong on it: latency, a slow
 * watch, a cut watch, a lost event, a partition, and writes that meet a conflict.
 */
export class Network {
  readonly sim: Sim;
  readonly server: APIServer;
  readonly latencyMs: number;
  readonly #delays = new Map<string, number>();
  readonly #cutUntil = new Map<string, number>();
  readonly #conflicts = new Map<string, number>();
  /** How many events are still to be lost, by `<program>/<resource>`. */
  readonly #losses = new Map<string, number>();
  readonly #partitions = new Map<string, Partition>();
  readonly #connections = new Set<Connection>();
  readonly #wire: Wire;

  constructor(sim: Sim, server: APIServer, latencyMs: number) {
    this.sim = sim;
    this.server = server;
    this.latencyMs = latencyMs;
    this.#wire = sim.observe('watch', 'network', unobservedWire);
  }

  /** How `program` reaches the API server. */
  transport(program: string): Transport {
    const travel = (): Blocking<void> => this.sim.travel(this.latencyMs);
    const refusal = (request: APIRequest): StatusError | undefined => this.#refusal(program, request);
    const connect = (request: APIRequest): Result<WatchInterface, StatusError> =>
      this.#connect(program, request);
    const pass = (): Blocking<void> => this.#pass(program);
    const { server } = this;
    function* send<T>(
      request: APIRequest,
      arrive: () => Result<T, StatusError>,
    ): Blocking<Result<T, StatusError>> {
      yield* pass();
      yield* travel();
      const refused = refusal(request);
      const result: Result<T, StatusError> = refused ? [undefined, refused] : arrive();
      yield* travel();
      yield* pass();
      return result;
    }
    return {
      do: (request) => send(request, () => server.do(request)),
      watch: (request) => send(request, () => connect(request)),
    };
  }

  /** Later events of the program's watch arrive `delayMs` later than they would; those under way are not hurried. */
  delayWatch(program: string, resource: string, delayMs: number): void {
    this.#delays.set(`${program}/${resource}`, delayMs);
  }

  delayMsOf(program: string, resource: string): number {
    return this.#delays.get(`${program}/${resource}`) ?? 0;
  }

  /** The next `times` events of the program's watch do not arrive. No network does this; a bug can. */
  loseEvents(program: string, resource: string, times: number): void {
    this.#losses.set(`${program}/${resource}`, times);
  }

  /** Whether this event is one of those. */
  loses(program: string, resource: string, { type }: WatchEvent): boolean {
    const left = this.#losses.get(`${program}/${resource}`) ?? 0;
    if (left === 0 || type === 'BOOKMARK') return false;
    this.#losses.set(`${program}/${resource}`, left - 1);
    return true;
  }

  /** Closes the program's watch and refuses its lists and watches of that resource for `forMs`. */
  cutWatch(program: string, resource: string, forMs: number): void {
    this.#cutUntil.set(`${program}/${resource}`, this.sim.now + forMs);
    for (const connection of this.#connections) {
      if (connection.program === program && connection.resource === resource)
        connection.close('the connection was cut', 'cut');
    }
  }

  /** The API server cannot answer at this path for `forMs`, whoever asks. */
  refuse(path: string, forMs: number): void {
    this.#cutUntil.set(path, this.sim.now + forMs);
  }

  /**
   * Nothing passes between the program and the API server for `forMs`: requests, answers and events of watches wait until
   * then, as those of a connection whose packets are lost. Who asks may give up before.
   */
  partition(program: string, forMs: number): void {
    const until = this.sim.now + forMs;
    const known = this.#partitions.get(program);
    const partition = known ?? { until, over: new Chan<never>(`the way from ${program} to the API server`) };
    partition.until = Math.max(partition.until, until);
    this.#partitions.set(program, partition);
    this.sim.after(forMs, () => {
      // Of two that end at the same time, the first has ended it.
      if (partition.until !== until || this.#partitions.get(program) !== partition) return;
      this.#partitions.delete(program);
      partition.over.close();
      for (const connection of this.#connections) if (connection.program === program) connection.mended();
    });
  }

  isPartitioned(program: string): boolean {
    return this.#partitions.has(program);
  }

  /** The next `times` updates or patches of that resource, by any program, get 409 Conflict. */
  failWrites(resource: string, times: number): void {
    this.#conflicts.set(resource, times);
  }

  /** Ends all connections of a program that died. */
  disconnect(program: string): void {
    for (const connection of this.#connections)
      if (connection.program === program) connection.close('its program died');
  }

  /** Waits until something can pass. */
  *#pass(program: string): Blocking<void> {
    for (;;) {
      const partition = this.#partitions.get(program);
      if (!partition) return;
      yield* partition.over.receive();
    }
  }

  #refusal(program: string, request: APIRequest): StatusError | undefined {
    const { verb, resource, name = '' } = request;
    if (this.sim.now < (this.#cutUntil.get(resource) ?? 0))
      return newServiceUnavailable('the server is currently unable to handle the request');
    if (verb === 'list' || verb === 'watch') {
      const until = this.#cutUntil.get(`${program}/${resource}`) ?? 0;
      return this.sim.now < until ? connectionRefused() : undefined;
    }
    const conflicts = this.#conflicts.get(resource) ?? 0;
    if (conflicts === 0 || (verb !== 'update' && verb !== 'patch')) return undefined;
    this.#conflicts.set(resource, conflicts - 1);
    const why = 'the object has been modified; please apply your changes to the latest version and try again';
    return newConflict({ group: '', resource }, name, new Error(why));
  }

  #connect(program: string, request: APIRequest): Result<WatchInterface, StatusError> {
    const [watch, error] = this.server.watch(request);
    if (error) return [undefined, error];
    const connection = new Connection(this, program, request.resource, watch, this.#wire);
    this.#connections.add(connection);
    connection.open(Number(request.options?.resourceVersion ?? 0), () =>
      this.#connections.delete(connection),
    );
    return [connection, undefined];
  }
}

/** One watch between the API server and a program. Events keep their order whatever the delay. */
export class Connection implements WatchInterface, WireEnd {
  readonly program: string;
  readonly resource: string;
  readonly #network: Network;
  readonly #server: WatchInterface;
  readonly #client: Chan<WatchEvent>;
  readonly #wire: Wire;
  #arrivesAt = 0;
  #ended = false;
  /** What could not pass yet, oldest first. */
  #held: (() => void)[] = [];
  #onEnd = (): void => undefined;

  constructor(network: Network, program: string, resource: string, server: WatchInterface, wire: Wire) {
    this.#network = network;
    this.program = program;
    this.resource = resource;
    this.#server = server;
    this.#wire = wire;
    this.#client = new Chan<WatchEvent>(`watch of ${resource}`, clientBuffer);
  }

  get delayMs(): number {
    return this.#network.delayMsOf(this.program, this.resource);
  }

  /** Starts to carry events. `onEnd` is called once, when the connection is closed from either side. */
  open(revision: number, onEnd: () => void): void {
    this.#onEnd = onEnd;
    this.#wire.opened(this, revision);
    this.#network.sim.go(`watch ${this.program}/${this.resource}`, this.#carry(), 'network');
  }

  resultChan(): Chan<WatchEvent> {
    return this.#client;
  }

  /** The client hangs up. */
  stop(): void {
    this.close('the client stopped it');
  }

  close(reason: string, state: 'cut' | 'closed' = 'closed'): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#server.stop();
    this.#client.close();
    this.#onEnd();
    this.#wire.closed(this, reason, state);
  }

  *#carry(): Blocking<void> {
    const { sim, latencyMs } = this.#network;
    for (;;) {
      const [event, open] = yield* this.#server.resultChan().receive();
      if (this.#ended) return;
      this.#arrivesAt = Math.max(this.#arrivesAt, sim.now + latencyMs + this.delayMs);
      const waitMs = this.#arrivesAt - sim.now;
      if (!open) {
        this.#later(waitMs, () => this.close('the server ended it'));
        return;
      }
      if (this.#network.loses(this.program, this.resource, event)) {
        this.#wire.lost(this, event);
        continue;
      }
      this.#wire.sent(this, event);
      this.#later(waitMs, () => {
        this.#wire.arrived(this, event);
        this.#client.trySend(event);
      });
    }
  }

  /** The way itself is no reason for what arrives; a delay is. */
  #later(waitMs: number, arrival: () => void): void {
    const cause = causeNow();
    const delayed = waitMs > this.#network.latencyMs;
    this.#network.sim.after(waitMs, () =>
      withCause(delayed ? causeNow() : cause, () => this.#arrive(arrival)),
    );
  }

  /** A partition is over: what it held back arrives. */
  mended(): void {
    const held = this.#held;
    this.#held = [];
    for (const arrival of held) if (!this.#ended) arrival();
  }

  #arrive(arrival: () => void): void {
    if (this.#ended) return;
    if (this.#network.isPartitioned(this.program)) {
      const cause = causeNow();
      this.#held.push(() => withCause(cause, arrival));
    } else arrival();
  }
}

/** What a client sees when nobody answers. Reflectors tell it from other errors by its code. */
function connectionRefused(): StatusError {
  return Object.assign(newServiceUnavailable('connection refused'), { code: 'ECONNREFUSED' });
}
