import * as events from './internal/queue/events.ts';
import { semanticDeepEqual } from '../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { persistentVolumeResource } from '../../staging/src/k8s.io/client-go/informers/core/v1/persistentvolume.ts';
import { persistentVolumeClaimResource } from '../../staging/src/k8s.io/client-go/informers/core/v1/persistentvolumeclaim.ts';
import type { SharedInformerFactory } from '../../staging/src/k8s.io/client-go/informers/factory.ts';
import { csiNodeResource } from '../../staging/src/k8s.io/client-go/informers/storage/v1/csinode.ts';
import { storageClassResource } from '../../staging/src/k8s.io/client-go/informers/storage/v1/storageclass.ts';
import {
  type ResourceEventHandler,
  FilteringResourceEventHandler,
  ResourceEventHandlerFuncs,
} from '../../staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { type Deleted, lastState } from '../../staging/src/k8s.io/client-go/tools/cache/last-state.ts';
import type { Node, Pod, StorageClass } from '../api/objects.ts';
import {
  type QueueEvent,
  nodeAllocatableChange,
  nodeConditionChange,
  nodeLabelChange,
  nodeSpecUnschedulableChange,
  nodeTaintChange,
} from './internal/queue/events.ts';
import type { Scheduler } from './scheduler.ts';
import type { NodeCondition } from 'kubernetes-types/core/v1';

// Mirrors: pkg/scheduler/eventhandlers.go#Scheduler.addNodeToCache
function addNodeToCache({ parts }: Scheduler, node: Node): void {
  parts.schedulerCache.addNode(node);
  parts.schedulingQueue.moveAllToActiveOrBackoffQueue(events.nodeAdd);
}

/**
 * Pods are tried again only if the node has become better for one. Where none waits for that, the move is noted all the
 * same: a pod may be on its way into the queue that was tried with the node as it was.
 */
// Mirrors: pkg/scheduler/eventhandlers.go#Scheduler.updateNodeInCache
function updateNodeInCache({ parts }: Scheduler, oldNode: Node, newNode: Node): void {
  const { schedulerCache, schedulingQueue } = parts;
  schedulerCache.updateNode(oldNode, newNode);
  if (schedulingQueue.numUnschedulablePods() === 0) {
    schedulingQueue.moveAllToActiveOrBackoffQueue(events.unknown);
    return;
  }
  const event = nodeSchedulingPropertiesChange(newNode, oldNode);
  if (event) schedulingQueue.moveAllToActiveOrBackoffQueue(event);
}

// Mirrors: pkg/scheduler/eventhandlers.go#Scheduler.deleteNodeFromCache
function deleteNodeFromCache({ parts }: Scheduler, obj: Deleted<Node>): void {
  const node = lastState(obj);
  if (node) parts.schedulerCache.removeNode(node);
}

// Mirrors: pkg/scheduler/eventhandlers.go#Scheduler.addPodToSchedulingQueue
function addPodToSchedulingQueue({ parts }: Scheduler, pod: Pod): void {
  parts.schedulingQueue.add(pod);
}

// Mirrors: pkg/scheduler/eventhandlers.go#Scheduler.updatePodInSchedulingQueue
function updatePodInSchedulingQueue(sched: Scheduler, oldPod: Pod, newPod: Pod): void {
  // An update without a change would let a pod be scheduled twice.
  if (oldPod.metadata.resourceVersion === newPod.metadata.resourceVersion) return;
  if (skipPodUpdate(sched, newPod)) return;
  sched.parts.schedulingQueue.update(oldPod, newPod);
}

// Mirrors: pkg/scheduler/eventhandlers.go#Scheduler.deletePodFromSchedulingQueue
function deletePodFromSchedulingQueue(sched: Scheduler, obj: Deleted<Pod>): void {
  const pod = lastState(obj);
  if (!pod) return;
  sched.parts.schedulingQueue.delete(pod);
  const [fwk] = sched.frameworkForPod(pod);
  fwk?.rejectWaitingPod(pod.metadata.uid);
}

// Mirrors: pkg/scheduler/eventhandlers.go#Scheduler.addPodToCache
function addPodToCache({ parts }: Scheduler, pod: Pod): void {
  parts.schedulerCache.addPod(pod);
  parts.schedulingQueue.assignedPodAdded(pod);
}

