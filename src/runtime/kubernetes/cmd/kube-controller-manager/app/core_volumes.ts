import { defaultMutableFeatureGate } from '../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import { second } from '../../../../go/duration.ts';
import { type InitFunc, skipped, started } from './controllermanager_start.ts';
import { startNothing } from './not-reimplemented.ts';

// Volume plugins are left out: which ones there are is told by what a binary was built with.

// Mirrors: cmd/kube-controller-manager/app/core.go#startPersistentVolumeBinderController
export const startPersistentVolumeBinderController: InitFunc = function* (ctx) {
  const informers = [
    'v1/persistentvolumes',
    'v1/persistentvolumeclaims',
    'storage.k8s.io/v1/storageclasses',
    'v1/pods',
    'v1/nodes',
  ];
  yield* startNothing(ctx, 'persistent-volume-binder', informers);
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startAttachDetachController
export const startAttachDetachController: InitFunc = function* (ctx) {
  if (ctx.componentConfig.attachDetachController.reconcilerSyncLoopPeriod < second) {
    const err = new Error(
      'duration time must be greater than one second as set via command line option reconcile-sync-loop-period',
    );
    return [undefined, true, err];
  }

  const csiNodes = defaultMutableFeatureGate(ctx.os).enabled('CSINodeInfo')
    ? ['storage.k8s.io/v1/csinodes']
    : [];
  const informers = [
    'v1/pods',
    'v1/nodes',
    'v1/persistentvolumeclaims',
    'v1/persistentvolumes',
    ...csiNodes,
    'storage.k8s.io/v1/csidrivers',
    'storage.k8s.io/v1/volumeattachments',
  ];
  yield* startNothing(ctx, 'attachdetach-controller', informers);
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startVolumeExpandController
export const startVolumeExpandController: InitFunc = function* (ctx) {
  if (defaultMutableFeatureGate(ctx.os).enabled('ExpandPersistentVolumes')) {
    const informers = ['v1/persistentvolumeclaims', 'v1/persistentvolumes'];
    yield* startNothing(ctx, 'expand-controller', informers);
    return started;
  }
  return skipped;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startEphemeralVolumeController
export const startEphemeralVolumeController: InitFunc = function* (ctx) {
  if (defaultMutableFeatureGate(ctx.os).enabled('GenericEphemeralVolume')) {
    const informers = ['v1/pods', 'v1/persistentvolumeclaims'];
    yield* startNothing(ctx, 'ephemeral-volume-controller', informers);
    return started;
  }
  return skipped;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startPVCProtectionController
export const startPVCProtectionController: InitFunc = function* (ctx) {
  const informers = ['v1/persistentvolumeclaims', 'v1/pods'];
  yield* startNothing(ctx, 'pvc-protection-controller', informers);
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/core.go#startPVProtectionController
export const startPVProtectionController: InitFunc = function* (ctx) {
  yield* startNothing(ctx, 'pv-protection-controller', ['v1/persistentvolumes']);
  return started;
};
