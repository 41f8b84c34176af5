import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import {
  nameIsDNSSubdomain,
  validateNonnegativeField,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateImmutableField,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import type {
  CSIDriver,
  CSINode,
  StorageClass,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
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
import { isQualifiedName } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';
import { validateCSIDriverName } from '../../core/validation/validation.ts';

// Mirrors: pkg/apis/storage/validation/validation.go#csiNodeIDMaxLength
const csiNodeIDMaxLength = 128;

// Mirrors: pkg/apis/storage/validation/validation.go#supportedReclaimPolicy
const supportedReclaimPolicy = ['Delete', 'Retain'];

// Mirrors: pkg/apis/storage/validation/validation.go#supportedVolumeBindingModes
const supportedVolumeBindingModes = ['Immediate', 'WaitForFirstConsumer'];

/** How large its parameters are, and what its topologies say, is not looked at. */
// Mirrors: pkg/apis/storage/validation/validation.go#ValidateStorageClass
export function validateStorageClass(storageClass: StorageClass): ErrorList {
  const { metadata, provisioner, reclaimPolicy, volumeBindingMode } = storageClass;
  const allErrs = validateObjectMeta(metadata, false, nameIsDNSSubdomain, newPath('metadata'));
  allErrs.push(...validateProvisioner(provisioner ?? '', newPath('provisioner')));
  if (reclaimPolicy && !supportedReclaimPolicy.includes(reclaimPolicy))
    allErrs.push(notSupported(newPath('reclaimPolicy'), reclaimPolicy, supportedReclaimPolicy));
  if (volumeBindingMode === undefined) allErrs.push(required(newPath('volumeBindingMode'), ''));
  else if (!supportedVolumeBindingModes.includes(volumeBindingMode))
    allErrs.push(notSupported(newPath('volumeBindingMode'), volumeBindingMode, supportedVolumeBindingModes));
  return allErrs;
}

// Mirrors: pkg/apis/storage/validation/validation.go#validateProvisioner
function validateProvisioner(provisioner: string, fldPath: Path): ErrorList {
  if (provisioner === '') return [required(fldPath, provisioner)];
  return isQualifiedName(provisioner.toLowerCase()).map((message) => invalid(fldPath, provisioner, message));
}

// Mirrors: pkg/apis/storage/validation/validation.go#ValidateStorageClassUpdate
export function validateStorageClassUpdate(next: StorageClass, old: StorageClass): ErrorList {
  const allErrs = [...validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata'))];
  if (!semanticDeepEqual(old.parameters, next.parameters))
    allErrs.push(forbidden(newPath('parameters'), 'updates to parameters are forbidden.'));
  if (next.provisioner !== old.provisioner)
    allErrs.push(forbidden(newPath('provisioner'), 'updates to provisioner are forbidden.'));
  if (next.reclaimPolicy !== old.reclaimPolicy)
    allErrs.push(forbidden(newPath('reclaimPolicy'), 'updates to reclaimPolicy are forbidden.'));
  const path = newPath('volumeBindingMode');
  allErrs.push(...validateImmutableField(next.volumeBindingMode, old.volumeBindingMode, path));
  return allErrs;
}

// Mirrors: pkg/apis/storage/validation/validation.go#ValidateCSINode
export function validateCSINode(csiNode: CSINode): ErrorList {
  const allErrs = validateObjectMeta(csiNode.metadata, false, nameIsDNSSubdomain, newPath('metadata'));
  return [...allErrs, ...validateCSINodeDrivers(csiNode.spec.drivers ?? [], newPath('spec', 'drivers'))];
}

// Mirrors: pkg/apis/storage/validation/validation.go#validateCSINodeDrivers
function validateCSINodeDrivers(drivers: CSINode['spec']['drivers'], fldPath: Path): ErrorList {
  const names = new Set<string>();
  return drivers.flatMap((driver, i) => {
    const idxPath = fldPath.index(i);
    const allErrs = validateCSINodeDriver(driver, idxPath);
    if (names.has(driver.name)) allErrs.push(duplicate(idxPath.child('name'), driver.name));
    names.add(driver.name);
    return allErrs;
  });
}

// Mirrors: pkg/apis/storage/validation/validation.go#validateCSINodeDriver
function validateCSINodeDriver(driver: CSINode['spec']['drivers'][number], fldPath: Path): ErrorList {
  const { name = '', nodeID = '', allocatable, topologyKeys = [] }: Partial<typeof driver> = driver;
  const allErrs = validateCSIDriverName(name, fldPath.child('name'));
  if (nodeID === '') allErrs.push(required(fldPath.child('nodeID'), nodeID));
  else if (nodeID.length > csiNodeIDMaxLength)
    allErrs.push(
      invalid(fldPath.child('nodeID'), nodeID, `must be ${csiNodeIDMaxLength} characters or less`),
    );
  if (allocatable?.count !== undefined)
    allErrs.push(...validateNonnegativeField(allocatable.count, fldPath.child('allocatable', 'count')));
  const topoKeys = new Set<string>();
  for (const key of topologyKeys) {
    if (topoKeys.has(key)) allErrs.push(duplicate(fldPath, key));
    topoKeys.add(key);
    for (const message of isQualifiedName(key)) allErrs.push(invalid(fldPath, key, message));
  }
  return allErrs;
}

/** A driver may come and go, but not change. */
// Mirrors: pkg/apis/storage/validation/validation.go#ValidateCSINodeUpdate
export function validateCSINodeUpdate(next: CSINode, old: CSINode): ErrorList {
  const allErrs = validateCSINode(next);
  for (const oldDriver of old.spec.drivers ?? []) {
    const newDriver = next.spec.drivers?.find(({ name }) => name === oldDriver.name);
    if (newDriver && !semanticDeepEqual(oldDriver, newDriver))
      allErrs.push(invalid(newPath('CSINodeDriver'), newDriver.name, 'field is immutable'));
  }
  return allErrs;
}

// Mirrors: pkg/apis/storage/validation/validation.go#ValidateCSIDriver
export function validateCSIDriver(csiDriver: CSIDriver): ErrorList {
  return validateObjectMeta(csiDriver.metadata, false, nameIsDNSSubdomain, newPath('metadata'));
}

// Mirrors: pkg/apis/storage/validation/validation.go#ValidateCSIDriverUpdate
export function validateCSIDriverUpdate(next: CSIDriver, old: CSIDriver): ErrorList {
  const allErrs = [...validateObjectMetaUpdate(next.metadata, old.metadata, newPath('metadata'))];
  if (!semanticDeepEqual(old.spec, next.spec))
    allErrs.push(invalid(newPath('spec'), next.metadata.name, 'field is immutable'));
  return allErrs;
}
