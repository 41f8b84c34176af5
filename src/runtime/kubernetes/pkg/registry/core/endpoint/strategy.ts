import type { EndpointAddress } from 'kubernetes-types/core/v1';
import { defaultFieldLabels } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import type { Endpoints } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { validateEndpoints, validateEndpointsUpdate } from '../../../apis/core/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { AttrFunc } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.ts';
import type { Kind } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { anyObject } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import { type ShapeOf, text, whole } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { objectReference } from '../../../apis/core/v1/shapes.ts';
import { setDefaultsEndpoints } from '../../../apis/core/v1/defaults.ts';

/** How Endpoints are made and changed. They have neither spec nor status: whoever writes them writes all. */
// Mirrors: pkg/registry/core/endpoint/strategy.go#endpointsStrategy
export const strategy: Strategy<Endpoints> = {
  gvk: { group: '', version: 'v1', kind: 'Endpoints' },
  namespaceScoped: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  setDefaults: setDefaultsEndpoints,
  // Mirrors: pkg/registry/core/endpoint/strategy.go#endpointsStrategy.PrepareForCreate
  prepareForCreate() {},
  validate: validateEndpoints,
  // Mirrors: pkg/registry/core/endpoint/strategy.go#endpointsStrategy.PrepareForUpdate
  prepareForUpdate() {},
  validateUpdate: validateEndpointsUpdate,
};

/** Kubernetes selects Endpoints by the fields that all objects have. */
export const getAttrs: AttrFunc = (object) => [object.metadata.labels, objectMetaFieldsSet(object, true)];

const address: ShapeOf<EndpointAddress> = {
  ip: text,
  hostname: text,
  nodeName: text,
  targetRef: objectReference,
};

/** Endpoints, as the API server serves them. */
export const endpoints: Kind<Endpoints> = {
  resource: { group: '', resource: 'endpoints' },
  shortNames: ['ep'],
  shape: {
    ...anyObject,
    subsets: [
      {
        addresses: [address],
        notReadyAddresses: [address],
        ports: [{ name: text, port: whole, protocol: text }],
      },
    ],
  },
  strategy,
  getAttrs,
  convertFieldLabel: defaultFieldLabels,
};
