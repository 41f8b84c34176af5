import type { OwnerReference } from 'kubernetes-types/meta/v1';
import {
  type GroupKind,
  isNotFound,
} from '../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { RESTMapping } from '../../../staging/src/k8s.io/apimachinery/pkg/api/meta/interfaces.ts';
import {
  finalizerDeleteDependents,
  finalizerOrphanDependents,
} from '../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import {
  type GroupVersionKind,
  type GroupVersionResource,
  parseGroupVersion,
  resourceText,
} from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import { newAggregate } from '../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import {
  type Stop,
  pollImmediateUntil,
  until,
} from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { ServerResourcesInterface } from '../../../staging/src/k8s.io/client-go/discovery/discovery_client.ts';
import {
  type GroupVersionResourceSet,
  filteredBy,
  supportsAllVerbs,
} from '../../../staging/src/k8s.io/client-go/discovery/helper.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { EventSinkImpl } from '../../../staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import type {
  Client,
  PartialObjectMetadata,
} from '../../../staging/src/k8s.io/client-go/metadata/metadata.ts';
import { newBroadcaster } from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import { defaultControllerRateLimiter } from '../../../staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import {
  type RateLimitingInterface,
  newNamedRateLimitingQueue,
} from '../../../staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.ts';
import type { InformerFactory } from '../../../staging/src/k8s.io/controller-manager/pkg/informerfactory/informer_factory.ts';
import { newTimer } from '../../../staging/src/k8s.io/apimachinery/pkg/util/clock/clock.ts';
import type { Result } from '../../../../go/result.ts';
import { Chan, select } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { RWMutex, WaitGroup } from '../../../../sim/sync.ts';
import { type Node, type ObjectReference, ownerReferenceCoordinates, referenceText } from './graph.ts';
import {
  GraphBuilder,
  type GraphEvent,
  hasDeleteDependentsFinalizer,
  hasOrphanFinalizer,
} from './graph_builder.ts';
import {
  Operations,
  namespacedOwnerOfClusterScopedObjectErr,
  resourceDefaultNamespace,
} from './operations.ts';
import {
  deleteOwnerRefJSONMergePatch,
  deleteOwnerRefStrategicMergePatch,
  unblockOwnerReferencesJSONMergePatch,
  unblockOwnerReferencesStrategicMergePatch,
} from './patch.ts';
import { ReferenceCache } from './uid_cache.ts';

/** Translates kinds, and can be told to discover them again. */
// Mirrors: pkg/controller/garbagecollector/garbagecollector.go#resettableRESTMapper
export interface ResettableRESTMapper {
  kindFor(resource: GroupVersionResource): Blocking<Result<GroupVersionKind>>;
  restMapping(gk: GroupKind, ...versions: string[]): Blocking<Result<RESTMapping>>;
  reset(): Blocking<void>;
}

/** What a GarbageCollector is made of. */
export interface GarbageCollectorOptions {
  readonly kubeClient: Clientset;
  readonly metadataClient: Client;
  readonly mapper: ResettableRESTMapper;
  /** As text of group and resource: `events`, `replicasets.apps`. */
  readonly ignoredResources: ReadonlySet<string>;
  readonly sharedInformers: InformerFactory;
  /** Closed once all controllers have asked for their informers. */
  readonly informersStarted: Stop;
}

/** The references of an object by what their owners are. */
export interface Classified {
  /** The owner is there. */
  readonly solid: readonly OwnerReference[];
  /** The owner is not there. */
  readonly dangling: readonly OwnerReference[];
  /** The owner is there, is being deleted, and waits for its dependents to be gone. */
  readonly waitingForDependentsDeletion: readonly OwnerReference[];
}

/** The calls by which the collector decides. It makes them on itself, or on an observer round it. */
export interface GarbageCollectorSteps {
  classifyReferences(item: Node, latestReferences: readonly OwnerReference[]): Blocking<Result<Classified>>;
  /** What it does about an item that it has looked at, and why that failed. */
  attemptToDeleteItem(item: Node): Blocking<Error | undefined>;
}

/** The item is not there: the graph will be told, and there is nothing to retry. */
export const enqueuedVirtualDeleteEventErr: Error = new Error('enqueued virtual delete event');

/**
 * Deletes the objects whose owners are all gone. Informers of all kinds feed a GraphBuilder; what may have to go comes
 * from there through two queues: one of objects to look at, one of owners whose dependents are to be let go.
 */
// Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector
export class GarbageCollector implements GarbageCollectorSteps {
  readonly #sim: Sim;
  readonly #restMapper: ResettableRESTMapper;
  readonly #metadataClient: Client;
  readonly #operations: Operations;
  readonly attemptToDelete: RateLimitingInterface<Node>;
  readonly attemptToOrphan: RateLimitingInterface<Node>;
  readonly dependencyGraphBuilder: GraphBuilder;
  /** Owners that the API server said are not there. */
  readonly absentOwnerCache: ReferenceCache;
  /** Read by workers at work, written by `sync`, so that nobody works while monitors are being changed. */
  readonly #workerLock = new RWMutex('the workers of the garbage collector');
  readonly #steps: GarbageCollectorSteps;

  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#NewGarbageCollector
  constructor(sim: Sim, options: GarbageCollectorOptions) {
    const { kubeClient, metadataClient, mapper, ignoredResources, sharedInformers, informersStarted } =
      options;
    const eventBroadcaster = newBroadcaster(sim);
    eventBroadcaster.startRecordingToSink(new EventSinkImpl(kubeClient.coreV1().events('')));
    const eventRecorder = eventBroadcaster.newRecorder({ component: 'garbage-collector-controller' });
    const queueOf = <T>(name: string): RateLimitingInterface<T> =>
      newNamedRateLimitingQueue<T>(sim, defaultControllerRateLimiter<T>(sim), `garbage_collector_${name}`);

    this.#sim = sim;
    this.#restMapper = mapper;
    this.#metadataClient = metadataClient;
    this.attemptToDelete = queueOf('attempt_to_delete');
    this.attemptToOrphan = queueOf('attempt_to_orphan');
    this.absentOwnerCache = new ReferenceCache(500);
    this.dependencyGraphBuilder = new GraphBuilder({
      sim,
      restMapper: mapper,
      informersStarted,
      eventRecorder,
      graphChanges: queueOf<GraphEvent>('graph_changes'),
      attemptToDelete: this.attemptToDelete,
      attemptToOrphan: this.attemptToOrphan,
      absentOwnerCache: this.absentOwnerCache,
      sharedInformers,
      ignoredResources,
    });
    this.#operations = new Operations(sim, mapper, metadataClient, this.dependencyGraphBuilder);
    this.#steps = sim.observe('garbage-collector', 'garbage-collector', this);
  }

  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector.resyncMonitors
  *resyncMonitors(deletableResources: GroupVersionResourceSet): Blocking<Error | undefined> {
    const err = yield* this.dependencyGraphBuilder.syncMonitors(deletableResources);
    if (err) return err;
    yield* this.dependencyGraphBuilder.startMonitors();
    return undefined;
  }

