import type { ServicePort, ServiceSpec } from 'kubernetes-types/core/v1';
import { nameIsDNS1035Label } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import { validateLabels } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.ts';
import type { Service } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  duplicate,
  forbidden,
  goStringSlice,
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
  isValidPortName,
  isValidPortNum,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';
import { isValidIP } from './validation_ip.ts';

const sessionAffinities = ['ClientIP', 'None'];
const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const protocols = ['SCTP', 'TCP', 'UDP'];

// Mirrors: pkg/apis/core/validation/validation.go#isHeadlessService
const isHeadless = (spec: ServiceSpec): boolean =>
  spec.clusterIPs?.length === 1 && spec.clusterIPs[0] === 'None';

/**
 * What is wrong with a Service. What concerns balancers outside the cluster, ports of nodes, external addresses and
 * topology is not checked.
 */
// Mirrors: pkg/apis/core/validation/validation.go#ValidateService
export function validateService(service: Service): ErrorList {
  const spec = service.spec ?? {};
  const { ports = [], type = '', sessionAffinity = '' } = spec;
  const specPath = newPath('spec');
  const allErrs = validateObjectMeta(service.metadata, true, nameIsDNS1035Label, newPath('metadata'));
  if (ports.length === 0 && !isHeadless(spec) && type !== 'ExternalName') {
    allErrs.push(required(specPath.child('ports'), ''));
  }
  if (isHeadless(spec) && (type === 'LoadBalancer' || type === 'NodePort')) {
    const message = `may not be set to 'None' for ${type} services`;
    allErrs.push(invalid(specPath.child('clusterIPs').index(0), 'None', message));
  }
  if (type === 'ExternalName') allErrs.push(...validateExternalName(spec, specPath));
  allErrs.push(...validateServicePorts(ports, specPath.child('ports')));
  allErrs.push(...validateLabels(spec.selector, specPath.child('selector')));
  if (sessionAffinity === '') allErrs.push(required(specPath.child('sessionAffinity'), ''));
  else if (!sessionAffinities.includes(sessionAffinity)) {
    allErrs.push(notSupported(specPath.child('sessionAffinity'), sessionAffinity, sessionAffinities));
  }
  allErrs.push(...validateServiceClusterIPsRelatedFields(spec, specPath.child('clusterIPs')));
  if (type === '') allErrs.push(required(specPath.child('type'), ''));
  else if (!types.includes(type)) allErrs.push(notSupported(specPath.child('type'), type, types));
  return allErrs;
}

function validateExternalName(spec: ServiceSpec, specPath: Path): ErrorList {
  const allErrs: ErrorList = [];
  if ((spec.clusterIPs?.length ?? 0) > 0) {
    allErrs.push(forbidden(specPath.child('clusterIPs'), 'may not be set for ExternalName services'));
  }
  const path = specPath.child('externalName');
  const cname = (spec.externalName ?? '').replace(/\.$/, '');
  if (cname === '') return [...allErrs, required(path, '')];
  return [...allErrs, ...isDNS1123Subdomain(cname).map((message) => invalid(path, cname, message))];
}

function validateServicePorts(ports: readonly ServicePort[], portsPath: Path): ErrorList {
  const allNames = new Set<string>();
  const seen = new Set<string>();
  const allErrs = ports.flatMap((port, i) =>
    validateServicePort(port, ports.length > 1, allNames, portsPath.index(i)),
  );
  ports.forEach(({ protocol = '', port }, i) => {
    const key = `${protocol} ${port}`;
    if (seen.has(key)) allErrs.push(duplicate(portsPath.index(i), { protocol, port }));
    seen.add(key);
  });
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#validateServicePort
function validateServicePort(
  sp: ServicePort,
  requireName: boolean,
  allNames: Set<string>,
  fldPath: Path,
): ErrorList {
  const { name = '', port, protocol = '', targetPort = port, appProtocol } = sp;
  const allErrs: ErrorList = [];
  const all = (field: string, value: unknown, messages: readonly string[]): void =>
    void allErrs.push(...messages.map((message) => invalid(fldPath.child(field), value, message)));
  if (requireName && name === '') allErrs.push(required(fldPath.child('name'), ''));
  else if (name !== '') {
    all('name', name, isDNS1123Label(name));
    if (allNames.has(name)) allErrs.push(duplicate(fldPath.child('name'), name));
    allNames.add(name);
  }
  all('port', port, isValidPortNum(port));
  if (protocol === '') allErrs.push(required(fldPath.child('protocol'), ''));
  else if (!protocols.includes(protocol)) {
    allErrs.push(notSupported(fldPath.child('protocol'), protocol, protocols));
  }
  // Mirrors: pkg/apis/core/validation/validation.go#ValidatePortNumOrName
  const isName = typeof targetPort === 'string';
  all('targetPort', targetPort, isName ? isValidPortName(targetPort) : isValidPortNum(targetPort));
  if (appProtocol !== undefined) all('appProtocol', appProtocol, isQualifiedName(appProtocol));
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#validateServiceClusterIPsRelatedFields
function validateServiceClusterIPsRelatedFields(spec: ServiceSpec, path: Path): ErrorList {
  if (spec.type === 'ExternalName') return [];
  const { clusterIP = '', clusterIPs = [] } = spec;
  const found = goStringSlice(clusterIPs);
  const allErrs: ErrorList = [];
  if (clusterIP === '') {
    if (clusterIPs.length > 0) allErrs.push(invalid(path, found, 'must be empty when clusterIP is empty'));
  } else if (clusterIPs.length === 0) allErrs.push(required(path, ''));
  else if (clusterIPs[0] !== clusterIP)
    allErrs.push(invalid(path, found, 'element [0] must match clusterIP'));
  clusterIPs.forEach((ip, i) => {
    if (i === 0 && ip === 'None') {
      if (clusterIPs.length > 1)
        allErrs.push(invalid(path, found, "'None' must be the first and only value"));
      return;
    }
    allErrs.push(...isValidIP(ip).map((message) => invalid(path.index(i), ip, message)));
  });
  return allErrs;
}

/** What is wrong with a changed Service: it keeps the address that it has. */
// Mirrors: pkg/apis/core/validation/validation.go#ValidateServiceUpdate
export function validateServiceUpdate(service: Service, old: Service): ErrorList {
  return [
    ...validateObjectMetaUpdate(service.metadata, old.metadata, newPath('metadata')),
    ...validateUpgradeDowngradeClusterIPs(old.spec ?? {}, service.spec ?? {}),
    ...validateService(service),
  ];
}

// Mirrors: pkg/apis/core/validation/validation.go#validateUpgradeDowngradeClusterIPs
function validateUpgradeDowngradeClusterIPs(old: ServiceSpec, spec: ServiceSpec): ErrorList {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return [];
  if (isHeadless(old) && isHeadless(spec)) return [];
  const [before] = old.clusterIPs ?? [];
  const [now] = spec.clusterIPs ?? [];
  if (before === undefined || before === now) return [];
  const path = newPath('spec', 'clusterIPs').index(0);
  const found = goStringSlice(spec.clusterIPs);
  return [
    invalid(
      path,
      found,
      now === undefined ? 'primary clusterIP can not be unset' : 'may not change once set',
    ),
  ];
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateServiceStatusUpdate
export function validateServiceStatusUpdate(service: Service, old: Service): ErrorList {
  return validateObjectMetaUpdate(service.metadata, old.metadata, newPath('metadata'));
}
