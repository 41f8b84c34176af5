import type { Stop } from '../../../apimachinery/pkg/util/wait/wait.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import type { Clientset } from '../../kubernetes/clientset.ts';
import { EventSinkImpl as CoreEventSinkImpl } from '../../kubernetes/typed/core/v1/event_expansion.ts';
import { EventsV1Client } from '../../kubernetes/typed/events/v1/events_client.ts';
import {
  type EventRecorder as LegacyEventRecorder,
  newBroadcaster as newCoreBroadcaster,
} from '../record/event.ts';
import { newEventRecorderAdapter } from '../record/event_recorder_adapter.ts';
import { newBroadcaster } from './event_broadcaster.ts';
import type {
  Event,
  EventBroadcaster,
  EventBroadcasterAdapter,
  EventRecorder,
  EventSink,
  SinkResult,
} from './interfaces.ts';

/**
 * Takes events to the API server.
 *
 * Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#EventSinkImpl
 */
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

/**
 * Asks the server whether it has the new events. The name of the host becomes part of who reports.
 *
 * Mirrors: staging/src/k8s.io/client-go/tools/events/event_broadcaster.go#NewEventBroadcasterAdapter
 */
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
