import { burstReplicas, newReplicaSetController } from '../../../pkg/controller/replicaset/replica_set.ts';
import { newControllerExpectations } from '../../../pkg/controller/controller_utils.ts';
import type { InitFunc } from './controllermanager.ts';
import { isAvailable, skipped, started } from './start-outcome.ts';
import { gvr, startNothing } from './not-reimplemented.ts';

// Mirrors: cmd/kube-controller-manager/app/apps.go#startDaemonSetController
export const startDaemonSetController: InitFunc = function* (ctx) {
  if (!isAvailable(ctx, gvr('apps/v1/daemonsets'))) {
    return skipped;
  }
  const informers = ['apps/v1/daemonsets', 'apps/v1/controllerrevisions', 'v1/pods', 'v1/nodes']; // Go: NewDaemonSetsController
  yield* startNothing(ctx, 'daemon-set-controller', informers);
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/apps.go#startStatefulSetController
export const startStatefulSetController: InitFunc = function* (ctx) {
  if (!isAvailable(ctx, gvr('apps/v1/statefulsets'))) {
    return skipped;
  }
  // Go: NewStatefulSetController
  const informers = [
    'v1/pods',
    'apps/v1/statefulsets',
    'v1/persistentvolumeclaims',
    'apps/v1/controllerrevisions',
  ];
  yield* startNothing(ctx, 'statefulset-controller', informers);
  return started;
};

/** The controller is made before its process begins, so that its informers are asked for before the factory starts them. */
// Mirrors: cmd/kube-controller-manager/app/apps.go#startReplicaSetController
export const startReplicaSetController: InitFunc = function* (ctx) {
  if (!isAvailable(ctx, gvr('apps/v1/replicasets'))) {
    return skipped;
  }
  const { sim } = ctx.os; // Go: none
  const controller = newReplicaSetController(
    sim,
    ctx.informerFactory.apps().v1().replicaSets(),
    ctx.informerFactory.core().v1().pods(),
    yield* ctx.clientBuilder.clientOrDie('replicaset-controller'),
    burstReplicas,
    newControllerExpectations(sim),
  );
  const workers = ctx.componentConfig.replicaSetController.concurrentRSSyncs;
  sim.go('replicaset', controller.run(workers, ctx.stop));
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/apps.go#startDeploymentController
export const startDeploymentController: InitFunc = function* (ctx) {
  if (!isAvailable(ctx, gvr('apps/v1/deployments'))) {
    return skipped;
  }
  const informers = ['apps/v1/deployments', 'apps/v1/replicasets', 'v1/pods']; // Go: NewDeploymentController
  yield* startNothing(ctx, 'deployment-controller', informers);
  return started;
};
