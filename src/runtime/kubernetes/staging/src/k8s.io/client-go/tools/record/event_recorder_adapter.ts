import type { EventRecorder as LegacyEventRecorder } from './event.ts';
import type { EventRecorder } from '../events/interfaces.ts';

/**
 * Lets a recorder of old events be used as one of new ones: what is related, and the action, are left out.
 *
 * Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#NewEventRecorderAdapter
 */
export function newEventRecorderAdapter(recorder: LegacyEventRecorder): EventRecorder {
  return {
    // Mirrors: staging/src/k8s.io/client-go/tools/record/event.go#EventRecorderAdapter.Eventf
    eventf(regarding, _related, eventtype, reason, _action, note, ...args) {
      recorder.eventf(regarding, eventtype, reason, note, ...args);
    },
  };
}
