import type { Event } from '../../../apimachinery/pkg/runtime/object.ts';
import { type ErrorList, invalid, required } from '../../../apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../apimachinery/pkg/util/validation/field/path.ts';
import { isDNS1123Subdomain, isQualifiedName } from '../../../apimachinery/pkg/util/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../apiserver/pkg/registry/rest/strategy.ts';
import type { AttrFunc } from '../../../apiserver/pkg/storage/selection_predicate.ts';
import { type Kind, fieldLabels } from '../../kind.ts';

/**
 * What is wrong with an event. Those with `eventTime` are of the newer kind and must say who reports.
 *
 * Mirrors: pkg/apis/core/validation/events.go#legacyValidateEvent
 */
function legacyValidateEvent(event: Event): ErrorList {
  const namespace = event.metadata.namespace ?? '';
  const involved = event.involvedObject?.namespace ?? '';
  const mismatch = invalid(
    newPath('involvedObject', 'namespace'),
    involved,
    'does not match event.namespace',
  );
  const allErrs: ErrorList = [];
  if (!event.eventTime) {
    const matches = involved === '' ? namespace === '' || namespace === 'default' : namespace === involved;
    if (!matches) allErrs.push(mismatch);
  } else {
    if (involved === '' && namespace !== 'kube-system') allErrs.push(mismatch);
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

/**
 * How events are made and changed. Kubernetes lets them expire after an hour here; Loopscope keeps them, because
 * no run is long enough.
 *
 * Mirrors: pkg/registry/core/event/strategy.go#eventStrategy
 */
export const strategy: Strategy<Event> = {
  gvk: { group: '', version: 'v1', kind: 'Event' },
  namespaceScoped: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  defaultGarbageCollectionPolicy: 'Unsupported',
  setDefaults() {},
  prepareForCreate() {},
  validate: legacyValidateEvent,
  prepareForUpdate() {},
  validateUpdate: (event) => legacyValidateEvent(event),
};

// Mirrors: pkg/registry/core/event/strategy.go#GetAttrs
export const getAttrs: AttrFunc = (object) => {
  const event = object as Event;
  const { kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath } = event.involvedObject;
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
