import type { PersistentVolumeClaim, Pod } from '../../../../api/objects.ts';
import { isControlledBy } from '../../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.ts';
import { persistentVolumeResource } from '../../../../../staging/src/k8s.io/client-go/informers/core/v1/persistentvolume.ts';
import { persistentVolumeClaimResource } from '../../../../../staging/src/k8s.io/client-go/informers/core/v1/persistentvolumeclaim.ts';
import { csiDriverResource } from '../../../../../staging/src/k8s.io/client-go/informers/storage/v1/csidriver.ts';
import { csiNodeResource } from '../../../../../staging/src/k8s.io/client-go/informers/storage/v1/csinode.ts';
import { storageClassResource } from '../../../../../staging/src/k8s.io/client-go/informers/storage/v1/storageclass.ts';
import { csiStorageCapacityResource } from '../../../../../staging/src/k8s.io/client-go/informers/storage/v1alpha1/csistoragecapacity.ts';
import type { PersistentVolumeClaimLister } from '../../../../../staging/src/k8s.io/client-go/listers/core/v1/persistentvolumeclaim.ts';
import {
  PVAssumeCache,
  PVCAssumeCache,
} from '../../../../controller/volume/scheduling/scheduler_assume_cache.ts';
import {
  type PodVolumes,
  type SchedulerVolumeBinder,
  VolumeBinder,
} from '../../../../controller/volume/scheduling/scheduler_binder.ts';
import type { Result } from '../../../../../../go/result.ts';
import { quote } from '../../../../../../go/strconv.ts';
import type { Context } from '../../../../../../sim/context.ts';
import type { Blocking } from '../../../../../../sim/process.ts';
import type { VolumeBindingArgs } from '../../../apis/config/types_pluginargs.ts';
import type { CycleState, StateData } from '../../cycle_state.ts';
import {
  type Answer,
  type FilterPlugin,
  type Handle,
  type PreBindPlugin,
  type PreFilterPlugin,
  type ReservePlugin,
  asStatus,
  newStatus,
} from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';

// Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#Name
export const name = 'VolumeBinding';

// Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#stateKey
const stateKey = name;

/** What is known of the volumes of a pod, from filtering until it is bound. */
// Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#stateData
class VolumeState implements StateData {
  /** The pod has no claims. */
  readonly skip: boolean;
  readonly boundClaims: readonly PersistentVolumeClaim[];
  readonly claimsToBind: readonly PersistentVolumeClaim[];
  allBound = false;
  readonly podVolumesByNode = new Map<string, PodVolumes>();

  constructor(
    skip: boolean,
    boundClaims: readonly PersistentVolumeClaim[] = [],
    claimsToBind: readonly PersistentVolumeClaim[] = [],
  ) {
    this.skip = skip;
    this.boundClaims = boundClaims;
    this.claimsToBind = claimsToBind;
  }

  // Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#stateData.Clone
  clone(): StateData {
    return this;
  }
}

// Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#getStateData
function getStateData(cs: CycleState): Result<VolumeState> {
  const [state, err] = cs.read(stateKey);
  return err ? [undefined, err] : [state as VolumeState, undefined];
}

/** Keeps a pod off nodes that cannot have its volumes, and binds them before the pod is bound. */
// Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#VolumeBinding
export class VolumeBinding implements PreFilterPlugin, FilterPlugin, ReservePlugin, PreBindPlugin {
  readonly #binder: SchedulerVolumeBinder;
  readonly #pvcLister: PersistentVolumeClaimLister;
  readonly #genericEphemeralVolumeFeatureEnabled: boolean;

  constructor(
    binder: SchedulerVolumeBinder,
    pvcLister: PersistentVolumeClaimLister,
    genericEphemeralVolumeFeatureEnabled: boolean,
  ) {
    this.#binder = binder;
    this.#pvcLister = pvcLister;
    this.#genericEphemeralVolumeFeatureEnabled = genericEphemeralVolumeFeatureEnabled;
  }

  // Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#VolumeBinding.Name
  name(): string {
    return name;
  }

