import type { Event as EventV1 } from 'kubernetes-types/events/v1';
import { anyObject } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import type {
  Draft,
  Event,
  KubeObject,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { type ShapeOf, text, whole } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { objectReference } from '../../../apis/core/v1/shapes.ts';
import { validateEventCreate, validateEventUpdate } from '../../../apis/core/validation/events.ts';
import {
  convertCoreEventToV1Event,
  convertFieldLabel,
  convertV1EventToCoreEvent,
} from '../../../apis/events/v1/conversion.ts';
import { events, strategy } from '../../core/event/strategy.ts';
import type { Kind } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';

/** What a client sends. It becomes an event of the core group after it is read. */
const shape: ShapeOf<EventV1> = {
  ...anyObject,
  series: { count: whole, lastObservedTime: text },
  note: text,
  type: text,
  eventTime: text,
  reportingController: text,
  reportingInstance: text,
  action: text,
  reason: text,
  regarding: objectReference,
  related: objectReference,
  deprecatedSource: { component: text },
  deprecatedCount: whole,
  deprecatedFirstTimestamp: text,
  deprecatedLastTimestamp: text,
};

/** The events of the core group once more, as `events.k8s.io/v1` has them. */
// Mirrors: pkg/registry/events/rest/storage_events.go#RESTStorageProvider.v1Storage
export const eventsV1: Kind<Event> = {
  ...events,
  resource: { group: 'events.k8s.io', resource: 'events' },
  shape,
  strategy: {
    ...strategy,
    gvk: { group: 'events.k8s.io', version: 'v1', kind: 'Event' },
    validate: validateEventCreate,
    /**
     * v1.20.2 compares the new event with itself in place of the old one, so that no change is refused, nor a series that
     * begins with a count of 1. So does Loopscope.
     */
    // Mirrors: pkg/registry/core/event/strategy.go#eventStrategy.ValidateUpdate
    validateUpdate: (event) => validateEventUpdate(event, event),
  },
  convertFieldLabel,
  view: {
    encode: convertCoreEventToV1Event,
    decode: (event) => convertV1EventToCoreEvent(event as KubeObject) as Draft<KubeObject>,
  },
};
