import { isNotFound } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { hasAnnotation } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import { deepFreeze } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '../../../api/objects.ts';
import type { Clientset } from '../../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { NodeLister } from '../../../../staging/src/k8s.io/client-go/listers/core/v1/node.ts';
import type { PodLister } from '../../../../staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import type { CSINodeLister } from '../../../../staging/src/k8s.io/client-go/listers/storage/v1/csinode.ts';
import type { StorageClassLister } from '../../../../staging/src/k8s.io/client-go/listers/storage/v1/storageclass.ts';
import { quote } from '../../../../../go/strconv.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import { checkNodeAffinity } from '../../../volume/util/util.ts';
import { annBindCompleted, annSelectedNode } from '../persistentvolume/util/util.ts';
import type { VolumeSchedulingStage, VolumeSchedulingStageFailed } from './metrics/metrics.ts';
import { ErrNotFound, type PVAssumeCache, type PVCAssumeCache } from './scheduler_assume_cache.ts';
import type { CapacityCheck } from './scheduler_binder_capacity.ts';
import { type Features, tryTranslatePVToCSI } from './scheduler_binder_csi.ts';
import type { BindingInfo, PodVolumes } from './scheduler_binder_types.ts';

/** What a binder is made of. */
export interface VolumeBinderParts {
  readonly sim: Sim;
  readonly kubeClient: Clientset;
  readonly classLister: Pick<StorageClassLister, 'get'>;
  readonly podLister: Pick<PodLister, 'pods'>;
  readonly nodeLister: Pick<NodeLister, 'get'>;
  readonly csiNodeLister: Pick<CSINodeLister, 'get'>;
  readonly pvcCache: PVCAssumeCache;
  readonly pvCache: PVAssumeCache;
  /** How long to wait for volumes to be bound. */
  readonly bindTimeoutMs: number;
  readonly features: Features;
  /** Counts what fails. */
  readonly stageFailed?: VolumeSchedulingStageFailed | undefined;
  /** Undefined without the feature CSIStorageCapacity. */
  readonly capacityCheck: CapacityCheck | undefined;
}

/** The error, once it is counted. */
export function counted({ stageFailed }: VolumeBinderParts, stage: VolumeSchedulingStage, err: Error): Error {
  stageFailed?.inc(stage);
  return err;
}