  /** Whether the pod has claims, and what is wrong with one of them. */
  // Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#VolumeBinding.podHasPVCs
  #podHasPVCs(pod: Pod): [boolean, Error | undefined] {
    let hasPVC = false;
    for (const vol of pod.spec.volumes ?? []) {
      const ephemeral = !vol.persistentVolumeClaim;
      if (ephemeral && !(vol.ephemeral && this.#genericEphemeralVolumeFeatureEnabled)) continue;
      const pvcName = vol.persistentVolumeClaim?.claimName ?? `${pod.metadata.name}-${vol.name}`;
      hasPVC = true;
      const [pvc, err] = this.#pvcLister.persistentVolumeClaims(pod.metadata.namespace).get(pvcName);
      if (err) return [hasPVC, err];
      if (pvc.metadata.deletionTimestamp !== undefined)
        return [hasPVC, new Error(`persistentvolumeclaim ${quote(pvcName)} is being deleted`)];
      if (ephemeral && !isControlledBy(pvc, pod))
        return [hasPVC, new Error(`persistentvolumeclaim ${quote(pvcName)} was not created for the pod`)];
    }
    return [hasPVC, undefined];
  }

  /** A claim that does not wait for a pod must be bound already. When it is, the queue lets the pod try again. */
  // Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#VolumeBinding.PreFilter
  preFilter(state: CycleState, pod: Pod): Answer {
    const [hasPVC, illegal] = this.#podHasPVCs(pod);
    if (illegal) return newStatus('UnschedulableAndUnresolvable', illegal.message);
    if (!hasPVC) {
      state.write(stateKey, new VolumeState(true));
      return undefined;
    }
    const [claims, err] = this.#binder.getPodVolumes(pod);
    if (err) return asStatus(err);
    if (claims.unboundClaimsImmediate.length > 0)
      return newStatus('UnschedulableAndUnresolvable', 'pod has unbound immediate PersistentVolumeClaims');
    state.write(stateKey, new VolumeState(false, claims.boundClaims, claims.unboundClaimsDelayBinding));
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#VolumeBinding.PreFilterExtensions
  preFilterExtensions(): undefined {
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#VolumeBinding.Filter
  filter(cs: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    const node = nodeInfo.node();
    if (!node) return newStatus('Error', 'node not found');
    const [state, err] = getStateData(cs);
    if (err) return asStatus(err);
    if (state.skip) return undefined;
    const { boundClaims, claimsToBind } = state;
    const [podVolumes, reasons, failed] = this.#binder.findPodVolumes(pod, boundClaims, claimsToBind, node);
    if (failed) return newStatus('Error', failed.message);
    if (reasons.length > 0) return newStatus('UnschedulableAndUnresolvable', ...reasons);
    if (podVolumes) state.podVolumesByNode.set(node.metadata.name, podVolumes);
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#VolumeBinding.Reserve
  reserve(cs: CycleState, pod: Pod, nodeName: string): Answer {
    const [state, err] = getStateData(cs);
    if (err) return asStatus(err);
    const podVolumes = state.podVolumesByNode.get(nodeName);
    if (!podVolumes) {
      state.allBound = true;
      return undefined; // Go: none
    }
    const [allBound, failed] = this.#binder.assumePodVolumes(pod, nodeName, podVolumes);
    if (failed) return asStatus(failed);
    state.allBound = allBound;
    return undefined;
  }

  /**
   * Waits until the volumes are bound. An error if that fails, takes too long, or is undone: the pod is then scheduled
   * again.
   */
  // Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#VolumeBinding.PreBind
  *preBind(_ctx: Context, cs: CycleState, pod: Pod, nodeName: string): Blocking<Answer> {
    const [s, err] = getStateData(cs);
    if (err) return asStatus(err);
    if (s.allBound) return undefined;
    const podVolumes = s.podVolumesByNode.get(nodeName);
    if (!podVolumes) return asStatus(new Error(`no pod volumes found for node ${quote(nodeName)}`));
    const failed = yield* this.#binder.bindPodVolumes(pod, podVolumes);
    return failed && asStatus(failed);
  }

  // Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#VolumeBinding.Unreserve
  unreserve(cs: CycleState, _pod: Pod, nodeName: string): void {
    const [s] = getStateData(cs);
    const podVolumes = s?.podVolumesByNode.get(nodeName);
    if (podVolumes) this.#binder.revertAssumedPodVolumes(podVolumes);
  }
}

// Part of: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#New
function binderOf(handle: Handle, bindTimeoutMs: number): SchedulerVolumeBinder {
  const factory = handle.sharedInformerFactory(); // Go: none
  const core = factory.core().v1(); // Go: none
  const features = handle.featureGate(); // Go: none
  return new VolumeBinder({
    sim: handle.sim(),
    kubeClient: handle.clientSet(),
    podLister: core.pods().lister(),
    classLister: factory.of(storageClassResource).lister(),
    nodeLister: core.nodes().lister(),
    csiNodeLister: factory.of(csiNodeResource).lister(),
    pvcCache: new PVCAssumeCache(factory.of(persistentVolumeClaimResource).informer()),
    pvCache: new PVAssumeCache(factory.of(persistentVolumeResource).informer()),
    bindTimeoutMs,
    features,
    stageFailed: handle.metrics?.()?.volumeSchedulingStageFailed,
    capacityCheck: features.enabled('CSIStorageCapacity')
      ? {
          csiDriverLister: factory.of(csiDriverResource).lister(),
          csiStorageCapacityLister: factory.of(csiStorageCapacityResource).lister(),
        }
      : undefined,
  });
}

// Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#New
export const newPlugin: PluginFactory = (plArgs, handle) => {
  const { bindTimeoutSeconds } = plArgs as VolumeBindingArgs;
  const err = validateArgs(bindTimeoutSeconds);
  if (err) return [undefined, err];
  const binder = binderOf(handle, bindTimeoutSeconds * 1000);
  const pvcLister = handle.sharedInformerFactory().of(persistentVolumeClaimResource).lister();
  const ephemeral = handle.featureGate().enabled('GenericEphemeralVolume'); // Go: GenericEphemeralVolume
  return [new VolumeBinding(binder, pvcLister, ephemeral), undefined];
};

// Mirrors: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go#validateArgs
function validateArgs(bindTimeoutSeconds: number): Error | undefined {
  if (bindTimeoutSeconds > 0) return undefined;
  return new Error(`invalid BindTimeoutSeconds: ${bindTimeoutSeconds}, must be positive integer`);
}
