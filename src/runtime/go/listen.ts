/** Where the servers of a program listen: what the mirrored code needs of Go's `net.Listener` and `http.Server`. */
import { type Handler, type Request, ResponseWriter } from './http.ts';
import { type Listener, type OS, packageVariable } from './os.ts';
import type { Blocking } from '../sim/process.ts';

/** The servers of a program. Observed as `servers`. */
export interface Servers {
  /** Told of each port that is served from then on. */
  onServe: ((port: number) => void) | undefined;
  serve(listener: Listener, handler: Handler): void;
  close(listener: Listener): void;
  /** Answers a request that comes to a port; undefined if nothing listens there. */
  answer(port: number, request: Request): Blocking<ResponseWriter | undefined>;
  /** Where it listens now. */
  listeners(): readonly Listener[];
}

class ServersOfProgram implements Servers {
  onServe: ((port: number) => void) | undefined;
  readonly #handlers = new Map<Listener, Handler>();

  serve(listener: Listener, handler: Handler): void {
    this.#handlers.set(listener, handler);
    this.onServe?.(portOf(listener.address));
  }

  close(listener: Listener): void {
    this.#handlers.delete(listener);
  }

  *answer(port: number, request: Request): Blocking<ResponseWriter | undefined> {
    const [, handler] = [...this.#handlers].find(([{ address }]) => portOf(address) === port) ?? [];
    if (!handler) return undefined;
    const w = new ResponseWriter();
    yield* handler.serveHTTP(w, request);
    return w;
  }

  listeners(): readonly Listener[] {
    return [...this.#handlers.keys()];
  }
}

const portOf = (address: string): number => Number(address.slice(address.lastIndexOf(':') + 1));

/** What listens in a program. */
export const listening = packageVariable<Servers>((os: OS) =>
  os.sim.observe('servers', os.hostname, new ServersOfProgram()),
);
