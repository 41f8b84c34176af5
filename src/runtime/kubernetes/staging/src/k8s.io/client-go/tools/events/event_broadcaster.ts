import { type Blocking, running } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import { Mutex } from '../../../../../../../sim/sync.ts';
import { parseTime } from '../../../apimachinery/pkg/apis/meta/v1/time.ts';
import { formatMicroTime } from '../../../apimachinery/pkg/apis/meta/v1/micro_time.ts';
import { deepCopy } from '../../../apimachinery/pkg/runtime/deep-copy.ts';
import type { Draft } from '../../../apimachinery/pkg/runtime/object.ts';
import { type Stop, jitter, until } from '../../../apimachinery/pkg/util/wait/wait.ts';
import {
  type Broadcaster,
  newBroadcaster as newWatchBroadcaster,
} from '../../../apimachinery/pkg/watch/mux.ts';
import type { Interface as WatchInterface } from '../../../apimachinery/pkg/watch/watch.ts';
import type { Clientset } from '../../kubernetes/clientset.ts';
import { EventSinkImpl as CoreEventSinkImpl } from '../../kubernetes/typed/core/v1/event_expansion.ts';
import { EventsV1Client } from '../../kubernetes/typed/events/v1/events_client.ts';
import {
  type EventRecorder as LegacyEventRecorder,
  newBroadcaster as newCoreBroadcaster,
  newEventRecorderAdapter,
} from '../record/event.ts';
import { isKeyNotFoundError, isRefusal } from '../record/util/util.ts';
import { RecorderImpl } from './event_recorder.ts';
import type {
  Event,
  EventBroadcaster,
  EventBroadcasterAdapter,
  EventRecorder,
  EventSink,
  SinkResult,
} from './interfaces.ts';

// Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#maxTriesPerEvent
const maxTriesPerEvent = 12;

// Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#finishTime
const finishTimeMs = 6 * 60_000;

// Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#refreshTime
const refreshTimeMs = 30 * 60_000;

// Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#maxQueuedEvents
const maxQueuedEvents = 1000;

// Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#defaultSleepDuration
export const defaultSleepDurationMs = 10_000;

/** Events that are kept to be counted on; they are changed in place, as upstream does it. */
type Kept = Draft<Event>;

