import type { BroadcasterSteps } from '../kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/mux.ts';
import type { RevisionedStore } from '../kubernetes/staging/src/k8s.io/apiserver/pkg/storage/etcd3/revisioned-store.ts';
import type { Transport } from '../kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { ResourceEventHandler } from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import type { PeekableQueue } from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import type { Indexer } from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/index.ts';
import type { ReflectorSteps } from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/reflector.ts';
import type { EventCorrelator } from '../kubernetes/staging/src/k8s.io/client-go/tools/record/events_cache.ts';
import type { EventSink } from '../kubernetes/staging/src/k8s.io/client-go/tools/record/event_sink.ts';
import type { RateLimiter as ClientRateLimiter } from '../kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/throttle.ts';
import type { RateLimiter } from '../kubernetes/staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import type { DelayingType } from '../kubernetes/staging/src/k8s.io/client-go/util/workqueue/delaying_queue.ts';
import type { Type } from '../kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts';
import type { UIDTrackingControllerExpectations } from '../kubernetes/pkg/controller/controller_utils.ts';
import type { Observe, ObservedKind } from '../sim/observe.ts';
import { mapEntries, mapFrom, mapRemove } from '../sim/pmap.ts';
import { running } from '../sim/process.ts';
import type { Sim } from '../sim/sim.ts';
import {
  observeRateLimiter,
  observeStore,
  observeTransport,
  observeWire,
} from '../subjects/api/observers.ts';
import { observeExpectations } from '../subjects/control-loop/observe-expectations.ts';
import {
  observeFifo,
  observeIndexer,
  observeListener,
  observeReflector,
} from '../subjects/control-loop/observe-informer.ts';
import {
  observeBroadcaster,
  observeCorrelator,
  observeEventSink,
} from '../subjects/control-loop/observe-events.ts';
import { QueueObserver } from '../subjects/control-loop/observe-queue.ts';
import type { Trace } from './world.ts';

export interface Observer {
  readonly observe: Observe;
  /** Takes out of the world what a program held in memory, since it is gone. */
  forget(program: string): void;
}

/**
 * How a component of a kind is watched: gives back the component, or one of the same type round it. The builder of each
 * kind says the type of its components; here it can only be believed.
 */
export type ObserverOf = (trace: Trace, name: string, component: never, sim: Sim) => object;

/** Observers that a plane has for its own kinds of component. */
export type Observers = { readonly [K in ObservedKind]?: ObserverOf };

/**
 * Watches every component of a run as it is built, and records what they do into the trace. `more` are for kinds that
 * are not watched here, and stand round ours where they are; a component of a kind that nobody watches stays as it is.
 */
export function newObserver(sim: Sim, trace: Trace, more: Observers = {}): Observer {
  const queues = new Map<string, QueueObserver>();
  const queueOf = (name: string): QueueObserver => {
    const observer = queues.get(name) ?? new QueueObserver(trace, name);
    queues.set(name, observer);
    return observer;
  };

  const observers: { readonly [K in ObservedKind]?: (name: string, component: never) => object } = {
    store: (_name, store: RevisionedStore) => observeStore(trace, store),
    watch: () => observeWire(trace),
    reflector: (name, steps: ReflectorSteps) => observeReflector(trace, name, steps),
    fifo: (name, fifo: PeekableQueue) => observeFifo(trace, name, fifo),
    indexer: (name, indexer: Indexer) => observeIndexer(trace, name, indexer),
    listener: (name, handler: ResourceEventHandler) => observeListener(trace, name, handler),
    // A program that starts again builds its queue anew, and so begins with an empty one.
    workqueue: (name, queue: Type<unknown>) => {
      queues.delete(name);
      return queueOf(name).base(queue);
    },
    'delaying-queue': (name, queue: DelayingType<unknown>) => queueOf(name).delaying(queue),
    'rate-limiter': (name, limiter: RateLimiter<unknown> | ClientRateLimiter) =>
      'when' in limiter ? queueOf(name).limiter(limiter) : observeRateLimiter(trace, limiter),
    expectations: (name, expectations: UIDTrackingControllerExpectations) =>
      observeExpectations(sim, trace, name, expectations),
    'event-sink': (program, sink: EventSink) => observeEventSink(trace, program, sink),
    'event-broadcaster': (program, steps: BroadcasterSteps) => observeBroadcaster(trace, program, steps),
    'event-correlator': (program, correlator: EventCorrelator) =>
      observeCorrelator(trace, program, correlator),
    transport: (_name, transport: Transport) => observeTransport(trace, transport),
  };
  const built: { readonly program: string; readonly kind: ObservedKind; readonly name: string }[] = [];
  return {
    observe(kind, name, component) {
      built.push({ program: running()?.group ?? '', kind, name });
      const watched = observers[kind]?.(name, component as never) ?? component;
      return (more[kind]?.(trace, name, watched as never, sim) ?? watched) as typeof component;
    },
    forget(program) {
      trace.change('schedulers', mapRemove(trace.world.schedulers, program));
      for (const each of built) if (each.program === program) forget(trace, each.kind, each.name);
    },
  };
}

function forget(trace: Trace, kind: ObservedKind, name: string): void {
  const { informers, indexers, queues, expectations } = trace.world;
  if (kind === 'fifo') trace.change('informers', mapRemove(informers, name));
  if (kind === 'indexer') trace.change('indexers', mapRemove(indexers, name));
  if (kind === 'workqueue') trace.change('queues', mapRemove(queues, name));
  if (kind !== 'expectations') return;
  const left = mapEntries(expectations).filter(([key]) => !key.startsWith(`${name} `));
  trace.change('expectations', mapFrom(left));
}