// Mirrors: pkg/scheduler/eventhandlers.go#Scheduler.updatePodInCache
function updatePodInCache(sched: Scheduler, oldPod: Pod, newPod: Pod): void {
  // One pod went and another of its name came, and both were told as one.
  if (oldPod.metadata.uid !== newPod.metadata.uid) {
    deletePodFromCache(sched, oldPod);
    addPodToCache(sched, newPod);
    return;
  }
  sched.parts.schedulerCache.updatePod(oldPod, newPod);
  sched.parts.schedulingQueue.assignedPodUpdated(newPod);
}

// Mirrors: pkg/scheduler/eventhandlers.go#Scheduler.deletePodFromCache
function deletePodFromCache({ parts }: Scheduler, obj: Deleted<Pod>): void {
  const pod = lastState(obj);
  if (!pod) return;
  parts.schedulerCache.removePod(pod);
  parts.schedulingQueue.moveAllToActiveOrBackoffQueue(events.assignedPodDelete);
}

// Mirrors: pkg/scheduler/eventhandlers.go#assignedPod
function assignedPod(pod: Pod): boolean {
  return Boolean(pod.spec.nodeName);
}

// Mirrors: pkg/scheduler/eventhandlers.go#responsibleForPod
function responsibleForPod(pod: Pod, { parts }: Scheduler): boolean {
  return parts.profiles.has(pod.spec.schedulerName ?? '');
}

/** True if the pod is assumed to be on a node, and nothing of it has changed that matters for where it goes. */
// Mirrors: pkg/scheduler/eventhandlers.go#Scheduler.skipPodUpdate
export function skipPodUpdate({ parts }: Scheduler, pod: Pod): boolean {
  const [isAssumed] = parts.schedulerCache.isAssumedPod(pod);
  if (!isAssumed) return false;
  const [assumedPod, err] = parts.schedulerCache.getPod(pod);
  if (err) return false;
  return semanticDeepEqual(whatMatters(assumedPod), whatMatters(pod));
}

/** A pod without what changes while it is assumed, and without what others change and no plugin looks at. */
function whatMatters({ metadata, spec, status, ...pod }: Pod): object {
  const {
    resourceVersion: _rv,
    annotations: _a,
    managedFields: _m,
    finalizers: _f,
    ...restMetadata
  } = metadata;
  const { nodeName: _n, ...restSpec } = spec;
  const { conditions: _c, ...restStatus } = status;
  return { ...pod, metadata: restMetadata, spec: restSpec, status: restStatus };
}

/** A handler that sees only objects for which `filter` holds. */
function filtered<T>(filter: (obj: T) => boolean, handler: ResourceEventHandler<T>): ResourceEventHandler<T> {
  const filterFunc = (obj: Deleted<T>): boolean => {
    const object = lastState(obj);
    return object !== undefined && filter(object);
  };
  return new FilteringResourceEventHandler<T>(filterFunc, handler);
}

/**
 * Pods that have a node go to the cache, those that need one to the queue; and what may make a node fit lets pods be tried
 * again.
 */
