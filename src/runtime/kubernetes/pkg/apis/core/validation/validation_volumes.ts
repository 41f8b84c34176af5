import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { parseQuantity } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import { nameIsDNSSubdomain } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateImmutableField,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import { validateLabelSelector } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.ts';
import type {
  PersistentVolume,
  PersistentVolumeClaim,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import {
  type Path,
  newPath,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';

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
