import { defaultFieldLabels } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import type { CSINode } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { validateCSINode, validateCSINodeUpdate } from '../../../apis/storage/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { Kind } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { anyObject } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { text, whole } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';

/** How CSINodes are made and changed. */
// Mirrors: pkg/registry/storage/csinode/strategy.go#csiNodeStrategy
export const strategy: Strategy<CSINode> = {
  gvk: { group: 'storage.k8s.io', version: 'v1', kind: 'CSINode' },
  namespaceScoped: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  setDefaults(node) {
    node.spec ??= { drivers: [] };
  },
  // Mirrors: pkg/registry/storage/csinode/strategy.go#csiNodeStrategy.PrepareForCreate
  prepareForCreate() {},
  validate: validateCSINode,
  // Mirrors: pkg/registry/storage/csinode/strategy.go#csiNodeStrategy.PrepareForUpdate
  prepareForUpdate() {},
  // Mirrors: pkg/registry/storage/csinode/strategy.go#csiNodeStrategy.ValidateUpdate
  validateUpdate: (next, old) => [...validateCSINode(next), ...validateCSINodeUpdate(next, old)],
};

/** CSINodes, as the API server serves them. */
export const csiNodes: Kind<CSINode> = {
  resource: { group: 'storage.k8s.io', resource: 'csinodes' },
  shape: {
    ...anyObject,
    spec: {
      drivers: [{ name: text, nodeID: text, topologyKeys: [text], allocatable: { count: whole } }],
    },
  },

  strategy,
  getAttrs: (object) => [object.metadata.labels, objectMetaFieldsSet(object, false)],
  convertFieldLabel: defaultFieldLabels,
};