// Mirrors: pkg/scheduler/eventhandlers.go#addAllEventHandlers
export function addAllEventHandlers(sched: Scheduler, informerFactory: SharedInformerFactory): void {
  const core = informerFactory.core().v1();
  core
    .pods()
    .informer()
    .addEventHandler(
      filtered<Pod>(
        assignedPod,
        new ResourceEventHandlerFuncs<Pod>({
          addFunc: (pod) => addPodToCache(sched, pod),
          updateFunc: (oldPod, newPod) => updatePodInCache(sched, oldPod, newPod),
          deleteFunc: (pod) => deletePodFromCache(sched, pod),
        }),
      ),
    );
  core
    .pods()
    .informer()
    .addEventHandler(
      filtered<Pod>(
        (pod) => !assignedPod(pod) && responsibleForPod(pod, sched),
        new ResourceEventHandlerFuncs<Pod>({
          addFunc: (pod) => addPodToSchedulingQueue(sched, pod),
          updateFunc: (oldPod, newPod) => updatePodInSchedulingQueue(sched, oldPod, newPod),
          deleteFunc: (pod) => deletePodFromSchedulingQueue(sched, pod),
        }),
      ),
    );
  core
    .nodes()
    .informer()
    .addEventHandler(
      new ResourceEventHandlerFuncs<Node>({
        addFunc: (node) => addNodeToCache(sched, node),
        updateFunc: (oldNode, newNode) => updateNodeInCache(sched, oldNode, newNode),
        deleteFunc: (node) => deleteNodeFromCache(sched, node),
      }),
    );
  const moved = (event: events.QueueEvent) => (): void =>
    sched.parts.schedulingQueue.moveAllToActiveOrBackoffQueue(event);
  informerFactory
    .of(csiNodeResource)
    .informer()
    .addEventHandler(
      new ResourceEventHandlerFuncs({
        addFunc: moved(events.csiNodeAdd),
        updateFunc: moved(events.csiNodeUpdate),
      }),
    );
  informerFactory
    .of(persistentVolumeResource)
    .informer()
    .addEventHandler(
      new ResourceEventHandlerFuncs({
        addFunc: moved(events.pvAdd),
        updateFunc: moved(events.pvUpdate),
      }),
    );
  informerFactory
    .of(persistentVolumeClaimResource)
    .informer()
    .addEventHandler(
      new ResourceEventHandlerFuncs({
        addFunc: moved(events.pvcAdd),
        updateFunc: moved(events.pvcUpdate),
      }),
    );
  core
    .services()
    .informer()
    .addEventHandler(
      new ResourceEventHandlerFuncs({
        addFunc: moved(events.serviceAdd),
        updateFunc: moved(events.serviceUpdate),
        deleteFunc: moved(events.serviceDelete),
      }),
    );
  // A class whose claims wait for a pod may let pods pass whose claims have named it before it was there.
  const onStorageClassAdd = ({ volumeBindingMode }: StorageClass): void => {
    if (volumeBindingMode === 'WaitForFirstConsumer') moved(events.storageClassAdd)();
  };
  informerFactory
    .of(storageClassResource)
    .informer()
    .addEventHandler(new ResourceEventHandlerFuncs<StorageClass>({ addFunc: onStorageClassAdd }));
}

/** The first change that may let a pod fit on the node; undefined if there is none. */
// Mirrors: pkg/scheduler/eventhandlers.go#nodeSchedulingPropertiesChange
export function nodeSchedulingPropertiesChange(newNode: Node, oldNode: Node): QueueEvent | undefined {
  if (nodeSpecUnschedulableChanged(newNode, oldNode)) return nodeSpecUnschedulableChange;
  if (nodeAllocatableChanged(newNode, oldNode)) return nodeAllocatableChange;
  if (nodeLabelsChanged(newNode, oldNode)) return nodeLabelChange;
  if (nodeTaintsChanged(newNode, oldNode)) return nodeTaintChange;
  if (nodeConditionsChanged(newNode, oldNode)) return nodeConditionChange;
  return undefined;
}

// Mirrors: pkg/scheduler/eventhandlers.go#nodeAllocatableChanged
export function nodeAllocatableChanged(newNode: Node, oldNode: Node): boolean {
  return !semanticDeepEqual(oldNode.status?.allocatable, newNode.status?.allocatable);
}

// Mirrors: pkg/scheduler/eventhandlers.go#nodeLabelsChanged
export function nodeLabelsChanged(newNode: Node, oldNode: Node): boolean {
  return !semanticDeepEqual(oldNode.metadata.labels, newNode.metadata.labels);
}

// Mirrors: pkg/scheduler/eventhandlers.go#nodeTaintsChanged
export function nodeTaintsChanged(newNode: Node, oldNode: Node): boolean {
  return !semanticDeepEqual(newNode.spec?.taints, oldNode.spec?.taints);
}

/** Heartbeats, reasons and messages do not count. */
// Mirrors: pkg/scheduler/eventhandlers.go#nodeConditionsChanged
export function nodeConditionsChanged(newNode: Node, oldNode: Node): boolean {
  const strip = (conditions: readonly NodeCondition[] = []): object =>
    Object.fromEntries(conditions.map(({ type, status }) => [type, status]));
  return !semanticDeepEqual(strip(oldNode.status?.conditions), strip(newNode.status?.conditions));
}

/** True if the node was cordoned, and is no longer. */
// Mirrors: pkg/scheduler/eventhandlers.go#nodeSpecUnschedulableChanged
export function nodeSpecUnschedulableChanged(newNode: Node, oldNode: Node): boolean {
  const unschedulable = Boolean(newNode.spec?.unschedulable);
  return unschedulable !== Boolean(oldNode.spec?.unschedulable) && !unschedulable;
}
