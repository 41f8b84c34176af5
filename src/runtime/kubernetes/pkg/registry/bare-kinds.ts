import { anyObject } from '../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { defaultFieldLabels } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import { nameIsDNSSubdomain } from '../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import { newPath } from '../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { objectMetaFieldsSet } from '../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import { replicaSet } from '../apis/apps/v1/shapes.ts';
import { podDisruptionBudget } from '../apis/policy/v1beta1/shapes.ts';
import type { Kind } from '../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';

/**
 * A kind whose objects are kept as they come, if their fields are of the shape: only their metadata are validated. For kinds that
 * discovery has to tell of, while no controller of theirs is re-implemented.
 */
function bareKind(
  group: string,
  version: string,
  kind: string,
  resource: string,
  namespaceScoped = true,
  shape: Kind['shape'] = anyObject,
): Kind {
  return {
    resource: { group, resource },
    shape,
    strategy: {
      gvk: { group, version, kind },
      namespaceScoped,
      allowCreateOnUpdate: false,
      allowUnconditionalUpdate: true,
      setDefaults() {},
      prepareForCreate() {},
      validate: ({ metadata }) =>
        validateObjectMeta(metadata, namespaceScoped, nameIsDNSSubdomain, newPath('metadata')),
      prepareForUpdate() {},
      validateUpdate: (next, old) => [
        ...validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata')),
      ],
    },
    getAttrs: (object) => [object.metadata.labels, objectMetaFieldsSet(object, namespaceScoped)],
    convertFieldLabel: defaultFieldLabels,
  };
}

export const deployments = bareKind('apps', 'v1', 'Deployment', 'deployments', true, replicaSet);
export const statefulSets = bareKind('apps', 'v1', 'StatefulSet', 'statefulsets', true, replicaSet);

/** What controllers of the controller-manager look for before they start, as far as no file of its own has it. */
export const bareKinds: readonly Kind[] = [
  bareKind('apps', 'v1', 'ControllerRevision', 'controllerrevisions'),
  bareKind('apps', 'v1', 'DaemonSet', 'daemonsets', true, replicaSet),
  deployments,
  statefulSets,
  bareKind('autoscaling', 'v1', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'),
  bareKind('batch', 'v1', 'Job', 'jobs', true, replicaSet),
  bareKind('batch', 'v1beta1', 'CronJob', 'cronjobs'),
  bareKind('certificates.k8s.io', 'v1', 'CertificateSigningRequest', 'certificatesigningrequests', false),
  bareKind('discovery.k8s.io', 'v1beta1', 'EndpointSlice', 'endpointslices'),
  bareKind('policy', 'v1beta1', 'PodDisruptionBudget', 'poddisruptionbudgets', true, podDisruptionBudget),
  bareKind('rbac.authorization.k8s.io', 'v1', 'ClusterRole', 'clusterroles', false),
];
