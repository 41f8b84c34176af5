import type { Event } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  invalid,
  required,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import {
  isDNS1123Subdomain,
  isQualifiedName,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import { nameIsDNSSubdomain } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';

/** What is wrong with an event that comes as one of `events.k8s.io/v1`: what old events had is to be unset. */
// Mirrors: pkg/apis/core/validation/events.go#ValidateEventCreate
export function validateEventCreate(event: Event): ErrorList {
  const allErrs: ErrorList = [
    ...legacyValidateEvent(event),
    ...validateObjectMeta(event.metadata, true, nameIsDNSSubdomain, newPath('metadata')),
    ...validateV1EventSeries(event),
  ];
  const { eventTime, type = '', firstTimestamp, lastTimestamp, count, source } = event;
  if (!eventTime) allErrs.push(required(newPath('eventTime'), ''));
  if (type !== 'Normal' && type !== 'Warning')
    allErrs.push(invalid(newPath('type'), '', `has invalid value: ${type}`));
  const unset = { firstTimestamp, lastTimestamp, count, source: source?.component || source?.host };
  for (const [field, value] of Object.entries(unset))
    if (value) allErrs.push(invalid(newPath(field), '', 'needs to be unset'));
  return allErrs;
}

/**
 * What is wrong with a change of an event by `events.k8s.io/v1`. Of the comparisons of upstream with the event as it was,
 * only those are here that can differ: v1.20.2 gives it the new event twice.
 */
// Mirrors: pkg/apis/core/validation/events.go#ValidateEventUpdate
export function validateEventUpdate(newEvent: Event, oldEvent: Event): ErrorList {
  return [
    ...legacyValidateEvent(newEvent),
    ...validateObjectMetaUpdate(newEvent.metadata, oldEvent.metadata, newPath('metadata')),
  ];
}

// Mirrors: pkg/apis/core/validation/events.go#validateV1EventSeries
function validateV1EventSeries({ series }: Event): ErrorList {
  const allErrs: ErrorList = [];
  if (!series) return allErrs;
  if ((series.count ?? 0) < 2) allErrs.push(invalid(newPath('series.count'), '', 'should be at least 2'));
  if (!series.lastObservedTime) allErrs.push(required(newPath('series.lastObservedTime'), ''));
  return allErrs;
}

/** What is wrong with an event. Those with `eventTime` are of the newer kind and must say who reports. */
// Mirrors: pkg/apis/core/validation/events.go#legacyValidateEvent
export function legacyValidateEvent(event: Event): ErrorList {
  const namespace = event.metadata.namespace ?? '';
  const involved = event.involvedObject?.namespace ?? '';
  const mismatch = () =>
    invalid(newPath('involvedObject', 'namespace'), involved, 'does not match event.namespace');
  const allErrs: ErrorList = [];
  if (!event.eventTime) {
    const matches = involved === '' ? namespace === '' || namespace === 'default' : namespace === involved;
    if (!matches) allErrs.push(mismatch());
  } else {
    if (involved === '' && namespace !== 'kube-system') allErrs.push(mismatch());
    allErrs.push(...validateReporting(event));
  }
  return [
    ...allErrs,
    ...isDNS1123Subdomain(namespace).map((message) => invalid(newPath('namespace'), namespace, message)),
  ];
}

function validateReporting(event: Event): ErrorList {
  const allErrs: ErrorList = [];
  const bounded = (field: string, value: string, limit: number, needed: boolean): void => {
    if (needed && value === '') allErrs.push(required(newPath(field), ''));
    if (value.length > limit)
      allErrs.push(invalid(newPath(field), '', `can have at most ${limit} characters`));
  };
  const controller = event.reportingComponent ?? '';
  const path = newPath('reportingController');
  if (controller === '') allErrs.push(required(path, ''));
  allErrs.push(...isQualifiedName(controller).map((message) => invalid(path, controller, message)));
  bounded('reportingInstance', event.reportingInstance ?? '', 128, true);
  bounded('action', event.action ?? '', 128, true);
  bounded('reason', event.reason ?? '', 128, true);
  bounded('message', event.message ?? '', 1024, false);
  return allErrs;
}
