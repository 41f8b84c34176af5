import type { ObjectMeta } from 'kubernetes-types/meta/v1';
import {
  isConflict,
  isNotFound,
  isUnsupportedMediaType,
} from '../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { accessor as accessorOf } from '../../../staging/src/k8s.io/apimachinery/pkg/api/meta/meta.ts';
import {
  type GroupVersionResource,
  fromAPIVersionAndKind,
  resourceText,
} from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import type { PatchType } from '../../../staging/src/k8s.io/apimachinery/pkg/types/patch.ts';
import type {
  Client,
  MetadataResource,
  PartialObjectMetadata,
} from '../../../staging/src/k8s.io/client-go/metadata/metadata.ts';
import { defaultBackoff, retryOnConflict } from '../../../staging/src/k8s.io/client-go/util/retry/util.ts';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { RestMappingError } from './errors.ts';
import type { ResettableRESTMapper } from './garbagecollector.ts';
import { type Node, type ObjectReference, referenceText } from './graph.ts';
import type { GraphBuilder } from './graph_builder.ts';

/** A cluster-scoped object that names an owner in a namespace. No retry mends that. */
// Mirrors: pkg/controller/garbagecollector/garbagecollector.go#namespacedOwnerOfClusterScopedObjectErr
export const namespacedOwnerOfClusterScopedObjectErr: Error = new Error(
  'cluster-scoped objects cannot refer to namespaced owners',
);

/** The namespace for a request: that of the item, or none for a resource that has none. */
// Mirrors: pkg/controller/garbagecollector/operations.go#resourceDefaultNamespace
export function resourceDefaultNamespace(namespaced: boolean, defaultNamespace: string): string {
  return namespaced ? defaultNamespace : '';
}

/** What the collector asks of the API server. Kubernetes has these as methods of the collector itself. */
export class Operations {
  readonly #sim: Sim;
  readonly #restMapper: ResettableRESTMapper;
  readonly #metadataClient: Client;
  readonly #dependencyGraphBuilder: GraphBuilder;

  constructor(
    sim: Sim,
    restMapper: ResettableRESTMapper,
    metadataClient: Client,
    dependencyGraphBuilder: GraphBuilder,
  ) {
    this.#sim = sim;
    this.#restMapper = restMapper;
    this.#metadataClient = metadataClient;
    this.#dependencyGraphBuilder = dependencyGraphBuilder;
  }

  /** The resource of a kind, and whether it has namespaces. */
  // Mirrors: pkg/controller/garbagecollector/operations.go#GarbageCollector.apiResource
  *apiResource(
    apiVersion: string,
    kind: string,
  ): Blocking<Result<{ readonly resource: GroupVersionResource; readonly namespaced: boolean }>> {
    const fqKind = fromAPIVersionAndKind(apiVersion, kind);
    const [mapping] = yield* this.#restMapper.restMapping(fqKind, fqKind.version);
    if (!mapping) return [undefined, new RestMappingError(kind, apiVersion)];
    return [{ resource: mapping.resource, namespaced: mapping.scope === 'namespace' }, undefined];
  }

  // Mirrors: pkg/controller/garbagecollector/operations.go#GarbageCollector.deleteObject
  *deleteObject(
    item: ObjectReference,
    propagationPolicy: 'Orphan' | 'Background' | 'Foreground',
  ): Blocking<Error | undefined> {
    const [client, err] = yield* this.#clientFor(item);
    if (err) return err;
    const preconditions = { uid: item.uid };
    return yield* client.delete(item.name, { preconditions, propagationPolicy });
  }

  // Mirrors: pkg/controller/garbagecollector/operations.go#GarbageCollector.getObject
  *getObject(item: ObjectReference): Blocking<Result<PartialObjectMetadata>> {
    const [found, err] = yield* this.apiResource(item.apiVersion, item.kind);
    if (err) return [undefined, err];
    const namespace = resourceDefaultNamespace(found.namespaced, item.namespace);
    if (found.namespaced && namespace === '') return [undefined, namespacedOwnerOfClusterScopedObjectErr];
    return yield* this.#metadataClient.resource(found.resource).namespace(namespace).get(item.name);
  }

