import type { Event } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import { type RateLimiter, newTokenBucketRateLimiter } from '../../util/flowcontrol/throttle.ts';
import { Lru } from './lru.ts';
import { unixNano } from './unix-nano.ts';
import type { CorrelatorOptions } from './event.ts';

// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#maxLruCacheEntries
const maxLruCacheEntries = 4096;
/** So many events that differ in their message alone, each within the interval of the one before, are made one. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#defaultAggregateMaxEvents
const defaultAggregateMaxEvents = 10;
// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#defaultAggregateIntervalInSeconds
const defaultAggregateIntervalInSeconds = 600;
/** A source may send so many events about an object at once, and then one every five minutes. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#defaultSpamBurst
const defaultSpamBurst = 25;
// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#defaultSpamQPS
const defaultSpamQPS = 1 / 300;

const join = (...parts: readonly (string | undefined)[]): string => parts.join('');

/** What makes two events the same: source, object, type, reason and message. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#getEventKey
export function getEventKey(event: Event): string {
  const { source, involvedObject: about } = event; // Go: none
  return join(
    source?.component,
    source?.host,
    about.kind,
    about.namespace,
    about.name,
    about.fieldPath,
    about.uid,
    about.apiVersion,
    event.type,
    event.reason,
    event.message,
  );
}

/** Source and object of an event. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#getSpamKey
export function getSpamKey(event: Event): string {
  const { source, involvedObject: about } = event; // Go: none
  return join(
    source?.component,
    source?.host,
    about.kind,
    about.namespace,
    about.name,
    about.uid,
    about.apiVersion,
  );
}

/** Drops events of a source that says too much about one object. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#EventSourceObjectSpamFilter
export class EventSourceObjectSpamFilter {
  readonly #sim: Sim;
  readonly #cache: Lru<RateLimiter>;
  readonly #burst: number;
  readonly #qps: number;

  constructor(sim: Sim, lruCacheSize: number, burst: number, qps: number) {
    this.#sim = sim;
    this.#cache = new Lru(lruCacheSize);
    this.#burst = burst;
    this.#qps = qps;
  }

  /** True if the event should be dropped. */
  // Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#EventSourceObjectSpamFilter.Filter
  filter(event: Event): boolean {
    const eventKey = getSpamKey(event);
    const rateLimiter =
      this.#cache.get(eventKey) ?? newTokenBucketRateLimiter(this.#sim, this.#qps, this.#burst);
    const filter = !rateLimiter.tryAccept();
    this.#cache.add(eventKey, rateLimiter);
    return filter;
  }

  /** How many more events like this one may pass now, for observers. */
  tokensFor(event: Event): number {
    return this.#cache.get(getSpamKey(event))?.tokens ?? this.#burst;
  }
}

/** The group to which an event belongs, and what tells it from others of the group. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#EventAggregatorKeyFunc
export type EventAggregatorKeyFunc = (event: Event) => [aggregateKey: string, localKey: string];

/** Groups events that differ in their message alone. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#EventAggregatorByReasonFunc
export function eventAggregatorByReasonFunc(event: Event): [string, string] {
  const { reportingComponent, reportingInstance } = event; // Go: none
  const key = join(getSpamKey(event), event.type, event.reason, reportingComponent, reportingInstance);
  return [key, event.message ?? ''];
}

// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#EventAggregatorMessageFunc
export type EventAggregatorMessageFunc = (event: Event) => string;

// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#EventAggregatorByReasonMessageFunc
export function eventAggregatorByReasonMessageFunc(event: Event): string {
  return `(combined from similar events): ${event.message ?? ''}`;
}

// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#aggregateRecord
interface AggregateRecord {
  readonly localKeys: Set<string>;
  /** Virtual ms. */
  lastTimestamp: number;
}

