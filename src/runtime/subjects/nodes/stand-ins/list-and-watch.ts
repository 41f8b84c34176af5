import {
  type StatusError,
  fromObject,
  isGone,
  isResourceExpired,
} from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  KubeList,
  KubeObject,
} from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Interface as WatchInterface } from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import type { Result } from '../../../go/result.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';

/** The two calls of a typed client that following a kind of object needs. */
export interface Source<T extends KubeObject> {
  list(options: { fieldSelector?: string }): Blocking<Result<KubeList<T>, StatusError>>;
  watch(options: {
    fieldSelector?: string;
    resourceVersion: string;
  }): Blocking<Result<WatchInterface, StatusError>>;
}

/** The same source, which lists what was made first before the rest. */
export function oldestFirst<T extends KubeObject>(source: Source<T>): Source<T> {
  const madeAt = ({ metadata }: T): string => metadata.creationTimestamp ?? '';
  return {
    *list(options) {
      const [list, err] = yield* source.list(options);
      if (err) return [undefined, err];
      const items = list.items.toSorted((a, b) =>
        madeAt(a) < madeAt(b) ? -1 : madeAt(a) > madeAt(b) ? 1 : 0,
      );
      return [{ ...list, items }, undefined];
    },
    watch: (options) => source.watch(options),
  };
}

/** What is told of the objects. Neither call may park. */
export interface Follower<T extends KubeObject> {
  /** The object is new, or it changed. */
  changed(object: T): void;
  /** The object is gone; this is the last that was known of it. */
  removed(object: T): void;
}

/** How long a stand-in waits after an error before it tries again, in ms. */
export const retryMs = 1000;

/**
 * Tells `follower` of all objects of a kind, and then of every change, for ever: a Reflector for those who need
 * no queue and no cache. After a cut it goes on where it was, or lists again if the server has forgotten that.
 */
export function* follow<T extends KubeObject>(
  sim: Sim,
  source: Source<T>,
  follower: Follower<T>,
  fieldSelector?: string,
): Blocking<never> {
  const known = new Map<string, T>();
  for (;;) {
    const [list, err] = yield* source.list({ fieldSelector });
    if (err) {
      yield* sim.sleep(retryMs);
      continue;
    }
    replaceAll(known, list.items, follower);
    yield* followFrom(sim, source, follower, fieldSelector, known, list.metadata.resourceVersion ?? '');
  }
}

const keyOf = (object: KubeObject): string => object.metadata.uid ?? '';

function replaceAll<T extends KubeObject>(
  known: Map<string, T>,
  items: readonly T[],
  follower: Follower<T>,
): void {
  const gone = new Map(known);
  for (const item of items) {
    const key = keyOf(item);
    gone.delete(key);
    if (known.get(key)?.metadata.resourceVersion === item.metadata.resourceVersion) continue;
    known.set(key, item);
    follower.changed(item);
  }
  for (const [key, object] of gone) {
    known.delete(key);
    follower.removed(object);
  }
}

/** Watches from a version on, again and again, until the server no longer has the history from there. */
function* followFrom<T extends KubeObject>(
  sim: Sim,
  source: Source<T>,
  follower: Follower<T>,
  fieldSelector: string | undefined,
  known: Map<string, T>,
  start: string,
): Blocking<void> {
  let resourceVersion = start;
  for (;;) {
    const [watch, err] = yield* source.watch({ fieldSelector, resourceVersion });
    if (err) {
      if (isGone(err) || isResourceExpired(err)) return;
      yield* sim.sleep(retryMs);
      continue;
    }
    for (;;) {
      const [event, open] = yield* watch.resultChan().receive();
      if (!open) break;
      if (event.type === 'ERROR') {
        watch.stop();
        const cause = fromObject(event.object);
        if (isGone(cause) || isResourceExpired(cause)) return;
        break;
      }
      resourceVersion = event.object.metadata.resourceVersion ?? resourceVersion;
      if (event.type === 'BOOKMARK') continue;
      const object = event.object as T;
      if (event.type === 'DELETED') {
        known.delete(keyOf(object));
        follower.removed(object);
      } else {
        known.set(keyOf(object), object);
        follower.changed(object);
      }
    }
  }
}
