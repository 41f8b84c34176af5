import type { EndpointAddress, EndpointPort, EndpointSubset } from 'kubernetes-types/core/v1';
import { nameIsDNSSubdomain } from '../../../apimachinery/pkg/api/validation/generic.ts';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../apimachinery/pkg/api/validation/objectmeta.ts';
import { defaultFieldLabels } from '../../../apimachinery/pkg/runtime/conversion.ts';
import type { Endpoints } from '../../../apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  invalid,
  notSupported,
  required,
} from '../../../apimachinery/pkg/util/validation/field/errors.ts';
import { type Path, newPath } from '../../../apimachinery/pkg/util/validation/field/path.ts';
import {
  isDNS1123Label,
  isDNS1123Subdomain,
  isQualifiedName,
  isValidPortNum,
} from '../../../apimachinery/pkg/util/validation/validation.ts';
import { isValidIP, validateNonSpecialIP } from '../../../apis/core/validation/validation_ip.ts';
import { objectMetaFieldsSet } from '../../../apiserver/pkg/registry/generic/matcher.ts';
import type { Strategy } from '../../../apiserver/pkg/registry/rest/strategy.ts';
import type { AttrFunc } from '../../../apiserver/pkg/storage/selection_predicate.ts';
import type { Kind } from '../../kind.ts';

const protocols = ['SCTP', 'TCP', 'UDP'];

// Mirrors: pkg/apis/core/validation/validation.go#ValidateEndpoints
function validateEndpoints(endpoints: Endpoints): ErrorList {
  return [
    ...validateObjectMeta(endpoints.metadata, true, nameIsDNSSubdomain, newPath('metadata')),
    ...validateEndpointSubsets(endpoints.subsets ?? [], newPath('subsets')),
  ];
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateEndpointsUpdate
function validateEndpointsUpdate(next: Endpoints, old: Endpoints): ErrorList {
  return [
    ...validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata')),
    ...validateEndpoints(next),
  ];
}

// Mirrors: pkg/apis/core/validation/validation.go#validateEndpointSubsets
function validateEndpointSubsets(subsets: readonly EndpointSubset[], fldPath: Path): ErrorList {
  return subsets.flatMap(({ addresses = [], notReadyAddresses = [], ports = [] }, i) => {
    const idxPath = fldPath.index(i);
    const allErrs: ErrorList = [];
    if (addresses.length === 0 && notReadyAddresses.length === 0) {
      allErrs.push(required(idxPath, 'must specify `addresses` or `notReadyAddresses`'));
    }
    const each = (list: readonly EndpointAddress[], name: string): void =>
      list.forEach((address, n) =>
        allErrs.push(...validateEndpointAddress(address, idxPath.child(name).index(n))),
      );
    each(addresses, 'addresses');
    each(notReadyAddresses, 'notReadyAddresses');
    ports.forEach((port, n) =>
      allErrs.push(...validateEndpointPort(port, ports.length > 1, idxPath.child('ports').index(n))),
    );
    return allErrs;
  });
}

// Mirrors: pkg/apis/core/validation/validation.go#validateEndpointAddress
function validateEndpointAddress(address: EndpointAddress, fldPath: Path): ErrorList {
  const { ip, hostname = '', nodeName } = address;
  const all = (name: string, value: string, messages: readonly string[]): ErrorList =>
    messages.map((message) => invalid(fldPath.child(name), value, message));
  return [
    ...all('ip', ip, isValidIP(ip)),
    ...(hostname === '' ? [] : all('hostname', hostname, isDNS1123Label(hostname))),
    ...(nodeName === undefined ? [] : all('nodeName', nodeName, isDNS1123Subdomain(nodeName))),
    ...validateNonSpecialIP(ip, fldPath.child('ip')),
  ];
}

// Mirrors: pkg/apis/core/validation/validation.go#validateEndpointPort
function validateEndpointPort(endpointPort: EndpointPort, requireName: boolean, fldPath: Path): ErrorList {
  const { name = '', port, protocol = '', appProtocol } = endpointPort;
  const allErrs: ErrorList = [];
  const all = (field: string, value: unknown, messages: readonly string[]): void =>
    void allErrs.push(...messages.map((message) => invalid(fldPath.child(field), value, message)));
  if (requireName && name === '') allErrs.push(required(fldPath.child('name'), ''));
  else if (name !== '') all('name', name, isDNS1123Label(name));
  all('port', port, isValidPortNum(port));
  if (protocol === '') allErrs.push(required(fldPath.child('protocol'), ''));
  else if (!protocols.includes(protocol)) {
    allErrs.push(notSupported(fldPath.child('protocol'), protocol, protocols));
  }
  if (appProtocol !== undefined) all('appProtocol', appProtocol, isQualifiedName(appProtocol));
  return allErrs;
}

/**
 * How Endpoints are made and changed. They have neither spec nor status: whoever writes them writes all.
 *
 * Mirrors: pkg/registry/core/endpoint/strategy.go#endpointsStrategy
 */
export const strategy: Strategy<Endpoints> = {
  gvk: { group: '', version: 'v1', kind: 'Endpoints' },
  namespaceScoped: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  // Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_Endpoints
  setDefaults(endpoints) {
    for (const { ports } of endpoints.subsets ?? []) for (const port of ports ?? []) port.protocol ||= 'TCP';
  },
  prepareForCreate() {},
  validate: validateEndpoints,
  prepareForUpdate() {},
  validateUpdate: validateEndpointsUpdate,
};

/** Kubernetes selects Endpoints by the fields that all objects have. */
export const getAttrs: AttrFunc = (object) => [object.metadata.labels, objectMetaFieldsSet(object, true)];

/** Endpoints, as the API server serves them. */
export const endpoints: Kind<Endpoints> = {
  resource: { group: '', resource: 'endpoints' },
  shortNames: ['ep'],
  strategy,
  getAttrs,
  convertFieldLabel: defaultFieldLabels,
};
