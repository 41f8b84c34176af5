import type { ObjectMeta, OwnerReference } from 'kubernetes-types/meta/v1';
import { quote } from '../../../../go/strconv.ts';
import { semanticDeepEqual } from '../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { accessor as accessorOf } from '../../../staging/src/k8s.io/apimachinery/pkg/api/meta/meta.ts';
import {
  finalizerDeleteDependents,
  finalizerOrphanDependents,
} from '../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import type { KubeObject } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type GroupVersionKind,
  type GroupVersionResource,
  fromAPIVersionAndKind,
  groupVersion,
  resourceText,
} from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import { newAggregate } from '../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import { type Stop, until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { GroupVersionResourceSet } from '../../../staging/src/k8s.io/client-go/discovery/helper.ts';
import { ResourceEventHandlerFuncs } from '../../../staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { lastState } from '../../../staging/src/k8s.io/client-go/tools/cache/last-state.ts';
import type { Store } from '../../../staging/src/k8s.io/client-go/tools/cache/store.ts';
import type { EventRecorder } from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { RateLimitingInterface } from '../../../staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.ts';
import type { InformerFactory } from '../../../staging/src/k8s.io/controller-manager/pkg/informerfactory/informer_factory.ts';
import type { Result } from '../../../../go/result.ts';
import { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { RWMutex } from '../../../../sim/sync.ts';
import {
  ConcurrentUIDToNode,
  Node,
  type ObjectReference,
  ownerReferenceCoordinates,
  ownerReferenceMatchesCoordinates,
  referenceText,
  sameReference,
  shortText,
} from './graph.ts';
import type { ResettableRESTMapper } from './garbagecollector.ts';
import type { ReferenceCache } from './uid_cache.ts';

// Mirrors: pkg/controller/garbagecollector/graph_builder.go#eventType
export type EventType = 'add' | 'update' | 'delete';

/** What happened to an object, for the graph to follow. */
// Mirrors: pkg/controller/garbagecollector/graph_builder.go#event
export class GraphEvent {
  readonly eventType: EventType;
  readonly obj: unknown;
  readonly oldObj: unknown;
  readonly gvk: GroupVersionKind;
  /** True if no informer told of it: the collector found that the object is not there. */
  readonly virtual: boolean;

  constructor(
    eventType: EventType,
    gvk: GroupVersionKind,
    obj: unknown,
    more: { readonly oldObj?: unknown; readonly virtual?: boolean } = {},
  ) {
    this.eventType = eventType;
    this.gvk = gvk;
    this.obj = obj;
    this.oldObj = more.oldObj;
    this.virtual = more.virtual ?? false;
  }

  /** What a work queue and its readers call it: the object. */
  toString(): string {
    const { namespace = '', name = '' } = accessorOf(this.obj)[0] ?? {};
    return shortText({ kind: this.gvk.kind, namespace, name });
  }
}

/**
 * The informer of one resource. `stopCh` is undefined until it was started. Kubernetes runs a controller here that
 * does nothing, since the informer is shared and started elsewhere.
 */
// Mirrors: pkg/controller/garbagecollector/graph_builder.go#monitor
export interface Monitor {
  readonly store: Store;
  hasSynced(): boolean;
  stopCh: Chan<never> | undefined;
}

/** What a GraphBuilder is made of. */
export interface GraphBuilderParts {
  readonly sim: Sim;
  readonly restMapper: ResettableRESTMapper;
  /** Closed once all controllers have asked for their informers. No monitor is started before. */
  readonly informersStarted: Stop;
  readonly eventRecorder: EventRecorder;
  /** What the monitors tell, for the graph to follow. */
  readonly graphChanges: RateLimitingInterface<GraphEvent>;
  /** Filled by the graph, emptied by the collector. */
  readonly attemptToDelete: RateLimitingInterface<Node>;
  readonly attemptToOrphan: RateLimitingInterface<Node>;
  readonly absentOwnerCache: ReferenceCache;
  readonly sharedInformers: InformerFactory;
  /** By text of group and resource. */
  readonly ignoredResources: ReadonlySet<string>;
}

/** As the ignored resources name one: `pods`, `replicasets.apps`. */
export const groupResourceText = ({ group, resource }: Omit<GroupVersionResource, 'version'>): string =>
  group === '' ? resource : `${resource}.${group}`;

/** The resources that have no owners worth following. */
// Mirrors: pkg/controller/garbagecollector/graph_builder.go#DefaultIgnoredResources
export const defaultIgnoredResources: ReadonlySet<string> = new Set(['events']);

/** The one call by which the graph follows what happened. */
export interface GraphBuilderSteps {
  processEvent(event: GraphEvent, accessor: ObjectMeta): void;
}

/**
 * Follows what informers tell of all objects, keeps the graph of owners and dependents, and puts the nodes that may
 * have to go, or to be orphaned, into the queues of the collector.
 */
// Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder
export class GraphBuilder implements GraphBuilderSteps {
  readonly #parts: GraphBuilderParts;
  readonly uidToNode = new ConcurrentUIDToNode();
  readonly graphChanges: RateLimitingInterface<GraphEvent>;
  /** By text of the resource. `monitorLock` guards them, `stopCh` and `running`. */
  monitors = new Map<string, Monitor>();
  readonly monitorLock = new RWMutex('the monitors');
  #stopCh: Stop;
  #running = false;
  /** Itself, or an observer round it. */
  readonly #steps: GraphBuilderSteps;

  constructor(parts: GraphBuilderParts) {
    this.#parts = parts;
    this.graphChanges = parts.graphChanges;
    this.#steps = parts.sim.observe('graph', 'garbage-collector', this);
  }

  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.controllerFor
  #controllerFor(resource: GroupVersionResource, kind: GroupVersionKind): Result<Monitor> {
    const add = (event: GraphEvent): void => this.graphChanges.add(event);
    const handlers = new ResourceEventHandlerFuncs({
      addFunc: (obj) => add(new GraphEvent('add', kind, obj)),
      updateFunc: (oldObj, newObj) => add(new GraphEvent('update', kind, newObj, { oldObj })),
      deleteFunc: (obj) => add(new GraphEvent('delete', kind, lastState(obj))),
    });
    const [shared, err] = this.#parts.sharedInformers.forResource(resource);
    if (err) return [undefined, err];
    const informer = shared.informer();
    informer.addEventHandlerWithResyncPeriod(handlers, resourceResyncTimeMs);
    const hasSynced = (): boolean => informer.hasSynced();
    return [{ store: informer.getStore(), hasSynced, stopCh: undefined }, undefined];
  }

  /**
   * Makes the monitors those of `resources`: keeps what is there already, adds what is new, and stops the others. One
   * that cannot be made does not keep the others from being made. New ones are not started yet.
   */
  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.syncMonitors
  *syncMonitors(resources: GroupVersionResourceSet): Blocking<Error | undefined> {
    yield* this.monitorLock.lock();
    try {
      const toRemove = new Map(this.monitors);
      const current = new Map<string, Monitor>();
      const errs: Error[] = [];
      for (const [key, resource] of resources) {
        if (this.#parts.ignoredResources.has(groupResourceText(resource))) continue;
        const known = toRemove.get(key);
        if (known) {
          current.set(key, known);
          toRemove.delete(key);
          continue;
        }
        const [kind, err] = yield* this.#parts.restMapper.kindFor(resource);
        if (err) {
          errs.push(new Error(`couldn't look up resource "${resourceText(resource)}": ${err.message}`));
          continue;
        }
        const [monitor, monitorErr] = this.#controllerFor(resource, kind);
        if (monitorErr) {
          const what = `couldn't start monitor for resource "${resourceText(resource)}"`;
          errs.push(new Error(`${what}: ${monitorErr.message}`));
          continue;
        }
        current.set(key, monitor);
      }
      this.monitors = current;
      for (const { stopCh } of toRemove.values()) stopCh?.close();
      return newAggregate(errs);
    } finally {
      this.monitorLock.unlock();
    }
  }

  /** Starts the monitors that were not started yet, and with them the informers. Does nothing before `run`. */
  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.startMonitors
  *startMonitors(): Blocking<void> {
    yield* this.monitorLock.lock();
    try {
      if (!this.#running) return;
      // Informers that are started before all controllers have asked for theirs would tell too early.
      const { informersStarted } = this.#parts;
      if (informersStarted) yield* informersStarted.receive();
      for (const monitor of this.monitors.values()) {
        if (monitor.stopCh) continue;
        monitor.stopCh = new Chan<never>('stop of a monitor');
        this.#parts.sharedInformers.start(this.#stopCh);
      }
    } finally {
      this.monitorLock.unlock();
    }
  }

  /**
   * True once there are monitors and all have synced. New ones can make it false again. Parks while monitors are being
   * changed or wait to be started.
   */
  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.IsSynced
  *isSynced(): Blocking<boolean> {
    yield* this.monitorLock.lock();
    const monitors = [...this.monitors.values()];
    this.monitorLock.unlock();
    return monitors.length > 0 && monitors.every((monitor) => monitor.hasSynced());
  }

  /** Starts the monitors and follows what they tell, until `stopCh` is closed. */
  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.Run
  *run(stopCh: Stop): Blocking<void> {
    yield* this.monitorLock.lock();
    this.#stopCh = stopCh;
    this.#running = true;
    this.monitorLock.unlock();

    yield* this.startMonitors();
    yield* until(this.#parts.sim, () => this.#runProcessGraphChanges(), 1000, stopCh);

    yield* this.monitorLock.lock();
    for (const monitor of this.monitors.values()) monitor.stopCh?.close();
    this.monitors = new Map();
    this.monitorLock.unlock();
  }

  /** For an object that turned out not to be there, though the graph has a node for it. */
  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.enqueueVirtualDeleteEvent
  enqueueVirtualDeleteEvent({ apiVersion, kind, namespace, name, uid }: ObjectReference): void {
    const gvk = fromAPIVersionAndKind(apiVersion, kind);
    const obj: KubeObject = { apiVersion, kind, metadata: { namespace, name, uid } };
    this.graphChanges.add(new GraphEvent('delete', gvk, obj, { virtual: true }));
  }

  /**
   * Makes `n` a dependent of its owners. An owner that the graph does not know gets a virtual node, and goes to
   * `attemptToDelete`, where it turns out whether it exists.
   */
  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.addDependentToOwners
  addDependentToOwners(n: Node, owners: readonly OwnerReference[]): void {
    let hasPotentiallyInvalidOwnerReference = false;
    for (const owner of owners) {
      const known = this.uidToNode.read(owner.uid);
      const ownerNode = known ?? virtualNode(owner, n.identity.namespace);
      if (!known) this.uidToNode.write(ownerNode);
      ownerNode.addDependent(n);
      if (!known) {
        this.#parts.attemptToDelete.add(ownerNode);
        continue;
      }
      if (hasPotentiallyInvalidOwnerReference) continue;
      const { namespace } = ownerNode.identity;
      if (namespace !== '' && namespace !== n.identity.namespace) {
        // An owner that was seen in another namespace cannot be meant.
        if (ownerNode.isObserved()) this.#reportInvalidNamespaceOwnerRef(n, owner.uid);
        hasPotentiallyInvalidOwnerReference = true;
      } else if (!ownerReferenceMatchesCoordinates(owner, ownerNode.identity)) {
        hasPotentiallyInvalidOwnerReference = true;
      }
    }
    // The collector will find out whether its owners are there as it names them.
    if (hasPotentiallyInvalidOwnerReference) this.#parts.attemptToDelete.add(n);
  }

  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.reportInvalidNamespaceOwnerRef
  #reportInvalidNamespaceOwnerRef(n: Node, invalidOwnerUID: string): void {
    const invalid = n.owners.find(({ uid }) => uid === invalidOwnerUID);
    if (!invalid) return;
    const { namespace } = n.identity;
    const identity = referenceText({ ...ownerReferenceCoordinates(invalid), namespace });
    const message = `ownerRef ${identity} does not exist in namespace ${quote(namespace)}`;
    this.#parts.eventRecorder.event({ ...n.identity }, 'Warning', 'OwnerRefInvalidNamespace', message);
  }

  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.insertNode
  #insertNode(n: Node): void {
    this.uidToNode.write(n);
    this.addDependentToOwners(n, n.owners);
  }

  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.removeDependentFromOwners
  #removeDependentFromOwners(n: Node, owners: readonly OwnerReference[]): void {
    for (const { uid } of owners) this.uidToNode.read(uid)?.deleteDependent(n);
  }

  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.removeNode
  #removeNode(n: Node): void {
    this.uidToNode.delete(n.identity.uid);
    this.#removeDependentFromOwners(n, n.owners);
  }

  /** An owner that a dependent no longer holds back may be able to go. */
  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.addUnblockedOwnersToDeleteQueue
  #addUnblockedOwnersToDeleteQueue(
    removed: readonly OwnerReference[],
    changed: readonly OwnerRefPair[],
  ): void {
    const add = (uid: string): void => {
      const owner = this.uidToNode.read(uid);
      if (owner) this.#parts.attemptToDelete.add(owner);
    };
    for (const ref of removed) if (ref.blockOwnerDeletion === true) add(ref.uid);
    for (const { oldRef, newRef } of changed) {
      if (oldRef.blockOwnerDeletion === true && newRef.blockOwnerDeletion !== true) add(newRef.uid);
    }
  }

  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.processTransitions
  #processTransitions(oldObj: unknown, newAccessor: ObjectMeta, n: Node): void {
    if (deletionStartsWithFinalizer(oldObj, newAccessor, finalizerOrphanDependents)) {
      this.#parts.attemptToOrphan.add(n);
      return;
    }
    if (deletionStartsWithFinalizer(oldObj, newAccessor, finalizerDeleteDependents)) {
      // A node that was virtual at first does not have it from its making.
      n.markDeletingDependents();
      for (const dep of n.dependents) this.#parts.attemptToDelete.add(dep);
      this.#parts.attemptToDelete.add(n);
    }
  }

  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.runProcessGraphChanges
  *#runProcessGraphChanges(): Blocking<void> {
    while (yield* this.processGraphChanges());
  }

  /** Takes one event and changes the graph by it. False once there will be none any more. */
  // Mirrors: pkg/controller/garbagecollector/graph_builder.go#GraphBuilder.processGraphChanges
  *processGraphChanges(): Blocking<boolean> {
    const [event, quit] = yield* this.graphChanges.get();
    if (quit) return false;
    const [accessor] = accessorOf(event.obj);
    if (accessor) this.#steps.processEvent(event, accessor);
    this.graphChanges.done(event);
    return true;
  }

  /** What `processGraphChanges` does with an event that has an object; Kubernetes has it all in one function. */
  processEvent(event: GraphEvent, accessor: ObjectMeta): void {
    let existingNode = this.uidToNode.read(accessor.uid ?? '');
    if (existingNode && !event.virtual && !existingNode.isObserved()) {
      existingNode = this.#observed(existingNode, identityFromEvent(event, accessor));
    }
    if (event.eventType !== 'delete') {
      if (existingNode) this.#update(existingNode, event, accessor);
      else this.#insert(event, accessor);
      return;
    }
    if (!existingNode) return;
    if (event.virtual && !this.#mayRemove(existingNode, identityFromEvent(event, accessor))) return;
    this.#remove(existingNode, identityFromEvent(event, accessor));
  }

  /** An informer tells of an object for the first time, of which so far only references told. */
  #observed(existingNode: Node, observedIdentity: ObjectReference): Node {
    if (sameReference(observedIdentity, existingNode.identity)) {
      existingNode.markObserved();
      return existingNode;
    }
    const [, potentiallyInvalid] = partitionDependents(existingNode.getDependents(), observedIdentity);
    // Their reference names another object than this. If they have good owners, looking at them does no harm.
    for (const dep of potentiallyInvalid) {
      const { namespace } = observedIdentity;
      if (namespace !== '' && dep.identity.namespace !== namespace) {
        this.#reportInvalidNamespaceOwnerRef(dep, observedIdentity.uid);
      }
      this.#parts.attemptToDelete.add(dep);
    }
    const replacement = existingNode.clone(observedIdentity);
    this.uidToNode.write(replacement);
    replacement.markObserved();
    return replacement;
  }

  #insert(event: GraphEvent, accessor: ObjectMeta): void {
    const newNode = new Node(identityFromEvent(event, accessor), {
      owners: accessor.ownerReferences ?? [],
      deletingDependents: beingDeleted(accessor) && hasDeleteDependentsFinalizer(accessor),
      beingDeleted: beingDeleted(accessor),
    });
    this.#insertNode(newNode);
    // The object may have been created and deleted before anybody told of it.
    this.#processTransitions(event.oldObj, accessor, newNode);
  }

  #update(existingNode: Node, event: GraphEvent, accessor: ObjectMeta): void {
    const { added, removed, changed } = referencesDiffs(existingNode.owners, accessor.ownerReferences ?? []);
    if (added.length > 0 || removed.length > 0 || changed.length > 0) {
      this.#addUnblockedOwnersToDeleteQueue(removed, changed);
      existingNode.owners = accessor.ownerReferences ?? [];
      this.addDependentToOwners(existingNode, added);
      this.#removeDependentFromOwners(existingNode, removed);
    }
    if (beingDeleted(accessor)) existingNode.markBeingDeleted();
    this.#processTransitions(event.oldObj, accessor, existingNode);
  }

  /**
   * Whether a node may go because its object was looked for under one identity and not found. Dependents may name
   * the owner in other ways, and then it has to be looked for under those, too.
   */
  #mayRemove(existingNode: Node, deletedIdentity: ObjectReference): boolean {
    const { attemptToDelete, absentOwnerCache } = this.#parts;
    const [matching, nonmatching] = partitionDependents(existingNode.getDependents(), deletedIdentity);
    const known = sameReference(existingNode.identity, deletedIdentity);
    const disputed = existingNode.isObserved() ? !known : nonmatching.length > 0;
    if (!disputed) return true;

    if (matching.length > 0) {
      absentOwnerCache.add(deletedIdentity);
      for (const dep of matching) attemptToDelete.add(dep);
    }
    if (existingNode.isObserved() || !known) return false;
    const replacementIdentity = getAlternateOwnerIdentity(nonmatching, deletedIdentity);
    if (replacementIdentity) {
      const replacementNode = existingNode.clone(replacementIdentity);
      this.uidToNode.write(replacementNode);
      attemptToDelete.addRateLimited(replacementNode);
    }
    return false;
  }

  #remove(existingNode: Node, identity: ObjectReference): void {
    const { attemptToDelete, absentOwnerCache } = this.#parts;
    this.#removeNode(existingNode);
    if (existingNode.dependentsLength() > 0) absentOwnerCache.add(identity);
    for (const dep of existingNode.dependents) attemptToDelete.add(dep);
    for (const owner of existingNode.owners) {
      const ownerNode = this.uidToNode.read(owner.uid);
      // It may have waited for this one alone.
      if (ownerNode?.isDeletingDependents()) attemptToDelete.add(ownerNode);
    }
  }
}

