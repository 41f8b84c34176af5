import { isConflict } from '../../../apimachinery/pkg/api/errors/errors.ts';
import {
  type BackoffOptions,
  errWaitTimeout,
  exponentialBackoff,
} from '../../../apimachinery/pkg/util/wait/wait.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';

/** For a conflict between clients that change the same object in turn. */
// Mirrors: staging/src/k8s.io/client-go/util/retry/util.go#DefaultRetry
export const defaultRetry: BackoffOptions = { steps: 5, durationMs: 10, factor: 1, jitter: 0.1 };

/** For a conflict with controllers that are at work on the object. */
// Mirrors: staging/src/k8s.io/client-go/util/retry/util.go#DefaultBackoff
export const defaultBackoff: BackoffOptions = { steps: 4, durationMs: 10, factor: 5, jitter: 0.1 };

/**
 * Calls `fn` until it succeeds, fails with an error that is not `retriable`, or `backoff` is used up.
 * Gives the last error.
 */
// Mirrors: staging/src/k8s.io/client-go/util/retry/util.go#OnError
export function* onError(
  sim: Sim,
  backoff: BackoffOptions,
  retriable: (err: Error) => boolean,
  fn: () => Blocking<Error | undefined>,
): Blocking<Error | undefined> {
  let lastErr: Error | undefined;
  const err = yield* exponentialBackoff(sim, backoff, function* () {
    const failure = yield* fn();
    if (failure === undefined) return [true, undefined];
    if (!retriable(failure)) return [false, failure];
    lastErr = failure;
    return [false, undefined];
  });
  return err === errWaitTimeout ? lastErr : err;
}

/** As `onError`, for Conflict. `fn` should read the object again, change it, and give the error of its update as it is. */
// Mirrors: staging/src/k8s.io/client-go/util/retry/util.go#RetryOnConflict
export function* retryOnConflict(
  sim: Sim,
  backoff: BackoffOptions,
  fn: () => Blocking<Error | undefined>,
): Blocking<Error | undefined> {
  return yield* onError(sim, backoff, isConflict, fn);
}