/** Makes one event of many similar ones. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#EventAggregator
export class EventAggregator {
  readonly #sim: Sim;
  readonly #cache: Lru<AggregateRecord>;
  readonly #keyFunc: EventAggregatorKeyFunc;
  readonly #messageFunc: EventAggregatorMessageFunc;
  readonly #maxEvents: number;
  readonly #maxIntervalMs: number;

  constructor(
    sim: Sim,
    lruCacheSize: number,
    keyFunc: EventAggregatorKeyFunc,
    messageFunc: EventAggregatorMessageFunc,
    maxEvents: number,
    maxIntervalInSeconds: number,
  ) {
    this.#sim = sim;
    this.#cache = new Lru(lruCacheSize);
    this.#keyFunc = keyFunc;
    this.#messageFunc = messageFunc;
    this.#maxEvents = maxEvents;
    this.#maxIntervalMs = maxIntervalInSeconds * 1000;
  }

  /** How many messages the group of an event has at the moment, for observers. */
  messagesLike(event: Event): number {
    return this.#cache.get(this.#keyFunc(event)[0])?.localKeys.size ?? 0;
  }

  /** The event to write, which may be a combined one in place of `newEvent`, and the key under which it is counted. */
  // Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#EventAggregator.EventAggregate
  eventAggregate(newEvent: Event): [Event, string] {
    const now = this.#sim.now;
    const eventKey = getEventKey(newEvent);
    const [aggregateKey, localKey] = this.#keyFunc(newEvent);

    // A record that is too old does not count.
    let record = this.#cache.get(aggregateKey);
    if (!record || now - record.lastTimestamp > this.#maxIntervalMs) {
      record = { localKeys: new Set(), lastTimestamp: now };
    }
    record.localKeys.add(localKey);
    record.lastTimestamp = now;
    this.#cache.add(aggregateKey, record);

    if (record.localKeys.size < this.#maxEvents) return [newEvent, eventKey];

    // The set need not grow beyond the maximum, so any of its keys goes.
    const keys = [...record.localKeys];
    record.localKeys.delete(this.#sim.order === 'seeded' ? this.#sim.random.pick(keys) : (keys[0] as string));

    const { involvedObject, type, reason, source } = newEvent; // Go: none
    const timestamp = this.#sim.timestamp(); // Go: none
    const combined: Event = {
      kind: 'Event',
      apiVersion: 'v1',
      metadata: {
        name: `${involvedObject.name}.${unixNano(this.#sim).toString(16)}`,
        namespace: newEvent.metadata.namespace,
      },
      involvedObject,
      reason,
      message: this.#messageFunc(newEvent),
      source,
      firstTimestamp: timestamp,
      lastTimestamp: timestamp,
      count: 1,
      type,
    };
    return [combined, aggregateKey];
  }
}

// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#eventLog
interface EventLog {
  readonly count: number;
  readonly firstTimestamp: string | undefined;
  readonly name: string | undefined;
  readonly resourceVersion: string | undefined;
}

/** What changes in an event that happens again. */
export interface EventPatch {
  readonly count: number;
  readonly lastTimestamp?: string;
  readonly message?: string;
}

/** Counts how often an event has happened. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#eventLogger
export class EventLogger {
  readonly #cache: Lru<EventLog>;

  constructor(lruCacheEntries: number) {
    this.#cache = new Lru(lruCacheEntries);
  }

  /**
   * The event as it should be written: new, or with the name of the first of its kind, a higher count and a patch.
   * Kubernetes computes the patch from an old and a new text here; Loopscope writes it down, because these
   * three fields are all that can differ.
   */
  // Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#eventLogger.eventObserve
  eventObserve(newEvent: Event, key: string): [Event, EventPatch | undefined] {
    let event = newEvent;
    let patch: EventPatch | undefined;

    const last = this.#cache.get(key);
    if (last && last.count > 0) {
      const { name, resourceVersion, firstTimestamp } = last;
      const count = last.count + 1;
      event = {
        ...newEvent,
        metadata: { ...newEvent.metadata, name, resourceVersion },
        firstTimestamp,
        count,
      };
      patch = {
        count,
        ...(event.lastTimestamp ? { lastTimestamp: event.lastTimestamp } : {}),
        ...(event.message ? { message: event.message } : {}),
      };
    }

    this.#cache.add(key, logOf(event));
    return [event, patch];
  }

  /** Remembers the event as the server has it. */
  // Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#eventLogger.updateState
  updateState(event: Event): void {
    this.#cache.add(getEventKey(event), logOf(event));
  }
}

const logOf = ({ count = 0, firstTimestamp, metadata }: Event): EventLog => ({
  count,
  firstTimestamp,
  name: metadata.name,
  resourceVersion: metadata.resourceVersion,
});

/** What to do with an event: drop it, create it, or patch the one that is there. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#EventCorrelateResult
export type EventCorrelateResult =
  | { readonly skip: true }
  | { readonly skip: false; readonly event: Event; readonly patch: EventPatch | undefined };

/** Keeps events from flooding the cluster: combines similar ones, counts equal ones, drops what is too much. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#EventCorrelator
export class EventCorrelator {
  readonly #filter: EventSourceObjectSpamFilter;
  readonly #aggregator: EventAggregator;
  readonly #logger: EventLogger;

  constructor(filter: EventSourceObjectSpamFilter, aggregator: EventAggregator, logger: EventLogger) {
    this.#filter = filter;
    this.#aggregator = aggregator;
    this.#logger = logger;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#EventCorrelator.EventCorrelate
  eventCorrelate(newEvent: Event): EventCorrelateResult {
    const [aggregateEvent, ckey] = this.#aggregator.eventAggregate(newEvent);
    const [event, patch] = this.#logger.eventObserve(aggregateEvent, ckey);
    if (this.#filter.filter(event)) return { skip: true };
    return { skip: false, event, patch };
  }

  /** What it knows of events like this one, for observers. */
  peek(event: Event): { readonly tokens: number; readonly messages: number } {
    return { tokens: this.#filter.tokensFor(event), messages: this.#aggregator.messagesLike(event) };
  }

  /** Tells the correlator what the server has made of an event. */
  // Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#EventCorrelator.UpdateState
  updateState(event: Event): void {
    this.#logger.updateState(event);
  }
}

// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#NewEventCorrelator
export function newEventCorrelator(sim: Sim): EventCorrelator {
  return newEventCorrelatorWithOptions(sim, {});
}

// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#NewEventCorrelatorWithOptions
export function newEventCorrelatorWithOptions(sim: Sim, options: CorrelatorOptions): EventCorrelator {
  const all = populateDefaults(options);
  return new EventCorrelator(
    new EventSourceObjectSpamFilter(sim, all.lruCacheSize, all.burstSize, all.qps),
    new EventAggregator(
      sim,
      all.lruCacheSize,
      all.keyFunc,
      all.messageFunc,
      all.maxEvents,
      all.maxIntervalInSeconds,
    ),
    new EventLogger(all.lruCacheSize),
  );
}

// Mirrors: staging/src/k8s.io/client-go/tools/record/events_cache.go#populateDefaults
function populateDefaults(options: CorrelatorOptions): Required<CorrelatorOptions> {
  return {
    lruCacheSize: options.lruCacheSize || maxLruCacheEntries,
    burstSize: options.burstSize || defaultSpamBurst,
    qps: options.qps || defaultSpamQPS,
    keyFunc: options.keyFunc ?? eventAggregatorByReasonFunc,
    messageFunc: options.messageFunc ?? eventAggregatorByReasonMessageFunc,
    maxEvents: options.maxEvents || defaultAggregateMaxEvents,
    maxIntervalInSeconds: options.maxIntervalInSeconds || defaultAggregateIntervalInSeconds,
  };
}
