import type { VolumeNodeAffinity } from 'kubernetes-types/core/v1';
import type { Node, PersistentVolume, PersistentVolumeClaim } from '../../../../api/objects.ts';
import { isNotFound } from '../../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  type Quantity,
  mustParse,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import {
  hasAnnotation,
  labelSelectorAsSelector,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import type { Selector } from '../../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { deepFreeze } from '../../../../../staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import {
  getPersistentVolumeClaimClass,
  getPersistentVolumeClass,
} from '../../../../apis/core/v1/helper/helpers.ts';
import type { StorageClassLister } from '../../../../../staging/src/k8s.io/client-go/listers/storage/v1/storageclass.ts';
import { getReference } from '../../../../../staging/src/k8s.io/client-go/tools/reference/ref.ts';
import type { Result } from '../../../../../../go/result.ts';
import { quote } from '../../../../../../go/strconv.ts';
import { checkNodeAffinity } from '../../../../volume/util/util.ts';

/** Of a claim: its binding is complete. */
// Mirrors: pkg/controller/volume/persistentvolume/util/util.go#AnnBindCompleted
export const annBindCompleted = 'pv.kubernetes.io/bind-completed';

/** Of a volume or a claim: a controller bound it, not a user. */
// Mirrors: pkg/controller/volume/persistentvolume/util/util.go#AnnBoundByController
export const annBoundByController = 'pv.kubernetes.io/bound-by-controller';

/** Of a claim: the node for which the scheduler wants its volume to be made. */
// Mirrors: pkg/controller/volume/persistentvolume/util/util.go#AnnSelectedNode
export const annSelectedNode = 'volume.kubernetes.io/selected-node';

/** The provisioner of classes whose volumes nobody makes. */
// Mirrors: pkg/controller/volume/persistentvolume/util/util.go#NotSupportedProvisioner
export const notSupportedProvisioner = 'kubernetes.io/no-provisioner';

/** Of a volume: the driver that made it. */
// Mirrors: pkg/controller/volume/persistentvolume/util/util.go#AnnDynamicallyProvisioned
export const annDynamicallyProvisioned = 'pv.kubernetes.io/provisioned-by';

/** Of a claim: the driver that is to make its volume. */
// Mirrors: pkg/controller/volume/persistentvolume/util/util.go#AnnStorageProvisioner
export const annStorageProvisioner = 'volume.beta.kubernetes.io/storage-provisioner';

/** Whether the scheduler said for which node the volume of the claim is to be made. */
// Mirrors: pkg/controller/volume/persistentvolume/util/util.go#IsDelayBindingProvisioning
export function isDelayBindingProvisioning(claim: PersistentVolumeClaim): boolean {
  return hasAnnotation(claim.metadata, annSelectedNode);
}

/** Whether the claim waits for a pod, as its class says. A class that is not there says nothing. */
// Mirrors: pkg/controller/volume/persistentvolume/util/util.go#IsDelayBindingMode
export function isDelayBindingMode(
  claim: PersistentVolumeClaim,
  classLister: Pick<StorageClassLister, 'get'>,
): Result<boolean> {
  const className = getPersistentVolumeClaimClass(claim);
  if (className === '') return [false, undefined];
  const [storageClass, err] = classLister.get(className);
  if (err) return isNotFound(err) ? [false, undefined] : [undefined, err];
  if (storageClass.volumeBindingMode === undefined)
    return [undefined, new Error(`VolumeBindingMode not set for StorageClass ${quote(className)}`)];
  return [storageClass.volumeBindingMode === 'WaitForFirstConsumer', undefined];
}

/** The volume as it is when the claim has it, and whether that is any change. */
// Mirrors: pkg/controller/volume/persistentvolume/util/util.go#GetBindVolumeToClaim
export function getBindVolumeToClaim(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): [volume: PersistentVolume, dirty: boolean, err: undefined] | [undefined, false, Error] {
  const { claimRef } = volume.spec;
  const { name, namespace, uid } = claim.metadata;
  let { metadata, spec } = volume;
  let dirty = false;
  if (claimRef?.name !== name || claimRef.namespace !== namespace || claimRef.uid !== uid) {
    const [reference, err] = getReference(claim);
    if (err) return [undefined, false, new Error(`Unexpected error getting claim reference: ${err.message}`)];
    spec = { ...spec, claimRef: reference };
    dirty = true;
  }
  if (!isVolumeBoundToClaim(volume, claim) && !hasAnnotation(metadata, annBoundByController)) {
    metadata = { ...metadata, annotations: { ...metadata.annotations, [annBoundByController]: 'yes' } };
    dirty = true;
  }
  return [deepFreeze({ ...volume, metadata, spec }), dirty, undefined];
}

/** Whether the volume names the claim. A volume that a user bound may leave out the uid. */
// Mirrors: pkg/controller/volume/persistentvolume/util/util.go#IsVolumeBoundToClaim
export function isVolumeBoundToClaim(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const { claimRef } = volume.spec;
  if (!claimRef) return false;
  const { name, namespace, uid } = claim.metadata;
  if (name !== claimRef.name || namespace !== claimRef.namespace) return false;
  return !claimRef.uid || uid === claimRef.uid;
}

/** How large a volume is; 0 where nothing is said. Read once, since objects that are stored never change. */
const sizes = new WeakMap<object, Quantity>();

/** The storage in a list of resources. */
export function storageOf(list: Readonly<Record<string, string>> | undefined): Quantity {
  if (!list) return nothing;
  const known = sizes.get(list) ?? mustParse(list['storage'] ?? '0');
  sizes.set(list, known);
  return known;
}

const nothing = mustParse('0');

/**
 * The volume that is bound to the claim already, else the smallest that is large enough and fits. Undefined if there
 * is none. Without a node, for the controller of volumes, affinity does not count; with `delayBinding` it takes bound
 * ones only. Of `excludedVolumes` none is taken.
 */
// Mirrors: pkg/controller/volume/persistentvolume/util/util.go#FindMatchingVolume
export function findMatchingVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  node: Node | undefined,
  excludedVolumes: ReadonlySet<string>,
  delayBinding: boolean,
): Result<PersistentVolume | undefined> {
  let smallestVolume: PersistentVolume | undefined;
  const requestedQty = storageOf(claim.spec.resources?.requests).nano;
  const requestedClass = getPersistentVolumeClaimClass(claim);
  let selector: Selector | undefined;
  if (claim.spec.selector) {
    const [internalSelector, err] = labelSelectorAsSelector(claim.spec.selector);
    if (err) {
      const key = `${claim.metadata.namespace}/${claim.metadata.name}`;
      const what = `error creating internal label selector for claim: ${key}`;
      return [undefined, new Error(`${what}: ${err.message}`)];
    }
    selector = internalSelector;
  }
  // A volume that is bound to the claim is looked for among all; on the way, the smallest that would do.
  for (const volume of volumes) {
    if (excludedVolumes.has(volume.metadata.name)) continue;
    const bound = isVolumeBoundToClaim(volume, claim);
    if (volume.spec.claimRef && !bound) continue;
    const volumeQty = storageOf(volume.spec.capacity).nano;
    if (volumeQty < requestedQty) continue;
    if (checkVolumeModeMismatches(claim.spec, volume.spec)) continue;
    if (volume.metadata.deletionTimestamp !== undefined) continue;
    if (bound) {
      const fits = !node || !checkNodeAffinity(volume, node.metadata.labels);
      return [fits ? volume : undefined, undefined];
    }
    if (!node && delayBinding) continue;
    if (volume.status.phase !== 'Available') continue;
    if (selector && !selector.matches(volume.metadata.labels)) continue;
    if (getPersistentVolumeClass(volume) !== requestedClass) continue;
    // Of two that are equally large the first stays; the dearest question, that for the node, comes last.
    if (smallestVolume && storageOf(smallestVolume.spec.capacity).nano <= volumeQty) continue;
    if (node && !checkAccessModes(claim, volume)) continue;
    if (node && checkNodeAffinity(volume, node.metadata.labels)) continue;
    smallestVolume = volume;
  }
  return [smallestVolume, undefined];
}

/** True if one is to be a file system and the other a device. */
// Mirrors: pkg/controller/volume/persistentvolume/util/util.go#CheckVolumeModeMismatches
export function checkVolumeModeMismatches(
  pvcSpec: PersistentVolumeClaim['spec'],
  pvSpec: PersistentVolume['spec'],
): boolean {
  return (pvcSpec.volumeMode ?? 'Filesystem') !== (pvSpec.volumeMode ?? 'Filesystem');
}

/** Whether the volume can be used in all ways that the claim asks for. */
// Mirrors: pkg/controller/volume/persistentvolume/util/util.go#CheckAccessModes
export function checkAccessModes(claim: PersistentVolumeClaim, volume: PersistentVolume): boolean {
  const pvModes = volume.spec.accessModes ?? [];
  return (claim.spec.accessModes ?? []).every((mode) => pvModes.includes(mode));
}

/** The affinity of a volume that only nodes with this label can have. */
// Mirrors: pkg/controller/volume/persistentvolume/util/util.go#GetVolumeNodeAffinity
export function getVolumeNodeAffinity(key: string, value: string): VolumeNodeAffinity {
  return {
    required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: [value] }] }] },
  };
}
