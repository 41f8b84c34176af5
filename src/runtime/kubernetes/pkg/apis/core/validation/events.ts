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
