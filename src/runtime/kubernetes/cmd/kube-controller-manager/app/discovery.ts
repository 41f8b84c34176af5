import { defaultMutableFeatureGate } from '../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import type { ControllerContext, InitFunc } from './controllermanager.ts';
import { isAvailable, skipped, started } from './start-outcome.ts';
import { gvr, startNothing } from './not-reimplemented.ts';

const endpointSlices = 'discovery.k8s.io/v1beta1/endpointslices';

// Mirrors: cmd/kube-controller-manager/app/discovery.go#startEndpointSliceController
export const startEndpointSliceController: InitFunc = function* (ctx) {
  if (!hasSlices(ctx, 'endpointslice-controller')) return skipped;
  const informers = ['v1/pods', 'v1/services', 'v1/nodes', endpointSlices];
  yield* startNothing(ctx, 'endpointslice-controller', informers);
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/discovery.go#startEndpointSliceMirroringController
export const startEndpointSliceMirroringController: InitFunc = function* (ctx) {
  if (!hasSlices(ctx, 'endpointslicemirroring-controller')) return skipped;
  const informers = ['v1/endpoints', endpointSlices, 'v1/services'];
  yield* startNothing(ctx, 'endpointslicemirroring-controller', informers);
  return started;
};

/** Both controllers have the same conditions. */
function hasSlices(ctx: ControllerContext, controller: string): boolean {
  if (!defaultMutableFeatureGate(ctx.os).enabled('EndpointSlice')) {
    const why = 'since EndpointSlice feature gate is disabled';
    klog(ctx.os).v(2)?.info(`Not starting ${controller} ${why}`);
    return false;
  }
  if (!isAvailable(ctx, gvr(endpointSlices))) {
    const why = 'since discovery.k8s.io/v1beta1 resources are not available';
    klog(ctx.os).warning(`Not starting ${controller} ${why}`);
    return false;
  }
  return true;
}
