import type { InitFunc } from './controllermanager.ts';
import { started } from './start-outcome.ts';
import { startNothing } from './not-reimplemented.ts';

// Mirrors: cmd/kube-controller-manager/app/bootstrap.go#startBootstrapSignerController
export const startBootstrapSignerController: InitFunc = function* (ctx) {
  yield* startNothing(ctx, 'bootstrap-signer', ['v1/secrets', 'v1/configmaps']);
  return started;
};

// Mirrors: cmd/kube-controller-manager/app/bootstrap.go#startTokenCleanerController
export const startTokenCleanerController: InitFunc = function* (ctx) {
  yield* startNothing(ctx, 'token-cleaner', ['v1/secrets']);
  return started;
};
