import type { Volume } from 'kubernetes-types/core/v1';
import type { Result } from '../../../../../go/result.ts';
import { quote } from '../../../../../go/strconv.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import { isNotFound } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { mustParse } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import { isControlledBy } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.ts';
import {
  hasAnnotation,
  labelSelectorAsSelector,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import { everything } from '../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { deepFreeze } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import { poll } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { Clientset } from '../../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { NodeLister } from '../../../../staging/src/k8s.io/client-go/listers/core/v1/node.ts';
import type { PodLister } from '../../../../staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import type { CSIDriverLister } from '../../../../staging/src/k8s.io/client-go/listers/storage/v1/csidriver.ts';
import type { CSINodeLister } from '../../../../staging/src/k8s.io/client-go/listers/storage/v1/csinode.ts';
import type { StorageClassLister } from '../../../../staging/src/k8s.io/client-go/listers/storage/v1/storageclass.ts';
import type { CSIStorageCapacityLister } from '../../../../staging/src/k8s.io/client-go/listers/storage/v1alpha1/csistoragecapacity.ts';
import { awsEBSInTreePluginName } from '../../../../staging/src/k8s.io/csi-translation-lib/plugins/aws_ebs.ts';
import { azureDiskInTreePluginName } from '../../../../staging/src/k8s.io/csi-translation-lib/plugins/azure_disk.ts';
import { gcePDInTreePluginName } from '../../../../staging/src/k8s.io/csi-translation-lib/plugins/gce_pd.ts';
import { cinderInTreePluginName } from '../../../../staging/src/k8s.io/csi-translation-lib/plugins/openstack_cinder.ts';
import {
  getInTreePluginNameFromSpec,
  isPVMigratable,
  translateInTreePVToCSI,
} from '../../../../staging/src/k8s.io/csi-translation-lib/translate.ts';
import { migratedPluginsAnnotationKey } from '../../../../staging/src/k8s.io/api/core/v1/annotation_key_constants.ts';
import type {
  CSINode,
  CSIStorageCapacity,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from '../../../api/objects.ts';
import {
  getPersistentVolumeClaimClass,
  matchTopologySelectorTerms,
} from '../../../apis/core/v1/helper/helpers.ts';
import { checkNodeAffinity } from '../../../volume/util/util.ts';
import {
  annBindCompleted,
  annSelectedNode,
  findMatchingVolume,
  getBindVolumeToClaim,
  isDelayBindingMode,
  notSupportedProvisioner,
  storageOf,
} from '../persistentvolume/util/util.ts';
import type { VolumeSchedulingStage, VolumeSchedulingStageFailed } from './metrics/metrics.ts';
import { ErrNotFound, type PVAssumeCache, type PVCAssumeCache } from './scheduler_assume_cache.ts';

/** Why volumes keep a pod off a node, for people. */
// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#ConflictReason
type ConflictReason = string;

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#ConflictReasons
export type ConflictReasons = readonly ConflictReason[];

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#ErrReasonBindConflict
export const errReasonBindConflict = "node(s) didn't find available persistent volumes to bind";

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#ErrReasonNodeConflict
export const errReasonNodeConflict = 'node(s) had volume node affinity conflict';

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#ErrReasonNotEnoughSpace
export const errReasonNotEnoughSpace = 'node(s) did not have enough free storage';

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#ErrReasonPVNotExist
export const errReasonPVNotExist = 'pvc(s) bound to non-existent pv(s)';

/** A claim, and the volume that it is to have. */
// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#BindingInfo
export interface BindingInfo {
  readonly pvc: PersistentVolumeClaim;
  pv: PersistentVolume;
}

/** What a pod needs of volumes on one node. Lists that are missing were not filled yet: `assumePodVolumes` does that. */
// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#PodVolumes
export interface PodVolumes {
  /** Volumes that are there and are to be bound. */
  staticBindings: BindingInfo[] | undefined;
  /** Claims for which a volume is to be made. */
  dynamicProvisions: PersistentVolumeClaim[] | undefined;
}

/** What is found on a node for claims that have no volume. */
interface Unbound {
  readonly satisfied: boolean;
  readonly sufficientStorage: boolean;
  readonly staticBindings?: BindingInfo[];
  readonly dynamicProvisions?: PersistentVolumeClaim[];
}

/** The claims of a pod, by what is to be done for them. */
interface PodClaims {
  readonly boundClaims: readonly PersistentVolumeClaim[];
  /** Those that wait for a pod: the scheduler binds them. */
  readonly unboundClaimsDelayBinding: readonly PersistentVolumeClaim[];
  /** Those that the controller of volumes should have bound already. */
  readonly unboundClaimsImmediate: readonly PersistentVolumeClaim[];
}

/** Finds volumes for a pod while its node is looked for, and binds them before the pod is bound. */
// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#SchedulerVolumeBinder
export interface SchedulerVolumeBinder {
  getPodVolumes(pod: Pod): Result<PodClaims>;
  /** What the pod needs on the node, and why it cannot have it there; reasons are empty if it can. */
  findPodVolumes(
    pod: Pod,
    boundClaims: readonly PersistentVolumeClaim[],
    claimsToBind: readonly PersistentVolumeClaim[],
    node: Node,
  ): [podVolumes: PodVolumes | undefined, reasons: ConflictReasons, err: Error | undefined];
  /** Notes in the caches what is to be written, also in `podVolumes`. True if nothing is to be written. */
  assumePodVolumes(
    assumedPod: Pod,
    nodeName: string,
    podVolumes: PodVolumes,
  ): [allFullyBound: boolean, err: Error | undefined];
  /** Forgets that again. */
  revertAssumedPodVolumes(podVolumes: PodVolumes): void;
  /** Writes it, and waits until the controller of volumes has bound all claims. */
  bindPodVolumes(assumedPod: Pod, podVolumes: PodVolumes): Blocking<Error | undefined>;
}

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder
export class VolumeBinder implements SchedulerVolumeBinder {
  readonly #parts: VolumeBinderParts;

  // Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#NewVolumeBinder
  constructor(parts: VolumeBinderParts) {
    this.#parts = parts;
  }

  // Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.GetPodVolumes
  getPodVolumes(pod: Pod): Result<PodClaims> {
    const boundClaims: PersistentVolumeClaim[] = [];
    const unboundClaimsDelayBinding: PersistentVolumeClaim[] = [];
    const unboundClaimsImmediate: PersistentVolumeClaim[] = [];
    for (const vol of pod.spec.volumes ?? []) {
      const [volumeBound, pvc, err] = this.#isVolumeBound(pod, vol);
      if (err) return [undefined, err];
      if (!pvc) continue;
      if (volumeBound) {
        boundClaims.push(pvc);
        continue;
      }
      const [delayBindingMode, failed] = isDelayBindingMode(pvc, this.#parts.classLister);
      if (failed) return [undefined, failed];
      // A claim that names its volume is not for the scheduler to bind.
      if (delayBindingMode && !pvc.spec.volumeName) unboundClaimsDelayBinding.push(pvc);
      else unboundClaimsImmediate.push(pvc);
    }
    return [{ boundClaims, unboundClaimsDelayBinding, unboundClaimsImmediate }, undefined];
  }

  // Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.FindPodVolumes
  findPodVolumes(
    _pod: Pod,
    boundClaims: readonly PersistentVolumeClaim[],
    claimsToBind: readonly PersistentVolumeClaim[],
    node: Node,
  ): [PodVolumes | undefined, ConflictReasons, Error | undefined] {
    let boundVolumesSatisfied = true;
    let boundPVsFound = true;
    let unbound: Unbound = { satisfied: true, sufficientStorage: true };
    if (boundClaims.length > 0) {
      const [satisfied, found, err] = this.#checkBoundClaims(boundClaims, node);
      if (err) return [undefined, [], counted(this.#parts, 'predicate', err)];
      [boundVolumesSatisfied, boundPVsFound] = [satisfied, found];
    }
    if (claimsToBind.length > 0) {
      const [found, err] = this.#findUnbound(claimsToBind, node);
      if (err) return [undefined, [], counted(this.#parts, 'predicate', err)];
      unbound = found;
    }
    const reasons: ConflictReason[] = [];
    if (!boundVolumesSatisfied) reasons.push(errReasonNodeConflict);
    if (!unbound.satisfied) reasons.push(errReasonBindConflict);
    if (!unbound.sufficientStorage) reasons.push(errReasonNotEnoughSpace);
    if (!boundPVsFound) reasons.push(errReasonPVNotExist);
    const { staticBindings, dynamicProvisions } = unbound;
    return [{ staticBindings, dynamicProvisions }, reasons, undefined];
  }

  /** Claims for which a volume was to be made on another node stay there; of the others, what finds none is to be made. */
  // Part of: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.FindPodVolumes
  #findUnbound(claimsToBind: readonly PersistentVolumeClaim[], node: Node): Result<Unbound> {
    const claimsToFindMatching: PersistentVolumeClaim[] = [];
    const claimsToProvision: PersistentVolumeClaim[] = [];
    for (const claim of claimsToBind) {
      const selectedNode = claim.metadata.annotations?.[annSelectedNode];
      if (selectedNode === undefined) claimsToFindMatching.push(claim);
      else if (selectedNode === node.metadata.name) claimsToProvision.push(claim);
      else return [{ satisfied: false, sufficientStorage: true }, undefined];
    }
    const [matching, err] = this.#findMatchingVolumes(claimsToFindMatching, node);
    if (err) return [undefined, err];
    const { bindings, unboundClaims } = matching;
    const staticBindings = bindings.length > 0 ? { staticBindings: bindings } : {};
    claimsToProvision.push(...unboundClaims);
    if (claimsToProvision.length === 0)
      return [{ satisfied: true, sufficientStorage: true, ...staticBindings }, undefined];
    const [provisions, failed] = this.#checkVolumeProvisions(claimsToProvision, node);
    return failed ? [undefined, failed] : [{ ...provisions, ...staticBindings }, undefined];
  }

  // Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.AssumePodVolumes
  assumePodVolumes(
    assumedPod: Pod,
    nodeName: string,
    podVolumes: PodVolumes,
  ): [allFullyBound: boolean, err: Error | undefined] {
    const { pvCache, pvcCache } = this.#parts;
    if (this.#arePodVolumesBound(assumedPod)) return [true, undefined];

    const newBindings: BindingInfo[] = [];
    for (const { pv, pvc } of podVolumes.staticBindings ?? []) {
      const [newPV, dirty, err] = getBindVolumeToClaim(pv, pvc);
      const failed = err ?? (dirty ? pvCache.assume(newPV) : undefined);
      if (newPV === undefined || failed) {
        revertAssumedPVs(pvCache, newBindings);
        return [false, failed && counted(this.#parts, 'assume', failed)];
      }
      newBindings.push({ pv: newPV, pvc });
    }

    const newProvisionedPVCs: PersistentVolumeClaim[] = [];
    for (const claim of podVolumes.dynamicProvisions ?? []) {
      const claimClone = withSelectedNode(claim, nodeName);
      const err = pvcCache.assume(claimClone);
      if (err) {
        revertAssumedPVs(pvCache, newBindings);
        revertAssumedPVCs(pvcCache, newProvisionedPVCs);
        return [false, counted(this.#parts, 'assume', err)];
      }
      newProvisionedPVCs.push(claimClone);
    }
    podVolumes.staticBindings = newBindings;
    podVolumes.dynamicProvisions = newProvisionedPVCs;
    return [false, undefined];
  }

  // Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.RevertAssumedPodVolumes
  revertAssumedPodVolumes({ staticBindings = [], dynamicProvisions = [] }: PodVolumes): void {
    revertAssumedPVs(this.#parts.pvCache, staticBindings);
    revertAssumedPVCs(this.#parts.pvcCache, dynamicProvisions);
  }

  // Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.BindPodVolumes
  *bindPodVolumes(assumedPod: Pod, podVolumes: PodVolumes): Blocking<Error | undefined> {
    const { sim, bindTimeoutMs } = this.#parts;
    const err = yield* bindAPIUpdate(this.#parts, getPodName(assumedPod), podVolumes);
    if (err) return counted(this.#parts, 'bind', err);
    const parts = this.#parts;
    const failed = yield* poll(sim, 1000, bindTimeoutMs, function* () {
      return checkBindings(parts, assumedPod, podVolumes);
    });
    if (!failed) return undefined;
    return counted(this.#parts, 'bind', new Error(`binding volumes: ${failed.message}`, { cause: failed }));
  }

  /** `[bound, the claim, error]`; a volume that comes without a claim is bound. */
  // Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.isVolumeBound
  #isVolumeBound(
    pod: Pod,
    vol: Volume,
  ): [bound: boolean, pvc: PersistentVolumeClaim | undefined, err: Error | undefined] {
    const { namespace, name } = pod.metadata;
    const ephemeral = vol.ephemeral !== undefined && this.#parts.features.enabled('GenericEphemeralVolume');
    if (vol.persistentVolumeClaim) return this.#isPVCBound(namespace, vol.persistentVolumeClaim.claimName);
    if (!ephemeral) return [true, undefined, undefined];
    const pvcName = `${name}-${vol.name}`;
    const [bound, pvc, err] = this.#isPVCBound(namespace, pvcName);
    if (pvc && !isControlledBy(pvc, pod))
      return [false, undefined, new Error(`PVC ${namespace}/${pvcName} is not owned by pod`)];
    return [bound, pvc, err];
  }

  // Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.isPVCBound
  #isPVCBound(
    namespace: string,
    pvcName: string,
  ): [bound: boolean, pvc: PersistentVolumeClaim | undefined, err: Error | undefined] {
    const pvcKey = `${namespace}/${pvcName}`;
    const [pvc, err] = this.#parts.pvcCache.get(pvcKey);
    if (err) return [false, undefined, new Error(`error getting PVC ${quote(pvcKey)}: ${err.message}`)];
    return [isPVCFullyBound(pvc), pvc, undefined];
  }

  // Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.arePodVolumesBound
  #arePodVolumesBound(pod: Pod): boolean {
    return (pod.spec.volumes ?? []).every((vol) => this.#isVolumeBound(pod, vol)[0]);
  }

  /** `[the node can have them all, they are all there, error]`. */
  // Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.checkBoundClaims
  #checkBoundClaims(
    claims: readonly PersistentVolumeClaim[],
    node: Node,
  ): [boolean, boolean, Error | undefined] {
    const { pvCache, features, csiNodeLister } = this.#parts;
    for (const pvc of claims) {
      const [pv, err] = pvCache.get(pvc.spec.volumeName ?? '');
      if (err) return [true, false, err instanceof ErrNotFound ? undefined : err];
      const csiNode = () => csiNodeLister.get(node.metadata.name)[0];
      const [translated, failed] = tryTranslatePVToCSI(features, pv, csiNode);
      if (failed) return [false, true, failed];
      if (checkNodeAffinity(translated, node.metadata.labels)) return [false, true, undefined];
    }
    return [true, true, undefined];
  }

  /** The smallest claims choose first, so that each gets the smallest volume that fits. */
  // Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.findMatchingVolumes
  #findMatchingVolumes(
    claimsToBind: PersistentVolumeClaim[],
    node: Node,
  ): Result<{ readonly bindings: BindingInfo[]; readonly unboundClaims: readonly PersistentVolumeClaim[] }> {
    claimsToBind.sort(byPVCSize);
    const chosenPVs = new Set<string>();
    const bindings: BindingInfo[] = [];
    const unboundClaims: PersistentVolumeClaim[] = [];
    for (const pvc of claimsToBind) {
      const allPVs = this.#parts.pvCache.list(getPersistentVolumeClaimClass(pvc));
      const [pv, err] = findMatchingVolume(pvc, allPVs, node, chosenPVs, true);
      if (err) return [undefined, err];
      if (!pv) {
        unboundClaims.push(pvc);
        continue;
      }
      chosenPVs.add(pv.metadata.name);
      bindings.push({ pv, pvc });
    }
    return [{ bindings, unboundClaims }, undefined];
  }

  /** Whether volumes can be made for all of the claims where the node can have them. */
  // Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.checkVolumeProvisions
  #checkVolumeProvisions(claimsToProvision: readonly PersistentVolumeClaim[], node: Node): Result<Unbound> {
    for (const claim of claimsToProvision) {
      const className = getPersistentVolumeClaimClass(claim);
      if (className === '') return [undefined, new Error(`no class for claim ${quote(getPVCName(claim))}`)];
      const [storageClass, err] = this.#parts.classLister.get(className);
      if (err) return [undefined, new Error(`failed to find storage class ${quote(className)}`)];
      const { provisioner, allowedTopologies = [] } = storageClass;
      if (provisioner === '' || provisioner === notSupportedProvisioner)
        return [{ satisfied: false, sufficientStorage: true }, undefined];
      if (!matchTopologySelectorTerms(allowedTopologies, node.metadata.labels ?? {}))
        return [{ satisfied: false, sufficientStorage: true }, undefined];
      const [sufficient, failed] = hasEnoughCapacity(this.#parts.capacityCheck, claim, storageClass, node);
      if (failed) return [undefined, failed];
      if (!sufficient) return [{ satisfied: true, sufficientStorage: false }, undefined];
    }
    const dynamicProvisions = [...claimsToProvision];
    return [{ satisfied: true, sufficientStorage: true, dynamicProvisions }, undefined];
  }
}

/** What is needed to know whether a driver has room for a volume. Only with the alpha feature CSIStorageCapacity. */
// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#CapacityCheck
interface CapacityCheck {
  readonly csiDriverLister: Pick<CSIDriverLister, 'get'>;
  readonly csiStorageCapacityLister: Pick<CSIStorageCapacityLister, 'list'>;
}

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
function counted({ stageFailed }: VolumeBinderParts, stage: VolumeSchedulingStage, err: Error): Error {
  stageFailed?.inc(stage);
  return err;
}

/** `[all are bound, why they never will be]`. */
type Checked = [boolean, Error | undefined];

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#getPodName
const getPodName = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`;

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#getPVCName
const getPVCName = ({ metadata }: PersistentVolumeClaim): string => `${metadata.namespace}/${metadata.name}`;

/** An error if `assumePodVolumes` has not filled the lists. */
function missing(pod: string, { staticBindings, dynamicProvisions }: PodVolumes): Error | undefined {
  if (!staticBindings) return new Error(`failed to get cached bindings for pod ${quote(pod)}`);
  if (!dynamicProvisions) return new Error(`failed to get cached claims to provision for pod ${quote(pod)}`);
  return undefined;
}

/**
 * Writes the volumes that are to be bound and the claims for which one is to be made. The controller of volumes does
 * the rest. If a write fails, what is not written yet is forgotten; what is stays.
 */
// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.bindAPIUpdate
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
 * again. It looks at objects as the informers told them: what is assumed may be assumed for another pod by now.
 */
// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.checkBindings
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

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.isPVCFullyBound
function isPVCFullyBound({ metadata, spec }: PersistentVolumeClaim): boolean {
  return Boolean(spec.volumeName) && hasAnnotation(metadata, annBindCompleted);
}

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.revertAssumedPVs
function revertAssumedPVs(pvCache: PVAssumeCache, bindings: readonly BindingInfo[]): void {
  for (const { pv } of bindings) pvCache.restore(pv.metadata.name);
}

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.revertAssumedPVCs
function revertAssumedPVCs(pvcCache: PVCAssumeCache, claims: readonly PersistentVolumeClaim[]): void {
  for (const claim of claims) pvcCache.restore(getPVCName(claim));
}

/** The claim as it asks for its volume to be made for the node. */
function withSelectedNode(claim: PersistentVolumeClaim, nodeName: string): PersistentVolumeClaim {
  const annotations = { ...claim.metadata.annotations, [annSelectedNode]: nodeName };
  return deepFreeze({ ...claim, metadata: { ...claim.metadata, annotations } });
}

/**
 * Whether the driver has room for the volume where the node can reach it. A driver that does not say how much room it
 * has is taken to have enough.
 */
// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.hasEnoughCapacity
export function hasEnoughCapacity(
  check: CapacityCheck | undefined,
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
  node: Node,
): [boolean, Error | undefined] {
  const quantity = claim.spec.resources?.requests?.['storage'];
  if (!check || quantity === undefined) return [true, undefined];
  const [driver, err] = check.csiDriverLister.get(storageClass.provisioner);
  if (err) return isNotFound(err) ? [true, undefined] : [false, err];
  if (!driver.spec.storageCapacity) return [true, undefined];
  const [capacities, failed] = check.csiStorageCapacityLister.list(everything());
  if (failed) return [false, failed];
  const sizeInBytes = mustParse(quantity).value();
  const enough = capacities.some(
    ({ storageClassName, capacity, nodeTopology }) =>
      storageClassName === storageClass.metadata.name &&
      capacity !== undefined &&
      mustParse(capacity).value() >= sizeInBytes &&
      nodeHasAccess(node, nodeTopology),
  );
  return [enough, undefined];
}

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.nodeHasAccess
function nodeHasAccess(node: Node, nodeTopology: CSIStorageCapacity['nodeTopology']): boolean {
  if (!nodeTopology) return false;
  const [selector] = labelSelectorAsSelector(nodeTopology);
  return selector?.matches(node.metadata.labels ?? {}) ?? false;
}

/** The smaller claims first. */
// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#byPVCSize
export function byPVCSize(a: PersistentVolumeClaim, b: PersistentVolumeClaim): number {
  const [iSize, jSize] = [storageOf(a.spec.resources?.requests), storageOf(b.spec.resources?.requests)];
  return iSize.nano < jSize.nano ? -1 : iSize.nano > jSize.nano ? 1 : 0;
}

/** The switches of a program. */
interface Features {
  enabled(feature: string): boolean;
}

const migrations: Readonly<Record<string, string>> = {
  [awsEBSInTreePluginName]: 'CSIMigrationAWS',
  [gcePDInTreePluginName]: 'CSIMigrationGCE',
  [azureDiskInTreePluginName]: 'CSIMigrationAzureDisk',
  [cinderInTreePluginName]: 'CSIMigrationOpenStack',
};

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#isCSIMigrationOnForPlugin
function isCSIMigrationOnForPlugin(features: Features, pluginName: string): boolean {
  const feature = migrations[pluginName];
  return feature !== undefined && features.enabled(feature);
}

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#isPluginMigratedToCSIOnNode
function isPluginMigratedToCSIOnNode(pluginName: string, csiNode: CSINode | undefined): boolean {
  const mpa = csiNode?.metadata.annotations?.[migratedPluginsAnnotationKey];
  return mpa !== undefined && mpa.split(',').includes(pluginName);
}

/**
 * The volume as a CSI driver knows it, if one has taken over its kind on the node; else as it is. The two may differ
 * in the labels that they ask of a node.
 */
// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.tryTranslatePVToCSI
export function tryTranslatePVToCSI(
  features: Features,
  pv: PersistentVolume,
  csiNode: () => CSINode | undefined,
): Result<PersistentVolume> {
  if (!isPVMigratable(pv) || !features.enabled('CSIMigration')) return [pv, undefined];
  const [pluginName, err] = getInTreePluginNameFromSpec(pv);
  if (err) return [undefined, new Error(`could not get plugin name from pv: ${err.message}`)];
  if (!isCSIMigrationOnForPlugin(features, pluginName)) return [pv, undefined];
  if (!isPluginMigratedToCSIOnNode(pluginName, csiNode())) return [pv, undefined];
  const [transPV, failed] = translateInTreePVToCSI(pv);
  return failed ? [undefined, new Error(`could not translate pv: ${failed.message}`)] : [transPV, undefined];
}
