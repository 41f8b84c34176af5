import type { Container, ContainerPort, PodSpec, PodTemplateSpec } from 'kubernetes-types/core/v1';
import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { nameIsDNSSubdomain } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateAnnotations,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import { validateLabels } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.ts';
import type { Pod } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import {
  type Path,
  newPath,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import {
  inclusiveRangeError,
  isDNS1123Label,
  isDNS1123Subdomain,
  isValidPortName,
  isValidPortNum,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';

const maxInt32 = 2 ** 31 - 1;
const all = (path: Path, value: string, messages: string[]): ErrorList =>
  messages.map((message) => invalid(path, value, message));

/**
 * What is wrong with a new pod. Of Kubernetes' checks these are here: names, labels, containers, their ports,
 * restart policy, node name and deadlines. Volumes, probes, affinity and security are not checked.
 */
// Mirrors: pkg/apis/core/validation/validation.go#ValidatePodCreate
export function validatePodCreate(pod: Pod): ErrorList {
  return validatePodMetadataAndSpec(pod);
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
  const deadline = spec.activeDeadlineSeconds;
  if (deadline !== undefined && (deadline < 1 || deadline > maxInt32)) {
    allErrs.push(invalid(fldPath.child('activeDeadlineSeconds'), deadline, inclusiveRangeError(1, maxInt32)));
  }
  if (spec.hostname)
    allErrs.push(...all(fldPath.child('hostname'), spec.hostname, isDNS1123Label(spec.hostname)));
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
    const protocols = ['SCTP', 'TCP', 'UDP'];
    if (!protocols.includes(protocol))
      allErrs.push(notSupported(idxPath.child('protocol'), protocol, protocols));
  });
  return allErrs;
}

// Mirrors: pkg/apis/core/validation/validation.go#validateRestartPolicy
function validateRestartPolicy(restartPolicy: string, fldPath: Path): ErrorList {
  if (restartPolicy === '') return [required(fldPath, '')];
  const valid = ['Always', 'OnFailure', 'Never'];
  return valid.includes(restartPolicy) ? [] : [notSupported(fldPath, restartPolicy, valid)];
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
