import { type StatusError, newTimeoutError } from '../../apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject } from '../../apimachinery/pkg/runtime/object.ts';
import type { Interface as WatchInterface } from '../../apimachinery/pkg/watch/watch.ts';
import type { APIRequest, Result } from '../../apiserver/server.ts';
import type { Blocking } from '../../sim/process.ts';
import type { RESTClient } from './client.ts';

/** A request before the client has signed it. */
export type RequestBody = Omit<APIRequest, 'userAgent'>;

/** How often a request is sent again because the server asked for it. */
const maxRetries = 10;

/**
 * Sends a request and gives the answer. Parks while the client's rate limiter holds it back, while it is under way,
 * and, if the server is too busy and says when to come again, until then. Kubernetes builds requests by a chain of
 * calls; Loopscope takes them as values.
 * Mirrors: staging/src/k8s.io/client-go/rest/request.go#Request.request
 */
export function* request(client: RESTClient, body: RequestBody): Blocking<Result<KubeObject>> {
  const signed: APIRequest = { ...body, userAgent: client.userAgent };
  for (let retries = 1; ; retries++) {
    const throttled = yield* tryThrottle(client);
    if (throttled) return [undefined, throttled];
    const result = yield* client.transport.do(signed);
    const seconds = checkWait(result[1]);
    if (seconds === undefined || retries > maxRetries) return result;
    yield* client.sim.sleep(seconds * 1000);
  }
}

/**
 * Opens a watch. Watches are not held back by the rate limiter.
 * Mirrors: staging/src/k8s.io/client-go/rest/request.go#Request.Watch
 */
export function* watch(client: RESTClient, body: RequestBody): Blocking<Result<WatchInterface>> {
  return yield* client.transport.watch({ ...body, userAgent: client.userAgent });
}

// Mirrors: staging/src/k8s.io/client-go/rest/request.go#Request.tryThrottle
function* tryThrottle(client: RESTClient): Blocking<StatusError | undefined> {
  if (client.rateLimiter === undefined) return undefined;
  const err = yield* client.rateLimiter.wait();
  return err && newTimeoutError(err.message, 0);
}

/**
 * The seconds after which a busy or failing server wants to be asked again, if it says so.
 * Mirrors: staging/src/k8s.io/client-go/rest/request.go#checkWait
 */
function checkWait(err: StatusError | undefined): number | undefined {
  if (err === undefined) return undefined;
  const { code, details } = err.status;
  if (code !== 429 && code < 500) return undefined;
  const seconds = details?.retryAfterSeconds ?? 0;
  return seconds > 0 ? seconds : undefined;
}
