import type { ServiceSpec } from 'kubernetes-types/core/v1';
import { defaultFieldLabels } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import type { Draft, Service } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { setDefaultsService } from '../../../apis/core/v1/defaults.ts';
import {
  validateService,
  validateServiceStatusUpdate,
  validateServiceUpdate,
} from '../../../apis/core/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { RESTUpdateStrategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/update.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import type { Kind } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { createService, deleteService } from './storage/rest.ts';
import { anyObject, texts } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { intOrString, text, whole } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';

/** Brings the two fields for addresses together, of which old clients know only the first. */
// Mirrors: pkg/registry/core/service/strategy.go#NormalizeClusterIPs
function normalizeClusterIPs(oldSvc: Service | undefined, spec: Draft<ServiceSpec>): void {
  const [old, ip, ips] = [oldSvc?.spec, spec.clusterIP ?? '', spec.clusterIPs ?? []];
  if (!old) {
    if (ip !== '' && ips.length === 0) spec.clusterIPs = [ip];
    return;
  }
  const [oldIP, oldIPs] = [old.clusterIP ?? '', old.clusterIPs ?? []];
  if (oldIPs.length > 0 && ips.length === 0 && oldIP === ip) spec.clusterIPs = [...oldIPs];
  if (oldIP === ip || !sameStringSlice(oldIPs, ips)) return;
  if (ip === '') delete spec.clusterIPs;
  else spec.clusterIPs = [ip];
}

// Mirrors: pkg/registry/core/service/strategy.go#sameStringSlice
const sameStringSlice = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, i) => text === b[i]);

/** Takes away what belongs to feature gates that are off at v1.20.2. */
// Mirrors: pkg/registry/core/service/strategy.go#dropServiceDisabledFields
function dropServiceDisabledFields(spec: Draft<ServiceSpec>): void {
  delete spec.ipFamilies;
  delete spec.ipFamilyPolicy;
  delete spec.allocateLoadBalancerNodePorts;
  if ((spec.clusterIPs?.length ?? 0) > 1) spec.clusterIPs = spec.clusterIPs?.slice(0, 1);
}

/** How Services are made and changed. */
// Mirrors: pkg/registry/core/service/strategy.go#svcStrategy
export const strategy: Strategy<Service> = {
  gvk: { group: '', version: 'v1', kind: 'Service' },
  namespaceScoped: true,
  // Kubernetes lets an update create a Service; here the creation that gives it an address is a request of its own.
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  setDefaults: setDefaultsService,

  // Mirrors: pkg/registry/core/service/strategy.go#svcStrategy.PrepareForCreate
  prepareForCreate(service) {
    service.status = { loadBalancer: {} };
    const spec = (service.spec ??= {});
    normalizeClusterIPs(undefined, spec);
    dropServiceDisabledFields(spec);
  },
  validate: validateService,

  // Mirrors: pkg/registry/core/service/strategy.go#svcStrategy.PrepareForUpdate
  prepareForUpdate(next, old) {
    next.status = old.status as Draft<Service>['status'];
    const spec = (next.spec ??= {});
    normalizeClusterIPs(old, spec);
    dropServiceDisabledFields(spec);
    // Mirrors: pkg/registry/core/service/strategy.go#dropTypeDependentFields
    const leaves = spec.type === 'ExternalName' && old.spec?.type !== 'ExternalName';
    if (leaves && spec.clusterIP === old.spec?.clusterIP) {
      delete spec.clusterIP;
      delete spec.clusterIPs;
    }
  },
  validateUpdate: validateServiceUpdate,
};

// Mirrors: pkg/registry/core/service/strategy.go#serviceStatusStrategy
export const statusStrategy: RESTUpdateStrategy<Service> = {
  ...strategy,
  // Mirrors: pkg/registry/core/service/strategy.go#serviceStatusStrategy.PrepareForUpdate
  prepareForUpdate(next, old) {
    next.spec = old.spec as Draft<Service>['spec'];
  },
  validateUpdate: validateServiceStatusUpdate,
};

/** Kubernetes selects Services by the fields that all objects have. */
export const getAttrs: AttrFunc = (object) => [object.metadata.labels, objectMetaFieldsSet(object, true)];

/** Services, as the API server serves them. */
export const services: Kind<Service> = {
  resource: { group: '', resource: 'services' },
  shortNames: ['svc'],
  shape: {
    ...anyObject,
    spec: {
      ports: [{ name: text, protocol: text, port: whole, targetPort: intOrString, nodePort: whole }],
      selector: texts,
      clusterIP: text,
      clusterIPs: [text],
      type: text,
      externalIPs: [text],
      sessionAffinity: text,
      sessionAffinityConfig: { clientIP: { timeoutSeconds: whole } },
      externalName: text,
    },
  },
  strategy,
  statusStrategy,
  getAttrs,
  convertFieldLabel: defaultFieldLabels,
  returnDeletedObject: true,
  create: createService,
  delete: deleteService,
};
