import type { ObjectReference } from 'kubernetes-types/core/v1';
import { formatMicroTime } from '../../../apimachinery/pkg/apis/meta/v1/micro_time.ts';
import type { Broadcaster } from '../../../apimachinery/pkg/watch/mux.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import { sprintf } from '../record/sprintf.ts';
import { unixNano } from '../record/unix-nano.ts';
import { validateEventType } from '../record/util/util.ts';
import { getReference } from '../reference/ref.ts';
import type { Event, EventRecorder, Regarding } from './interfaces.ts';

// Mirrors: staging/src/k8s.io/client-go/tools/events/event_recorder.go#recorderImpl
export class RecorderImpl implements EventRecorder {
  readonly #sim: Sim;
  readonly #reportingController: string;
  readonly #reportingInstance: string;
  readonly #broadcaster: Broadcaster;

  constructor(sim: Sim, reportingController: string, reportingInstance: string, broadcaster: Broadcaster) {
    this.#sim = sim;
    this.#reportingController = reportingController;
    this.#reportingInstance = reportingInstance;
    this.#broadcaster = broadcaster;
  }

  /** An event about what cannot be referred to, or of another type, is dropped. */
  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_recorder.go#recorderImpl.Eventf
  eventf(
    regarding: Regarding,
    related: Regarding | undefined,
    eventtype: string,
    reason: string,
    action: string,
    note: string,
    ...args: readonly unknown[]
  ): void {
    const timestamp = formatMicroTime(this.#sim.epoch + this.#sim.now);
    const message = sprintf(note, ...args);
    const [refRegarding, err] = getReference(regarding);
    if (err) return;
    const [refRelated] = getReference(related);
    if (!validateEventType(eventtype)) return;
    const what = { eventTime: timestamp, type: eventtype, reason, note: message, action };
    const event = this.#makeEvent(refRegarding, refRelated, what);
    // In a goroutine, so that recording an event never blocks.
    this.#sim.go('events/recorder', this.#broadcaster.steps.action('ADDED', event));
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/events/event_recorder.go#recorderImpl.makeEvent
  #makeEvent(
    refRegarding: ObjectReference,
    refRelated: ObjectReference | undefined,
    what: Pick<Event, 'eventTime' | 'type' | 'reason' | 'note' | 'action'>,
  ): Event {
    return {
      kind: 'Event',
      apiVersion: 'events.k8s.io/v1',
      metadata: {
        name: `${refRegarding.name}.${unixNano(this.#sim).toString(16)}`,
        namespace: refRegarding.namespace || 'default',
      },
      reportingController: this.#reportingController,
      reportingInstance: this.#reportingInstance,
      regarding: refRegarding,
      ...(refRelated ? { related: refRelated } : {}),
      ...what,
    };
  }
}
