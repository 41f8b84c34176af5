import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import { DeletedFinalStateUnknown, type Delta, type KeyListerGetter } from './delta_fifo.ts';
import { KeyError, type KeyFunc } from './store.ts';

/**
 * Works out what a list comes to: `onDelete` for every object that it shows to be gone, first of those that are
 * queued, then of those that the consumer knows; and `onReplace` for each of its objects.
 */
// Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go#reconcileReplacement
export function reconcileReplacement<T = KubeObject>(
  queuedItems: readonly Delta<T>[],
  knownObjects: KeyListerGetter<T>,
  newItems: readonly T[],
  keyOf: KeyFunc,
  onDelete: (obj: DeletedFinalStateUnknown<T>) => Error | undefined,
  onReplace: (obj: T) => Error | undefined,
): Error | undefined {
  const newKeys = new Set<string>();
  for (const obj of newItems) {
    const [key, err] = keyOf(obj);
    if (err) return new KeyError(obj, err);
    newKeys.add(key);
  }

  const lastQueuedItemForKey = new Map<string, Delta<T>>();
  for (const item of queuedItems) {
    const [key, err] = keyOf(item.object);
    if (err) return new KeyError(item.object, err);
    lastQueuedItemForKey.set(key, item);
  }
  for (const [key, { type, object }] of lastQueuedItemForKey) {
    if (newKeys.has(key) || type === 'Deleted') continue;
    const err = onDelete(new DeletedFinalStateUnknown<T>(key, object as T | DeletedFinalStateUnknown<T>));
    if (err) return notQueued(err);
  }

  for (const key of knownObjects.listKeys()) {
    // What is queued was seen to above.
    if (newKeys.has(key) || lastQueuedItemForKey.has(key)) continue;
    // An object that cannot be looked up is still known to be gone: its marker is queued without it.
    const err = onDelete(new DeletedFinalStateUnknown<T>(key, knownObjects.getByKey(key)[0]));
    if (err) return notQueued(err);
  }

  for (const obj of newItems) {
    const err = onReplace(obj);
    if (err) return notQueued(err);
  }
  return undefined;
}

const notQueued = (err: Error): Error => new Error(`couldn't enqueue object: ${err.message}`, { cause: err });
