import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/objects.ts';
import { accessor } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/meta/meta.ts';
import type { KubeObject } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { getPersistentVolumeClass } from '../../../apis/core/v1/helper/helpers.ts';
import type { IndexFunc, Indexer } from '../../../../staging/src/k8s.io/client-go/tools/cache/index.ts';
import type { SharedIndexInformer } from '../../../../staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import {
  metaNamespaceKeyFunc,
  newIndexer,
} from '../../../../staging/src/k8s.io/client-go/tools/cache/store.ts';
import type { Result } from '../../../../../go/result.ts';
import { quote } from '../../../../../go/strconv.ts';

/** The cache does not have the object. */
// Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#errNotFound
export class ErrNotFound extends Error {
  constructor(typeName: string, objectName: string) {
    super(`could not find ${typeName} ${quote(objectName)}`);
  }
}

/** An object with its name. What is assumed is the latest until the informer tells of a newer one. */
// Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#objInfo
interface ObjInfo<T> {
  readonly name: string;
  readonly latestObj: T;
  /** As the informer told it. */
  readonly apiObj: T;
}

/**
 * The objects of an informer, of which some may be replaced by what the scheduler is about to write, so that the next
 * pod is not given the same volume.
 */
// Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#AssumeCache
export class AssumeCache<T extends KubeObject> {
  /** What messages call the type. */
  readonly #description: string;
  readonly #store: Indexer<ObjInfo<T>>;
  readonly #indexName: string;

  /** Unit tests do without an informer. The index is of the latest objects. */
  // Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#NewAssumeCache
  constructor(
    informer: SharedIndexInformer<T> | undefined,
    description: string,
    indexName = '',
    indexFunc?: IndexFunc,
  ) {
    this.#description = description;
    this.#indexName = indexName;
    const ofLatest: IndexFunc = (info) => indexFunc?.((info as ObjInfo<T>).latestObj) ?? [[], undefined];
    this.#store = newIndexer<ObjInfo<T>>(
      (info) => [typeof info === 'string' ? info : (info as ObjInfo<T>).name, undefined],
      indexFunc ? { [indexName]: ofLatest } : {},
    );
    informer?.addEventHandler({
      onAdd: (obj) => this.add(obj as T),
      onUpdate: (_oldObj, newObj) => this.add(newObj as T),
      onDelete: (obj) => this.delete(obj),
    });
  }

  /** Takes an object of the informer, if it is newer than what is there: a resync tells of old ones again. */
  // Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#assumeCache.add
  add(obj: T): void {
    const [name, err] = metaNamespaceKeyFunc(obj);
    if (err) return;
    const [objInfo] = this.#getObjInfo(name);
    if (objInfo) {
      const [newVersion, unread] = this.#getObjVersion(name, obj);
      const [storedVersion, stored] = this.#getObjVersion(name, objInfo.latestObj);
      if (unread || stored || newVersion <= storedVersion) return;
    }
    this.#store.update({ name, latestObj: obj, apiObj: obj });
  }

  /** A delete of which only the key is known comes as an object that has no name: upstream forgets nothing then. */
  // Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#assumeCache.delete
  delete(obj: unknown): void {
    const [name, err] = metaNamespaceKeyFunc(obj);
    if (!err) this.#store.delete(name);
  }

  // Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#assumeCache.getObjVersion
  #getObjVersion(name: string, obj: T): Result<number> {
    const [metadata, err] = accessor(obj);
    if (err) return [undefined, err];
    const { resourceVersion = '' } = metadata;
    if (/^[+-]?\d+$/.test(resourceVersion)) return [Number(resourceVersion), undefined];
    const why = `strconv.ParseInt: parsing ${quote(resourceVersion)}: invalid syntax`;
    const what = `error parsing ResourceVersion ${quote(resourceVersion)} for ${this.#description} ${quote(name)}`;
    return [undefined, new Error(`${what}: ${why}`)];
  }

  // Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#assumeCache.getObjInfo
  #getObjInfo(name: string): Result<ObjInfo<T>> {
    const [objInfo, exists] = this.#store.getByKey(name);
    return exists ? [objInfo, undefined] : [undefined, new ErrNotFound(this.#description, name)];
  }

  /** The latest object, assumed or not. */
  // Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#assumeCache.Get
  get(objName: string): Result<T> {
    const [objInfo, err] = this.#getObjInfo(objName);
    return err ? [undefined, err] : [objInfo.latestObj, undefined];
  }

  /** The object as the informer told it. */
  // Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#assumeCache.GetAPIObj
  getAPIObj(objName: string): Result<T> {
    const [objInfo, err] = this.#getObjInfo(objName);
    return err ? [undefined, err] : [objInfo.apiObj, undefined];
  }

  /** The latest objects that the index puts together under `indexedValue`. */
  // Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#assumeCache.List
  list(indexedValue: string): T[] {
    const [objs = []] = this.#store.byIndex(this.#indexName, indexedValue);
    return objs.map(({ latestObj }) => latestObj);
  }

  /**
   * Replaces an object until the informer tells of a newer one. An error if that has happened already.
   *
   * Kubernetes changes the entry where it is, without the index: a volume that is assumed stays under the class that
   * it had. So does this: assuming changes no class.
   */
  // Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#assumeCache.Assume
  assume(obj: T): Error | undefined {
    const [name, err] = metaNamespaceKeyFunc(obj);
    if (err) return new Error(`failed to get object name: ${err.message}`);
    const [objInfo, notFound] = this.#getObjInfo(name);
    if (notFound) return notFound;
    const [newVersion, unread] = this.#getObjVersion(name, obj);
    if (unread) return unread;
    const [storedVersion, unreadable] = this.#getObjVersion(name, objInfo.latestObj);
    if (unreadable) return unreadable;
    if (newVersion < storedVersion) {
      const versions = `(stored: ${storedVersion}, assume: ${newVersion})`;
      return new Error(`${this.#description} ${quote(name)} is out of sync ${versions}`);
    }
    this.#store.update({ ...objInfo, latestObj: obj });
    return undefined;
  }

  /** Goes back to what the informer told. */
  // Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#assumeCache.Restore
  restore(objName: string): void {
    const [objInfo] = this.#getObjInfo(objName);
    if (objInfo) this.#store.update({ ...objInfo, latestObj: objInfo.apiObj });
  }
}

// Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#pvStorageClassIndexFunc
const pvStorageClassIndexFunc: IndexFunc = (obj) => [
  [getPersistentVolumeClass(obj as PersistentVolume)],
  undefined,
];

/** Volumes, by name, and by class. */
// Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#PVAssumeCache
export class PVAssumeCache extends AssumeCache<PersistentVolume> {
  // Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#NewPVAssumeCache
  constructor(informer?: SharedIndexInformer<PersistentVolume>) {
    super(informer, 'v1.PersistentVolume', 'storageclass', pvStorageClassIndexFunc);
  }
}

/** Claims, by `namespace/name`. */
// Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#PVCAssumeCache
export class PVCAssumeCache extends AssumeCache<PersistentVolumeClaim> {
  // Mirrors: pkg/controller/volume/scheduling/scheduler_assume_cache.go#NewPVCAssumeCache
  constructor(informer?: SharedIndexInformer<PersistentVolumeClaim>) {
    super(informer, 'v1.PersistentVolumeClaim');
  }
}
