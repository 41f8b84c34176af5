import type { EndpointAddress, EndpointPort, EndpointSubset } from 'kubernetes-types/core/v1';
import { nameIsDNSSubdomain } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import type { Endpoints } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  invalid,
  notSupported,
  required,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import {
  type Path,
  newPath,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import {
  isDNS1123Label,
  isDNS1123Subdomain,
  isQualifiedName,
  isValidPortNum,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';
import { isValidIP, validateNonSpecialIP } from './validation_ip.ts';

const protocols = ['SCTP', 'TCP', 'UDP'];

/** What is wrong with Endpoints. */
// Mirrors: pkg/apis/core/validation/validation.go#ValidateEndpoints
export function validateEndpoints(endpoints: Endpoints): ErrorList {
  return [
    ...validateObjectMeta(endpoints.metadata, true, nameIsDNSSubdomain, newPath('metadata')),
    ...validateEndpointSubsets(endpoints.subsets ?? [], newPath('subsets')),
  ];
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateEndpointsUpdate
export function validateEndpointsUpdate(next: Endpoints, old: Endpoints): ErrorList {
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
  const { ip = '', hostname = '', nodeName }: Partial<EndpointAddress> = address;
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
  const { name = '', port = 0, protocol = '', appProtocol }: Partial<EndpointPort> = endpointPort;
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
