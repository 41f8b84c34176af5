import type { ObjectReference } from 'kubernetes-types/core/v1';
import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import { Chan } from '../../../../../../../sim/chan.ts';
import type { EventRecorder } from './event.ts';
import { sprintf } from './sprintf.ts';

/**
 * A recorder for tests: a line for each event goes into a channel. Kubernetes blocks when the channel is full;
 * Loopscope throws, because recorders are called from plain functions.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/record/fake.go#FakeRecorder
export class FakeRecorder implements EventRecorder {
  readonly events: Chan<string>;
  readonly includeObject: boolean;

  constructor(bufferSize: number, includeObject = false) {
    this.events = new Chan<string>('recorded events', bufferSize);
    this.includeObject = includeObject;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/record/fake.go#FakeRecorder.Event
  event(object: KubeObject | ObjectReference, eventtype: string, reason: string, message: string): void {
    const line = `${eventtype} ${reason} ${message}${objectString(object, this.includeObject)}`;
    if (!this.events.trySend(line)) {
      throw new Error(
        `FakeRecorder: expected at most ${this.events.capacity} events, found one more: ${line}`,
      );
    }
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/record/fake.go#FakeRecorder.Eventf
  eventf(
    object: KubeObject | ObjectReference,
    eventtype: string,
    reason: string,
    messageFmt: string,
    ...args: readonly unknown[]
  ): void {
    this.event(object, eventtype, reason, sprintf(messageFmt, ...args));
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/record/fake.go#FakeRecorder.AnnotatedEventf
  annotatedEventf(
    object: KubeObject | ObjectReference,
    _annotations: Readonly<Record<string, string>>,
    eventtype: string,
    reason: string,
    messageFmt: string,
    ...args: readonly unknown[]
  ): void {
    this.eventf(object, eventtype, reason, messageFmt, ...args);
  }
}

// Mirrors: staging/src/k8s.io/client-go/tools/record/fake.go#objectString
function objectString(object: KubeObject | ObjectReference, includeObject: boolean): string {
  if (!includeObject) return '';
  return ` involvedObject{kind=${object.kind},apiVersion=${object.apiVersion}}`;
}

// Mirrors: staging/src/k8s.io/client-go/tools/record/fake.go#NewFakeRecorder
export function newFakeRecorder(bufferSize: number): FakeRecorder {
  return new FakeRecorder(bufferSize);
}
