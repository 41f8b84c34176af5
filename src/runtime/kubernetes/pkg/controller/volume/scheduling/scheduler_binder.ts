import type { Volume } from 'kubernetes-types/core/v1';
import type { Node, PersistentVolumeClaim, Pod } from '../../../api/objects.ts';
import { isControlledBy } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.ts';
import { poll } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import {
  getPersistentVolumeClaimClass,
  matchTopologySelectorTerms,
} from '../../../apis/core/v1/helper/helpers_volumes.ts';
import type { Result } from '../../../../../go/result.ts';
import { quote } from '../../../../../go/strconv.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import { checkNodeAffinity } from '../../../volume/util/util.ts';
import {
  annSelectedNode,
  findMatchingVolume,
  getBindVolumeToClaim,
  isDelayBindingMode,
  notSupportedProvisioner,
} from '../persistentvolume/util/util.ts';
import { ErrNotFound } from './scheduler_assume_cache.ts';
import {
  type VolumeBinderParts,
  bindAPIUpdate,
  checkBindings,
  counted,
  getPodName,
  getPVCName,
  isPVCFullyBound,
  revertAssumedPVCs,
  revertAssumedPVs,
  withSelectedNode,
} from './scheduler_binder_bind.ts';
import { byPVCSize, hasEnoughCapacity } from './scheduler_binder_capacity.ts';
import { tryTranslatePVToCSI } from './scheduler_binder_csi.ts';
import {
  type BindingInfo,
  type ConflictReason,
  type ConflictReasons,
  type PodClaims,
  type PodVolumes,
  type SchedulerVolumeBinder,
  type Unbound,
  errReasonBindConflict,
  errReasonNodeConflict,
  errReasonNotEnoughSpace,
  errReasonPVNotExist,
} from './scheduler_binder_types.ts';

/**
 * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder
 */
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

  /**
   * Claims for which a volume was to be made on another node stay there; of the others, what finds none is to be made.
   *
   * Part of: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.FindPodVolumes
   */
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

  /**
   * `[bound, the claim, error]`; a volume that comes without a claim is bound.
   *
   * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.isVolumeBound
   */
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

  /**
   * `[the node can have them all, they are all there, error]`.
   *
   * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.checkBoundClaims
   */
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

  /**
   * The smallest claims choose first, so that each gets the smallest volume that fits.
   *
   * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.findMatchingVolumes
   */
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

  /**
   * Whether volumes can be made for all of the claims where the node can have them.
   *
   * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.checkVolumeProvisions
   */
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
