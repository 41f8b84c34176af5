import type { Event as EventsEvent } from 'kubernetes-types/events/v1';
import type { ObjectReference } from 'kubernetes-types/core/v1';
import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Interface as WatchInterface } from '../../../apimachinery/pkg/watch/watch.ts';
import type { Stop } from '../../../apimachinery/pkg/util/wait/wait.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { EventRecorder as LegacyEventRecorder } from '../record/event.ts';

/** An event of `events.k8s.io/v1`: an event of the core group under other names. */
export type Event = Omit<EventsEvent, 'apiVersion'> & KubeObject;

/** What an event may be about. */
export type Regarding = KubeObject | ObjectReference;

/** Records events on behalf of one controller. It never parks. */
// Mirrors: staging/src/k8s.io/client-go/tools/events/interfaces.go#EventRecorder
export interface EventRecorder {
  /**
   * `regarding` is what the event is about, and `related` what else has to do with it. `eventtype` is Normal or Warning.
   * `reason` says why and `action` what was done or failed, both for programs; `note` is for people, as Go's Sprintf has it.
   */
  eventf(
    regarding: Regarding,
    related: Regarding | undefined,
    eventtype: string,
    reason: string,
    action: string,
    note: string,
    ...args: readonly unknown[]
  ): void;
}

/** Takes the events of recorders to a sink and to watchers. */
// Mirrors: staging/src/k8s.io/client-go/tools/events/interfaces.go#EventBroadcaster
export interface EventBroadcaster {
  /** Writes each event to come to the sink, until `stop` closes. */
  startRecordingToSink(stop: Stop): void;
  newRecorder(reportingController: string): EventRecorder;
  /** Calls `eventHandler` with each event to come. Stop what it gives to end that. */
  startEventWatcher(eventHandler: (event: Event) => void): WatchInterface;
  shutdown(): Blocking<void>;
}

/** The event as the server has it, or why it does not. */
export type SinkResult = Result<Event>;

/** Where events are kept. */
// Mirrors: staging/src/k8s.io/client-go/tools/events/interfaces.go#EventSink
export interface EventSink {
  create(event: Event): Blocking<SinkResult>;
  update(event: Event): Blocking<SinkResult>;
  patch(oldEvent: Event, data: object): Blocking<SinkResult>;
}

/** A broadcaster of the new events where the server has them, of the old ones where it does not. */
// Mirrors: staging/src/k8s.io/client-go/tools/events/interfaces.go#EventBroadcasterAdapter
export interface EventBroadcasterAdapter {
  startRecordingToSink(stop: Stop): void;
  newRecorder(name: string): EventRecorder;
  deprecatedNewLegacyRecorder(name: string): LegacyEventRecorder;
  shutdown(): Blocking<void>;
}