  /** Starts the graph and, once it is complete, the workers. Ends when `stopCh` is closed. */
  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector.Run
  *run(workers: number, stopCh: Stop): Blocking<void> {
    try {
      this.#sim.go('garbage-collector/graph-builder', this.dependencyGraphBuilder.run(stopCh));

      if (!(yield* this.#waitForSync(stopCh))) return;

      for (let i = 1; i <= workers; i++) {
        this.#sim.go(
          `garbage-collector/delete-worker-${i}`,
          until(this.#sim, () => this.#runAttemptToDeleteWorker(), 1000, stopCh),
        );
        this.#sim.go(
          `garbage-collector/orphan-worker-${i}`,
          until(this.#sim, () => this.#runAttemptToOrphanWorker(), 1000, stopCh),
        );
      }

      yield* stopCh ? stopCh.receive() : new Chan<never>('nothing').receive();
    } finally {
      this.dependencyGraphBuilder.graphChanges.shutDown();
      this.attemptToOrphan.shutDown();
      this.attemptToDelete.shutDown();
    }
  }

  /** As `waitForNamedCacheSync`, with a check that may have to wait for its lock. */
  *#waitForSync(stop: Stop): Blocking<boolean> {
    const builder = this.dependencyGraphBuilder;
    const synced = function* (): Blocking<[boolean, undefined]> {
      return [yield* builder.isSynced(), undefined];
    };
    return (yield* pollImmediateUntil(this.#sim, 100, synced, stop)) === undefined;
  }

  /**
   * Every `periodMs`, asks which resources there are. If others than before, stops the workers, resets the REST mapper
   * and changes the monitors; the workers go on once all monitors have synced. `discoveryClient` may not be the one
   * beneath the REST mapper.
   */
  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector.Sync
  *sync(discoveryClient: ServerResourcesInterface, periodMs: number, stopCh: Stop): Blocking<void> {
    let oldResources: GroupVersionResourceSet = new Map();
    const once = function* (this: GarbageCollector): Blocking<void> {
      let newResources: GroupVersionResourceSet = yield* getDeletableResources(discoveryClient);
      // All of discovery failed.
      if (newResources.size === 0) return;
      if (sameSet(oldResources, newResources)) return;

      yield* this.#workerLock.lock();
      try {
        let attempt = 0;
        const synced = function* (this: GarbageCollector): Blocking<[boolean, undefined]> {
          attempt++;
          if (attempt > 1) {
            newResources = yield* getDeletableResources(discoveryClient);
            if (newResources.size === 0) return [false, undefined];
          }
          yield* this.#restMapper.reset();
          if (yield* this.resyncMonitors(newResources)) return [false, undefined];
          // A resource that went away again could keep this from ever being so, hence a time limit and a new look.
          const limit = waitForStopOrTimeout(this.#sim, stopCh, periodMs);
          return [yield* this.#waitForSync(limit), undefined];
        };
        yield* pollImmediateUntil(this.#sim, 100, synced.bind(this), stopCh);
        oldResources = newResources;
      } finally {
        this.#workerLock.unlock();
      }
    };
    yield* until(this.#sim, once.bind(this), periodMs, stopCh);
  }

  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector.IsSynced
  *isSynced(): Blocking<boolean> {
    return yield* this.dependencyGraphBuilder.isSynced();
  }

  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector.runAttemptToDeleteWorker
  *#runAttemptToDeleteWorker(): Blocking<void> {
    while (yield* this.attemptToDeleteWorker());
  }

  /** Takes one node and looks whether its object has to go. False once there will be none any more. */
  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector.attemptToDeleteWorker
  *attemptToDeleteWorker(): Blocking<boolean> {
    const [n, quit] = yield* this.attemptToDelete.get();
    yield* this.#workerLock.rLock();
    try {
      if (quit) return false;
      yield* this.#work(n);
      this.attemptToDelete.done(n);
      return true;
    } finally {
      this.#workerLock.rUnlock();
    }
  }

  /** What the worker does with a node before it is done with it. */
  *#work(n: Node): Blocking<void> {
    if (!n.isObserved()) {
      // Meanwhile the object was seen, or seen to go, and another node or none has taken this one's place.
      const nodeFromGraph = this.dependencyGraphBuilder.uidToNode.read(n.identity.uid);
      if (!nodeFromGraph || nodeFromGraph.isObserved()) return;
    }
    const err = yield* this.#steps.attemptToDeleteItem(n);
    if (err === enqueuedVirtualDeleteEventErr || err === namespacedOwnerOfClusterScopedObjectErr) return;
    // What no informer has seen is looked at again and again: it may have come and gone while a watch was down.
    if (err || !n.isObserved()) this.attemptToDelete.addRateLimited(n);
  }

  /** Whether a reference names an owner that is not there. Where the API server was asked, gives the owner. */
  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector.isDangling
  *isDangling(
    reference: OwnerReference,
    item: Node,
  ): Blocking<Result<{ dangling: boolean; owner?: PartialObjectMetadata }>> {
    const { namespace } = item.identity;
    let absentOwnerCacheKey: ObjectReference = { ...ownerReferenceCoordinates(reference), namespace };
    const withoutNamespace = { ...absentOwnerCacheKey, namespace: '' };
    // Whether the owner has a namespace is not known yet.
    if (this.absentOwnerCache.has(absentOwnerCacheKey) || this.absentOwnerCache.has(withoutNamespace))
      return [{ dangling: true }, undefined];

    const [found, err] = yield* this.#operations.apiResource(reference.apiVersion, reference.kind);
    if (err) return [undefined, err];
    if (!found.namespaced) absentOwnerCacheKey = withoutNamespace;
    if (namespace === '' && found.namespaced) return [undefined, namespacedOwnerOfClusterScopedObjectErr];

    const ownerNamespace = resourceDefaultNamespace(found.namespaced, namespace);
    const owners = this.#metadataClient.resource(found.resource).namespace(ownerNamespace);
    const [owner, getErr] = yield* owners.get(reference.name);
    if (getErr && !isNotFound(getErr)) return [undefined, getErr];
    if (owner?.metadata.uid === reference.uid) return [{ dangling: false, owner }, undefined];
    this.absentOwnerCache.add(absentOwnerCacheKey);
    return [{ dangling: true }, undefined];
  }

  /** Asks the API server for every owner that is not known to be absent. */
  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector.classifyReferences
  *classifyReferences(item: Node, latestReferences: readonly OwnerReference[]): Blocking<Result<Classified>> {
    const solid: OwnerReference[] = [];
    const dangling: OwnerReference[] = [];
    const waitingForDependentsDeletion: OwnerReference[] = [];
    for (const reference of latestReferences) {
      const [found, err] = yield* this.isDangling(reference, item);
      if (err) return [undefined, err];
      if (!found.owner) {
        dangling.push(reference);
        continue;
      }
      const { metadata } = found.owner;
      const waits = metadata.deletionTimestamp !== undefined && hasDeleteDependentsFinalizer(metadata);
      (waits ? waitingForDependentsDeletion : solid).push(reference);
    }
    return [{ solid, dangling, waitingForDependentsDeletion }, undefined];
  }

  /**
   * Looks at the object of a node, as the API server has it now, and deletes it if all its owners are gone. If the
   * object is not there, tells the graph.
   */
  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector.attemptToDeleteItem
  *attemptToDeleteItem(item: Node): Blocking<Error | undefined> {
    // It goes by itself, and its dependents are looked at when it is gone.
    if (item.isBeingDeleted() && !item.isDeletingDependents()) return undefined;

    const [latest, err] = yield* this.#operations.getObject(item.identity);
    if (err && !isNotFound(err)) return err;
    if (err || latest.metadata.uid !== item.identity.uid) {
      this.dependencyGraphBuilder.enqueueVirtualDeleteEvent(item.identity);
      return enqueuedVirtualDeleteEventErr;
    }

    if (item.isDeletingDependents()) return yield* this.#processDeletingDependentsItem(item);

    const ownerReferences = latest.metadata.ownerReferences ?? [];
    if (ownerReferences.length === 0) return undefined;

    const [classified, classifyErr] = yield* this.#steps.classifyReferences(item, ownerReferences);
    if (classifyErr) return classifyErr;
    const { solid, dangling, waitingForDependentsDeletion } = classified;

    if (solid.length > 0) {
      if (dangling.length === 0 && waitingForDependentsDeletion.length === 0) return undefined;
      // An owner that waits would wait for ever for a dependent that stays.
      const ownerUIDs = [...dangling, ...waitingForDependentsDeletion].map(({ uid }) => uid);
      const patch = deleteOwnerRefStrategicMergePatch(item.identity.uid, ...ownerUIDs);
      const [, patchErr] = yield* this.#operations.patch(
        item,
        patch,
        deleteOwnerRefJSONMergePatch(...ownerUIDs),
      );
      return patchErr;
    }
    if (waitingForDependentsDeletion.length > 0 && item.dependentsLength() > 0) {
      const unblockErr = yield* this.#breakCircle(item);
      if (unblockErr) return unblockErr;
      // Its own dependents go first. It comes back when the graph hears of its deletion.
      return yield* this.#operations.deleteObject(item.identity, 'Foreground');
    }
    // A finalizer that is there already is honoured.
    const policy = hasOrphanFinalizer(latest.metadata)
      ? 'Orphan'
      : hasDeleteDependentsFinalizer(latest.metadata)
        ? 'Foreground'
        : 'Background';
    return yield* this.#operations.deleteObject(item.identity, policy);
  }

  /** If a dependent waits for its dependents too, they may wait for each other: the item then holds back nobody. */
  *#breakCircle(item: Node): Blocking<Error | undefined> {
    if (!item.getDependents().some((dep) => dep.isDeletingDependents())) return undefined;
    const patch = unblockOwnerReferencesStrategicMergePatch(item);
    const [, err] = yield* this.#operations.patch(item, patch, unblockOwnerReferencesJSONMergePatch);
    return err;
  }

  /** Lets an object go that has waited for its dependents, if none holds it back any more; else sees after those. */
  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector.processDeletingDependentsItem
  *#processDeletingDependentsItem(item: Node): Blocking<Error | undefined> {
    const blockingDependents = item.blockingDependents();
    if (blockingDependents.length === 0) {
      return yield* this.#operations.removeFinalizer(item, finalizerDeleteDependents);
    }
    for (const dep of blockingDependents) {
      if (!dep.isDeletingDependents()) this.attemptToDelete.add(dep);
    }
    return undefined;
  }

  /** Takes an owner off all its dependents, at the same time. */
  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector.orphanDependents
  *#orphanDependents(owner: ObjectReference, dependents: readonly Node[]): Blocking<Error | undefined> {
    const errors: Error[] = [];
    const wg = new WaitGroup('dependents to be orphaned');
    wg.add(dependents.length);
    for (const dependent of dependents) {
      const orphan = function* (this: GarbageCollector): Blocking<void> {
        const patch = deleteOwnerRefStrategicMergePatch(dependent.identity.uid, owner.uid);
        const [, err] = yield* this.#operations.patch(
          dependent,
          patch,
          deleteOwnerRefJSONMergePatch(owner.uid),
        );
        if (err && !isNotFound(err)) {
          errors.push(new Error(`orphaning ${referenceText(dependent.identity)} failed, ${err.message}`));
        }
        wg.done();
      };
      this.#sim.go(`garbage-collector/orphan ${dependent.identity.name}`, orphan.call(this));
    }
    yield* wg.wait();
    const failed = newAggregate(errors);
    if (!failed) return undefined;
    const what = `failed to orphan dependents of owner ${referenceText(owner)}`;
    return new Error(`${what}, got errors: ${failed.message}`);
  }

  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector.runAttemptToOrphanWorker
  *#runAttemptToOrphanWorker(): Blocking<void> {
    while (yield* this.attemptToOrphanWorker());
  }

  /** Takes one owner, lets all its dependents go, then the owner itself. If anything fails, all is tried again. */
  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector.attemptToOrphanWorker
  *attemptToOrphanWorker(): Blocking<boolean> {
    const [owner, quit] = yield* this.attemptToOrphan.get();
    yield* this.#workerLock.rLock();
    try {
      if (quit) return false;
      const err =
        (yield* this.#orphanDependents(owner.identity, owner.getDependents())) ??
        (yield* this.#operations.removeFinalizer(owner, finalizerOrphanDependents));
      if (err) this.attemptToOrphan.addRateLimited(owner);
      this.attemptToOrphan.done(owner);
      return true;
    } finally {
      this.#workerLock.rUnlock();
    }
  }

  // Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GarbageCollector.GraphHasUID
  graphHasUID(uid: string): boolean {
    return this.dependencyGraphBuilder.uidToNode.read(uid) !== undefined;
  }
}

/** True if both hold the same resources. */
const sameSet = (a: GroupVersionResourceSet, b: GroupVersionResourceSet): boolean =>
  a.size === b.size && [...a.keys()].every((key) => b.has(key));

/** A channel that is closed with `stopCh`, or after a time. */
// Mirrors: pkg/controller/garbagecollector/garbagecollector.go#waitForStopOrTimeout
function waitForStopOrTimeout(sim: Sim, stopCh: Stop, timeoutMs: number): Chan<never> {
  const stopChWithTimeout = new Chan<never>('stop or timeout');
  sim.go(
    'garbage-collector/timeout',
    (function* () {
      yield* select(sim, { receive: stopCh }, { receive: newTimer(sim, timeoutMs, 'the timeout').c() });
      stopChWithTimeout.close();
    })(),
  );
  return stopChWithTimeout;
}

/**
 * The resources that the collector can work with: those that can be deleted, listed and watched. What could not be
 * discovered is left out, since it may be there the next time.
 */
// Mirrors: pkg/controller/garbagecollector/garbagecollector.go#GetDeletableResources
export function* getDeletableResources(
  discoveryClient: ServerResourcesInterface,
): Blocking<GroupVersionResourceSet> {
  const [preferredResources] = yield* discoveryClient.serverPreferredResources();
  const deletable = new Map<string, GroupVersionResource>();
  for (const list of filteredBy(supportsAllVerbs('delete', 'list', 'watch'), preferredResources ?? [])) {
    const [gv, err] = parseGroupVersion(list.groupVersion);
    if (err) continue;
    for (const { name } of list.resources) {
      const resource = { ...gv, resource: name };
      deletable.set(resourceText(resource), resource);
    }
  }
  return deletable;
}
