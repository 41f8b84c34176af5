import { millisecond, second } from '../../../../../go/duration.ts';
import type { Result } from '../../../../../go/result.ts';
import { quote } from '../../../../../go/strconv.ts';
import { Chan } from '../../../../../sim/chan.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import {
  type GroupResource,
  newNotFound,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { pollImmediate } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { Interface as WatchInterface } from '../../../../staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import type {
  ListOptions,
  ObjectList,
} from '../../../../staging/src/k8s.io/client-go/tools/cache/listwatch.ts';
import {
  type ObjectType,
  type Reflector,
  newNamedReflector,
} from '../../../../staging/src/k8s.io/client-go/tools/cache/reflector.ts';
import {
  type Store as CacheStore,
  blockingStore,
  metaNamespaceKeyFunc,
  newStore,
} from '../../../../staging/src/k8s.io/client-go/tools/cache/store.ts';
import type { Gates } from '../../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type { Pod } from '../../../api/objects.ts';
import { newCacheBasedManager, objectKey } from './cache_based_manager.ts';
import type { Manager, Store } from './manager.ts';

/** Where the objects of a kind come from. */
export interface Watched<T extends KubeObject> {
  readonly sim: Sim;
  readonly gates: Gates;
  listObject(namespace: string, options: ListOptions): Blocking<Result<ObjectList>>;
  watchObject(namespace: string, options: ListOptions): Blocking<Result<WatchInterface>>;
  /** An example of the kind. */
  readonly objectType: ObjectType;
  /** Whether the object will never change. */
  isImmutable(object: T): boolean;
  readonly groupResource: GroupResource;
}

// Mirrors: pkg/kubelet/util/manager/watch_based_manager.go#objectCacheItem
class ObjectCacheItem<T extends KubeObject> {
  refCount = 0;
  readonly store: CacheStore<T>;
  readonly #reflector: Reflector;
  readonly #stopCh: Chan<never>;

  constructor(store: CacheStore<T>, reflector: Reflector, stopCh: Chan<never>) {
    this.store = store;
    this.#reflector = reflector;
    this.#stopCh = stopCh;
  }

  hasSynced(): boolean {
    return this.#reflector.lastSyncResourceVersion() !== '';
  }

  /** Ends the watch; what was seen stays. False if it had ended. */
  // Mirrors: pkg/kubelet/util/manager/watch_based_manager.go#objectCacheItem.stop
  stop(): boolean {
    if (this.#stopCh.closed) return false;
    this.#stopCh.close();
    return true;
  }
}

/** Watches each object that somebody refers to, by itself. */
// Mirrors: pkg/kubelet/util/manager/watch_based_manager.go#objectCache
class ObjectCache<T extends KubeObject> implements Store<T> {
  readonly #of: Watched<T>;
  readonly #items = new Map<string, ObjectCacheItem<T>>();

  constructor(of: Watched<T>) {
    this.#of = of;
  }

  // Mirrors: pkg/kubelet/util/manager/watch_based_manager.go#objectCache.newReflector
  #newReflector(namespace: string, name: string): ObjectCacheItem<T> {
    const of = this.#of;
    const fieldSelector = `metadata.name=${name}`;
    const store = newStore(metaNamespaceKeyFunc) as CacheStore<KubeObject>;
    const reflector = newNamedReflector(
      of.sim,
      `object-${quote(namespace)}/${quote(name)}`,
      {
        list: (options) => of.listObject(namespace, { ...options, fieldSelector }),
        watch: (options) => of.watchObject(namespace, { ...options, fieldSelector }),
      },
      of.objectType,
      blockingStore(store),
      0,
    );
    const stopCh = new Chan<never>(`the end of the watch of ${name}`);
    of.sim.go(reflector.name, reflector.run(stopCh));
    return new ObjectCacheItem(store as unknown as CacheStore<T>, reflector, stopCh);
  }

  // Mirrors: pkg/kubelet/util/manager/watch_based_manager.go#objectCache.AddReference
  addReference(namespace: string, name: string): void {
    const key = objectKey(namespace, name);
    const item = this.#items.get(key) ?? this.#newReflector(namespace, name);
    this.#items.set(key, item);
    item.refCount++;
  }

  // Mirrors: pkg/kubelet/util/manager/watch_based_manager.go#objectCache.DeleteReference
  deleteReference(namespace: string, name: string): void {
    const key = objectKey(namespace, name);
    const item = this.#items.get(key);
    if (!item) return;
    item.refCount--;
    if (item.refCount > 0) return;
    item.stop();
    this.#items.delete(key);
  }

  // Mirrors: pkg/kubelet/util/manager/watch_based_manager.go#objectCache.key
  #key(namespace: string, name: string): string {
    return namespace.length > 0 ? `${namespace}/${name}` : name;
  }

  /** Waits a second for the first list. One that will never change is watched no longer once it was seen. */
  // Mirrors: pkg/kubelet/util/manager/watch_based_manager.go#objectCache.Get
  *get(namespace: string, name: string): Blocking<Result<T>> {
    const { gates, groupResource, isImmutable, sim } = this.#of;
    const item = this.#items.get(objectKey(namespace, name));
    if (!item) return [undefined, new Error(`object ${quote(namespace)}/${quote(name)} not registered`)];
    const hasSynced = function* (): Blocking<[boolean, Error | undefined]> {
      return [item.hasSynced(), undefined];
    };
    const late = yield* pollImmediate(sim, 10 * millisecond, second, hasSynced);
    if (late) {
      const { group, resource } = groupResource;
      const kind = group === '' ? resource : `${resource}.${group}`;
      return [undefined, new Error(`failed to sync ${kind} cache: ${late.message}`)];
    }
    const [object, exists, err] = item.store.getByKey(this.#key(namespace, name));
    if (err) return [undefined, err];
    if (!exists) return [undefined, newNotFound(groupResource, name)];
    if (gates.enabled('ImmutableEphemeralVolumes') && isImmutable(object)) item.stop();
    return [object, undefined];
  }
}

// Mirrors: pkg/kubelet/util/manager/watch_based_manager.go#NewObjectCache
export function newObjectCache<T extends KubeObject>(of: Watched<T>): Store<T> {
  return new ObjectCache(of);
}

// Mirrors: pkg/kubelet/util/manager/watch_based_manager.go#NewWatchBasedManager
export function newWatchBasedManager<T extends KubeObject>(
  of: Watched<T>,
  getReferencedObjects: (pod: Pod) => ReadonlySet<string>,
): Manager<T> {
  return newCacheBasedManager(newObjectCache(of), getReferencedObjects);
}
