import { nameIsDNSSubdomain } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import type { Draft, Node } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  forbidden,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
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

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNode
function validateNode(node: Node): ErrorList {
  return validateObjectMeta(node.metadata, false, nameIsDNSSubdomain, newPath('metadata'));
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNodeUpdate
function validateNodeUpdate(node: Node, old: Node): ErrorList {
  const allErrs = validateObjectMetaUpdate(node.metadata, old.metadata, newPath('metadata'));
  const [next, before] = [node.spec ?? {}, old.spec ?? {}];
  if (before.podCIDRs?.length && !semanticDeepEqual(next.podCIDRs, before.podCIDRs)) {
    const message = 'node updates may not change podCIDR except from "" to valid';
    allErrs.push(forbidden(newPath('spec', 'podCIDRs'), message));
  }
  if (before.providerID && next.providerID !== before.providerID) {
    const message = 'node updates may not change providerID except from "" to valid';
    allErrs.push(forbidden(newPath('spec', 'providerID'), message));
  }
  return allErrs;
}

/** How nodes are made and changed. A new node brings its status along. */
// Mirrors: pkg/registry/core/node/strategy.go#nodeStrategy
export const strategy: Strategy<Node> = {
  gvk: { group: '', version: 'v1', kind: 'Node' },
  namespaceScoped: false,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  // Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_NodeStatus
  setDefaults(node) {
    if (node.status?.capacity) node.status.allocatable ??= { ...node.status.capacity };
  },
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
