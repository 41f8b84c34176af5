import { nameIsDNSSubdomain } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateImmutableField,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import type { PriorityClass } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  forbidden,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { highestUserDefinablePriority, systemPriorityClassPrefix } from '../types.ts';
import { isKnownSystemPriorityClass } from '../v1/helpers.ts';
import { validatePreemptionPolicy } from '../../core/validation/validation.ts';

// Mirrors: pkg/apis/scheduling/validation/validation.go#ValidatePriorityClass
export function validatePriorityClass(pc: PriorityClass): ErrorList {
  const allErrs = validateObjectMeta(pc.metadata, false, nameIsDNSSubdomain, newPath('metadata'));
  const { name = '' } = pc.metadata;
  // Upstream's decoder makes 0 of a value that is left out.
  const { value = 0, globalDefault = false } = pc as Partial<PriorityClass>;
  if (name.startsWith(systemPriorityClassPrefix)) {
    const err = isKnownSystemPriorityClass(name, value, globalDefault);
    if (err) {
      const reserved = `priority class names with '${systemPriorityClassPrefix}' prefix are reserved for system use only`;
      allErrs.push(forbidden(newPath('metadata', 'name'), `${reserved}. error: ${err.message}`));
    }
  } else if (value > highestUserDefinablePriority) {
    const most = `maximum allowed value of a user defined priority is ${highestUserDefinablePriority}`;
    allErrs.push(forbidden(newPath('value'), most));
  }
  if (pc.preemptionPolicy !== undefined)
    allErrs.push(...validatePreemptionPolicy(pc.preemptionPolicy, newPath('preemptionPolicy')));
  return allErrs;
}

/** The value and the policy of a class stay what they are: pods have been told already. */
// Mirrors: pkg/apis/scheduling/validation/validation.go#ValidatePriorityClassUpdate
export function validatePriorityClassUpdate(pc: PriorityClass, oldPc: PriorityClass): ErrorList {
  const allErrs = validateObjectMetaUpdate(pc.metadata, oldPc.metadata, newPath('metadata'));
  if ((pc.value ?? 0) !== (oldPc.value ?? 0)) {
    allErrs.push(forbidden(newPath('Value'), 'may not be changed in an update.'));
  }
  allErrs.push(
    ...validateImmutableField(pc.preemptionPolicy, oldPc.preemptionPolicy, newPath('preemptionPolicy')),
  );
  return allErrs;
}