/**
 * An event that comes again is counted on the one that is written already: its series. The count of a series is written
 * once, when it begins, and then every 30 minutes, and when it ends.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterImpl
class EventBroadcasterImpl implements EventBroadcaster {
  readonly #sim: Sim;
  readonly #broadcaster: Broadcaster;
  readonly #mu = new Mutex('events');
  readonly #eventCache: Map<string, Kept>;
  readonly #sleepDurationMs: number;
  readonly #sink: EventSink;
  readonly #hostname: string;

  constructor(
    sim: Sim,
    sink: EventSink,
    hostname: string,
    sleepDurationMs: number,
    eventCache: Map<string, Kept>,
  ) {
    this.#sim = sim;
    const broadcaster = newWatchBroadcaster(sim, maxQueuedEvents, 'DropIfChannelFull', 'events/broadcaster');
    broadcaster.steps = sim.observe('event-broadcaster', running()?.group ?? 'events', broadcaster);
    this.#broadcaster = broadcaster;
    this.#eventCache = eventCache;
    this.#sleepDurationMs = sleepDurationMs;
    this.#sink = sink;
    this.#hostname = hostname;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterImpl.Shutdown
  *shutdown(): Blocking<void> {
    yield* this.#broadcaster.shutdown();
  }

  /** Writes the counts of all series, so that the server does not let them expire. */
  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterImpl.refreshExistingEventSeries
  *#refreshExistingEventSeries(): Blocking<void> {
    yield* this.#mu.lock();
    for (const [isomorphicKey, event] of this.#eventCache) {
      if (!event.series) continue;
      const [recordedEvent, retry] = yield* recordEvent(this.#sink, event as Event);
      if (!retry && recordedEvent) this.#eventCache.set(isomorphicKey, deepCopy(recordedEvent) as Kept);
    }
    this.#mu.unlock();
  }

  /** Forgets events that did not come again for a while; of a series, the last count is written. */
  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterImpl.finishSeries
  *#finishSeries(): Blocking<void> {
    yield* this.#mu.lock();
    const before = this.#sim.epoch + this.#sim.now - finishTimeMs;
    for (const [isomorphicKey, event] of this.#eventCache) {
      const { series: eventSerie, eventTime } = event;
      if (eventSerie) {
        if ((parseTime(eventSerie.lastObservedTime) ?? 0) >= before) continue;
        const [, retry] = yield* recordEvent(this.#sink, event as Event);
        if (!retry) this.#eventCache.delete(isomorphicKey);
      } else if ((parseTime(eventTime) ?? 0) < before) {
        this.#eventCache.delete(isomorphicKey);
      }
    }
    this.#mu.unlock();
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterImpl.NewRecorder
  newRecorder(reportingController: string): EventRecorder {
    const reportingInstance = `${reportingController}-${this.#hostname}`;
    return new RecorderImpl(this.#sim, reportingController, reportingInstance, this.#broadcaster);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterImpl.recordToSink
  *#recordToSink(event: Event): Blocking<void> {
    const eventCopy = deepCopy(event) as Kept;
    yield* this.#mu.lock();
    const evToRecord = this.#counted(eventCopy);
    this.#mu.unlock();
    if (!evToRecord) return;
    const recordedEvent = yield* this.#attemptRecording(evToRecord as Event);
    if (!recordedEvent) return;
    yield* this.#mu.lock();
    this.#eventCache.set(getKey(recordedEvent), deepCopy(recordedEvent) as Kept);
    this.#mu.unlock();
  }

  /** The event to write: a new one, or the one that came before if a series begins with this. Undefined if it was only counted. */
  // Part of: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterImpl.recordToSink
  #counted(eventCopy: Kept): Kept | undefined {
    const eventKey = getKey(eventCopy as Event);
    const isomorphicEvent = this.#eventCache.get(eventKey);
    if (!isomorphicEvent) {
      this.#eventCache.set(eventKey, eventCopy);
      return eventCopy;
    }
    const lastObservedTime = formatMicroTime(this.#sim.epoch + this.#sim.now);
    if (isomorphicEvent.series) {
      isomorphicEvent.series.count++;
      isomorphicEvent.series.lastObservedTime = lastObservedTime;
      return undefined;
    }
    isomorphicEvent.series = { count: 1, lastObservedTime };
    return isomorphicEvent;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterImpl.attemptRecording
  *#attemptRecording(event: Event): Blocking<Event | undefined> {
    for (let tries = 1; ; tries++) {
      const [recordedEvent, retry] = yield* recordEvent(this.#sink, event);
      if (!retry) return recordedEvent;
      if (tries >= maxTriesPerEvent) return undefined;
      // Random, so that clients of a server that was away do not all come back at once.
      yield* this.#sim.sleep(jitter(this.#sim, this.#sleepDurationMs, 0.25));
    }
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterImpl.StartEventWatcher
  startEventWatcher(eventHandler: (event: Event) => void): WatchInterface {
    const watcher = this.#broadcaster.watch();
    this.#sim.go(
      'events/watcher',
      (function* () {
        for (;;) {
          const [watchEvent, ok] = yield* watcher.resultChan().receive();
          if (!ok) return;
          eventHandler(watchEvent.object as Event);
        }
      })(),
    );
    return watcher;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterImpl.startRecordingEvents
  #startRecordingEvents(stop: Stop): void {
    const eventHandler = (event: Event): void => {
      this.#sim.go('events/sink', this.#recordToSink(event));
    };
    const watcher = this.startEventWatcher(eventHandler);
    if (stop) this.#sim.go('events/stop', stopAfter(stop, watcher));
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterImpl.StartRecordingToSink
  startRecordingToSink(stop: Stop): void {
    const refresh = (): Blocking<void> => this.#refreshExistingEventSeries();
    this.#sim.go('events/refresh', until(this.#sim, refresh, refreshTimeMs, stop));
    const finish = (): Blocking<void> => this.#finishSeries();
    this.#sim.go('events/finish', until(this.#sim, finish, finishTimeMs, stop));
    this.#startRecordingEvents(stop);
  }
}

function* stopAfter(stop: NonNullable<Stop>, watcher: WatchInterface): Blocking<void> {
  yield* stop.receive();
  watcher.stop();
}

/** Takes events to the API server. */
// Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#EventSinkImpl
export class EventSinkImpl implements EventSink {
  readonly #interface: EventsV1Client;

  constructor(eventsV1: EventsV1Client) {
    this.#interface = eventsV1;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#EventSinkImpl.Create
  *create(event: Event): Blocking<SinkResult> {
    const { namespace } = event.metadata;
    if (!namespace) return [undefined, new Error("can't create an event with empty namespace")];
    return yield* this.#interface.events(namespace).create(event);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#EventSinkImpl.Update
  *update(event: Event): Blocking<SinkResult> {
    const { namespace } = event.metadata;
    if (!namespace) return [undefined, new Error("can't update an event with empty namespace")];
    return yield* this.#interface.events(namespace).update(event);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#EventSinkImpl.Patch
  *patch(event: Event, data: object): Blocking<SinkResult> {
    const { namespace, name = '' } = event.metadata;
    if (!namespace) return [undefined, new Error("can't patch an event with empty namespace")];
    const patchType = 'application/strategic-merge-patch+json';
    return yield* this.#interface.events(namespace).patch(name, patchType, data);
  }
}

/** A broadcaster that writes to `sink`. The name of the host becomes part of who reports. */
// Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#NewBroadcaster
export function newBroadcaster(
  sim: Sim,
  sink: EventSink,
  hostname: string,
  sleepDurationMs = defaultSleepDurationMs,
  eventCache = new Map<string, Kept>(),
): EventBroadcaster {
  return new EventBroadcasterImpl(sim, sink, hostname, sleepDurationMs, eventCache);
}

/** The event as the server has it, if it took it, and whether to try again: what the server refuses it would refuse again. */
// Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#recordEvent
function* recordEvent(sink: EventSink, event: Event): Blocking<[Event | undefined, boolean]> {
  let result: SinkResult | undefined; // Go: newEvent
  const isEventSeries = event.series !== undefined;
  if (isEventSeries) result = yield* sink.patch(event, createPatchBytesForSeries(event));
  // The event that should be patched may be gone.
  if (result === undefined || isKeyNotFoundError(result[1])) {
    const { resourceVersion: _, ...metadata } = event.metadata;
    result = yield* sink.create({ ...event, metadata });
  }
  const [newEvent, err] = result;
  if (newEvent) return [newEvent, false];
  return [undefined, !isRefusal(err)];
}

/** Upstream computes it as the difference to the event without a series, which is the series. */
// Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#createPatchBytesForSeries
function createPatchBytesForSeries({ series }: Event): object {
  return { series: { ...series } };
}

/**
 * What makes two events the same. The reference has the version of the object, so that an event about a pod that changed is
 * another one.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#getKey
export function getKey({ action, reason, reportingController, regarding = {}, related }: Event): string {
  const { kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath } = regarding;
  const about = [kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath];
  return JSON.stringify([action, reason, reportingController, about, related]);
}

// Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterAdapterImpl
class EventBroadcasterAdapterImpl implements EventBroadcasterAdapter {
  readonly #client: Clientset;
  readonly #coreBroadcaster: ReturnType<typeof newCoreBroadcaster>;
  readonly #eventsv1Broadcaster: EventBroadcaster | undefined;

  constructor(sim: Sim, client: Clientset, eventsv1Broadcaster: EventBroadcaster | undefined) {
    this.#client = client;
    this.#eventsv1Broadcaster = eventsv1Broadcaster;
    this.#coreBroadcaster = newCoreBroadcaster(sim);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterAdapterImpl.StartRecordingToSink
  startRecordingToSink(stop: Stop): void {
    this.#eventsv1Broadcaster?.startRecordingToSink(stop);
    const events = this.#client.coreV1().events('');
    this.#coreBroadcaster.startRecordingToSink(new CoreEventSinkImpl(events));
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterAdapterImpl.NewRecorder
  newRecorder(name: string): EventRecorder {
    if (this.#eventsv1Broadcaster) return this.#eventsv1Broadcaster.newRecorder(name);
    return newEventRecorderAdapter(this.deprecatedNewLegacyRecorder(name));
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterAdapterImpl.DeprecatedNewLegacyRecorder
  deprecatedNewLegacyRecorder(name: string): LegacyEventRecorder {
    return this.#coreBroadcaster.newRecorder({ component: name });
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#eventBroadcasterAdapterImpl.Shutdown
  *shutdown(): Blocking<void> {
    yield* this.#coreBroadcaster.shutdown();
    if (this.#eventsv1Broadcaster) yield* this.#eventsv1Broadcaster.shutdown();
  }
}

/** Asks the server whether it has the new events. The name of the host becomes part of who reports. */
// Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#NewEventBroadcasterAdapter
export function* newEventBroadcasterAdapter(
  sim: Sim,
  client: Clientset,
  hostname: string,
): Blocking<EventBroadcasterAdapter> {
  const [, err] = yield* client.discovery().serverResourcesForGroupVersion('events.k8s.io/v1');
  let eventsv1Broadcaster: EventBroadcaster | undefined;
  if (!err) {
    const sink = new EventSinkImpl(client.group(EventsV1Client));
    eventsv1Broadcaster = newBroadcaster(sim, sink, hostname);
  }
  return new EventBroadcasterAdapterImpl(sim, client, eventsv1Broadcaster);
}