/** `[all are bound, why they never will be]`. */
type Checked = [boolean, Error | undefined];

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#getPodName
export const getPodName = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`;

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#getPVCName
export const getPVCName = ({ metadata }: PersistentVolumeClaim): string =>
  `${metadata.namespace}/${metadata.name}`;

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.isPVCFullyBound
export function isPVCFullyBound({ metadata, spec }: PersistentVolumeClaim): boolean {
  return Boolean(spec.volumeName) && hasAnnotation(metadata, annBindCompleted);
}

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.revertAssumedPVs
export function revertAssumedPVs(pvCache: PVAssumeCache, bindings: readonly BindingInfo[]): void {
  for (const { pv } of bindings) pvCache.restore(pv.metadata.name);
}

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.revertAssumedPVCs
export function revertAssumedPVCs(pvcCache: PVCAssumeCache, claims: readonly PersistentVolumeClaim[]): void {
  for (const claim of claims) pvcCache.restore(getPVCName(claim));
}

/** The claim as it asks for its volume to be made for the node. */
export function withSelectedNode(claim: PersistentVolumeClaim, nodeName: string): PersistentVolumeClaim {
  const annotations = { ...claim.metadata.annotations, [annSelectedNode]: nodeName };
  return deepFreeze({ ...claim, metadata: { ...claim.metadata, annotations } });
}

/** An error if `assumePodVolumes` has not filled the lists. */
function missing(pod: string, { staticBindings, dynamicProvisions }: PodVolumes): Error | undefined {
  if (!staticBindings) return new Error(`failed to get cached bindings for pod ${quote(pod)}`);
  if (!dynamicProvisions) return new Error(`failed to get cached claims to provision for pod ${quote(pod)}`);
  return undefined;
}

/**
 * Writes the volumes that are to be bound and the claims for which one is to be made. The controller of volumes does
 * the rest. If a write fails, what is not written yet is forgotten; what is stays.
 *
 * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.bindAPIUpdate
 */
export function* bindAPIUpdate(
  parts: VolumeBinderParts,
  podName: string,
  podVolumes: PodVolumes,
): Blocking<Error | undefined> {
  const { staticBindings: bindings = [], dynamicProvisions: claimsToProvision = [] } = podVolumes;
  const none = missing(podName, podVolumes);
  if (none) return none;
  const core = parts.kubeClient.coreV1();
  let lastProcessedBinding = 0;
  let lastProcessedProvisioning = 0;
  try {
    for (const binding of bindings) {
      const [newPV, err] = yield* core.persistentVolumes().update(binding.pv);
      if (err) return err;
      // Later it is asked whether the cache has what was written.
      binding.pv = newPV as PersistentVolume;
      lastProcessedBinding++;
    }
    for (const [i, claim] of claimsToProvision.entries()) {
      const claims = core.persistentVolumeClaims(claim.metadata.namespace);
      const [newClaim, err] = yield* claims.update(claim);
      if (err) return err;
      claimsToProvision[i] = newClaim as PersistentVolumeClaim;
      lastProcessedProvisioning++;
    }
    return undefined;
  } finally {
    revertAssumedPVs(parts.pvCache, bindings.slice(lastProcessedBinding));
    revertAssumedPVCs(parts.pvcCache, claimsToProvision.slice(lastProcessedProvisioning));
  }
}

const isNewer = (a: PersistentVolume | PersistentVolumeClaim, b: PersistentVolume | PersistentVolumeClaim) =>
  Number(a.metadata.resourceVersion) > Number(b.metadata.resourceVersion);

/**
 * True when all claims of the pod are bound. An error if that can come no more, so that the pod must be scheduled
 * anew. It looks at objects as the informers told them: what is assumed may be assumed for another pod by now.
 *
 * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.checkBindings
 */
export function checkBindings(parts: VolumeBinderParts, pod: Pod, podVolumes: PodVolumes): Checked {
  const { staticBindings: bindings = [], dynamicProvisions: claimsToProvision = [] } = podVolumes;
  const none = missing(getPodName(pod), podVolumes);
  if (none) return [false, none];
  const { nodeName = '' } = pod.spec;
  const [node, err] = parts.nodeLister.get(nodeName);
  if (err) return [false, wrapped(`failed to get node ${quote(nodeName)}`, err)];
  const [, notFound] = parts.podLister.pods(pod.metadata.namespace).get(pod.metadata.name);
  if (isNotFound(notFound)) return [false, wrapped('pod does not exist any more', notFound as Error)];
  for (const binding of bindings) {
    const [bound, failed] = checkBinding(parts, binding, node);
    if (!bound) return [false, failed];
  }
  for (const claim of claimsToProvision) {
    const [bound, failed] = checkProvisioning(parts, claim, node);
    if (!bound) return [false, failed];
  }
  return [true, undefined];
}

const wrapped = (what: string, err: Error): Error => new Error(`${what}: ${err.message}`, { cause: err });

// Part of: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.checkBindings
function checkBinding(parts: VolumeBinderParts, binding: BindingInfo, node: Node): Checked {
  const [pv, err] = parts.pvCache.getAPIObj(binding.pv.metadata.name);
  if (err) return [false, wrapped('failed to check binding', err)];
  const [pvc, failed] = parts.pvcCache.getAPIObj(getPVCName(binding.pvc));
  if (failed) return [false, wrapped('failed to check binding', failed)];
  // The informer has not told yet what was written.
  if (isNewer(binding.pv, pv)) return [false, undefined];
  const [translated, untranslated] = tryTranslatePVToCSI(parts.features, pv, csiNodeOf(parts, node));
  if (untranslated) return [false, wrapped('failed to translate pv to csi', untranslated)];
  const misplaced = checkAffinity(translated, node);
  if (misplaced) return [false, misplaced];
  // The controller of volumes may have taken the volume back.
  if (!translated.spec.claimRef?.uid)
    return [false, new Error(`ClaimRef got reset for pv ${quote(translated.metadata.name)}`)];
  return [isPVCFullyBound(pvc), undefined];
}

// Part of: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.checkBindings
function checkProvisioning(parts: VolumeBinderParts, claim: PersistentVolumeClaim, node: Node): Checked {
  const [pvc, err] = parts.pvcCache.getAPIObj(getPVCName(claim));
  if (err) return [false, wrapped('failed to check provisioning pvc', err)];
  if (isNewer(claim, pvc)) return [false, undefined];
  const { name, annotations } = pvc.metadata;
  // On its way from the API server an empty map becomes none.
  if (!annotations || Object.keys(annotations).length === 0)
    return [false, new Error(`selectedNode annotation reset for PVC ${quote(name)}`)];
  // A provisioner that cannot make the volume takes the annotation away.
  if ((annotations[annSelectedNode] ?? '') !== node.metadata.name)
    return [false, new Error(`provisioning failed for PVC ${quote(name)}`)];
  const { volumeName } = pvc.spec;
  if (volumeName) {
    const [pv, notFound] = parts.pvCache.getAPIObj(volumeName);
    // The informer of volumes may be behind that of claims.
    if (notFound instanceof ErrNotFound) return [false, undefined];
    if (notFound) return [false, wrapped(`failed to get pv ${quote(volumeName)} from cache`, notFound)];
    const [translated, failed] = tryTranslatePVToCSI(parts.features, pv, csiNodeOf(parts, node));
    if (failed) return [false, failed];
    const misplaced = checkAffinity(translated, node);
    if (misplaced) return [false, misplaced];
  }
  return [isPVCFullyBound(pvc), undefined];
}

const csiNodeOf = (parts: VolumeBinderParts, node: Node) => () =>
  parts.csiNodeLister.get(node.metadata.name)[0];

function checkAffinity(pv: PersistentVolume, node: Node): Error | undefined {
  const err = checkNodeAffinity(pv, node.metadata.labels);
  const what = `pv ${quote(pv.metadata.name)} node affinity doesn't match node ${quote(node.metadata.name)}`;
  return err && wrapped(what, err);
}
