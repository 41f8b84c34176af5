import type { UIDTrackingControllerExpectations } from '../../kubernetes/pkg/controller/controller_utils.ts';
import type { BroadcasterSteps } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/mux.ts';
import type { SharedInformerFactory } from '../../kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import type { MetadataSharedInformerFactory } from '../../kubernetes/staging/src/k8s.io/client-go/metadata/metadatainformer/informer.ts';
import type { ResourceEventHandler } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import type { PeekableQueue } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import type { Indexer } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/index.ts';
import type { ReflectorSteps } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/reflector.ts';
import type { EventSink } from '../../kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import type { EventCorrelator } from '../../kubernetes/staging/src/k8s.io/client-go/tools/record/events_cache.ts';
import type { RateLimiter } from '../../kubernetes/staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import type { Type } from '../../kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts';
import { mapEntries, mapFrom, mapRemove } from '../../sim/pmap.ts';
import type { Built, Observers, Subject } from '../../stage/subject.ts';
import type { Trace } from '../../stage/world.ts';
import { controlLoopActs } from './acts.ts';
import { observeBroadcaster, observeCorrelator, observeEventSink } from './observe-events.ts';
import { observeExpectations } from './observe-expectations.ts';
import { observeFifo, observeIndexer, observeListener, observeReflector } from './observe-informer.ts';
import { controlLoopSettings } from './settings.ts';
import { controlLoopSlices } from './world.ts';
import { type DelayingQueue, QueueObserver } from './observe-queue.ts';
import { observeQuarantine } from './quarantine.ts';

/** What a controller is made of: informers, work queues, expectations, and a recorder of Events. */
export const controlLoop: Subject = {
  name: 'control-loop',
  slices: controlLoopSlices,
  settings: controlLoopSettings,
  acts: controlLoopActs,
  observe: () => ({
    reflector: observeReflector,
    fifo: observeFifo,
    indexer: observeIndexer,
    listener: observeListener,
    ...observeQueues(),
    expectations: (trace, name, expectations, sim) => observeExpectations(sim, trace, name, expectations),
    'event-sink': observeEventSink,
    'event-broadcaster': observeBroadcaster,
    'event-correlator': (trace, program, correlator) => observeCorrelator(trace, program, correlator),
  }),
  forget(trace, _program, built) {
    for (const each of built) forget(trace, each);
  },
};

/** The layers of a work queue have one observer. */
function observeQueues(): Observers {
  const queues = new Map<string, QueueObserver>();
  const queueOf = (trace: Trace, name: string): QueueObserver => {
    const observer = queues.get(name) ?? new QueueObserver(trace, name);
    queues.set(name, observer);
    return observer;
  };
  return {
    // A program that restarts builds a new queue, and so begins with an empty one.
    workqueue(trace, name, queue) {
      queues.delete(name);
      return queueOf(trace, name).base(queue);
    },
    'delaying-queue': (trace, name, queue) =>
      observeQuarantine(trace, name, queueOf(trace, name).delaying(queue)),
    'rate-limiter': (trace, name, limiter) => queueOf(trace, name).limiter(limiter),
  };
}

function forget(trace: Trace, { kind, name }: Built): void {
  const { informers, indexers, queues, expectations } = trace.world;
  if (kind === 'fifo') trace.change('informers', mapRemove(informers, name));
  if (kind === 'indexer') trace.change('indexers', mapRemove(indexers, name));
  if (kind === 'workqueue') trace.change('queues', mapRemove(queues, name));
  if (kind !== 'expectations') return;
  const left = mapEntries(expectations).filter(([key]) => !key.startsWith(`${name} `));
  trace.change('expectations', mapFrom(left));
}

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly reflector: ReflectorSteps;
    readonly fifo: PeekableQueue;
    readonly indexer: Indexer;
    readonly listener: ResourceEventHandler;
    readonly workqueue: Type<unknown>;
    readonly 'delaying-queue': DelayingQueue;
    readonly 'rate-limiter': RateLimiter<unknown>;
    readonly expectations: UIDTrackingControllerExpectations;
    readonly 'event-sink': EventSink;
    readonly 'event-broadcaster': BroadcasterSteps;
    readonly 'event-correlator': EventCorrelator;
    readonly 'informer-factory': SharedInformerFactory;
    readonly 'metadata-factory': MetadataSharedInformerFactory;
  }
}
