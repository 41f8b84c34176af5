import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import {
  nameIsDNSSubdomain,
  validateNonnegativeField,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import { selectorFromSet } from '../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type {
  Draft,
  ReplicationController,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  forbidden,
  goStringMap,
  invalid,
  notSupported,
  required,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import {
  type Path,
  newPath,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { validateReplicaSetStatus } from '../../../apis/apps/validation/validation.ts';
import { setDefaultsPodSpec } from '../../../apis/core/v1/defaults.ts';
import { validatePodTemplateSpec } from '../../../apis/core/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { RESTUpdateStrategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/update.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import { type Kind, fieldLabels } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { anyObject, texts } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { whole } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { replicaSetStatus } from '../../../apis/apps/v1/shapes.ts';
import { podTemplateSpec } from '../../../apis/core/v1/shapes.ts';

// Mirrors: pkg/apis/core/validation/validation.go#ValidateReplicationController
function validateReplicationController(rc: ReplicationController): ErrorList {
  return [
    ...validateObjectMeta(rc.metadata, true, nameIsDNSSubdomain, newPath('metadata')),
    ...validateReplicationControllerSpec(rc.spec, newPath('spec')),
  ];
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateReplicationControllerSpec
function validateReplicationControllerSpec(spec: ReplicationController['spec'], fldPath: Path): ErrorList {
  const selector = Object.keys(spec?.selector ?? {}).length;
  return [
    ...validateNonnegativeField(spec?.minReadySeconds, fldPath.child('minReadySeconds')),
    // Mirrors: pkg/apis/core/validation/validation.go#ValidateNonEmptySelector
    ...(selector === 0 ? [required(fldPath.child('selector'), '')] : []),
    ...validateNonnegativeField(spec?.replicas, fldPath.child('replicas')),
    ...validatePodTemplateSpecForRC(spec, fldPath.child('template')),
  ];
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidatePodTemplateSpecForRC
function validatePodTemplateSpecForRC(spec: ReplicationController['spec'], fldPath: Path): ErrorList {
  const template = spec?.template;
  if (!template) return [required(fldPath, '')];
  const allErrs: ErrorList = [];
  const selector = selectorFromSet(spec?.selector);
  const labels = template.metadata?.labels;
  if (!selector.empty() && !selector.matches(labels)) {
    const message = '`selector` does not match template `labels`';
    allErrs.push(invalid(fldPath.child('metadata', 'labels'), goStringMap(labels), message));
  }
  allErrs.push(...validatePodTemplateSpec(template, fldPath));
  const restartPolicy = template.spec?.restartPolicy ?? '';
  if (restartPolicy !== 'Always') {
    allErrs.push(notSupported(fldPath.child('spec', 'restartPolicy'), restartPolicy, ['Always']));
  }
  if (template.spec?.activeDeadlineSeconds !== undefined) {
    const message = 'activeDeadlineSeconds in ReplicationController is not Supported';
    allErrs.push(forbidden(fldPath.child('spec', 'activeDeadlineSeconds'), message));
  }
  return allErrs;
}

/** How ReplicationControllers are made and changed. Without a selector, one takes the labels of its template. */
// Mirrors: pkg/registry/core/replicationcontroller/strategy.go#rcStrategy
export const strategy: Strategy<ReplicationController> = {
  gvk: { group: '', version: 'v1', kind: 'ReplicationController' },
  namespaceScoped: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  // Mirrors: pkg/registry/core/replicationcontroller/strategy.go#rcStrategy.DefaultGarbageCollectionPolicy
  defaultGarbageCollectionPolicy: 'OrphanDependents',

  // Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_ReplicationController
  setDefaults(rc) {
    if (!rc.spec) return;
    const labels = rc.spec.template?.metadata?.labels;
    if (labels) {
      if (Object.keys(rc.spec.selector ?? {}).length === 0) rc.spec.selector = { ...labels };
      if (Object.keys(rc.metadata.labels ?? {}).length === 0) rc.metadata.labels = { ...labels };
    }
    rc.spec.replicas ??= 1;
    if (rc.spec.template?.spec) setDefaultsPodSpec(rc.spec.template.spec);
  },

  // Mirrors: pkg/registry/core/replicationcontroller/strategy.go#rcStrategy.PrepareForCreate
  prepareForCreate(rc) {
    rc.status = { replicas: 0 };
    rc.metadata.generation = 1;
  },
  validate: validateReplicationController,

  // Mirrors: pkg/registry/core/replicationcontroller/strategy.go#rcStrategy.PrepareForUpdate
  prepareForUpdate(next, old) {
    next.status = old.status as Draft<ReplicationController>['status'];
    if (!semanticDeepEqual(old.spec, next.spec))
      next.metadata.generation = (old.metadata.generation ?? 0) + 1;
  },
  // Mirrors: pkg/registry/core/replicationcontroller/strategy.go#rcStrategy.ValidateUpdate
  validateUpdate: (next, old) => [
    ...validateReplicationController(next),
    ...validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata')),
  ],
};

/** How the status of a ReplicationController is changed: its spec is not. */
// Mirrors: pkg/registry/core/replicationcontroller/strategy.go#rcStatusStrategy
export const statusStrategy: RESTUpdateStrategy<ReplicationController> = {
  ...strategy,
  // Mirrors: pkg/registry/core/replicationcontroller/strategy.go#rcStatusStrategy.PrepareForUpdate
  prepareForUpdate(next, old) {
    next.spec = old.spec as Draft<ReplicationController>['spec'];
  },
  // Mirrors: pkg/apis/core/validation/validation.go#ValidateReplicationControllerStatusUpdate
  validateUpdate: (next, old) => [
    ...validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata')),
    // Kubernetes has the same checks once more for this kind.
    ...validateReplicaSetStatus(next.status, newPath('status')),
  ],
};

// Mirrors: pkg/registry/core/replicationcontroller/strategy.go#GetAttrs
export const getAttrs: AttrFunc = (object) => {
  const rc = object as ReplicationController;
  const replicas = String(rc.status?.replicas ?? 0);
  return [rc.metadata.labels, { ...objectMetaFieldsSet(rc, true), 'status.replicas': replicas }];
};

/** ReplicationControllers, as the API server serves them. */
export const replicationControllers: Kind<ReplicationController> = {
  resource: { group: '', resource: 'replicationcontrollers' },
  shortNames: ['rc'],
  shape: {
    ...anyObject,
    spec: { replicas: whole, minReadySeconds: whole, selector: texts, template: podTemplateSpec },
    status: replicaSetStatus,
  },
  strategy,
  statusStrategy,
  getAttrs,
  convertFieldLabel: fieldLabels('metadata.name', 'metadata.namespace', 'status.replicas'),
};
