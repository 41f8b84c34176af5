import { defaultMutableFeatureGate } from '../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import type { InitFunc } from './controllermanager.ts';
import { isAvailable, skipped, started } from './start-outcome.ts';
import { gvr, startNothing } from './not-reimplemented.ts';

// Mirrors: cmd/kube-controller-manager/app/batch.go#startJobController
export const startJobController: InitFunc = function* (ctx) {
  if (!isAvailable(ctx, gvr('batch/v1/jobs'))) {
    return skipped;
  }
  yield* startNothing(ctx, 'job-controller', ['v1/pods', 'batch/v1/jobs']);
  return started;
};

/** The default version polls with lists and has no informer; the second one, behind a gate, has two. */
// Mirrors: cmd/kube-controller-manager/app/batch.go#startCronJobController
export const startCronJobController: InitFunc = function* (ctx) {
  if (!isAvailable(ctx, gvr('batch/v1beta1/cronjobs'))) {
    return skipped;
  }
  if (defaultMutableFeatureGate(ctx.os).enabled('CronJobControllerV2')) {
    yield* startNothing(ctx, 'cronjob-controller', ['batch/v1/jobs', 'batch/v1beta1/cronjobs']);
    return started;
  }
  yield* startNothing(ctx, 'cronjob-controller', []);
  return started;
};
