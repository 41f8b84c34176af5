import type { APIResourceList } from 'kubernetes-types/meta/v1';
import type { Namespace } from '../../../api/objects.ts';
import {
  isConflict,
  isMethodNotSupported,
  isNotFound,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  type GroupVersionResource,
  parseGroupVersion,
  resourceText,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import { newAggregate } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import type { Partial as PartialResult } from '../../../../staging/src/k8s.io/client-go/discovery/discovery_client.ts';
import {
  filteredBy,
  groupVersionResources,
  supportsAllVerbs,
} from '../../../../staging/src/k8s.io/client-go/discovery/helper.ts';
import type { CoreV1Client } from '../../../../staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.ts';
import type { Namespaces } from '../../../../staging/src/k8s.io/client-go/kubernetes/typed/core/v1/namespace_expansion.ts';
import type {
  Client,
  PartialObjectMetadata,
} from '../../../../staging/src/k8s.io/client-go/metadata/metadata.ts';
import type { Result } from '../../../../../go/result.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import { NamespaceConditionUpdater } from './status_condition_utils.ts';

/** Asks the API server which resources there are; both may be there, resources and an error. */
export type DiscoverResources = () => Blocking<PartialResult<APIResourceList[]>>;

/** What a NamespacedResourcesDeleter is made of. */
export interface DeleterOptions {
  readonly nsClient: Namespaces;
  readonly metadataClient: Client;
  readonly podsGetter: Pick<CoreV1Client, 'pods'>;
  readonly discoverResources: DiscoverResources;
  /** What is taken out of the spec of a namespace once that is empty. */
  readonly finalizerToken: string;
}

/** Not everything is gone yet. */
// Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#ResourcesRemainingError
export class ResourcesRemainingError extends Error {
  override readonly name = 'ResourcesRemainingError';
  /** In seconds. */
  readonly estimate: number;

  constructor(estimate: number) {
    super(`some content remains in the namespace, estimate ${estimate} seconds before it is removed`);
    this.estimate = estimate;
  }
}

/** How long an object with finalizers is thought to need, in seconds. */
// Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#finalizerEstimateSeconds
const finalizerEstimateSeconds = 15;

/** What is left of one resource. An estimate of 0 seconds says that there is none. */
// Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#gvrDeletionMetadata
export interface GVRDeletionMetadata {
  readonly finalizerEstimateSeconds: number;
  readonly numRemaining: number;
  readonly finalizersToNumRemaining: ReadonlyMap<string, number>;
}

/** The one call by which it deletes what there is of a resource. It makes it on itself, or on an observer round it. */
export interface DeleterSteps {
  deleteAllContentForGroupVersionResource(
    gvr: GroupVersionResource,
    namespace: string,
    namespaceDeletedAt: string,
  ): Blocking<readonly [GVRDeletionMetadata, Error | undefined]>;
}

// Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#operation
type Operation = 'list' | 'deletecollection';
/** Empties namespaces that are being deleted. */
// Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#namespacedResourcesDeleter
export class NamespacedResourcesDeleter implements DeleterSteps {
  readonly #sim: Sim;
  readonly #options: DeleterOptions;
  /** What cannot be done with a resource: operation and resource. */
  readonly #opCache = new Set<string>();
  readonly #steps: DeleterSteps;

  constructor(sim: Sim, options: DeleterOptions) {
    this.#sim = sim;
    this.#options = options;
    this.#steps = sim.observe('namespace-deleter', 'namespace', this);
  }

  /**
   * Notes what cannot be done with which resource. Fails if there is no resource at all, and then nothing else makes
   * sense.
   */
  // Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#namespacedResourcesDeleter.initOpCache
  *initOpCache(): Blocking<Error | undefined> {
    const [resources = [], err] = yield* this.#options.discoverResources();
    if (resources.length === 0) {
      return new Error(`Unable to get any supported resources from server: ${err?.message ?? '<nil>'}`);
    }
    for (const { groupVersion, resources: listed } of resources) {
      const [gv, parseErr] = parseGroupVersion(groupVersion);
      if (parseErr) continue;
      for (const { name, verbs } of listed) {
        for (const operation of ['list', 'deletecollection'] as const) {
          if (!verbs.includes(operation))
            this.#opCache.add(operationKey(operation, { ...gv, resource: name }));
        }
      }
    }
    return undefined;
  }

  /**
   * Deletes everything in a namespace that is being deleted, then takes the finalizer off it. A
   * ResourcesRemainingError says that something is not gone yet: call it again.
   */
  // Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#namespacedResourcesDeleter.Delete
  *delete(nsName: string): Blocking<Error | undefined> {
    // Others may have changed it, so begin with what it is now.
    const [found, getErr] = yield* this.#options.nsClient.get(nsName);
    if (getErr) return isNotFound(getErr) ? undefined : getErr;
    if (!found.metadata.deletionTimestamp) return undefined;

    const update = (ns: Namespace): Blocking<Result<Namespace>> => this.#updateNamespaceStatusFunc(ns);
    const [namespace, err] = yield* this.#retryOnConflictError(found as Namespace, update);
    if (err) return isNotFound(err) ? undefined : err;
    if (!namespace.metadata.deletionTimestamp) return undefined;
    if (finalized(namespace)) return undefined;

    const [estimate, contentErr] = yield* this.#deleteAllContent(namespace);
    if (contentErr) return contentErr;
    if (estimate > 0) return new ResourcesRemainingError(estimate);

    const finalize = (ns: Namespace): Blocking<Result<Namespace>> => this.#finalizeNamespace(ns);
    const [, finalizeErr] = yield* this.#retryOnConflictError(namespace, finalize);
    return isNotFound(finalizeErr) ? undefined : finalizeErr;
  }

  /** Tries again with the namespace as it is now, as long as it is the same one. */
  // Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#namespacedResourcesDeleter.retryOnConflictError
  *#retryOnConflictError(
    namespace: Namespace,
    fn: (namespace: Namespace) => Blocking<Result<Namespace>>,
  ): Blocking<Result<Namespace>> {
    let latestNamespace = namespace;
    for (;;) {
      const result = yield* fn(latestNamespace);
      const err = result[1];
      if (!err) return result;
      if (!isConflict(err)) return [undefined, err];
      const prevNamespace = latestNamespace;
      const [latest, getErr] = yield* this.#options.nsClient.get(latestNamespace.metadata.name);
      if (getErr) return [undefined, getErr];
      latestNamespace = latest as Namespace;
      if (prevNamespace.metadata.uid !== latestNamespace.metadata.uid)
        return [undefined, new Error('namespace uid has changed across retries')];
    }
  }

  // Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#namespacedResourcesDeleter.updateNamespaceStatusFunc
  *#updateNamespaceStatusFunc(namespace: Namespace): Blocking<Result<Namespace>> {
    const { metadata, status } = namespace;
    if (!metadata.deletionTimestamp || status?.phase === 'Terminating') return [namespace, undefined];
    const newNamespace = { ...namespace, status: { ...status, phase: 'Terminating' } };
    return (yield* this.#options.nsClient.updateStatus(newNamespace)) as Result<Namespace>;
  }

  // Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#namespacedResourcesDeleter.finalizeNamespace
  *#finalizeNamespace({ kind, apiVersion, metadata, spec }: Namespace): Blocking<Result<Namespace>> {
    const left = (spec?.finalizers ?? []).filter((finalizer) => finalizer !== this.#options.finalizerToken);
    const finalizers = [...new Set(left)].sort();
    const namespace: Namespace = { kind, apiVersion, metadata, spec: { ...spec, finalizers } };
    const [finalized, err] = yield* this.#options.nsClient.finalize(namespace);
    if (err) return isNotFound(err) ? [namespace, undefined] : [undefined, err];
    return [finalized as Namespace, undefined];
  }

  /** False if the collection cannot be deleted as a whole. */
  // Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#namespacedResourcesDeleter.deleteCollection
  *#deleteCollection(
    gvr: GroupVersionResource,
    namespace: string,
  ): Blocking<readonly [supported: boolean, err: Error | undefined]> {
    if (this.#opCache.has(operationKey('deletecollection', gvr))) return [false, undefined];
    // In the background: the garbage collector need not care, since everything here goes.
    const collection = this.#options.metadataClient.resource(gvr).namespace(namespace);
    const err = yield* collection.deleteCollection({ propagationPolicy: 'Background' }, {});
    if (!err) return [true, undefined];
    if (isMethodNotSupported(err) || isNotFound(err)) return [false, undefined];
    return [true, err];
  }

  /** What there is of a resource; undefined if it cannot be listed. */
  // Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#namespacedResourcesDeleter.listCollection
  *#listCollection(
    gvr: GroupVersionResource,
    namespace: string,
  ): Blocking<[readonly PartialObjectMetadata[] | undefined, Error | undefined]> {
    if (this.#opCache.has(operationKey('list', gvr))) return [undefined, undefined];
    const [list, err] = yield* this.#options.metadataClient.resource(gvr).namespace(namespace).list({});
    if (!err) return [list.items, undefined];
    if (isMethodNotSupported(err) || isNotFound(err)) return [undefined, undefined];
    return [undefined, err];
  }

  // Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#namespacedResourcesDeleter.deleteEachItem
  *#deleteEachItem(gvr: GroupVersionResource, namespace: string): Blocking<Error | undefined> {
    const [items, listErr] = yield* this.#listCollection(gvr, namespace);
    if (listErr) return listErr;
    for (const { metadata } of items ?? []) {
      const client = this.#options.metadataClient.resource(gvr).namespace(namespace);
      const err = yield* client.delete(metadata.name ?? '', { propagationPolicy: 'Background' });
      if (err && !isNotFound(err) && !isMethodNotSupported(err)) return err;
    }
    return undefined;
  }

  /**
   * Deletes all objects of a resource and looks at what is left. An estimate above 0 comes with what still has to go;
   * objects that are left without anything that explains it are an error.
   */
  // Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#namespacedResourcesDeleter.deleteAllContentForGroupVersionResource
  *deleteAllContentForGroupVersionResource(
    gvr: GroupVersionResource,
    namespace: string,
    namespaceDeletedAt: string,
  ): Blocking<readonly [GVRDeletionMetadata, Error | undefined]> {
    const [estimate, err] = yield* this.#estimateGracefulTermination(gvr, namespace, namespaceDeletedAt);
    if (err) return [nothingLeft, err];
    const unknown: GVRDeletionMetadata = { ...nothingLeft, finalizerEstimateSeconds: estimate };

    const [supported, collectionErr] = yield* this.#deleteCollection(gvr, namespace);
    if (collectionErr) return [unknown, collectionErr];
    if (!supported) {
      const eachErr = yield* this.#deleteEachItem(gvr, namespace);
      if (eachErr) return [unknown, eachErr];
    }

    const [items, listErr] = yield* this.#listCollection(gvr, namespace);
    if (listErr || !items) return [unknown, listErr];
    if (items.length === 0) return [nothingLeft, undefined];

    const finalizersToNumRemaining = new Map<string, number>();
    for (const finalizer of items.flatMap(({ metadata }) => metadata.finalizers ?? [])) {
      finalizersToNumRemaining.set(finalizer, (finalizersToNumRemaining.get(finalizer) ?? 0) + 1);
    }
    const left: GVRDeletionMetadata = { ...unknown, numRemaining: items.length, finalizersToNumRemaining };
    if (estimate !== 0) return [left, undefined];
    if (finalizersToNumRemaining.size > 0) return [{ ...left, finalizerEstimateSeconds }, undefined];
    const what = `unexpected items still remain in namespace: ${namespace} for gvr: ${resourceText(gvr)}`;
    return [{ ...left, finalizersToNumRemaining: new Map() }, new Error(what)];
  }

  /**
   * Deletes everything in a namespace, resource by resource, and says in its status how that went. Gives the seconds
   * after which what is left may be gone; what fails does not keep it from going on with the rest.
   */
  // Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#namespacedResourcesDeleter.deleteAllContent
  *#deleteAllContent(ns: Namespace): Blocking<readonly [estimate: number, err: Error | undefined]> {
    const { name: namespace, deletionTimestamp = '' } = ns.metadata;
    const errs: Error[] = [];
    const conditionUpdater = new NamespaceConditionUpdater(this.#sim);
    let estimate = 0;

    const [resources, err] = yield* this.#options.discoverResources();
    if (err) {
      errs.push(err);
      conditionUpdater.processDiscoverResourcesErr(err);
    }
    const deletable = filteredBy(supportsAllVerbs('delete'), resources ?? []);
    const [gvrs, gvErr] = groupVersionResources(deletable);
    if (gvErr) {
      errs.push(gvErr);
      conditionUpdater.processGroupVersionErr(gvErr);
    }

    const gvrToNumRemaining = new Map<GroupVersionResource, number>();
    const finalizersToNumRemaining = new Map<string, number>();
    for (const gvr of gvrs?.values() ?? []) {
      const [left, contentErr] = yield* this.#steps.deleteAllContentForGroupVersionResource(
        gvr,
        namespace,
        deletionTimestamp,
      );
      if (contentErr) {
        errs.push(contentErr);
        conditionUpdater.processDeleteContentErr(contentErr);
      }
      estimate = Math.max(estimate, left.finalizerEstimateSeconds);
      if (left.numRemaining === 0) continue;
      gvrToNumRemaining.set(gvr, left.numRemaining);
      for (const [finalizer, count] of left.finalizersToNumRemaining) {
        finalizersToNumRemaining.set(finalizer, (finalizersToNumRemaining.get(finalizer) ?? 0) + count);
      }
    }
    conditionUpdater.processContentTotals({ gvrToNumRemaining, finalizersToNumRemaining });

    // Also when all is well, since it may not have been before. A failure to say it does no harm.
    const told = conditionUpdater.update(ns);
    if (told) yield* this.#options.nsClient.updateStatus(told);
    return [estimate, newAggregate(errs)];
  }

  /**
   * The seconds that objects of a resource may take to end gracefully; 0 if that time is over since the namespace was
   * deleted.
   */
  // Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#namespacedResourcesDeleter.estimateGracefulTermination
  *#estimateGracefulTermination(
    { group, resource }: GroupVersionResource,
    ns: string,
    namespaceDeletedAt: string,
  ): Blocking<[number, undefined] | [0, Error]> {
    if (group !== '' || resource !== 'pods') return [0, undefined];
    const [estimate, err] = yield* this.#estimateGracefulTerminationForPods(ns);
    if (err) return [0, err];
    const sinceMs = this.#sim.epoch + this.#sim.now - Date.parse(namespaceDeletedAt);
    return [sinceMs >= estimate * 1000 ? 0 : estimate, undefined];
  }

  // Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#namespacedResourcesDeleter.estimateGracefulTerminationForPods
  *#estimateGracefulTerminationForPods(ns: string): Blocking<[number, undefined] | [0, Error]> {
    const [list, err] = yield* this.#options.podsGetter.pods(ns).list();
    if (err) return [0, err];
    const alive = list.items.filter(
      ({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed',
    );
    return [Math.max(0, ...alive.map(({ spec }) => spec?.terminationGracePeriodSeconds ?? 0)), undefined];
  }
}

const nothingLeft: GVRDeletionMetadata = {
  finalizerEstimateSeconds: 0,
  numRemaining: 0,
  finalizersToNumRemaining: new Map(),
};

// Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#operationKey
const operationKey = (operation: Operation, gvr: GroupVersionResource): string =>
  `${operation} ${resourceText(gvr)}`;

// Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#finalized
const finalized = ({ spec }: Namespace): boolean => (spec?.finalizers?.length ?? 0) === 0;

/** A deleter that knows what can be done with which resource. */
// Mirrors: pkg/controller/namespace/deletion/namespaced_resources_deleter.go#NewNamespacedResourcesDeleter
export function* newNamespacedResourcesDeleter(
  sim: Sim,
  options: DeleterOptions,
): Blocking<Result<NamespacedResourcesDeleter>> {
  const d = new NamespacedResourcesDeleter(sim, options);
  const err = yield* d.initOpCache();
  return err ? [undefined, err] : [d, undefined];
}
