import { defaultFieldLabels } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import type { PriorityClass } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  validatePriorityClass,
  validatePriorityClassUpdate,
} from '../../../apis/scheduling/validation/validation.ts';
import { setDefaultsPriorityClass } from '../../../apis/scheduling/v1/defaults.ts';
import { systemPriorityClasses } from '../../../apis/scheduling/v1/helpers.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { Kind } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { deletePriorityClass } from './storage/storage.ts';
import { anyObject } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { truth, whole } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';

/** How priority classes are made and changed. */
// Mirrors: pkg/registry/scheduling/priorityclass/strategy.go#priorityClassStrategy
export const strategy: Strategy<PriorityClass> = {
  gvk: { group: 'scheduling.k8s.io', version: 'v1', kind: 'PriorityClass' },
  // Mirrors: pkg/registry/scheduling/priorityclass/strategy.go#priorityClassStrategy.NamespaceScoped
  namespaceScoped: false,
  allowCreateOnUpdate: false,
  // Mirrors: pkg/registry/scheduling/priorityclass/strategy.go#priorityClassStrategy.AllowUnconditionalUpdate
  allowUnconditionalUpdate: true,
  setDefaults: setDefaultsPriorityClass,
  // Mirrors: pkg/registry/scheduling/priorityclass/strategy.go#priorityClassStrategy.PrepareForCreate
  prepareForCreate(pc) {
    pc.metadata.generation = 1;
  },
  validate: validatePriorityClass,
  // Mirrors: pkg/registry/scheduling/priorityclass/strategy.go#priorityClassStrategy.PrepareForUpdate
  prepareForUpdate() {},
  validateUpdate: validatePriorityClassUpdate,
};

/** Priority classes, as the API server serves them. It makes the system's itself when it starts. */
export const priorityClasses: Kind<PriorityClass> = {
  resource: { group: 'scheduling.k8s.io', resource: 'priorityclasses' },
  shortNames: ['pc'],
  shape: { ...anyObject, value: whole, globalDefault: truth },
  strategy,
  getAttrs: (object) => [object.metadata.labels, objectMetaFieldsSet(object, false)],
  convertFieldLabel: defaultFieldLabels,
  delete: deletePriorityClass,
  // Part of: pkg/registry/scheduling/rest/storage_scheduling.go#AddSystemPriorityClasses
  bootstrap: systemPriorityClasses,
};
