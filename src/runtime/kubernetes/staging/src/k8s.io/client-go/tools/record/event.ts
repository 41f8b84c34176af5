import type { EventSource, ObjectReference } from 'kubernetes-types/core/v1';
import { quote } from '../../../../../../../go/strconv.ts';
import type { Result } from '../../../../../../../go/result.ts';
import { type Blocking, running } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import type { Event, KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import {
  type Broadcaster,
  newBroadcaster as newWatchBroadcaster,
} from '../../../apimachinery/pkg/watch/mux.ts';
import type { Interface as WatchInterface } from '../../../apimachinery/pkg/watch/watch.ts';
import type { EventRecorder as NewEventRecorder } from '../events/interfaces.ts';
import { getReference } from '../reference/ref.ts';
import {
  type EventAggregatorKeyFunc,
  type EventAggregatorMessageFunc,
  type EventCorrelator,
  type EventPatch,
  newEventCorrelatorWithOptions,
} from './events_cache.ts';
import { sprintf } from './sprintf.ts';
import { unixNano } from './unix-nano.ts';
import { isKeyNotFoundError, isRefusal, validateEventType } from './util/util.ts';

// Kubernetes logs what it drops; in Loopscope observers see it.

// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#maxTriesPerEvent
export const maxTriesPerEvent = 12;

// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#defaultSleepDuration
const defaultSleepDurationMs = 10_000;

// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#maxQueuedEvents
const maxQueuedEvents = 1000;

/** What a sink gives back: the event as the server has it. See `isRefusal` for which errors are the server's. */
export type SinkResult = Result<Event>;

/** Where events are kept: `EventSinkImpl` of the clientset, or a test's own. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#EventSink
export interface EventSink {
  create(event: Event): Blocking<SinkResult>;
  update(event: Event): Blocking<SinkResult>;
  patch(oldEvent: Event, data: EventPatch): Blocking<SinkResult>;
}

/** What a correlator may be told; zero and left out mean the default. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#CorrelatorOptions
export interface CorrelatorOptions {
  readonly lruCacheSize?: number;
  readonly burstSize?: number;
  readonly qps?: number;
  readonly keyFunc?: EventAggregatorKeyFunc;
  readonly messageFunc?: EventAggregatorMessageFunc;
  readonly maxEvents?: number;
  readonly maxIntervalInSeconds?: number;
}

/**
 * Records events on behalf of one source. None of its calls parks; an event about something that cannot be
 * referred to, or of a type other than Normal and Warning, is dropped.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#EventRecorder
export interface EventRecorder {
  /** `reason` is for programs, in upper camel case; `message` is for people. */
  event(object: KubeObject | ObjectReference, eventtype: string, reason: string, message: string): void;
  /** As `event`, with a message as Go's `Sprintf` makes it. */
  eventf(
    object: KubeObject | ObjectReference,
    eventtype: string,
    reason: string,
    messageFmt: string,
    ...args: readonly unknown[]
  ): void;
  /** As `eventf`, with annotations. */
  annotatedEventf(
    object: KubeObject | ObjectReference,
    annotations: Readonly<Record<string, string>>,
    eventtype: string,
    reason: string,
    messageFmt: string,
    ...args: readonly unknown[]
  ): void;
}

/** Writes an entry to a structured log: a message, then names and values in turn. */
export type InfoS = (message: string, ...keysAndValues: readonly unknown[]) => void;

/** Takes the events of recorders to sinks and watchers. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#EventBroadcaster
export interface EventBroadcaster {
  /** Calls `eventHandler` with each event to come, one after the other. Stop what it gives to end that. */
  startEventWatcher(eventHandler: (event: Event) => Blocking<void>): WatchInterface;
  /** Writes each event to come to `sink`. */
  startRecordingToSink(sink: EventSink): WatchInterface;
  /** Writes a line for each event to come. */
  startLogging(logf: (line: string) => void): WatchInterface;
  /** Writes an entry of names and values for each event to come. */
  startStructuredLogging(infoS: InfoS): WatchInterface;
  newRecorder(source: EventSource): EventRecorder;
  shutdown(): Blocking<void>;
}

