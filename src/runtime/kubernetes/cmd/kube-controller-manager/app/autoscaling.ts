import type { Blocking } from '../../../../sim/process.ts';
import type { ControllerContext, InitFunc } from './controllermanager.ts';
import { isAvailable, skipped, type Started, started } from './start-outcome.ts';
import { gvr, startNothing } from './not-reimplemented.ts';

// Mirrors: cmd/kube-controller-manager/app/autoscaling.go#startHPAController
export const startHPAController: InitFunc = function* (ctx) {
  if (!isAvailable(ctx, gvr('autoscaling/v1/horizontalpodautoscalers'))) {
    return skipped;
  }
  const rest = ctx.componentConfig.hpaController.horizontalPodAutoscalerUseRESTClients;
  return yield* startHPAControllerWithMetricsClient(ctx, rest ? 'REST' : 'legacy');
};

/** The metrics come from the metrics APIs, or as of old from Heapster by way of a Service. */
// Mirrors: cmd/kube-controller-manager/app/autoscaling.go#startHPAControllerWithMetricsClient
function* startHPAControllerWithMetricsClient(
  ctx: ControllerContext,
  metricsClient: 'REST' | 'legacy',
): Blocking<Started> {
  const informers = ['autoscaling/v1/horizontalpodautoscalers', 'v1/pods'];
  yield* startNothing(ctx, 'horizontal-pod-autoscaler', informers, `metrics by ${metricsClient} clients`);
  return started;
}
