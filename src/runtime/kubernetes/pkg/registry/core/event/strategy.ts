import type { Event } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import { legacyValidateEvent } from '../../../apis/core/validation/events.ts';
import { type Kind, fieldLabels } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { anyObject } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { text, whole } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { objectReference } from '../../../apis/core/v1/shapes.ts';

/**
 * How events are made and changed. Kubernetes lets them expire after an hour here; Loopscope keeps them, because
 * no run is long enough.
 */
// Mirrors: pkg/registry/core/event/strategy.go#eventStrategy
export const strategy: Strategy<Event> = {
  gvk: { group: '', version: 'v1', kind: 'Event' },
  namespaceScoped: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  defaultGarbageCollectionPolicy: 'Unsupported',
  setDefaults() {},
  // Mirrors: pkg/registry/core/event/strategy.go#eventStrategy.PrepareForCreate
  prepareForCreate() {},
  validate: legacyValidateEvent,
  // Mirrors: pkg/registry/core/event/strategy.go#eventStrategy.PrepareForUpdate
  prepareForUpdate() {},
  // Mirrors: pkg/registry/core/event/strategy.go#eventStrategy.ValidateUpdate
  validateUpdate: (event) => legacyValidateEvent(event),
};

// Mirrors: pkg/registry/core/event/strategy.go#GetAttrs
export const getAttrs: AttrFunc = (object) => {
  const event = object as Event;
  const { kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath } =
    // Upstream's events have one at all times, which may be empty.
    (event as Partial<Event>).involvedObject ?? {};
  const fields = {
    ...objectMetaFieldsSet(event, true),
    'involvedObject.kind': kind ?? '',
    'involvedObject.namespace': namespace ?? '',
    'involvedObject.name': name ?? '',
    'involvedObject.uid': uid ?? '',
    'involvedObject.apiVersion': apiVersion ?? '',
    'involvedObject.resourceVersion': resourceVersion ?? '',
    'involvedObject.fieldPath': fieldPath ?? '',
    reason: event.reason ?? '',
    reportingComponent: event.reportingComponent ?? '',
    source: event.source?.component || (event.reportingComponent ?? ''),
    type: event.type ?? '',
  };
  return [event.metadata.labels, fields];
};

/** Events, as the API server serves them. */
export const events: Kind<Event> = {
  resource: { group: '', resource: 'events' },
  shortNames: ['ev'],
  shape: {
    ...anyObject,
    involvedObject: objectReference,
    reason: text,
    message: text,
    source: { component: text },
    type: text,
    count: whole,
    firstTimestamp: text,
    lastTimestamp: text,
    eventTime: text,
    action: text,
    reportingComponent: text,
    reportingInstance: text,
    series: { count: whole, lastObservedTime: text },
    related: objectReference,
  },
  strategy,
  getAttrs,
  convertFieldLabel: fieldLabels(
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
    'metadata.namespace',
    'metadata.name',
  ),
};
