import {
  type Handler,
  type Request,
  type ResponseWriter,
  notFoundHandler,
} from '../../../../../../../../go/http.ts';
import type { OS } from '../../../../../../../../go/os.ts';
import { quote } from '../../../../../../../../go/strconv.ts';
import { klog } from '../../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { Mux } from '../healthz/healthz.ts';
import type { Blocking } from '../../../../../../../../sim/process.ts';

/**
 * Sends a request to the handler of its path, and remembers which paths there are. A path is an exact one, or a prefix that
 * ends in a slash; an exact one comes first, then the prefix with the most parts. Listed paths are those that are told of.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.go#PathRecorderMux
export class PathRecorderMux implements Handler, Mux {
  readonly name: string;
  readonly #os: OS;
  readonly #pathToHandler = new Map<string, Handler>();
  readonly #prefixToHandler = new Map<string, Handler>();
  readonly #exposedPaths = new Set<string>();
  #notFoundHandler: Handler = notFoundHandler;

  constructor(os: OS, name: string) {
    this.#os = os;
    this.name = name;
  }

  /** The paths that are told of, in order. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.go#PathRecorderMux.ListedPaths
  listedPaths(): string[] {
    return [...this.#exposedPaths].sort();
  }

  /** Every path, exact ones and then prefixes, in the order in which they came; for observers. */
  paths(): { readonly path: string; readonly prefix: boolean; readonly listed: boolean }[] {
    const entries = (paths: Iterable<string>, prefix: boolean) =>
      [...paths].map((path) => ({ path, prefix, listed: this.#exposedPaths.has(path) }));
    return [...entries(this.#pathToHandler.keys(), false), ...entries(this.#prefixToHandler.keys(), true)];
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.go#PathRecorderMux.NotFoundHandler
  setNotFoundHandler(handler: Handler): void {
    this.#notFoundHandler = handler;
  }

  /** A path that is added twice is told in the log, and the later handler serves it. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.go#PathRecorderMux.trackCallers
  #trackCallers(path: string): void {
    if (this.#pathToHandler.has(path) || this.#prefixToHandler.has(path))
      klog(this.#os).error(`registered ${quote(path)} twice`);
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.go#PathRecorderMux.Unregister
  unregister(path: string): void {
    this.#pathToHandler.delete(path);
    this.#prefixToHandler.delete(path);
    this.#exposedPaths.delete(path);
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.go#PathRecorderMux.Handle
  handle(path: string, handler: Handler): void {
    this.unlistedHandle(path, handler);
    this.#exposedPaths.add(path);
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.go#PathRecorderMux.UnlistedHandle
  unlistedHandle(path: string, handler: Handler): void {
    this.#trackCallers(path);
    this.#pathToHandler.set(path, handler);
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.go#PathRecorderMux.HandlePrefix
  handlePrefix(path: string, handler: Handler): void {
    this.unlistedHandlePrefix(path, handler);
    this.#exposedPaths.add(path);
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.go#PathRecorderMux.UnlistedHandlePrefix
  unlistedHandlePrefix(path: string, handler: Handler): void {
    if (!path.endsWith('/')) throw new Error(`${quote(path)} must end in a trailing slash`);
    this.#trackCallers(path);
    this.#prefixToHandler.set(path, handler);
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.go#pathHandler.ServeHTTP
  *serveHTTP(w: ResponseWriter, r: Request): Blocking<void> {
    const asked = `${this.name}: ${quote(r.path)}`;
    const exactHandler = this.#pathToHandler.get(r.path);
    if (exactHandler) {
      klog(this.#os).v(5)?.info(`${asked} satisfied by exact match`);
      return yield* exactHandler.serveHTTP(w, r);
    }
    for (const prefix of [...this.#prefixToHandler.keys()].sort(byPrefixPriority)) {
      if (!r.path.startsWith(prefix)) continue;
      klog(this.#os).v(5)?.info(`${asked} satisfied by prefix ${prefix}`);
      return yield* (this.#prefixToHandler.get(prefix) as Handler).serveHTTP(w, r);
    }
    klog(this.#os).v(5)?.info(`${asked} satisfied by NotFoundHandler`);
    yield* this.#notFoundHandler.serveHTTP(w, r);
  }
}

/** The prefix with more parts first, then the longer one. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.go#byPrefixPriority.Less
function byPrefixPriority(a: string, b: string): number {
  const parts = b.split('/').length - a.split('/').length;
  if (parts !== 0) return parts;
  return b.length - a.length || (a < b ? 1 : -1);
}

/** An empty mux, observed as `mux` under its program and its name. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.go#NewPathRecorderMux
export function newPathRecorderMux(os: OS, name: string): PathRecorderMux {
  return os.sim.observe('mux', name, new PathRecorderMux(os, name));
}
