import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  newConflict,
  newNotFound,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { semanticDeepEqual } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import type { Clientset } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import {
  PVAssumeCache,
  PVCAssumeCache,
} from '../../../../../../../src/runtime/kubernetes/pkg/controller/volume/scheduling/scheduler_assume_cache.ts';
import {
  type BindingInfo,
  VolumeBinder,
  type VolumeBinderParts,
} from '../../../../../../../src/runtime/kubernetes/pkg/controller/volume/scheduling/scheduler_binder.ts';
import { VolumeSchedulingStageFailed } from '../../../../../../../src/runtime/kubernetes/pkg/controller/volume/scheduling/metrics/metrics.ts';
import type { Result } from '../../../../../../../src/runtime/go/result.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';
import { storageClasses } from './binder-objects.ts';

type Volume = PersistentVolume | PersistentVolumeClaim;

const keyOf = ({ metadata }: Volume): string =>
  metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name;

/** Objects of one resource, as an API server has them: who changes an old version is refused. */
class Stored<T extends Volume> {
  readonly objects = new Map<string, T>();
  readonly #tell: { add(object: T): void; delete(object: T): void };

  /** `tell` is told of every change, as an informer is. */
  constructor(tell: { add(object: T): void; delete(object: T): void }) {
    this.#tell = tell;
  }

  update(object: T): Result<T> {
    const resource = { group: '', resource: 'volumes' };
    const stored = this.objects.get(keyOf(object));
    if (!stored) return [undefined, newNotFound(resource, object.metadata.name)];
    const { resourceVersion } = stored.metadata;
    if (resourceVersion !== object.metadata.resourceVersion)
      return [undefined, newConflict(resource, object.metadata.name, new Error('VersionError'))];
    if (semanticDeepEqual(stored, object)) return [stored, undefined];
    const next = {
      ...object,
      metadata: { ...object.metadata, resourceVersion: `${Number(resourceVersion) + 1}` },
    };
    this.put(next);
    return [next, undefined];
  }

  put(object: T): void {
    this.objects.set(keyOf(object), object);
    this.#tell.add(object);
  }

  delete(object: T): void {
    this.objects.delete(keyOf(object));
    this.#tell.delete(object);
  }
}

/** What a binder knows and what the API server has, as upstream's tests set it up. */
export interface BedOptions {
  readonly features?: readonly string[];
  /** With the feature CSIStorageCapacity. */
  readonly csiStorageCapacity?: boolean;
  readonly csiDriver?: CSIDriver;
  readonly capacities?: readonly CSIStorageCapacity[];
  readonly nodes?: readonly Node[];
  readonly csiNodes?: readonly CSINode[];
}

/** A binder over caches that a test fills, and a client of two resources in memory. It waits 10 s for volumes. */
export class BinderBed {
  readonly sim = new Sim();
  readonly pvCache = new PVAssumeCache();
  readonly pvcCache = new PVCAssumeCache();
  readonly apiPVs = new Stored(this.pvCache);
  readonly apiPVCs = new Stored(this.pvcCache);
  readonly pods = new Map<string, Pod>();
  readonly parts: VolumeBinderParts;
  readonly #stageFailed = new VolumeSchedulingStageFailed();
  readonly binder: VolumeBinder;

  constructor(options: BedOptions = {}) {
    const { features = [], csiDriver, capacities = [], nodes = [], csiNodes = [] } = options;
    const named = <T extends { readonly metadata: { readonly name: string } }>(objects: readonly T[]) => ({
      get(name: string): [T, undefined] | [undefined, ReturnType<typeof newNotFound>] {
        const found = objects.find(({ metadata }) => metadata.name === name);
        return found ? [found, undefined] : [undefined, newNotFound({ group: '', resource: 'object' }, name)];
      },
    });
    this.parts = {
      sim: this.sim,
      kubeClient: this.#client(),
      classLister: named<StorageClass>(storageClasses),
      nodeLister: named(nodes),
      csiNodeLister: named(csiNodes),
      podLister: {
        pods: () => ({
          get: (name) => named([...this.pods.values()]).get(name),
          list: () => [[], undefined],
        }),
      },
      pvCache: this.pvCache,
      pvcCache: this.pvcCache,
      bindTimeoutMs: 10_000,
      stageFailed: this.#stageFailed,
      features: { enabled: (feature) => features.includes(feature) },
      capacityCheck: options.csiStorageCapacity
        ? {
            csiDriverLister: named(csiDriver ? [csiDriver] : []),
            csiStorageCapacityLister: { list: () => [[...capacities], undefined] },
          }
        : undefined,
    };
    this.binder = new VolumeBinder(this.parts);
  }

  /** What was counted as failed: how often, by the stage. */
  failed(): Readonly<Record<string, number>> {
    const samples = this.#stageFailed.samples();
    return Object.fromEntries(samples.map(({ labels, value }) => [labels.operation, value]));
  }

  #client(): Clientset {
    const answering = <T extends Volume>(stored: Stored<T>) => ({
      *update(object: T) {
        return stored.update(object);
      },
    });
    return {
      coreV1: () => ({
        persistentVolumes: () => answering(this.apiPVs),
        persistentVolumeClaims: () => answering(this.apiPVCs),
      }),
    } as unknown as Clientset;
  }

  /** What the cache has, and what the API server has where that differs. */
  initVolumes(cached: readonly PersistentVolume[] = [], api = cached): void {
    for (const pv of cached) this.pvCache.add(pv);
    for (const pv of api) this.apiPVs.objects.set(keyOf(pv), pv);
  }

  initClaims(cached: readonly PersistentVolumeClaim[] = [], api = cached): void {
    for (const pvc of cached) this.pvcCache.add(pvc);
    for (const pvc of api) this.apiPVCs.objects.set(keyOf(pvc), pvc);
  }

  assume(bindings: readonly BindingInfo[] = [], claims: readonly PersistentVolumeClaim[] = []): void {
    const failed = [
      ...bindings.map(({ pv }) => this.pvCache.assume(pv)),
      ...claims.map((pvc) => this.pvcCache.assume(pvc)),
    ].find((err) => err);
    if (failed) throw failed;
  }

  /** What somebody else writes. */
  write(pvs: readonly PersistentVolume[] = [], pvcs: readonly PersistentVolumeClaim[] = []): void {
    for (const pv of pvs) this.#written(this.apiPVs.update(pv));
    for (const pvc of pvcs) this.#written(this.apiPVCs.update(pvc));
  }

  #written([, err]: readonly [unknown, Error | undefined]): void {
    if (err) throw err;
  }
}
