import type {
  Affinity,
  Container,
  ContainerPort,
  EndpointAddress,
  EndpointPort,
  EndpointSubset,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinityTerm,
  PodSpec,
  PodTemplateSpec,
  ServicePort,
  ServiceSpec,
  Taint,
  Toleration,
  TopologySpreadConstraint,
} from 'kubernetes-types/core/v1';
import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import {
  nameIsDNS1035Label,
  nameIsDNSLabel,
  nameIsDNSSubdomain,
  validateNonnegativeField,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateAnnotations,
  validateImmutableField,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import { parseQuantity } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import {
  validateLabelName,
  validateLabelSelector,
  validateLabels,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.ts';
import type {
  Binding,
  ConfigMap,
  Endpoints,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  ReplicationController,
  Secret,
  Service,
  ServiceAccount,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  duplicate,
  forbidden,
  goStringMap,
  goStringSlice,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import {
  type Path,
  newPath,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import {
  inclusiveRangeError,
  isConfigMapKey,
  isDNS1123Label,
  isDNS1123Subdomain,
  isQualifiedName,
  isValidLabelValue,
  isValidIP,
  isValidPortName,
  isValidPortNum,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';
import { selectorFromSet } from '../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { standardFinalizers } from '../helper/helpers.ts';
import { parseIP } from '../../../../../go/net.ts';

/** How many name servers a resolver asks at most, */
// Mirrors: pkg/apis/core/validation/validation.go#MaxDNSNameservers
export const maxDNSNameservers = 3;
/** how many domains it looks into, */
// Mirrors: pkg/apis/core/validation/validation.go#MaxDNSSearchPaths
export const maxDNSSearchPaths = 6;
/** and how long the line is that names them. */
// Mirrors: pkg/apis/core/validation/validation.go#MaxDNSSearchListChars
export const maxDNSSearchListChars = 256;

const all = (path: Path, value: string, messages: string[]): ErrorList =>
  messages.map((message) => invalid(path, value, message));

// Mirrors: pkg/apis/core/validation/validation.go#ValidateCSIDriverName
export function validateCSIDriverName(driverName: string, fldPath: Path): ErrorList {
  const allErrs: ErrorList = [];
  if (driverName === '') allErrs.push(required(fldPath, ''));
  if (driverName.length > 63) allErrs.push(tooLong(fldPath, driverName, 63));
  for (const message of isDNS1123Subdomain(driverName.toLowerCase()))
    allErrs.push(invalid(fldPath, driverName, message));
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#supportedAccessModes
const supportedAccessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce'];

// Mirrors: pkg/apis/core/validation/validation.go#supportedReclaimPolicy
const supportedReclaimPolicy = ['Delete', 'Recycle', 'Retain'];

// Mirrors: pkg/apis/core/validation/validation.go#supportedVolumeModes
const supportedVolumeModes = ['Block', 'Filesystem'];

/** Fields of a volume's spec that do not say where its data is. The one that is not among them does. */
const besidesTheSource: ReadonlySet<string> = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeMode',
]);

const sourceOf = (pv: PersistentVolume): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(pv.spec ?? {}).filter(([field]) => !besidesTheSource.has(field)));

// Mirrors: pkg/apis/core/validation/validation.go#ValidatePersistentVolumeSpec
function validatePersistentVolumeSpec(pv: PersistentVolume, fldPath: Path): ErrorList {
  const {
    accessModes = [],
    capacity = {},
    nodeAffinity,
    persistentVolumeReclaimPolicy,
    storageClassName,
    volumeMode,
  } = pv.spec ?? {};
  const allErrs: ErrorList = [];
  if (accessModes.length === 0) allErrs.push(required(fldPath.child('accessModes'), ''));
  for (const mode of accessModes)
    allErrs.push(...validateOneOf(mode, supportedAccessModes, fldPath.child('accessModes')));
  const capPath = fldPath.child('capacity');
  const resources = Object.keys(capacity);
  if (resources.length === 0) allErrs.push(required(capPath, ''));
  if (resources.length !== 1 || resources[0] !== 'storage')
    allErrs.push(notSupported(capPath, resources.join(' '), ['storage']));
  for (const [r, qty] of Object.entries(capacity)) allErrs.push(...validateAmount(qty, capPath.key(r)));
  const policy = fldPath.child('persistentVolumeReclaimPolicy');
  allErrs.push(...validateOneOf(persistentVolumeReclaimPolicy, supportedReclaimPolicy, policy));
  if (nodeAffinity && !nodeAffinity.required)
    allErrs.push(
      required(fldPath.child('nodeAffinity', 'required'), 'must specify required node constraints'),
    );
  const [first, ...others] = Object.keys(sourceOf(pv));
  if (first === undefined) allErrs.push(required(fldPath, 'must specify a volume type'));
  for (const other of others)
    allErrs.push(forbidden(fldPath.child(other), 'may not specify more than 1 volume type'));
  allErrs.push(...validateClassName(storageClassName, fldPath.child('storageClassName')));
  allErrs.push(...validateOneOf(volumeMode, supportedVolumeModes, fldPath.child('volumeMode')));
  return allErrs;
}

function validateAmount(amount: string, fldPath: Path): ErrorList {
  const [quantity, err] = parseQuantity(amount);
  if (err) return [invalid(fldPath, amount, err.message)];
  return quantity.nano > 0n ? [] : [invalid(fldPath, amount, 'must be greater than zero')];
}

function validateOneOf(value: string | undefined, known: readonly string[], fldPath: Path): ErrorList {
  return value === undefined || known.includes(value) ? [] : [notSupported(fldPath, value, known)];
}

function validateClassName(className: string | undefined, fldPath: Path): ErrorList {
  if (!className) return [];
  return nameIsDNSSubdomain(className, false).map((message) => invalid(fldPath, className, message));
}

/** What is inside of the sources of volumes is not looked at. */
// Mirrors: pkg/apis/core/validation/validation.go#ValidatePersistentVolume
export function validatePersistentVolume(pv: PersistentVolume): ErrorList {
  const metadata = validateObjectMeta(pv.metadata, false, nameIsDNSSubdomain, newPath('metadata'));
  return [...metadata, ...validatePersistentVolumeSpec(pv, newPath('spec'))];
}

/**
 * Where the data is stays as it is. Which nodes can have it may be said once, later. Upstream's message goes on with
 * the difference.
 */
// Mirrors: pkg/apis/core/validation/validation.go#ValidatePersistentVolumeUpdate
export function validatePersistentVolumeUpdate(newPv: PersistentVolume, oldPv: PersistentVolume): ErrorList {
  const allErrs = validatePersistentVolume(newPv);
  if (!semanticDeepEqual(sourceOf(newPv), sourceOf(oldPv))) {
    const message = 'spec.persistentvolumesource is immutable after creation';
    allErrs.push(forbidden(newPath('spec', 'persistentvolumesource'), message));
  }
  const [spec = {}, old = {}] = [newPv.spec, oldPv.spec];
  allErrs.push(...validateImmutableField(spec.volumeMode, old.volumeMode, newPath('volumeMode')));
  if (old.nodeAffinity)
    allErrs.push(...validateImmutableField(spec.nodeAffinity, old.nodeAffinity, newPath('nodeAffinity')));
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidatePersistentVolumeStatusUpdate
export function validatePersistentVolumeStatusUpdate(
  newPv: PersistentVolume,
  oldPv: PersistentVolume,
): ErrorList {
  return validateStatusUpdate(newPv, oldPv);
}

function validateStatusUpdate<T extends PersistentVolume | PersistentVolumeClaim>(
  next: T,
  old: T,
): ErrorList {
  const allErrs = [...validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata'))];
  if (!next.metadata.resourceVersion) allErrs.push(required(newPath('resourceVersion'), ''));
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidatePersistentVolumeClaim
export function validatePersistentVolumeClaim(pvc: PersistentVolumeClaim): ErrorList {
  const metadata = validateObjectMeta(pvc.metadata, true, nameIsDNSSubdomain, newPath('metadata'));
  return [...metadata, ...validatePersistentVolumeClaimSpec(pvc.spec ?? {}, newPath('spec'))];
}

/** What the data of a new volume is to be taken from is not looked at. */
// Mirrors: pkg/apis/core/validation/validation.go#ValidatePersistentVolumeClaimSpec
function validatePersistentVolumeClaimSpec(
  spec: NonNullable<PersistentVolumeClaim['spec']>,
  fldPath: Path,
): ErrorList {
  const { accessModes = [], selector, resources, storageClassName, volumeMode } = spec;
  const allErrs: ErrorList = [];
  if (accessModes.length === 0)
    allErrs.push(required(fldPath.child('accessModes'), 'at least 1 access mode is required'));
  if (selector) allErrs.push(...validateLabelSelector(selector, fldPath.child('selector')));
  for (const mode of accessModes)
    allErrs.push(...validateOneOf(mode, supportedAccessModes, fldPath.child('accessModes')));
  const storageValue = resources?.requests?.['storage'];
  const storagePath = fldPath.child('resources').key('storage');
  if (storageValue === undefined) allErrs.push(required(storagePath, ''));
  else allErrs.push(...validateAmount(storageValue, storagePath));
  allErrs.push(...validateClassName(storageClassName, fldPath.child('storageClassName')));
  allErrs.push(...validateOneOf(volumeMode, supportedVolumeModes, fldPath.child('volumeMode')));
  return allErrs;
}

/**
 * A claim may be given its volume once, and a bound claim may ask for more. Upstream's message goes on with the
 * difference.
 */
// Mirrors: pkg/apis/core/validation/validation.go#ValidatePersistentVolumeClaimUpdate
export function validatePersistentVolumeClaimUpdate(
  newPvc: PersistentVolumeClaim,
  oldPvc: PersistentVolumeClaim,
): ErrorList {
  const allErrs = [...validateObjectMetaUpdate(newPvc.metadata, oldPvc.metadata, newPath('metadata'))];
  const [spec = {}, old = {}] = [newPvc.spec, oldPvc.spec];
  const before = old.volumeName ? old : { ...old, volumeName: spec.volumeName };
  const now = newPvc.status?.phase === 'Bound' ? { ...spec, resources: old.resources } : spec;
  if (!semanticDeepEqual(now, before)) {
    const message = 'spec is immutable after creation except resources.requests for bound claims';
    allErrs.push(forbidden(newPath('spec'), message));
  }
  const [newSize] = parseQuantity(spec.resources?.requests?.['storage'] ?? '0');
  const [oldSize] = parseQuantity(old.resources?.requests?.['storage'] ?? '0');
  if (newSize && oldSize && newSize.nano < oldSize.nano) {
    const path = newPath('spec', 'resources', 'requests', 'storage');
    allErrs.push(forbidden(path, 'field can not be less than previous value'));
  }
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidatePersistentVolumeClaimStatusUpdate
export function validatePersistentVolumeClaimStatusUpdate(
  newPvc: PersistentVolumeClaim,
  oldPvc: PersistentVolumeClaim,
): ErrorList {
  return validateStatusUpdate(newPvc, oldPvc);
}

// Mirrors: pkg/apis/core/validation/validation.go#supportedPortProtocols
const supportedPortProtocols = ['SCTP', 'TCP', 'UDP'];

// Mirrors: pkg/apis/core/validation/validation.go#validateContainerPorts
function validateContainerPorts(ports: readonly ContainerPort[], fldPath: Path): ErrorList {
  const allErrs: ErrorList = [];
  const allNames = new Set<string>();
  ports.forEach(({ name = '', containerPort = 0, hostPort = 0, protocol = '' }, i) => {
    const idxPath = fldPath.index(i);
    const messages = name === '' ? [] : isValidPortName(name);
    allErrs.push(...all(idxPath.child('name'), name, messages));
    if (messages.length === 0 && allNames.has(name)) allErrs.push(duplicate(idxPath.child('name'), name));
    if (name !== '' && messages.length === 0) allNames.add(name);
    const portPath = idxPath.child('containerPort');
    if (containerPort === 0) allErrs.push(required(portPath, ''));
    else
      allErrs.push(
        ...isValidPortNum(containerPort).map((message) => invalid(portPath, containerPort, message)),
      );
    if (hostPort !== 0) {
      allErrs.push(
        ...isValidPortNum(hostPort).map((message) => invalid(idxPath.child('hostPort'), hostPort, message)),
      );
    }
    if (!supportedPortProtocols.includes(protocol))
      allErrs.push(notSupported(idxPath.child('protocol'), protocol, supportedPortProtocols));
  });
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#validateContainers
function validateContainers(containers: readonly Container[] | undefined, fldPath: Path): ErrorList {
  if (!containers?.length) return [required(fldPath, '')];
  const allErrs: ErrorList = [];
  const allNames = new Set<string>();
  (containers as readonly Partial<Container>[]).forEach(({ name = '', image = '', ports }, i) => {
    const idxPath = fldPath.index(i);
    const namePath = idxPath.child('name');
    if (name === '') allErrs.push(required(namePath, ''));
    else allErrs.push(...all(namePath, name, isDNS1123Label(name)));
    if (allNames.has(name)) allErrs.push(duplicate(namePath, name));
    allNames.add(name);
    if (image === '') allErrs.push(required(idxPath.child('image'), ''));
    allErrs.push(...validateContainerPorts(ports ?? [], idxPath.child('ports')));
  });
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#validateRestartPolicy
function validateRestartPolicy(restartPolicy: string, fldPath: Path): ErrorList {
  if (restartPolicy === '') return [required(fldPath, '')];
  const valid = ['Always', 'OnFailure', 'Never'];
  return valid.includes(restartPolicy) ? [] : [notSupported(fldPath, restartPolicy, valid)];
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidatePreemptionPolicy
export function validatePreemptionPolicy(policy: string, fldPath: Path): ErrorList {
  const validValues = ['PreemptLowerPriority', 'Never'];
  if (policy === '') return [required(fldPath, '')];
  return validValues.includes(policy) ? [] : [notSupported(fldPath, policy, validValues)];
}

const mustBeWeight = 'must be in the range 1-100';

const isWeight = (weight: number): boolean => weight >= 1 && weight <= 100;

// Mirrors: pkg/apis/core/validation/validation.go#validateAffinity
export function validateAffinity(affinity: Affinity, fldPath: Path): ErrorList {
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
  const allErrs: ErrorList = [];
  const { nodeAffinity } = affinity;
  // Mirrors: pkg/apis/core/validation/validation.go#validateNodeAffinity
  const selector = nodeAffinity?.[required];
  if (selector) {
    const path = fldPath.child('nodeAffinity').child(required);
    allErrs.push(...validateNodeSelector(selector.nodeSelectorTerms, path));
  }
  // Mirrors: pkg/apis/core/validation/validation.go#ValidatePreferredSchedulingTerms
  nodeAffinity?.[preferred]?.forEach(({ weight = 0, preference }, i) => {
    const path = fldPath.child('nodeAffinity').child(preferred).index(i);
    if (!isWeight(weight)) allErrs.push(invalid(path.child('weight'), weight, mustBeWeight));
    allErrs.push(...validateNodeSelectorTerm(preference ?? {}, path.child('preference')));
  });
  for (const kind of ['podAffinity', 'podAntiAffinity'] as const) {
    const path = fldPath.child(kind);
    affinity[kind]?.[required]?.forEach((term, i) =>
      allErrs.push(...validatePodAffinityTerm(term, path.child(required).index(i))),
    );
    // Mirrors: pkg/apis/core/validation/validation.go#validateWeightedPodAffinityTerms
    affinity[kind]?.[preferred]?.forEach(({ weight = 0, podAffinityTerm }, i) => {
      const idxPath = path.child(preferred).index(i);
      if (!isWeight(weight)) allErrs.push(invalid(idxPath.child('weight'), weight, mustBeWeight));
      allErrs.push(...validatePodAffinityTerm(podAffinityTerm ?? {}, idxPath.child('podAffinityTerm')));
    });
  }
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#validateTaintEffect
function validateTaintEffect(effect: string, fldPath: Path): ErrorList {
  if (effect === '') return [required(fldPath, '')];
  const validValues = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
  return validValues.includes(effect) ? [] : [notSupported(fldPath, effect, validValues)];
}

// Mirrors: pkg/apis/core/validation/validation.go#validateOnlyAddedTolerations
function validateTolerationsUpdate(next: Partial<PodSpec>, old: Partial<PodSpec>, specPath: Path): ErrorList {
  const kept = (old.tolerations ?? []).every((before) =>
    (next.tolerations ?? []).some((now) =>
      semanticDeepEqual({ ...now, tolerationSeconds: 0 }, { ...before, tolerationSeconds: 0 }),
    ),
  );
  const message = 'existing toleration can not be modified except its tolerationSeconds';
  return kept ? [] : [forbidden(specPath.child('tolerations'), message)];
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateTolerations
export function validateTolerations(tolerations: readonly Toleration[], fldPath: Path): ErrorList {
  return tolerations.flatMap((toleration, i) => {
    const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = toleration;
    const idxPath = fldPath.index(i);
    const allErrors: ErrorList = key === '' ? [] : validateLabelName(key, idxPath.child('key'));
    if (key === '' && operator !== 'Exists') {
      const must = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
      allErrors.push(invalid(idxPath.child('operator'), operator, must));
    }
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      const must = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      allErrors.push(invalid(idxPath.child('effect'), effect, must));
    }
    if (operator === '' || operator === 'Equal') {
      const errs = isValidLabelValue(value);
      if (errs.length > 0) allErrors.push(invalid(idxPath.child('operator'), value, errs.join(';')));
    } else if (operator !== 'Exists') {
      allErrors.push(notSupported(idxPath.child('operator'), operator, ['Equal', 'Exists']));
    } else if (value !== '') {
      // Upstream shows the whole toleration.
      allErrors.push(
        invalid(idxPath.child('operator'), value, "value must be empty when `operator` is 'Exists'"),
      );
    }
    if (effect !== '') allErrors.push(...validateTaintEffect(effect, idxPath.child('effect')));
    return allErrors;
  });
}

// Mirrors: pkg/apis/core/validation/validation.go#validatePodMetadataAndSpec
function validatePodMetadataAndSpec(pod: Pod): ErrorList {
  const specPath = newPath('spec');
  const containers = pod.spec?.containers ?? [];
  return [
    ...validateObjectMeta(pod.metadata, true, nameIsDNSSubdomain, newPath('metadata')),
    ...validatePodSpec(pod.spec, specPath),
    ...containers.flatMap(({ image = '' }, i) =>
      image === image.trim()
        ? []
        : [
            invalid(
              specPath.child('containers').index(i).child('image'),
              image,
              'must not have leading or trailing whitespace',
            ),
          ],
    ),
  ];
}

const maxInt32 = 2 ** 31 - 1;

/** What is wrong with the spec of a pod or of a template. */
// Mirrors: pkg/apis/core/validation/validation.go#ValidatePodSpec
export function validatePodSpec(spec: PodSpec | undefined, fldPath: Path): ErrorList {
  const allErrs: ErrorList = [
    ...validateContainers(spec?.containers, fldPath.child('containers')),
    ...(spec?.initContainers?.length
      ? validateContainers(spec.initContainers, fldPath.child('initContainers'))
      : []),
    ...validateRestartPolicy(spec?.restartPolicy ?? '', fldPath.child('restartPolicy')),
    ...validateLabels(spec?.nodeSelector, fldPath.child('nodeSelector')),
  ];
  if (!spec) return allErrs;
  if (spec.nodeName)
    allErrs.push(...all(fldPath.child('nodeName'), spec.nodeName, isDNS1123Subdomain(spec.nodeName)));
  const deadlineSeconds = spec.activeDeadlineSeconds;
  if (deadlineSeconds !== undefined && (deadlineSeconds < 1 || deadlineSeconds > maxInt32)) {
    allErrs.push(
      invalid(fldPath.child('activeDeadlineSeconds'), deadlineSeconds, inclusiveRangeError(1, maxInt32)),
    );
  }
  if (spec.hostname)
    allErrs.push(...all(fldPath.child('hostname'), spec.hostname, isDNS1123Label(spec.hostname)));
  return allErrs;
}

const noOperator = 'not a valid selector operator';

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNodeSelectorRequirement
function validateNodeSelectorRequirement(rq: NodeSelectorRequirement, fldPath: Path): ErrorList {
  const { key = '', operator, values = [] } = rq;
  const path = fldPath.child('values');
  const allErrs: ErrorList = [];
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0)
      allErrs.push(required(path, "must be specified when `operator` is 'In' or 'NotIn'"));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0)
      allErrs.push(forbidden(path, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
  } else if (operator === 'Gt' || operator === 'Lt') {
    if (values.length !== 1)
      allErrs.push(required(path, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
  } else allErrs.push(invalid(fldPath.child('operator'), operator, noOperator));
  return [...allErrs, ...validateLabelName(key, fldPath.child('key'))];
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNodeFieldSelectorRequirement
function validateNodeFieldSelectorRequirement(req: NodeSelectorRequirement, fldPath: Path): ErrorList {
  const { key, operator, values = [] } = req;
  const allErrs: ErrorList = [];
  const path = fldPath.child('values');
  if (operator !== 'In' && operator !== 'NotIn')
    allErrs.push(invalid(fldPath.child('operator'), operator, noOperator));
  else if (values.length !== 1) {
    const one = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    allErrs.push(required(path, one));
  }
  if (key !== 'metadata.name')
    return [...allErrs, invalid(fldPath.child('key'), key, 'not a valid field selector key')];
  values.forEach((v, i) =>
    allErrs.push(...nameIsDNSSubdomain(v, false).map((msg) => invalid(path.index(i), v, msg))),
  );
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNodeSelectorTerm
function validateNodeSelectorTerm(term: NodeSelectorTerm, fldPath: Path): ErrorList {
  const { matchExpressions = [], matchFields = [] } = term;
  return [
    ...matchExpressions.flatMap((req, j) =>
      validateNodeSelectorRequirement(req, fldPath.child('matchExpressions').index(j)),
    ),
    ...matchFields.flatMap((req, j) =>
      validateNodeFieldSelectorRequirement(req, fldPath.child('matchFields').index(j)),
    ),
  ];
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNodeSelector
function validateNodeSelector(terms: readonly NodeSelectorTerm[] | undefined, fldPath: Path): ErrorList {
  const termFldPath = fldPath.child('nodeSelectorTerms');
  if (!terms?.length) return [required(termFldPath, 'must have at least one node selector term')];
  return terms.flatMap((term, i) => validateNodeSelectorTerm(term, termFldPath.index(i)));
}

/** Any label may make the domains, but one has to be named. */
// Mirrors: pkg/apis/core/validation/validation.go#validatePodAffinityTerm
function validatePodAffinityTerm(term: Partial<PodAffinityTerm>, fldPath: Path): ErrorList {
  const { labelSelector, namespaces = [], topologyKey = '' } = term;
  const path = fldPath.child('topologyKey');
  return [
    ...validateLabelSelector(labelSelector, fldPath.child('matchExpressions')),
    ...namespaces.flatMap((name) =>
      isDNS1123Label(name).map((msg) => invalid(fldPath.child('namespace'), name, msg)),
    ),
    ...(topologyKey === '' ? [required(path, 'can not be empty')] : []),
    ...validateLabelName(topologyKey, path),
  ];
}

/**
 * What is wrong with a new pod. Of Kubernetes' checks these are here: names, labels, containers, their ports,
 * restart policy, node name and deadlines. Volumes, probes, affinity and security are not checked.
 */
// Mirrors: pkg/apis/core/validation/validation.go#ValidatePodCreate
export function validatePodCreate(pod: Pod): ErrorList {
  return validatePodMetadataAndSpec(pod);
}

/** What is wrong with a changed pod: of its spec only images, the deadline and further tolerations may change. */
// Mirrors: pkg/apis/core/validation/validation.go#ValidatePodUpdate
export function validatePodUpdate(newPod: Pod, oldPod: Pod): ErrorList {
  const specPath = newPath('spec');
  const allErrs = [
    ...validateObjectMetaUpdate(newPod.metadata, oldPod.metadata, newPath('metadata')),
    ...validatePodMetadataAndSpec(newPod),
  ];
  const next: Partial<PodSpec> = newPod.spec ?? {};
  const old: Partial<PodSpec> = oldPod.spec ?? {};
  for (const field of ['containers', 'initContainers'] as const) {
    if ((next[field]?.length ?? 0) === (old[field]?.length ?? 0)) continue;
    // Mirrors: pkg/apis/core/validation/validation.go#ValidateContainerUpdates
    return [...allErrs, forbidden(specPath.child(field), 'pod updates may not add or remove containers')];
  }
  const withOldImages = (now: readonly Container[] = [], before: readonly Container[] = []): Container[] =>
    now.map((container, i) => ({ ...container, image: before[i]?.image }));
  const munged = {
    ...next,
    containers: withOldImages(next.containers, old.containers),
    initContainers: withOldImages(next.initContainers, old.initContainers),
    activeDeadlineSeconds: old.activeDeadlineSeconds,
    tolerations: old.tolerations,
  };
  allErrs.push(
    ...validateDeadlineUpdate(next, old, specPath),
    ...validateTolerationsUpdate(next, old, specPath),
  );
  if (semanticDeepEqual(munged, old)) return allErrs;
  // Kubernetes prints the difference of two Go values here; Loopscope names the fields that differ.
  const fields = [...new Set([...Object.keys(munged), ...Object.keys(old)])].filter(
    (field) => !semanticDeepEqual(munged[field as keyof PodSpec], old[field as keyof PodSpec]),
  );
  const allowed =
    'pod updates may not change fields other than `spec.containers[*].image`, `spec.initContainers[*].image`, ' +
    '`spec.activeDeadlineSeconds` or `spec.tolerations` (only additions to existing tolerations)';
  const changed = fields.map((field) => `spec.${field}`).join(', ');
  return [...allErrs, forbidden(specPath, `${allowed}\nchanged: ${changed}`)];
}

function validateDeadlineUpdate(next: Partial<PodSpec>, old: Partial<PodSpec>, specPath: Path): ErrorList {
  const path = specPath.child('activeDeadlineSeconds');
  const [now, before] = [next.activeDeadlineSeconds, old.activeDeadlineSeconds];
  if (now === undefined) {
    return before === undefined
      ? []
      : [invalid(path, now, 'must not update from a positive integer to nil value')];
  }
  if (now < 0 || now > maxInt32) return [invalid(path, now, inclusiveRangeError(0, maxInt32))];
  if (before === undefined || now <= before) return [];
  return [invalid(path, now, 'must be less than or equal to previous value')];
}

/** What is wrong with a changed status. */
// Mirrors: pkg/apis/core/validation/validation.go#ValidatePodStatusUpdate
export function validatePodStatusUpdate(newPod: Pod, oldPod: Pod): ErrorList {
  const allErrs = validateObjectMetaUpdate(newPod.metadata, oldPod.metadata, newPath('metadata'));
  const nominated = newPod.status?.nominatedNodeName ?? '';
  if (nominated !== '' && nominated !== oldPod.status?.nominatedNodeName) {
    allErrs.push(...all(newPath('status', 'nominatedNodeName'), nominated, isDNS1123Subdomain(nominated)));
  }
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidatePodBinding
export function validatePodBinding(binding: Binding): ErrorList {
  const { kind = '', name = '' } = binding.target ?? {};
  const allErrs: ErrorList = [];
  if (kind !== '' && kind !== 'Node') {
    allErrs.push(notSupported(newPath('target', 'kind'), kind, ['Node', '<empty>']));
  }
  if (name === '') allErrs.push(required(newPath('target', 'name'), ''));
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#supportedSessionAffinityType
const supportedSessionAffinityType = ['ClientIP', 'None'];

// Mirrors: pkg/apis/core/validation/validation.go#supportedServiceType
const supportedServiceType = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

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
  else if (!supportedSessionAffinityType.includes(sessionAffinity)) {
    allErrs.push(
      notSupported(specPath.child('sessionAffinity'), sessionAffinity, supportedSessionAffinityType),
    );
  }
  allErrs.push(...validateServiceClusterIPsRelatedFields(spec, specPath.child('clusterIPs')));
  if (type === '') allErrs.push(required(specPath.child('type'), ''));
  else if (!supportedServiceType.includes(type))
    allErrs.push(notSupported(specPath.child('type'), type, supportedServiceType));
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
  else if (!supportedPortProtocols.includes(protocol)) {
    allErrs.push(notSupported(fldPath.child('protocol'), protocol, supportedPortProtocols));
  }
  // Mirrors: pkg/apis/core/validation/validation.go#ValidatePortNumOrName
  const isName = typeof targetPort === 'string';
  all('targetPort', targetPort, isName ? isValidPortName(targetPort) : isValidPortNum(targetPort));
  if (appProtocol !== undefined) all('appProtocol', appProtocol, isQualifiedName(appProtocol));
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

// Mirrors: pkg/apis/core/validation/validation.go#ValidateServiceStatusUpdate
export function validateServiceStatusUpdate(service: Service, old: Service): ErrorList {
  return validateObjectMetaUpdate(service.metadata, old.metadata, newPath('metadata'));
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateReplicationController
export function validateReplicationController(rc: ReplicationController): ErrorList {
  return [
    ...validateObjectMeta(rc.metadata, true, nameIsDNSSubdomain, newPath('metadata')),
    ...validateReplicationControllerSpec(rc.spec, newPath('spec')),
  ];
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateReplicationControllerStatusUpdate
export const validateReplicationControllerStatusUpdate = (
  next: ReplicationController,
  old: ReplicationController,
): ErrorList => [
  ...validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata')),
  ...validateReplicationControllerStatus(next.status, newPath('status')),
];

/** What is wrong with the numbers of a status. */
// Mirrors: pkg/apis/core/validation/validation.go#ValidateReplicationControllerStatus
export function validateReplicationControllerStatus(
  status: ReplicationController['status'],
  fldPath: Path,
): ErrorList {
  const counts = {
    replicas: status?.replicas ?? 0,
    fullyLabeledReplicas: status?.fullyLabeledReplicas ?? 0,
    readyReplicas: status?.readyReplicas ?? 0,
    availableReplicas: status?.availableReplicas ?? 0,
    observedGeneration: status?.observedGeneration ?? 0,
  };
  const allErrs = Object.entries(counts).flatMap(([name, n]) =>
    validateNonnegativeField(n, fldPath.child(name)),
  );
  for (const name of ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'] as const) {
    if (counts[name] <= counts.replicas) continue;
    allErrs.push(invalid(fldPath.child(name), counts[name], 'cannot be greater than status.replicas'));
  }
  if (counts.availableReplicas > counts.readyReplicas) {
    const path = fldPath.child('availableReplicas');
    allErrs.push(invalid(path, counts.availableReplicas, 'cannot be greater than readyReplicas'));
  }
  return allErrs;
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

/** What is wrong with a template for pods. */
// Mirrors: pkg/apis/core/validation/validation.go#ValidatePodTemplateSpec
export function validatePodTemplateSpec(template: PodTemplateSpec | undefined, fldPath: Path): ErrorList {
  return [
    ...validateLabels(template?.metadata?.labels, fldPath.child('labels')),
    ...validateAnnotations(template?.metadata?.annotations, fldPath.child('annotations')),
    ...validatePodSpec(template?.spec, fldPath.child('spec')),
  ];
}

/** A node may have a taint of one key and effect only once. */
// Mirrors: pkg/apis/core/validation/validation.go#validateNodeTaints
export function validateNodeTaints(taints: readonly Taint[], fldPath: Path): ErrorList {
  const uniqueTaints = new Set<string>();
  return taints.flatMap(({ key = '', value = '', effect = '' }, i) => {
    const idxPath = fldPath.index(i);
    const allErrors = validateLabelName(key, idxPath.child('key'));
    const errs = isValidLabelValue(value);
    if (errs.length > 0) allErrors.push(invalid(idxPath.child('value'), value, errs.join(';')));
    allErrors.push(...validateTaintEffect(effect, idxPath.child('effect')));
    const unique = `${key}:${effect}`;
    if (uniqueTaints.has(unique)) allErrors.push(duplicate(idxPath, unique));
    uniqueTaints.add(unique);
    return allErrors;
  });
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNode
export function validateNode(node: Node): ErrorList {
  return validateObjectMeta(node.metadata, false, nameIsDNSSubdomain, newPath('metadata'));
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNodeUpdate
export function validateNodeUpdate(node: Node, old: Node): ErrorList {
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

// Mirrors: pkg/apis/core/validation/validation.go#ValidateServiceAccount
export function validateServiceAccount(account: ServiceAccount): ErrorList {
  return validateObjectMeta(account.metadata, true, nameIsDNSSubdomain, newPath('metadata'));
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateServiceAccountUpdate
export const validateServiceAccountUpdate = (next: ServiceAccount, old: ServiceAccount): ErrorList => [
  ...validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata')),
  ...validateServiceAccount(next),
];

const nameAnnotation = 'kubernetes.io/service-account.name';

/** What is wrong with a Secret. Of the types whose data has to have a certain shape, that of tokens is here. */
// Mirrors: pkg/apis/core/validation/validation.go#ValidateSecret
export function validateSecret(secret: Secret): ErrorList {
  const allErrs = validateObjectMeta(secret.metadata, true, nameIsDNSSubdomain, newPath('metadata'));
  for (const key in secret.data) {
    const path = newPath('data').key(key);
    allErrs.push(...isConfigMapKey(key).map((message) => invalid(path, key, message)));
  }
  // The uid of the account and the token may come later, from a controller.
  const isToken = secret.type === 'kubernetes.io/service-account-token';
  if (isToken && !secret.metadata.annotations?.[nameAnnotation]) {
    allErrs.push(required(newPath('metadata', 'annotations').key(nameAnnotation), ''));
  }
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateSecretUpdate
export function validateSecretUpdate(next: Secret, old: Secret): ErrorList {
  const allErrs = [
    ...validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata')),
    ...validateImmutableField(next.type, old.type, newPath('type')),
  ];
  if (old.immutable) {
    const message = 'field is immutable when `immutable` is set';
    if (!next.immutable) allErrs.push(forbidden(newPath('immutable'), message));
    if (!semanticDeepEqual(next.data, old.data)) allErrs.push(forbidden(newPath('data'), message));
  }
  return [...allErrs, ...validateSecret(next)];
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateConfigMap
export function validateConfigMap(configMap: ConfigMap): ErrorList {
  const allErrs = validateObjectMeta(configMap.metadata, true, nameIsDNSSubdomain, newPath('metadata'));
  for (const bag of ['data', 'binaryData'] as const) {
    for (const key in configMap[bag]) {
      const path = newPath(bag).key(key);
      allErrs.push(...isConfigMapKey(key).map((message) => invalid(path, key, message)));
      if (bag === 'data' && Object.hasOwn(configMap.binaryData ?? {}, key)) {
        allErrs.push(invalid(path, key, 'duplicate of key present in binaryData'));
      }
    }
  }
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateConfigMapUpdate
export function validateConfigMapUpdate(next: ConfigMap, old: ConfigMap): ErrorList {
  const allErrs = validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata'));
  if (old.immutable) {
    const message = 'field is immutable when `immutable` is set';
    if (!next.immutable) allErrs.push(forbidden(newPath('immutable'), message));
    if (!semanticDeepEqual(next.data, old.data)) allErrs.push(forbidden(newPath('data'), message));
    if (!semanticDeepEqual(next.binaryData, old.binaryData))
      allErrs.push(forbidden(newPath('binaryData'), message));
  }
  return [...allErrs, ...validateConfigMap(next)];
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNamespace
export function validateNamespace(namespace: Namespace): ErrorList {
  return validateObjectMeta(namespace.metadata, false, nameIsDNSLabel, newPath('metadata'));
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNamespaceStatusUpdate
export function validateNamespaceStatusUpdate(next: Namespace, old: Namespace): ErrorList {
  const allErrs = validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata'));
  const phase = next.status?.phase ?? '';
  const path = newPath('status', 'Phase');
  if (!next.metadata.deletionTimestamp && phase !== 'Active') {
    allErrs.push(invalid(path, phase, "may only be 'Active' if `deletionTimestamp` is empty"));
  }
  if (next.metadata.deletionTimestamp && phase !== 'Terminating') {
    allErrs.push(invalid(path, phase, "may only be 'Terminating' if `deletionTimestamp` is not empty"));
  }
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateNamespaceFinalizeUpdate
export function validateNamespaceFinalizeUpdate(next: Namespace, old: Namespace): ErrorList {
  const allErrs = validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata'));
  next.spec?.finalizers?.forEach((finalizer, i) => {
    const path = newPath('spec', 'finalizers').index(i);
    allErrs.push(...isQualifiedName(finalizer).map((message) => invalid(path, finalizer, message)));
    if (finalizer.includes('/') || standardFinalizers.includes(finalizer)) return;
    const message = 'name is neither a standard finalizer name nor is it fully qualified';
    allErrs.push(invalid(path, finalizer, message));
  });
  return allErrs;
}

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

/** What is wrong with the address of an endpoint: those that only the machine itself can reach make no sense there. */
// Mirrors: pkg/apis/core/validation/validation.go#validateNonSpecialIP
export function validateNonSpecialIP(ipAddress: string, fldPath: Path): ErrorList {
  const ip = parseIP(ipAddress);
  const refused = (message: string): ErrorList => [invalid(fldPath, ipAddress, message)];
  if (ip === undefined) return refused('must be a valid IP address');
  if (ip === '0.0.0.0' || ip === '::') return refused('may not be unspecified (0.0.0.0)');
  if (ip === '::1' || ip.startsWith('127.')) return refused('may not be in the loopback range (127.0.0.0/8)');
  if (ip.startsWith('169.254.') || /^fe[89ab]/.test(ip)) {
    return refused('may not be in the link-local range (169.254.0.0/16)');
  }
  if (ip.startsWith('224.0.0.') || ip.startsWith('ff02:')) {
    return refused('may not be in the link-local multicast range (224.0.0.0/24)');
  }
  return [];
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
  else if (!supportedPortProtocols.includes(protocol)) {
    allErrs.push(notSupported(fldPath.child('protocol'), protocol, supportedPortProtocols));
  }
  if (appProtocol !== undefined) all('appProtocol', appProtocol, isQualifiedName(appProtocol));
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#supportedScheduleActions
const supportedScheduleActions: readonly string[] = ['DoNotSchedule', 'ScheduleAnyway'];

// Mirrors: pkg/apis/core/validation/validation.go#validateTopologySpreadConstraints
export function validateTopologySpreadConstraints(
  constraints: readonly TopologySpreadConstraint[],
  fldPath: Path,
): ErrorList {
  return constraints.flatMap((constraint, i) => {
    const {
      maxSkew = 0,
      topologyKey = '',
      whenUnsatisfiable = '',
    } = constraint as Partial<typeof constraint>;
    const subFldPath = fldPath.index(i);
    const allErrs: ErrorList = [];
    if (maxSkew <= 0)
      allErrs.push(invalid(subFldPath.child('maxSkew'), maxSkew, 'must be greater than zero'));
    if (topologyKey === '') allErrs.push(required(subFldPath.child('topologyKey'), 'can not be empty'));
    if (!supportedScheduleActions.includes(whenUnsatisfiable))
      allErrs.push(
        notSupported(subFldPath.child('whenUnsatisfiable'), whenUnsatisfiable, supportedScheduleActions),
      );
    // One of both makes one kind of constraint, which a pod may have once. The first of two is the one that is told.
    if (repeats(constraint, constraints.slice(i + 1))) {
      const path = subFldPath.child('{topologyKey, whenUnsatisfiable}');
      allErrs.push(duplicate(path, `{${topologyKey}, ${whenUnsatisfiable}}`));
    }
    return allErrs;
  });
}

// Mirrors: pkg/apis/core/validation/validation.go#ValidateSpreadConstraintNotRepeat
const repeats = (
  constraint: TopologySpreadConstraint,
  restingConstraints: readonly TopologySpreadConstraint[],
): boolean =>
  restingConstraints.some(
    ({ topologyKey, whenUnsatisfiable }) =>
      constraint.topologyKey === topologyKey && constraint.whenUnsatisfiable === whenUnsatisfiable,
  );

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

// Mirrors: pkg/apis/core/validation/validation.go#isHeadlessService
const isHeadless = (spec: ServiceSpec): boolean =>
  spec.clusterIPs?.length === 1 && spec.clusterIPs[0] === 'None';
