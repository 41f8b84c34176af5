import {
  newConflict,
  newServiceUnavailable,
  type StatusError,
} from '../apimachinery/pkg/api/errors/errors.ts';
import type { Interface as WatchInterface, WatchEvent } from '../apimachinery/pkg/watch/watch.ts';
import type { APIRequest, APIServer, KubeObject, Result } from '../apiserver/server.ts';
import type { Transport } from '../client-go/rest/transport.ts';
import type { Wire, WireEnd } from '../observe/api.ts';
import { Chan } from '../sim/chan.ts';
import type { Blocking } from '../sim/process.ts';
import type { Sim } from '../sim/sim.ts';

const unobservedWire: Wire = { opened() {}, sent() {}, arrived() {}, closed() {} };

/** Room at the client's end of a watch: more than any run's history, so that the network never drops an event. */
const clientBuffer = 200_000;

/**
 * The way between programs and the API server, and everything that can go wrong on it: latency, a slow
 * watch, a cut watch, and writes that meet a conflict.
 */
export class Network {
  readonly sim: Sim;
  readonly server: APIServer;
  readonly latencyMs: number;
  readonly #delays = new Map<string, number>();
  readonly #cutUntil = new Map<string, number>();
  readonly #conflicts = new Map<string, number>();
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
    const travel = (): Blocking<void> => this.sim.sleep(this.latencyMs);
    const refusal = (request: APIRequest): StatusError | undefined => this.#refusal(program, request);
    const connect = (request: APIRequest): Result<WatchInterface> => this.#connect(program, request);
    const { server } = this;
    return {
      *do(request): Blocking<Result<KubeObject>> {
        yield* travel();
        const refused = refusal(request);
        const result: Result<KubeObject> = refused ? [undefined, refused] : server.do(request);
        yield* travel();
        return result;
      },
      *watch(request): Blocking<Result<WatchInterface>> {
        yield* travel();
        const refused = refusal(request);
        const result: Result<WatchInterface> = refused ? [undefined, refused] : connect(request);
        yield* travel();
        return result;
      },
    };
  }

  /** Later events of the program's watch arrive `delayMs` later than they would; those under way are not hurried. */
  delayWatch(program: string, resource: string, delayMs: number): void {
    this.#delays.set(`${program}/${resource}`, delayMs);
  }

  delayOf(program: string, resource: string): number {
    return this.#delays.get(`${program}/${resource}`) ?? 0;
  }

  /** Closes the program's watch and refuses its lists and watches of that resource for `forMs`. */
  cutWatch(program: string, resource: string, forMs: number): void {
    this.#cutUntil.set(`${program}/${resource}`, this.sim.now + forMs);
    for (const connection of this.#connections) {
      if (connection.program === program && connection.resource === resource)
        connection.close('the connection was cut');
    }
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

  #refusal(program: string, request: APIRequest): StatusError | undefined {
    const { verb, resource, name = '' } = request;
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

  #connect(program: string, request: APIRequest): Result<WatchInterface> {
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
    return this.#network.delayOf(this.program, this.resource);
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

  close(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#server.stop();
    this.#client.close();
    this.#onEnd();
    this.#wire.closed(this, reason);
  }

  *#carry(): Blocking<void> {
    const { sim, latencyMs } = this.#network;
    for (;;) {
      const [event, open] = yield* this.#server.resultChan().receive();
      if (this.#ended) return;
      this.#arrivesAt = Math.max(this.#arrivesAt, sim.now + latencyMs + this.delayMs);
      const wait = this.#arrivesAt - sim.now;
      if (!open) {
        sim.after(wait, () => this.close('the server ended it'));
        return;
      }
      this.#wire.sent(this, event);
      sim.after(wait, () => this.#arrive(event));
    }
  }

  #arrive(event: WatchEvent): void {
    if (this.#ended) return;
    this.#wire.arrived(this, event);
    this.#client.trySend(event);
  }
}

/** What a client sees when nobody answers. Reflectors tell it from other errors by its code. */
function connectionRefused(): StatusError {
  return Object.assign(newServiceUnavailable('connection refused'), { code: 'ECONNREFUSED' });
}