/** The informers of the collector never resync. */
const resourceResyncTimeMs = 0;

function virtualNode(owner: OwnerReference, namespace: string): Node {
  return new Node({ ...ownerReferenceCoordinates(owner), namespace }, { virtual: true });
}

// Mirrors: pkg/controller/garbagecollector/graph_builder.go#ownerRefPair
interface OwnerRefPair {
  readonly oldRef: OwnerReference;
  readonly newRef: OwnerReference;
}

// Mirrors: pkg/controller/garbagecollector/graph_builder.go#referencesDiffs
function referencesDiffs(
  old: readonly OwnerReference[],
  next: readonly OwnerReference[],
): { added: OwnerReference[]; removed: OwnerReference[]; changed: OwnerRefPair[] } {
  const left = new Map(old.map((ref) => [ref.uid, ref]));
  const added: OwnerReference[] = [];
  const changed: OwnerRefPair[] = [];
  for (const newRef of next) {
    const oldRef = left.get(newRef.uid);
    if (!oldRef) {
      added.push(newRef);
      continue;
    }
    if (!semanticDeepEqual(oldRef, newRef)) changed.push({ oldRef, newRef });
    left.delete(newRef.uid);
  }
  return { added, removed: [...left.values()], changed };
}

/** True if an object is being deleted and holds a finalizer, and was not or did not before. */
// Mirrors: pkg/controller/garbagecollector/graph_builder.go#deletionStartsWithFinalizer
function deletionStartsWithFinalizer(oldObj: unknown, newAccessor: ObjectMeta, finalizer: string): boolean {
  if (!beingDeleted(newAccessor) || !hasFinalizer(newAccessor, finalizer)) return false;
  if (oldObj === undefined) return true;
  const [oldAccessor] = accessorOf(oldObj);
  return oldAccessor !== undefined && (!beingDeleted(oldAccessor) || !hasFinalizer(oldAccessor, finalizer));
}