/** Lets a recorder of old events be used as one of new ones: what is related, and the action, are left out. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#NewEventRecorderAdapter
export function newEventRecorderAdapter(recorder: EventRecorder): NewEventRecorder {
  return {
    // Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#EventRecorderAdapter.Eventf
    eventf(regarding, _related, eventtype, reason, _action, note, ...args) {
      recorder.eventf(regarding, eventtype, reason, note, ...args); // Go: none
    },
  };
}

// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#NewBroadcaster
export function newBroadcaster(sim: Sim): EventBroadcaster {
  return newBroadcasterWithCorrelatorOptions(sim, {});
}

/** As `newBroadcaster`, with another pause between tries, in ms. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#NewBroadcasterForTests
export function newBroadcasterForTests(sim: Sim, sleepDurationMs: number): EventBroadcaster {
  return new EventBroadcasterImpl(sim, sleepDurationMs, {});
}

// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#NewBroadcasterWithCorrelatorOptions
export function newBroadcasterWithCorrelatorOptions(sim: Sim, options: CorrelatorOptions): EventBroadcaster {
  return new EventBroadcasterImpl(sim, defaultSleepDurationMs, options);
}

// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#eventBroadcasterImpl
class EventBroadcasterImpl implements EventBroadcaster {
  readonly #sim: Sim;
  readonly #broadcaster: Broadcaster;
  readonly #sleepDurationMs: number;
  readonly #options: CorrelatorOptions;

  constructor(sim: Sim, sleepDurationMs: number, options: CorrelatorOptions) {
    this.#sim = sim;
    const broadcaster = newWatchBroadcaster(sim, maxQueuedEvents, 'DropIfChannelFull', 'events/broadcaster');
    broadcaster.steps = sim.observe('event-broadcaster', running()?.group ?? 'events', broadcaster);
    this.#broadcaster = broadcaster;
    this.#sleepDurationMs = sleepDurationMs;
    this.#options = options;
  }

  /** The sink is observed as `event-sink` under the name of the program that starts it. */
  // Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#eventBroadcasterImpl.StartRecordingToSink
  startRecordingToSink(sink: EventSink): WatchInterface {
    const sim = this.#sim; // Go: none
    const program = running()?.group ?? 'events'; // Go: none
    const observed = sim.observe('event-sink', program, sink);
    const correlator = newEventCorrelatorWithOptions(sim, this.#options);
    const eventCorrelator = sim.observe('event-correlator', program, correlator);
    return this.startEventWatcher((event) =>
      recordToSink(sim, observed, event, eventCorrelator, this.#sleepDurationMs),
    );
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#eventBroadcasterImpl.StartLogging
  startLogging(logf: (line: string) => void): WatchInterface {
    return this.startEventWatcher(function* ({ involvedObject, type, reason, message }) {
      logf(`Event(${goSyntax(involvedObject)}): type: '${type}' reason: '${reason}' ${message}`);
    });
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#eventBroadcasterImpl.StartStructuredLogging
  startStructuredLogging(infoS: InfoS): WatchInterface {
    return this.startEventWatcher(function* ({ involvedObject, type, reason, message }) {
      const { namespace, name = '', kind, apiVersion = '' } = involvedObject; // Go: none
      const object = namespace ? `${namespace}/${name}` : name; // Go: none
      const about = ['object', object, 'kind', kind, 'apiVersion', apiVersion]; // Go: none
      infoS('Event occurred', ...about, 'type', type, 'reason', reason, 'message', message); // Go: none
    });
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#eventBroadcasterImpl.StartEventWatcher
  startEventWatcher(eventHandler: (event: Event) => Blocking<void>): WatchInterface {
    const watcher = this.#broadcaster.watch();
    this.#sim.go(
      'events/watcher',
      (function* () {
        for (;;) {
          const [watchEvent, open] = yield* watcher.resultChan().receive();
          if (!open) return;
          yield* eventHandler(watchEvent.object as Event);
        }
      })(),
    );
    return watcher;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#eventBroadcasterImpl.NewRecorder
  newRecorder(source: EventSource): EventRecorder {
    return new RecorderImpl(this.#sim, source, this.#broadcaster);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#eventBroadcasterImpl.Shutdown
  *shutdown(): Blocking<void> {
    yield* this.#broadcaster.shutdown();
  }
}

/** A reference as Go prints it with `%#v`. */
function goSyntax(ref: ObjectReference): string {
  const { kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath } = ref;
  const fields = { kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath };
  const goNames: Readonly<Record<string, string>> = { uid: 'UID', apiVersion: 'APIVersion' };
  const told = Object.entries(fields).map(([field, value]) => {
    const goName = goNames[field] ?? `${field[0]?.toUpperCase()}${field.slice(1)}`;
    return `${goName}:${quote(value ?? '')}`;
  });
  return `v1.ObjectReference{${told.join(', ')}}`;
}

/** Writes one event as the correlator says, in up to `maxTriesPerEvent` tries; then the event is dropped. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#recordToSink
export function* recordToSink(
  sim: Sim,
  sink: EventSink,
  event: Event,
  eventCorrelator: EventCorrelator,
  sleepDurationMs: number,
): Blocking<void> {
  const result = eventCorrelator.eventCorrelate(event);
  if (result.skip) return;
  const updateExistingEvent = (result.event.count ?? 0) > 1;
  for (let tries = 1; ; tries++) {
    if (yield* recordEvent(sink, result.event, result.patch, updateExistingEvent, eventCorrelator)) return;
    if (tries >= maxTriesPerEvent) return;
    // The first pause is random, so that clients of a server that was away do not all come back at once.
    yield* sim.sleep(tries === 1 ? Math.floor(sleepDurationMs * sim.random.float()) : sleepDurationMs);
  }
}

/** True if the event was written or is hopeless; false if it should be tried again. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#recordEvent
function* recordEvent(
  sink: EventSink,
  event: Event,
  patch: EventPatch | undefined,
  updateExistingEvent: boolean,
  eventCorrelator: EventCorrelator,
): Blocking<boolean> {
  let result: SinkResult | undefined; // Go: newEvent
  if (updateExistingEvent && patch) result = yield* sink.patch(event, patch);
  // The event that should be patched may be gone.
  if (result === undefined || isKeyNotFoundError(result[1])) {
    const { resourceVersion: _, ...metadata } = event.metadata;
    result = yield* sink.create({ ...event, metadata });
  }
  const [newEvent, err] = result;
  if (newEvent) {
    // The server may have given it another name or version.
    eventCorrelator.updateState(newEvent);
    return true;
  }
  // What the server refuses it would refuse again. Without a connection, hold everything and keep trying.
  return isRefusal(err);
}

// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#recorderImpl
class RecorderImpl implements EventRecorder {
  readonly #sim: Sim;
  readonly #source: EventSource;
  readonly #broadcaster: Broadcaster;

  constructor(sim: Sim, source: EventSource, broadcaster: Broadcaster) {
    this.#sim = sim;
    this.#source = source;
    this.#broadcaster = broadcaster;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#recorderImpl.generateEvent
  #generateEvent(
    object: KubeObject | ObjectReference,
    annotations: Readonly<Record<string, string>> | undefined,
    eventtype: string,
    reason: string,
    message: string,
  ): void {
    const [ref, err] = getReference(object);
    if (err || !validateEventType(eventtype)) return;
    const event = this.#makeEvent(ref, annotations, eventtype, reason, message);
    // In a goroutine, so that recording an event never blocks.
    this.#sim.go('events/recorder', this.#broadcaster.steps.action('ADDED', event));
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#recorderImpl.Event
  event(object: KubeObject | ObjectReference, eventtype: string, reason: string, message: string): void {
    this.#generateEvent(object, undefined, eventtype, reason, message);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#recorderImpl.Eventf
  eventf(
    object: KubeObject | ObjectReference,
    eventtype: string,
    reason: string,
    messageFmt: string,
    ...args: readonly unknown[]
  ): void {
    this.event(object, eventtype, reason, sprintf(messageFmt, ...args));
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#recorderImpl.AnnotatedEventf
  annotatedEventf(
    object: KubeObject | ObjectReference,
    annotations: Readonly<Record<string, string>>,
    eventtype: string,
    reason: string,
    messageFmt: string,
    ...args: readonly unknown[]
  ): void {
    this.#generateEvent(object, annotations, eventtype, reason, sprintf(messageFmt, ...args));
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#recorderImpl.makeEvent
  #makeEvent(
    ref: ObjectReference,
    annotations: Readonly<Record<string, string>> | undefined,
    eventtype: string,
    reason: string,
    message: string,
  ): Event {
    const timestamp = this.#sim.timestamp(); // Go: t
    return {
      kind: 'Event',
      apiVersion: 'v1',
      metadata: {
        name: `${ref.name}.${unixNano(this.#sim).toString(16)}`,
        namespace: ref.namespace || 'default',
        ...(annotations ? { annotations: { ...annotations } } : {}),
      },
      involvedObject: ref,
      reason,
      message,
      source: this.#source,
      firstTimestamp: timestamp,
      lastTimestamp: timestamp,
      count: 1,
      type: eventtype,
    };
  }
}
