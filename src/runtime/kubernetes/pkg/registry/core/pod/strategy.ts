import type { Draft, Pod } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { RESTUpdateStrategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/update.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import { type Kind, fieldLabels } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { bindingREST } from './storage/storage.ts';
import { setDefaultsPod } from '../../../apis/core/v1/defaults.ts';
import { getPodQOS } from '../../../apis/core/helper/qos/qos.ts';
import {
  validatePodCreate,
  validatePodStatusUpdate,
  validatePodUpdate,
} from '../../../apis/core/validation/validation.ts';
import { pod } from '../../../apis/core/v1/shapes.ts';

/** How pods are made, changed and deleted. */
// Mirrors: pkg/registry/core/pod/strategy.go#podStrategy
export const strategy: Strategy<Pod> = {
  gvk: { group: '', version: 'v1', kind: 'Pod' },
  namespaceScoped: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  setDefaults: setDefaultsPod,

  // Mirrors: pkg/registry/core/pod/strategy.go#podStrategy.PrepareForCreate
  prepareForCreate(pod) {
    pod.status = { phase: 'Pending', qosClass: getPodQOS(pod as Pod) };
  },
  validate: validatePodCreate,

  // Mirrors: pkg/registry/core/pod/strategy.go#podStrategy.PrepareForUpdate
  prepareForUpdate(newPod, oldPod) {
    newPod.status = oldPod.status as Draft<Pod>['status'];
  },
  validateUpdate: validatePodUpdate,

  /** A pod that no kubelet runs goes at once, any other one after its grace period. */
  // Mirrors: pkg/registry/core/pod/strategy.go#podStrategy.CheckGracefulDelete
  checkGracefulDelete(pod, options) {
    let periodSeconds = options.gracePeriodSeconds ?? pod.spec?.terminationGracePeriodSeconds ?? 0;
    if (!pod.spec?.nodeName) periodSeconds = 0;
    if (pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded') periodSeconds = 0;
    options.gracePeriodSeconds = periodSeconds;
    return true;
  },
};

/** How the status of a pod is changed: nothing else of it is. */
// Mirrors: pkg/registry/core/pod/strategy.go#podStatusStrategy
export const statusStrategy: RESTUpdateStrategy<Pod> = {
  ...strategy,

  // Mirrors: pkg/registry/core/pod/strategy.go#podStatusStrategy.PrepareForUpdate
  prepareForUpdate(newPod, oldPod) {
    newPod.spec = oldPod.spec as Draft<Pod>['spec'];
    delete newPod.metadata.deletionTimestamp;
    newPod.metadata.ownerReferences = oldPod.metadata.ownerReferences;
    if (!oldPod.metadata.ownerReferences) delete newPod.metadata.ownerReferences;
  },
  validateUpdate: validatePodStatusUpdate,
};

/** Labels and selectable fields of a pod. */
// Mirrors: pkg/registry/core/pod/strategy.go#GetAttrs
export const getAttrs: AttrFunc = (object) => {
  const { metadata, spec, status } = object as Pod;
  const fields = {
    ...objectMetaFieldsSet(object, true),
    'spec.nodeName': spec?.nodeName ?? '',
    'spec.restartPolicy': spec?.restartPolicy ?? '',
    'spec.schedulerName': spec?.schedulerName ?? '',
    'spec.serviceAccountName': spec?.serviceAccountName ?? '',
    'status.phase': status?.phase ?? '',
    'status.podIP': status?.podIPs?.[0]?.ip ?? '',
    'status.nominatedNodeName': status?.nominatedNodeName ?? '',
  };
  return [metadata.labels, fields];
};

const knownLabels = fieldLabels(
  'metadata.name',
  'metadata.namespace',
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.schedulerName',
  'spec.serviceAccountName',
  'status.phase',
  'status.podIP',
  'status.podIPs',
  'status.nominatedNodeName',
);

/** Pods, as the API server serves them. */
export const pods: Kind<Pod> = {
  resource: { group: '', resource: 'pods' },
  shortNames: ['po'],
  shape: pod,
  strategy,
  statusStrategy,
  getAttrs,
  // Old clients say spec.host.
  convertFieldLabel: (label, value) =>
    label === 'spec.host' ? [['spec.nodeName', value], undefined] : knownLabels(label, value),
  returnDeletedObject: true,
  // Mirrors: pkg/registry/core/pod/strategy.go#NodeNameTriggerFunc
  trigger: { field: 'spec.nodeName', value: (pod) => pod.spec?.nodeName ?? '' },
  subresources: { binding: bindingREST },
};