// Mirrors: pkg/controller/garbagecollector/graph_builder.go#beingDeleted
const beingDeleted = ({ deletionTimestamp }: ObjectMeta): boolean => deletionTimestamp !== undefined;

// Mirrors: pkg/controller/garbagecollector/graph_builder.go#hasFinalizer
const hasFinalizer = ({ finalizers }: ObjectMeta, finalizer: string): boolean =>
  finalizers?.includes(finalizer) ?? false;

// Mirrors: pkg/controller/garbagecollector/graph_builder.go#hasDeleteDependentsFinalizer
export const hasDeleteDependentsFinalizer = (accessor: ObjectMeta): boolean =>
  hasFinalizer(accessor, finalizerDeleteDependents);

// Mirrors: pkg/controller/garbagecollector/graph_builder.go#hasOrphanFinalizer
export const hasOrphanFinalizer = (accessor: ObjectMeta): boolean =>
  hasFinalizer(accessor, finalizerOrphanDependents);

// Mirrors: pkg/controller/garbagecollector/graph_builder.go#identityFromEvent
function identityFromEvent({ gvk }: GraphEvent, accessor: ObjectMeta): ObjectReference {
  const { name = '', namespace = '', uid = '' } = accessor;
  return { apiVersion: groupVersion(gvk), kind: gvk.kind, uid, name, namespace };
}

