import type { InitFunc } from './controllermanager.ts';
import { isAvailable, skipped, started } from './start-outcome.ts';
import { gvr, startNothing } from './not-reimplemented.ts';

// Mirrors: cmd/kube-controller-manager/app/rbac.go#startClusterRoleAggregrationController
export const startClusterRoleAggregrationController: InitFunc = function* (ctx) {
  const clusterRoles = 'rbac.authorization.k8s.io/v1/clusterroles';
  if (!isAvailable(ctx, gvr(clusterRoles))) {
    return skipped;
  }
  yield* startNothing(ctx, 'clusterrole-aggregation-controller', [clusterRoles]);
  return started;
};
