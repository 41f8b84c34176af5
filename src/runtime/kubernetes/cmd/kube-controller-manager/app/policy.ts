import { defaultMutableFeatureGate } from '../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import type { InitFunc } from './controllermanager.ts';
import { isAvailable, skipped, started } from './start-outcome.ts';
import { gvr, startNothing } from './not-reimplemented.ts';

// Mirrors: cmd/kube-controller-manager/app/policy.go#startDisruptionController
export const startDisruptionController: InitFunc = function* (ctx) {
  if (!isAvailable(ctx, gvr('policy/v1beta1/poddisruptionbudgets'))) {
    klog(ctx.os).info(
      'Refusing to start disruption because resource "poddisruptionbudgets" in group "policy/v1beta1" is not available.',
    );
    return skipped;
  }
  if (!defaultMutableFeatureGate(ctx.os).enabled('PodDisruptionBudget')) {
    klog(ctx.os).info('Refusing to start disruption because the PodDisruptionBudget feature is disabled');
    return skipped;
  }
  const informers = [
    'v1/pods',
    'policy/v1beta1/poddisruptionbudgets',
    'v1/replicationcontrollers',
    'apps/v1/replicasets',
    'apps/v1/deployments',
    'apps/v1/statefulsets',
  ];
  yield* startNothing(ctx, 'disruption-controller', informers);
  return started;
};