/**
 * The dependents with a reference that names the owner as given, and those with one that names it otherwise. One with
 * several references can be among both.
 */
// Mirrors: pkg/controller/garbagecollector/graph_builder.go#partitionDependents
export function partitionDependents(
  dependents: readonly Node[],
  identity: ObjectReference,
): readonly [matching: Node[], nonmatching: Node[]] {
  const matching: Node[] = [];
  const nonmatching: Node[] = [];
  for (const dep of dependents) {
    if (identity.namespace !== '' && identity.namespace !== dep.identity.namespace) {
      nonmatching.push(dep);
      continue;
    }
    const refs = dep.owners.filter(({ uid }) => uid === identity.uid);
    const matches = refs.map((ref) => ownerReferenceMatchesCoordinates(ref, identity));
    if (matches.includes(true)) matching.push(dep);
    if (matches.includes(false)) nonmatching.push(dep);
  }
  return [matching, nonmatching];
}

/** By kind, version, namespace, name and uid, in this order. */
// Mirrors: pkg/controller/garbagecollector/graph_builder.go#referenceLessThan
function referenceLessThan(a: ObjectReference, b: ObjectReference): boolean {
  const fields = ['kind', 'apiVersion', 'namespace', 'name', 'uid'] as const;
  const field = fields.find((each) => a[each] !== b[each]);
  return field !== undefined && a[field] < b[field];
}