  // Mirrors: pkg/controller/garbagecollector/operations.go#GarbageCollector.patchObject
  *patchObject(
    item: ObjectReference,
    patch: object,
    patchType: PatchType,
  ): Blocking<Result<PartialObjectMetadata>> {
    const [client, err] = yield* this.#clientFor(item);
    if (err) return [undefined, err];
    return yield* client.patch(item.name, patchType, patch);
  }

  /** Takes a finalizer off an object. It is read again for each try, and a conflict is tried again. */
  // Mirrors: pkg/controller/garbagecollector/operations.go#GarbageCollector.removeFinalizer
  *removeFinalizer(owner: Node, targetFinalizer: string): Blocking<Error | undefined> {
    const name = referenceText(owner.identity);
    const attempt = (): Blocking<Error | undefined> => this.#tryToRemoveFinalizer(owner, targetFinalizer);
    const err = yield* retryOnConflict(this.#sim, defaultBackoff, attempt);
    if (!isConflict(err)) return err;
    const tried = `updateMaxRetries(${defaultBackoff.steps}) has reached`;
    return new Error(`${tried}. The garbage collector will retry later for owner ${name}`);
  }

  *#tryToRemoveFinalizer({ identity }: Node, targetFinalizer: string): Blocking<Error | undefined> {
    const [ownerObject, err] = yield* this.getObject(identity);
    if (isNotFound(err)) return undefined;
    if (err) {
      const what = `cannot finalize owner ${referenceText(identity)}, because cannot get it: ${err.message}`;
      return new Error(`${what}. The garbage collector will retry later`);
    }
    const { resourceVersion, finalizers = [] } = ownerObject.metadata;
    if (!finalizers.includes(targetFinalizer)) return undefined;
    const newFinalizers = finalizers.filter((finalizer) => finalizer !== targetFinalizer);
    const metadata = { resourceVersion, finalizers: newFinalizers.length > 0 ? newFinalizers : null };
    const [, patchErr] = yield* this.patchObject(identity, { metadata }, 'application/merge-patch+json');
    return patchErr;
  }

  /** The metadata of an object from the cache of its monitor, or else from the API server. */
  // Mirrors: pkg/controller/garbagecollector/patch.go#GarbageCollector.getMetadata
  *getMetadata({ apiVersion, kind, namespace, name }: ObjectReference): Blocking<Result<ObjectMeta>> {
    const [found, err] = yield* this.apiResource(apiVersion, kind);
    if (err) return [undefined, err];
    const { monitorLock } = this.#dependencyGraphBuilder;
    yield* monitorLock.rLock();
    try {
      const monitor = this.#dependencyGraphBuilder.monitors.get(resourceText(found.resource));
      const key = namespace === '' ? name : `${namespace}/${name}`;
      const [raw, exists] = monitor?.store.getByKey(key) ?? [undefined, false];
      if (exists) return accessorOf(raw);
      const live = this.#metadataClient.resource(found.resource).namespace(namespace);
      const [object, getErr] = yield* live.get(name);
      return getErr ? [undefined, getErr] : [object.metadata, undefined];
    } finally {
      monitorLock.rUnlock();
    }
  }

  /** Sends a strategic merge patch; where the kind does not take one, the JSON merge patch that `jmp` makes. */
  // Mirrors: pkg/controller/garbagecollector/patch.go#GarbageCollector.patch
  *patch(
    item: Node,
    smp: object,
    jmp: (item: Node, metadata: ObjectMeta) => object,
  ): Blocking<Result<PartialObjectMetadata>> {
    const [patched, err] = yield* this.patchObject(
      item.identity,
      smp,
      'application/strategic-merge-patch+json',
    );
    if (!err) return [patched, undefined];
    if (!isUnsupportedMediaType(err)) return [undefined, err];
    const [metadata, metadataErr] = yield* this.getMetadata(item.identity);
    if (metadataErr) return [undefined, metadataErr];
    return yield* this.patchObject(item.identity, jmp(item, metadata), 'application/merge-patch+json');
  }

  *#clientFor(item: ObjectReference): Blocking<Result<MetadataResource>> {
    const [found, err] = yield* this.apiResource(item.apiVersion, item.kind);
    if (err) return [undefined, err];
    const namespace = resourceDefaultNamespace(found.namespaced, item.namespace);
    return [this.#metadataClient.resource(found.resource).namespace(namespace), undefined];
  }
}
