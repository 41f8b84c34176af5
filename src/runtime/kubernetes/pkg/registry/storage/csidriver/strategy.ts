import { defaultFieldLabels } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import type { CSIDriver } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { validateCSIDriver, validateCSIDriverUpdate } from '../../../apis/storage/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { Kind } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { anyObject } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { text } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { setDefaultsCSIDriver } from '../../../apis/storage/v1/defaults.ts';

/** How CSIDrivers are made and changed. */
// Mirrors: pkg/registry/storage/csidriver/strategy.go#csiDriverStrategy
export const strategy: Strategy<CSIDriver> = {
  gvk: { group: 'storage.k8s.io', version: 'v1', kind: 'CSIDriver' },
  namespaceScoped: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  setDefaults: setDefaultsCSIDriver,
  // Mirrors: pkg/registry/storage/csidriver/strategy.go#csiDriverStrategy.PrepareForCreate
  prepareForCreate() {},
  validate: validateCSIDriver,
  // Mirrors: pkg/registry/storage/csidriver/strategy.go#csiDriverStrategy.PrepareForUpdate
  prepareForUpdate() {},
  // Mirrors: pkg/registry/storage/csidriver/strategy.go#csiDriverStrategy.ValidateUpdate
  validateUpdate: (next, old) => [...validateCSIDriver(next), ...validateCSIDriverUpdate(next, old)],
};

/** CSIDrivers, as the API server serves them. */
export const csiDrivers: Kind<CSIDriver> = {
  resource: { group: 'storage.k8s.io', resource: 'csidrivers' },
  shape: { ...anyObject, spec: { volumeLifecycleModes: [text] } },
  strategy,
  getAttrs: (object) => [object.metadata.labels, objectMetaFieldsSet(object, false)],
  convertFieldLabel: defaultFieldLabels,
};