/**
 * Another identity under which dependents name an owner that is not there under one: the next in order, or the first
 * if none follows; undefined if they know no other.
 */
// Mirrors: pkg/controller/garbagecollector/graph_builder.go#getAlternateOwnerIdentity
export function getAlternateOwnerIdentity(
  deps: readonly Node[],
  absent: ObjectReference,
): ObjectReference | undefined {
  const absentIsClusterScoped = absent.namespace === '';
  let first: ObjectReference | undefined;
  let firstFollowing: ObjectReference | undefined;
  for (const dep of deps) {
    for (const ownerRef of dep.owners) {
      if (ownerRef.uid !== absent.uid) continue;
      const { namespace } = dep.identity;
      const matches = ownerReferenceMatchesCoordinates(ownerRef, absent);
      if (matches && (absentIsClusterScoped || absent.namespace === namespace)) continue;
      const { apiVersion, kind } = ownerRef;
      // That it has no namespace is known of this kind.
      const rootKind = absentIsClusterScoped && apiVersion === absent.apiVersion && kind === absent.kind;
      const ref = { ...ownerReferenceCoordinates(ownerRef), namespace: rootKind ? '' : namespace };
      if (sameReference(ref, absent)) continue;
      if (!first || referenceLessThan(ref, first)) first = ref;
      const follows = referenceLessThan(absent, ref);
      if (follows && (!firstFollowing || referenceLessThan(ref, firstFollowing))) firstFollowing = ref;
    }
  }
  return firstFollowing ?? first;
}
