import type { ObjectReference } from 'kubernetes-types/core/v1';
import type { KubeObject } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { EventRecorder } from '../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import { sprintf } from '../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/sprintf.ts';

/** What was recorded about which object. */
export interface Recorded {
  readonly name: string;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A recorder that calls `record` with each event. */
export function recorderOf(record: (event: Recorded) => void): EventRecorder {
  const event: EventRecorder['event'] = (object, type, reason, message) =>
    record({ name: nameOf(object), type, reason, message });
  const eventf: EventRecorder['eventf'] = (object, type, reason, messageFmt, ...args) =>
    event(object, type, reason, sprintf(messageFmt, ...args));
  return {
    event,
    eventf,
    annotatedEventf: (object, annotations, type, reason, messageFmt, ...args) =>
      record({ name: nameOf(object), type, reason, message: sprintf(messageFmt, ...args), annotations }),
  };
}

const nameOf = (object: KubeObject | ObjectReference): string =>
  ('metadata' in object ? object.metadata.name : (object as ObjectReference).name) ?? '';
