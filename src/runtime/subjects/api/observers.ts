import type { RevisionedStore } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/storage/etcd3/revisioned-store.ts';
import type { APIRequest } from '../../wire.ts';
import type { Transport } from '../../kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { RateLimiter } from '../../kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/throttle.ts';
import type { WatchEvent } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import type { StatusError } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { backToCause, causeNow, running, setCause, withCause, type Blocking } from '../../sim/process.ts';
import { mapGet, mapRemove, mapSet } from '../../sim/pmap.ts';
import { overriding } from '../../stage/overriding.ts';
import type { Trace } from '../../stage/world.ts';
import type { StoredObject, WatchState } from './world.ts';

/** One watch connection, as its observer knows it. */
export interface WireEnd {
  readonly program: string;
  readonly resource: string;
  /** What a reader added to its latency, in ms. */
  readonly delayMs: number;
}

/** What an observer of the network is told of its watch connections. Without one, nothing is. */
export interface Wire {
  opened(connection: WireEnd, revision: number): void;
  /** An event left the server; it arrives after the connection's latency and delay. */
  sent(connection: WireEnd, event: WatchEvent): void;
  /** An event left the server, and will not arrive. */
  lost(connection: WireEnd, event: WatchEvent): void;
  arrived(connection: WireEnd, event: WatchEvent): void;
  /** `state` is what its client finds: it was `cut` on its way, or `closed` at one of its ends. */
  closed(connection: WireEnd, reason: string, state: 'cut' | 'closed'): void;
}

/** Records every write; it is the cause of all that its watchers do. */
export function observeStore(trace: Trace, store: RevisionedStore): RevisionedStore {
  const commit = store.commit.bind(store);
  const notify = store.notify.bind(store);
  const compact = store.compact.bind(store);
  let written = -1;

  store.commit = (write) => {
    commit(write);
    const { verb, resource, key, revision, object, previous, userAgent } = write;
    const { objects } = trace.world.store;
    const next = verb === 'delete' ? mapRemove(objects, key) : mapSet(objects, key, object as StoredObject);
    trace.change('store', { revision, compacted: store.compacted, objects: next });
    const program = programOf(userAgent);
    const event = {
      kind: 'store.write',
      verb,
      resource,
      key,
      revision,
      program,
      object: object as StoredObject,
    } as const;
    written = trace.record(previous ? { ...event, previous: previous as StoredObject } : event);
  };
  store.notify = (write) => withCause(written, () => notify(write));
  store.compact = (revision) => {
    compact(revision);
    trace.change('store', { ...trace.world.store, compacted: store.compacted });
    trace.record({ kind: 'store.compact', revision: store.compacted });
  };
  return store;
}

/**
 * Records each request of a client and each refusal. A request is the cause of what the API server does for it. Who asked acts upon
 * a refusal then, or upon a list; else it goes on with what it was at.
 */
export function observeTransport(trace: Trace, transport: Transport): Transport {
  /** The last refusal of each process, and what it was at before. */
  const refused = new WeakMap<object, { readonly error: number; readonly before: number }>();
  function* recorded<R extends readonly [unknown, StatusError | undefined]>(
    request: APIRequest,
    call: Blocking<R>,
  ): Blocking<R> {
    const { verb, resource, subresource, userAgent } = request;
    const told = { program: programOf(userAgent), verb, resource, key: keyOf(request) };
    const process = running();
    const { error, before } = (process && refused.get(process)) ?? {};
    // Until something is not refused, a refusal is what led on.
    const back = error !== undefined && error === causeNow() ? (before ?? error) : causeNow();
    const version = verb === 'update' ? versionOf(request) : undefined;
    const asked = trace.stage({
      kind: 'api.request',
      ...told,
      ...(subresource ? { subresource } : {}),
      ...(version === undefined ? {} : { version }),
    });
    const result = yield* call;
    const [, err] = result;
    if (err) {
      const { code = 0, reason = '', message = '' } = err.status;
      setCause(asked);
      const index = trace.stage({ kind: 'api.error', ...told, code, reason, message });
      if (process) refused.set(process, { error: index, before: back });
    } else if (verb === 'list') setCause(asked);
    else backToCause(back);
    return result;
  }
  return overriding(transport, {
    do: (request) => recorded(request, transport.do(request)),
    watch: (request) => recorded(request, transport.watch(request)),
  });
}

/** The program that a user agent belongs to; an agent that is none of the running program's is its own. */
function programOf(userAgent: string): string {
  const group = running()?.group;
  return group !== undefined && userAgent.startsWith(group) ? group : userAgent;
}

/** The version that the object of a request names; undefined where it names none. */
const versionOf = ({ body }: APIRequest): string | undefined =>
  (body as { metadata?: { resourceVersion?: string } } | undefined)?.metadata?.resourceVersion;

/** `resource/namespace/name`, with what the request leaves open left out. */
function keyOf({ resource, namespace, name, body }: APIRequest): string {
  const meta = (body as { metadata?: { name?: string; generateName?: string } } | undefined)?.metadata;
  return [resource, namespace, name ?? meta?.name ?? meta?.generateName].filter(Boolean).join('/');
}

/** Tells of every request that the client's own limit holds back. */
export function observeRateLimiter(trace: Trace, limiter: RateLimiter): RateLimiter {
  return overriding(limiter, {
    *wait(ctx) {
      const waitMs = limiter.nextDelay();
      if (waitMs > 0) trace.record({ kind: 'api.throttle', program: running()?.group ?? '', waitMs });
      return yield* limiter.wait(ctx);
    },
  });
}

/** Keeps every watch connection in the world, with what is under way on it. */
export function observeWire(trace: Trace): Wire {
  const nameOf = ({ program, resource }: WireEnd): string => `${program}/${resource}`;

  function change(connection: WireEnd, changed: Partial<WatchState>): void {
    const { program, resource, delayMs } = connection;
    const name = nameOf(connection);
    const fresh: WatchState = { program, resource, state: 'open', delayMs, inFlight: [], revision: 0 };
    const before = mapGet(trace.world.watches, name) ?? fresh;
    trace.change('watches', mapSet(trace.world.watches, name, { ...before, delayMs, ...changed }));
  }
  const told = (connection: WireEnd, { type, object }: WatchEvent) => ({
    watch: nameOf(connection),
    type,
    key: objectKey(object.metadata),
    revision: Number(object.metadata.resourceVersion ?? 0),
  });
  const inFlight = (connection: WireEnd): WatchState['inFlight'] =>
    mapGet(trace.world.watches, nameOf(connection))?.inFlight ?? [];

  return {
    opened(connection, revision) {
      change(connection, { state: 'open', inFlight: [], revision });
      trace.record({ kind: 'watch.open', watch: nameOf(connection), revision });
    },
    sent(connection, event) {
      const { watch: _, ...sent } = told(connection, event);
      change(connection, { inFlight: [...inFlight(connection), sent] });
    },
    lost(connection, event) {
      trace.record({ kind: 'watch.lost', ...told(connection, event) });
    },
    arrived(connection, event) {
      const { revision } = told(connection, event);
      change(connection, { inFlight: inFlight(connection).slice(1), revision });
      trace.stage({ kind: 'watch.event', ...told(connection, event) });
    },
    closed(connection, reason, state) {
      change(connection, { state, inFlight: [] });
      trace.stage({ kind: 'watch.close', watch: nameOf(connection), reason });
    },
  };
}

function objectKey({ namespace, name }: { readonly namespace?: string; readonly name?: string }): string {
  return [namespace, name].filter(Boolean).join('/');
}
