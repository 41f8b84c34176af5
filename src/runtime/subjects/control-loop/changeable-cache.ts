import {
  deepCopy,
  deepFreeze,
} from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import type { KubeObject } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { PeekableQueue } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import { metaNamespaceKeyFunc } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/store.ts';
import { mapGet, mapSet } from '../../sim/pmap.ts';
import { overriding } from '../../stage/overriding.ts';
import type { Trace } from '../../stage/world.ts';
import type { StoredObject } from '../api/world.ts';

/**
 * Has what goes through a queue as Go has it: objects that queue, cache and handlers share, and that anybody can change.
 * Elsewhere in Loopscope they are frozen. `told` is called after each change of one that is in the cache, which then
 * shows in the world as well.
 */
export function changeable(trace: Trace, name: string, fifo: PeekableQueue, told: () => void): PeekableQueue {
  const open = (obj: KubeObject): KubeObject => {
    const [key = ''] = metaNamespaceKeyFunc(obj);
    const copy = deepCopy(obj) as KubeObject;
    return watched(copy, () => {
      const cache = mapGet(trace.world.indexers, name);
      if (!cache || !mapGet(cache, key)) return;
      const now = deepFreeze(deepCopy(copy)) as StoredObject;
      trace.change('indexers', mapSet(trace.world.indexers, name, mapSet(cache, key, now)));
      told();
    });
  };
  return overriding(fifo, {
    add: (obj) => fifo.add(open(obj)),
    update: (obj) => fifo.update(open(obj)),
    replace: (list, resourceVersion) => fifo.replace(list.map(open), resourceVersion),
  });
}

/** The same object, but `changed` is called whenever something in it is set or taken away. */
function watched<T extends object>(object: T, changed: () => void): T {
  const parts = new WeakMap<object, object>();
  const partOf = (part: object): object => {
    const known = parts.get(part) ?? watched(part, changed);
    parts.set(part, known);
    return known;
  };
  const after = (done: boolean): boolean => {
    changed();
    return done;
  };
  return new Proxy(object, {
    get(target, name) {
      const part: unknown = Reflect.get(target, name);
      return typeof part === 'object' && part !== null ? partOf(part) : part;
    },
    set: (target, name, value) => after(Reflect.set(target, name, value)),
    deleteProperty: (target, name) => after(Reflect.deleteProperty(target, name)),
  });
}
