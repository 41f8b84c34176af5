import type { TransformFunc } from '../../../../staging/src/k8s.io/apimachinery/pkg/fields/selector.ts';
import type {
  Event as CoreEvent,
  KubeObject,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Event } from '../../../../staging/src/k8s.io/client-go/tools/events/interfaces.ts';

/** The fields that both have, without those that are undefined. */
function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** The event of the core group that is stored for one of `events.k8s.io/v1`. */
// Mirrors: pkg/apis/events/v1/conversion.go#Convert_v1_Event_To_core_Event
export function convertV1EventToCoreEvent(event: KubeObject): CoreEvent {
  const {
    note,
    regarding = {},
    reportingController,
    deprecatedSource,
    deprecatedFirstTimestamp,
    deprecatedLastTimestamp,
    deprecatedCount,
    ...same
  } = event as Event;
  return defined({
    ...same,
    apiVersion: 'v1',
    involvedObject: regarding,
    message: note,
    reportingComponent: reportingController,
    source: deprecatedSource,
    firstTimestamp: deprecatedFirstTimestamp,
    lastTimestamp: deprecatedLastTimestamp,
    count: deprecatedCount,
  }) as CoreEvent;
}

// Mirrors: pkg/apis/events/v1/conversion.go#Convert_core_Event_To_v1_Event
export function convertCoreEventToV1Event(event: KubeObject): Event {
  const {
    message,
    involvedObject,
    reportingComponent,
    source,
    firstTimestamp,
    lastTimestamp,
    count,
    ...same
  } = event as CoreEvent;
  return defined({
    ...same,
    apiVersion: 'events.k8s.io/v1',
    note: message,
    regarding: involvedObject,
    reportingController: reportingComponent,
    deprecatedSource: source,
    deprecatedFirstTimestamp: firstTimestamp,
    deprecatedLastTimestamp: lastTimestamp,
    deprecatedCount: count,
  }) as Event;
}

/** Fields by which events of `events.k8s.io/v1` are selected, by the names that the core group has for them. */
// Mirrors: pkg/apis/events/v1/conversion.go#AddFieldLabelConversionsForEvent
export const convertFieldLabel: TransformFunc = (label, value) => {
  const mapped = label
    .replace(
      /^regarding\.(kind|namespace|name|uid|apiVersion|resourceVersion|fieldPath)$/,
      'involvedObject.$1',
    )
    .replace(/^reportingController$/, 'reportingComponent');
  const known = mapped !== label || ['reason', 'type', 'metadata.namespace', 'metadata.name'].includes(label);
  return known ? [[mapped, value], undefined] : [undefined, new Error(`field label not supported: ${label}`)];
};
