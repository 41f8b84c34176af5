import { type StatusError, newTimeoutError } from '../../apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject } from '../../apimachinery/pkg/runtime/object.ts';
import type { Interface as WatchInterface } from '../../apimachinery/pkg/watch/watch.ts';
import type { APIRequest } from '../../../../../../wire.ts';
import type { Result } from '../../../../../../go/result.ts';
import { Chan, select } from '../../../../../../sim/chan.ts';
import { type Context, background, withTimeout } from '../../../../../../sim/context.ts';
import { type Blocking, running } from '../../../../../../sim/process.ts';
import type { RESTClient } from './client.ts';

/** A request before the client has signed it. */
export type RequestBody = Omit<APIRequest, 'userAgent'>;

/** How often a request is sent again because the server asked for it. */
const maxRetries = 10;

/**
 * Sends a request and gives the answer. Parks while the client's rate limiter holds it back, while it is under way,
 * and, if the server is too busy and says when to come again, until then. Kubernetes builds requests by a chain of
 * calls; Loopscope takes them as values. When `ctx` ends, or the time-out of the client is over, nobody waits for the
 * answer any longer; the server may have got the request all the same.
 */
// Mirrors: staging/src/k8s.io/client-go/rest/request.go#Request.request
export function* request(
  client: RESTClient,
  body: RequestBody,
  ctx?: Context,
): Blocking<Result<KubeObject, StatusError>> {
  const signed: APIRequest = { ...body, userAgent: client.userAgent };
  const throttled = yield* tryThrottle(client, ctx);
  if (throttled) return [undefined, throttled];
  const [limited, cancel] =
    client.timeoutMs > 0 ? withTimeout(client.sim, ctx ?? background, client.timeoutMs) : [ctx, undefined];
  try {
    for (let retries = 1; ; retries++) {
      const result = yield* answer(client, signed, limited);
      const seconds = checkWait(result[1]);
      if (seconds === undefined || retries > maxRetries) return result;
      yield* client.sim.sleep(seconds * 1000);
      const again = yield* tryThrottle(client, limited);
      if (again) return [undefined, again];
    }
  } finally {
    cancel?.();
  }
}

/** The answer, or the reason why it is no longer waited for. A request that nothing can end needs no goroutine of its own. */
function* answer(
  client: RESTClient,
  signed: APIRequest,
  ctx?: Context,
): Blocking<Result<KubeObject, StatusError>> {
  if (ctx === undefined) return yield* client.transport.do(signed);
  if (ctx.err) return [undefined, givenUp(ctx.err)];
  const arrived = new Chan<Result<KubeObject, StatusError>>('the answer', 1);
  client.sim.go(
    `${running()?.name ?? client.userAgent}/request`,
    (function* () {
      arrived.trySend(yield* client.transport.do(signed));
    })(),
  );
  const { index, value } = yield* select(client.sim, { receive: arrived }, { receive: ctx.done });
  return index === 0 ? (value as Result<KubeObject, StatusError>) : [undefined, givenUp(ctx.err)];
}

const givenUp = (err: Error | undefined): StatusError => newTimeoutError(err?.message ?? '', 0);

/** Opens a watch. Watches are not held back by the rate limiter. */
// Mirrors: staging/src/k8s.io/client-go/rest/request.go#Request.Watch
export function* watch(client: RESTClient, body: RequestBody): Blocking<Result<WatchInterface, StatusError>> {
  return yield* client.transport.watch({ ...body, userAgent: client.userAgent });
}

// Mirrors: staging/src/k8s.io/client-go/rest/request.go#Request.tryThrottle
function* tryThrottle(client: RESTClient, ctx?: Context): Blocking<StatusError | undefined> {
  if (client.rateLimiter === undefined) return undefined;
  const err = yield* client.rateLimiter.wait(ctx);
  return err && newTimeoutError(err.message, 0);
}

/** The seconds after which a busy or failing server wants to be asked again, if it says so. */
// Mirrors: staging/src/k8s.io/client-go/rest/request.go#checkWait
function checkWait(err: StatusError | undefined): number | undefined {
  if (err === undefined) return undefined;
  const { code, details } = err.status;
  if (code !== 429 && code < 500) return undefined;
  const seconds = details?.retryAfterSeconds ?? 0;
  return seconds > 0 ? seconds : undefined;
}
