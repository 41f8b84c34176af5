import type { Draft, Node } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { RESTUpdateStrategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/update.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import { type Kind, fieldLabels } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import {
  anyObject,
  conditions,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { text, truth, whole } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { resourceList } from '../../../apis/core/v1/shapes.ts';
import { validateNode, validateNodeUpdate } from '../../../apis/core/validation/validation.ts';
import { setDefaultsNodeStatus } from '../../../apis/core/v1/defaults.ts';

/** How nodes are made and changed. A new node brings its status along. */
// Mirrors: pkg/registry/core/node/strategy.go#nodeStrategy
export const strategy: Strategy<Node> = {
  gvk: { group: '', version: 'v1', kind: 'Node' },
  namespaceScoped: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  setDefaults: setDefaultsNodeStatus,
  // Mirrors: pkg/registry/core/node/strategy.go#nodeStrategy.PrepareForCreate
  prepareForCreate() {},
  validate: validateNode,
  // Mirrors: pkg/registry/core/node/strategy.go#nodeStrategy.PrepareForUpdate
  prepareForUpdate(newNode, oldNode) {
    newNode.status = oldNode.status as Draft<Node>['status'];
  },
  // Mirrors: pkg/registry/core/node/strategy.go#nodeStrategy.ValidateUpdate
  validateUpdate: (node, old) => [...validateNode(node), ...validateNodeUpdate(node, old)],
};

// Mirrors: pkg/registry/core/node/strategy.go#nodeStatusStrategy
export const statusStrategy: RESTUpdateStrategy<Node> = {
  ...strategy,
  // Mirrors: pkg/registry/core/node/strategy.go#nodeStatusStrategy.PrepareForUpdate
  prepareForUpdate(newNode, oldNode) {
    newNode.spec = oldNode.spec as Draft<Node>['spec'];
  },
  validateUpdate: validateNodeUpdate,
};

// Mirrors: pkg/registry/core/node/strategy.go#GetAttrs
export const getAttrs: AttrFunc = (object) => {
  const { metadata, spec } = object as Node;
  const unschedulable = String(spec?.unschedulable ?? false);
  return [metadata.labels, { ...objectMetaFieldsSet(object, false), 'spec.unschedulable': unschedulable }];
};

/** Nodes, as the API server serves them. */
export const nodes: Kind<Node> = {
  resource: { group: '', resource: 'nodes' },
  shortNames: ['no'],
  shape: {
    ...anyObject,
    spec: {
      podCIDRs: [text],
      unschedulable: truth,
      taints: [{ key: text, value: text, effect: text }],
    },
    status: {
      capacity: resourceList,
      allocatable: resourceList,
      conditions,
      addresses: [{ type: text, address: text }],
      images: [{ names: [text], sizeBytes: whole }],
    },
  },
  strategy,
  statusStrategy,
  getAttrs,
  convertFieldLabel: fieldLabels('metadata.name', 'spec.unschedulable'),
  // Mirrors: pkg/registry/core/node/strategy.go#NameTriggerFunc
  trigger: { field: 'metadata.name', value: (node) => node.metadata.name ?? '' },
};
