import { second } from '../../../../../go/duration.ts';
import type { Result } from '../../../../../go/result.ts';
import { atoi, quote } from '../../../../../go/strconv.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import { Mutex } from '../../../../../sim/sync.ts';
import { isNotFound } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject, Node } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { parseResourceVersion } from '../../../../staging/src/k8s.io/apiserver/pkg/storage/etcd3/api_object_versioner.ts';
import type { Pod } from '../../../api/objects.ts';
import { fromApiserverCache } from '../util.ts';
import type { Manager, Store } from './manager.ts';

/** How long an object may be kept, in ms; undefined if nobody says so. */
// Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#GetObjectTTLFunc
export type GetObjectTTLFunc = () => number | undefined;

// Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#GetObjectFunc
export type GetObjectFunc<T> = (
  namespace: string,
  name: string,
  opts: { readonly resourceVersion?: string },
) => Blocking<Result<T>>;

/** Says by which key maps know an object. */
// Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#objectKey
export const objectKey = (namespace: string, name: string): string => `${namespace}/${name}`;

// Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#objectStoreItem
interface ObjectStoreItem<T> {
  refCount: number;
  /** Undefined if the object has to be asked for, however new what was there. */
  data: ObjectData<T> | undefined;
}

// Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#objectData
class ObjectData<T> {
  /** Held while it is asked for. */
  readonly lock: Mutex;
  object: T | undefined;
  err: Error | undefined;
  /** In virtual ms. */
  lastUpdateTime = -Infinity;

  constructor(key: string) {
    this.lock = new Mutex(`the object ${key}`);
  }
}

/** Asks for an object when it is wanted, and keeps it for a while. */
// Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#objectStore
export class ObjectStore<T extends KubeObject> implements Store<T> {
  readonly #sim: Sim;
  readonly #getObject: GetObjectFunc<T>;
  readonly #items = new Map<string, ObjectStoreItem<T>>();
  readonly #defaultTTLMs: number;
  readonly #getTTL: GetObjectTTLFunc;

  constructor(sim: Sim, getObject: GetObjectFunc<T>, getTTL: GetObjectTTLFunc, ttlMs: number) {
    this.#sim = sim;
    this.#getObject = getObject;
    this.#getTTL = getTTL;
    this.#defaultTTLMs = ttlMs;
  }

  /** How many refer to each object, by namespace and name. */
  get refCounts(): ReadonlyMap<string, number> {
    return new Map([...this.#items].map(([key, { refCount }]) => [key, refCount]));
  }

  /** A pod that comes, or changes, sees the object as it is then. */
  // Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#objectStore.AddReference
  addReference(namespace: string, name: string): void {
    const key = objectKey(namespace, name);
    const item = this.#items.get(key) ?? { refCount: 0, data: undefined };
    this.#items.set(key, item);
    item.refCount++;
    item.data = undefined;
  }

  // Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#objectStore.DeleteReference
  deleteReference(namespace: string, name: string): void {
    const key = objectKey(namespace, name);
    const item = this.#items.get(key);
    if (!item) return;
    item.refCount--;
    if (item.refCount === 0) this.#items.delete(key);
  }

  // Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#objectStore.isObjectFresh
  #isObjectFresh(data: ObjectData<T>): boolean {
    const objectTTLMs = this.#getTTL() ?? this.#defaultTTLMs;
    return this.#sim.now < data.lastUpdateTime + objectTTLMs;
  }

  // Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#objectStore.Get
  *get(namespace: string, name: string): Blocking<Result<T>> {
    const key = objectKey(namespace, name);
    const item = this.#items.get(key);
    if (!item) return [undefined, new Error(`object ${quote(namespace)}/${quote(name)} not registered`)];
    const data = (item.data ??= new ObjectData(key));
    yield* data.lock.lock();
    try {
      return yield* this.#getData(data, namespace, name);
    } finally {
      data.lock.unlock();
    }
  }

  /** What was there stays where a request fails, but for an object that is gone. */
  // Part of: pkg/kubelet/util/manager/cache_based_manager.go#objectStore.Get
  *#getData(data: ObjectData<T>, namespace: string, name: string): Blocking<Result<T>> {
    if (data.err || !this.#isObjectFresh(data)) {
      // Only the first time the newest is asked for; later on the cache of the API server serves.
      const opts = data.object && !data.err ? fromApiserverCache({}) : {};
      const [object, err] = yield* this.#getObject(namespace, name, opts);
      if (err && !isNotFound(err) && !data.object && !data.err) return [undefined, err];
      if (isNotFound(err) || (!err && !isObjectOlder(object, data.object))) {
        data.object = object;
        data.err = err;
        data.lastUpdateTime = this.#sim.now;
      }
    }
    return data.err ? [undefined, data.err] : [data.object!, undefined];
  }
}

// Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#NewObjectStore
export function newObjectStore<T extends KubeObject>(
  sim: Sim,
  getObject: GetObjectFunc<T>,
  getTTL: GetObjectTTLFunc,
  ttlMs: number,
): ObjectStore<T> {
  return new ObjectStore(sim, getObject, getTTL, ttlMs);
}

// Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#isObjectOlder
function isObjectOlder(newObject: KubeObject | undefined, oldObject: KubeObject | undefined): boolean {
  if (!newObject || !oldObject) return false;
  const version = ({ metadata }: KubeObject): number =>
    parseResourceVersion(metadata.resourceVersion ?? '')[0] ?? 0;
  return version(newObject) < version(oldObject);
}

/** What the node says, on which a controller writes it by how many nodes there are. */
// Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#GetObjectTTLFromNodeFunc
export function getObjectTTLFromNodeFunc(getNode: () => Result<Node>): GetObjectTTLFunc {
  return () => {
    const [node] = getNode();
    const value = node?.metadata.annotations?.['node.alpha.kubernetes.io/ttl'];
    if (value === undefined) return undefined;
    const [intValue, err] = atoi(value);
    return err ? undefined : intValue * second;
  };
}

/** Names what of a kind a pod needs. */
type GetReferencedObjects = (pod: Pod) => ReadonlySet<string>;

// Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#cacheBasedManager
class CacheBasedManager<T extends KubeObject> implements Manager<T> {
  readonly #objectStore: Store<T>;
  readonly #getReferencedObjects: GetReferencedObjects;
  readonly #registeredPods = new Map<string, Pod>();

  constructor(objectStore: Store<T>, getReferencedObjects: GetReferencedObjects) {
    this.#objectStore = objectStore;
    this.#getReferencedObjects = getReferencedObjects;
  }

  // Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#cacheBasedManager.GetObject
  *getObject(namespace: string, name: string): Blocking<Result<T>> {
    return yield* this.#objectStore.get(namespace, name);
  }

  /** One that was registered before gives up what it named then, after what it names now is kept. */
  // Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#cacheBasedManager.RegisterPod
  registerPod(pod: Pod): void {
    const { namespace, name } = pod.metadata;
    for (const referenced of this.#getReferencedObjects(pod))
      this.#objectStore.addReference(namespace, referenced);
    const key = objectKey(namespace, name);
    const prev = this.#registeredPods.get(key);
    this.#registeredPods.set(key, pod);
    this.#deleteReferences(prev);
  }

  // Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#cacheBasedManager.UnregisterPod
  unregisterPod(pod: Pod): void {
    const key = objectKey(pod.metadata.namespace, pod.metadata.name);
    const prev = this.#registeredPods.get(key);
    this.#registeredPods.delete(key);
    this.#deleteReferences(prev);
  }

  // Part of: pkg/kubelet/util/manager/cache_based_manager.go#cacheBasedManager.UnregisterPod
  #deleteReferences(prev: Pod | undefined): void {
    if (!prev) return;
    for (const referenced of this.#getReferencedObjects(prev))
      this.#objectStore.deleteReference(prev.metadata.namespace, referenced);
  }
}

// Mirrors: pkg/kubelet/util/manager/cache_based_manager.go#NewCacheBasedManager
export function newCacheBasedManager<T extends KubeObject>(
  objectStore: Store<T>,
  getReferencedObjects: GetReferencedObjects,
): Manager<T> {
  return new CacheBasedManager(objectStore, getReferencedObjects);
}
