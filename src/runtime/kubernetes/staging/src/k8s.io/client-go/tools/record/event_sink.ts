import type { Event } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import type { EventCorrelator, EventPatch } from './events_cache.ts';
import { isKeyNotFoundError, isRefusal, maxTriesPerEvent } from './util/util.ts';

/** What a sink gives back: the event as the server has it. See `isRefusal` for which errors are the server's. */
export type SinkResult = Result<Event>;

/** Where events are kept: `EventSinkImpl` of the clientset, or a test's own. */
// Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#EventSink
export interface EventSink {
  create(event: Event): Blocking<SinkResult>;
  update(event: Event): Blocking<SinkResult>;
  patch(oldEvent: Event, data: EventPatch): Blocking<SinkResult>;
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
