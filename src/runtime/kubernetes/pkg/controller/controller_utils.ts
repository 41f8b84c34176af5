import { deletionHandlingMetaNamespaceKeyFunc } from '../../staging/src/k8s.io/client-go/tools/cache/controller.ts';
import type { EventRecorder } from '../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Clientset } from '../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { KubeObject, Pod as AnyPod } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { hasStatusCause, isNotFound } from '../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { isDNS1123Subdomain } from '../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';
import type { Pod } from '../api/objects.ts';
import { isPodReady } from '../api/v1/pod/util.ts';
import type { Sim } from '../../../sim/sim.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { PodSpec, PodTemplateSpec } from 'kubernetes-types/core/v1';
import type { ObjectMeta, OwnerReference } from 'kubernetes-types/meta/v1';

/** If a watch loses the event of a pod, a controller that waits for it is woken up after this long anyway. In ms. */
// Mirrors: pkg/controller/controller_utils.go#ExpectationsTimeout
export const expectationsTimeoutMs = 5 * 60 * 1000;

/** Pods are created in batches; this is the size of the first, and each next one is twice as large. */
// Mirrors: pkg/controller/controller_utils.go#SlowStartInitialBatchSize
export const slowStartInitialBatchSize = 1;

/** The key of an object, `namespace/name`, also of one that an informer only knows to be gone. */
// Mirrors: pkg/controller/controller_utils.go#KeyFunc
export const keyFunc = deletionHandlingMetaNamespaceKeyFunc;

// Mirrors: pkg/controller/controller_utils.go#podPhaseToOrdinal
const podPhaseToOrdinal: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

// A phase that is not in the table counts as the first one, as the zero value of a Go map does.
const phaseOrdinal = (pod: Pod): number => podPhaseToOrdinal[pod.status.phase ?? ''] ?? 0;

/** How a controller says what it waits to see, and asks whether it has seen it. */
// Mirrors: pkg/controller/controller_utils.go#ControllerExpectationsInterface
export interface ControllerExpectationsInterface {
  getExpectations(controllerKey: string): [ControlleeExpectations, true] | [undefined, false];
  satisfiedExpectations(controllerKey: string): boolean;
  deleteExpectations(controllerKey: string): void;
  setExpectations(controllerKey: string, add: number, del: number): void;
  expectCreations(controllerKey: string, adds: number): void;
  expectDeletions(controllerKey: string, dels: number): void;
  creationObserved(controllerKey: string): void;
  deletionObserved(controllerKey: string): void;
  raiseExpectations(controllerKey: string, add: number, del: number): void;
  lowerExpectations(controllerKey: string, add: number, del: number): void;
}

/**
 * What each controller key waits to see before it may create or delete again. Expectations are set at once for a
 * whole sync; from then on they only fall, one for each event seen, until they are fulfilled or expire.
 *
 * Kubernetes keeps them in a cache.Store, for its lock; Loopscope uses a Map, because nothing here parks.
 */
// Mirrors: pkg/controller/controller_utils.go#ControllerExpectations
export class ControllerExpectations implements ControllerExpectationsInterface {
  readonly #sim: Sim;
  readonly #store = new Map<string, ControlleeExpectations>();

  constructor(sim: Sim) {
    this.#sim = sim;
  }

  // Mirrors: pkg/controller/controller_utils.go#ControllerExpectations.GetExpectations
  getExpectations(controllerKey: string): [ControlleeExpectations, true] | [undefined, false] {
    const exp = this.#store.get(controllerKey);
    return exp ? [exp, true] : [undefined, false];
  }

  // Mirrors: pkg/controller/controller_utils.go#ControllerExpectations.DeleteExpectations
  deleteExpectations(controllerKey: string): void {
    this.#store.delete(controllerKey);
  }

  /** True if the controller may create and delete: it waits for nothing, or has waited too long. */
  // Mirrors: pkg/controller/controller_utils.go#ControllerExpectations.SatisfiedExpectations
  satisfiedExpectations(controllerKey: string): boolean {
    const [exp, exists] = this.getExpectations(controllerKey);
    if (exists) {
      return exp.fulfilled() || exp.isExpired(this.#sim);
    }
    // A new controller has recorded none, and there is nothing that it could be waiting for.
    return true;
  }

  /** Replaces what was expected before. */
  // Mirrors: pkg/controller/controller_utils.go#ControllerExpectations.SetExpectations
  setExpectations(controllerKey: string, add: number, del: number): void {
    this.#store.set(controllerKey, new ControlleeExpectations(controllerKey, add, del, this.#sim.now));
  }

  // Mirrors: pkg/controller/controller_utils.go#ControllerExpectations.ExpectCreations
  expectCreations(controllerKey: string, adds: number): void {
    this.setExpectations(controllerKey, adds, 0);
  }

  // Mirrors: pkg/controller/controller_utils.go#ControllerExpectations.ExpectDeletions
  expectDeletions(controllerKey: string, dels: number): void {
    this.setExpectations(controllerKey, 0, dels);
  }

  // Mirrors: pkg/controller/controller_utils.go#ControllerExpectations.LowerExpectations
  lowerExpectations(controllerKey: string, add: number, del: number): void {
    const [exp, exists] = this.getExpectations(controllerKey);
    if (exists) {
      exp.add(-add, -del);
    }
  }

  // Mirrors: pkg/controller/controller_utils.go#ControllerExpectations.RaiseExpectations
  raiseExpectations(controllerKey: string, add: number, del: number): void {
    const [exp, exists] = this.getExpectations(controllerKey);
    if (exists) {
      exp.add(add, del);
    }
  }

  // Mirrors: pkg/controller/controller_utils.go#ControllerExpectations.CreationObserved
  creationObserved(controllerKey: string): void {
    this.lowerExpectations(controllerKey, 1, 0);
  }

  // Mirrors: pkg/controller/controller_utils.go#ControllerExpectations.DeletionObserved
  deletionObserved(controllerKey: string): void {
    this.lowerExpectations(controllerKey, 0, 1);
  }
}

/**
 * How many creations and deletions one controller key still waits to see, and since when (virtual ms).
 * Counts may fall below zero: that is fulfilled too.
 */
// Mirrors: pkg/controller/controller_utils.go#ControlleeExpectations
export class ControlleeExpectations {
  readonly key: string;
  readonly timestamp: number;
  #add: number;
  #del: number;

  constructor(key: string, add: number, del: number, timestamp: number) {
    this.key = key;
    this.#add = add;
    this.#del = del;
    this.timestamp = timestamp;
  }

  // Mirrors: pkg/controller/controller_utils.go#ControlleeExpectations.Add
  add(add: number, del: number): void {
    this.#add += add;
    this.#del += del;
  }

  // Mirrors: pkg/controller/controller_utils.go#ControlleeExpectations.Fulfilled
  fulfilled(): boolean {
    return this.#add <= 0 && this.#del <= 0;
  }

  // Mirrors: pkg/controller/controller_utils.go#ControlleeExpectations.GetExpectations
  getExpectations(): [add: number, del: number] {
    return [this.#add, this.#del];
  }

  // Mirrors: pkg/controller/controller_utils.go#ControlleeExpectations.isExpired
  isExpired(sim: Sim): boolean {
    return sim.now - this.timestamp > expectationsTimeoutMs;
  }
}

/**
 * Expectations that know which pods they wait to see deleted, so that the two events of one deletion, the
 * deletion timestamp and the end, count once.
 *
 * Kubernetes embeds the expectations below; Loopscope passes the calls on, because TypeScript has no embedding.
 */
// Mirrors: pkg/controller/controller_utils.go#UIDTrackingControllerExpectations
export class UIDTrackingControllerExpectations {
  readonly #expectations: ControllerExpectationsInterface;
  readonly #uidStore = new Map<string, Set<string>>();

  constructor(expectations: ControllerExpectationsInterface) {
    this.#expectations = expectations;
  }

  /** The keys of the pods whose deletion a controller still waits to see; undefined if it never waited for any. */
  // Mirrors: pkg/controller/controller_utils.go#UIDTrackingControllerExpectations.GetUIDs
  getUIDs(controllerKey: string): ReadonlySet<string> | undefined {
    return this.#uidStore.get(controllerKey);
  }

  // Mirrors: pkg/controller/controller_utils.go#UIDTrackingControllerExpectations.ExpectDeletions
  expectDeletions(rcKey: string, deletedKeys: readonly string[]): void {
    const expectedUIDs = new Set(deletedKeys);
    this.#uidStore.set(rcKey, expectedUIDs);
    this.#expectations.expectDeletions(rcKey, expectedUIDs.size);
  }

  /** Takes `deleteKey` off what `rcKey` waits for; without effect if it is not on it, or no longer. */
  // Mirrors: pkg/controller/controller_utils.go#UIDTrackingControllerExpectations.DeletionObserved
  deletionObserved(rcKey: string, deleteKey: string): void {
    const uids = this.#uidStore.get(rcKey);
    if (uids?.has(deleteKey)) {
      this.#expectations.deletionObserved(rcKey);
      uids.delete(deleteKey);
    }
  }

  // Mirrors: pkg/controller/controller_utils.go#UIDTrackingControllerExpectations.DeleteExpectations
  deleteExpectations(rcKey: string): void {
    this.#expectations.deleteExpectations(rcKey);
    this.#uidStore.delete(rcKey);
  }

  getExpectations(controllerKey: string): [ControlleeExpectations, true] | [undefined, false] {
    return this.#expectations.getExpectations(controllerKey);
  }

  satisfiedExpectations(controllerKey: string): boolean {
    return this.#expectations.satisfiedExpectations(controllerKey);
  }

  setExpectations(controllerKey: string, add: number, del: number): void {
    this.#expectations.setExpectations(controllerKey, add, del);
  }

  expectCreations(controllerKey: string, adds: number): void {
    this.#expectations.expectCreations(controllerKey, adds);
  }

  creationObserved(controllerKey: string): void {
    this.#expectations.creationObserved(controllerKey);
  }

  raiseExpectations(controllerKey: string, add: number, del: number): void {
    this.#expectations.raiseExpectations(controllerKey, add, del);
  }

  lowerExpectations(controllerKey: string, add: number, del: number): void {
    this.#expectations.lowerExpectations(controllerKey, add, del);
  }
}

// Mirrors: pkg/controller/controller_utils.go#NewControllerExpectations
export function newControllerExpectations(sim: Sim): ControllerExpectations {
  return new ControllerExpectations(sim);
}

/** Expectations over `ce` that know the keys of the pods to be deleted. */
// Mirrors: pkg/controller/controller_utils.go#NewUIDTrackingControllerExpectations
export function newUIDTrackingControllerExpectations(
  ce: ControllerExpectationsInterface,
): UIDTrackingControllerExpectations {
  return new UIDTrackingControllerExpectations(ce);
}

/** Reasons of the events, and of the conditions, that tell of pods created and deleted. */
// Mirrors: pkg/controller/controller_utils.go#FailedCreatePodReason
export const failedCreatePodReason = 'FailedCreate';
// Mirrors: pkg/controller/controller_utils.go#SuccessfulCreatePodReason
export const successfulCreatePodReason = 'SuccessfulCreate';
// Mirrors: pkg/controller/controller_utils.go#FailedDeletePodReason
export const failedDeletePodReason = 'FailedDelete';
// Mirrors: pkg/controller/controller_utils.go#SuccessfulDeletePodReason
export const successfulDeletePodReason = 'SuccessfulDelete';

/** The cause in a status that refuses to create an object, because its namespace is going away. */
export const namespaceTerminatingCause = 'NamespaceTerminating';

/** How a controller creates, deletes and patches pods. */
// Mirrors: pkg/controller/controller_utils.go#PodControlInterface
export interface PodControlInterface {
  createPods(namespace: string, template: PodTemplateSpec, object: KubeObject): Blocking<Error | undefined>;
  createPodsOnNode(
    nodeName: string,
    namespace: string,
    template: PodTemplateSpec,
    object: KubeObject,
    controllerRef: OwnerReference | undefined,
  ): Blocking<Error | undefined>;
  createPodsWithControllerRef(
    namespace: string,
    template: PodTemplateSpec,
    object: KubeObject,
    controllerRef: OwnerReference | undefined,
  ): Blocking<Error | undefined>;
  deletePod(namespace: string, podID: string, object: KubeObject): Blocking<Error | undefined>;
  patchPod(namespace: string, name: string, data: object): Blocking<Error | undefined>;
}

/** Does it through the API, and records an event about the controller's object each time. */
// Mirrors: pkg/controller/controller_utils.go#RealPodControl
export class RealPodControl implements PodControlInterface {
  readonly kubeClient: Clientset;
  readonly recorder: EventRecorder;

  constructor(kubeClient: Clientset, recorder: EventRecorder) {
    this.kubeClient = kubeClient;
    this.recorder = recorder;
  }

  // Mirrors: pkg/controller/controller_utils.go#RealPodControl.CreatePods
  *createPods(namespace: string, template: PodTemplateSpec, object: KubeObject): Blocking<Error | undefined> {
    return yield* this.#createPods('', namespace, template, object, undefined);
  }

  // Mirrors: pkg/controller/controller_utils.go#RealPodControl.CreatePodsWithControllerRef
  *createPodsWithControllerRef(
    namespace: string,
    template: PodTemplateSpec,
    controllerObject: KubeObject,
    controllerRef: OwnerReference | undefined,
  ): Blocking<Error | undefined> {
    const err = validateControllerRef(controllerRef);
    if (err) {
      return err;
    }
    return yield* this.#createPods('', namespace, template, controllerObject, controllerRef);
  }

  // Mirrors: pkg/controller/controller_utils.go#RealPodControl.CreatePodsOnNode
  *createPodsOnNode(
    nodeName: string,
    namespace: string,
    template: PodTemplateSpec,
    object: KubeObject,
    controllerRef: OwnerReference | undefined,
  ): Blocking<Error | undefined> {
    const err = validateControllerRef(controllerRef);
    if (err) {
      return err;
    }
    return yield* this.#createPods(nodeName, namespace, template, object, controllerRef);
  }

  /** `data` is a strategic merge patch. */
  // Mirrors: pkg/controller/controller_utils.go#RealPodControl.PatchPod
  *patchPod(namespace: string, name: string, data: object): Blocking<Error | undefined> {
    const pods = this.kubeClient.coreV1().pods(namespace);
    const [, err] = yield* pods.patch(name, 'application/strategic-merge-patch+json', data);
    return err;
  }

  // Mirrors: pkg/controller/controller_utils.go#RealPodControl.DeletePod
  *deletePod(namespace: string, podID: string, object: KubeObject): Blocking<Error | undefined> {
    const err = yield* this.kubeClient.coreV1().pods(namespace).delete(podID);
    if (err) {
      if (isNotFound(err)) {
        return err;
      }
      this.recorder.eventf(object, 'Warning', failedDeletePodReason, 'Error deleting: %v', err.message);
      return new Error(`unable to delete pods: ${err.message}`, { cause: err });
    }
    this.recorder.eventf(object, 'Normal', successfulDeletePodReason, 'Deleted pod: %v', podID);
    return undefined;
  }

  // Mirrors: pkg/controller/controller_utils.go#RealPodControl.createPods
  *#createPods(
    nodeName: string,
    namespace: string,
    template: PodTemplateSpec,
    object: KubeObject,
    controllerRef: OwnerReference | undefined,
  ): Blocking<Error | undefined> {
    const pod = getPodFromTemplate(template, object, controllerRef);
    if (nodeName !== '') {
      pod.spec = { ...(pod.spec as PodSpec), nodeName };
    }
    if (Object.keys(pod.metadata?.labels ?? {}).length === 0) {
      return new Error('unable to create pods, no labels');
    }
    const [newPod, err] = yield* this.kubeClient.coreV1().pods(namespace).create(pod);
    if (err) {
      // Nobody needs to hear of it when the namespace is going away.
      if (!hasStatusCause(err, namespaceTerminatingCause)) {
        this.recorder.eventf(object, 'Warning', failedCreatePodReason, 'Error creating: %v', err.message);
      }
      return err;
    }
    this.recorder.eventf(
      object,
      'Normal',
      successfulCreatePodReason,
      'Created pod: %v',
      newPod.metadata.name,
    );
    return undefined;
  }
}

// Mirrors: pkg/controller/controller_utils.go#getPodsPrefix
function getPodsPrefix(controllerName: string): string {
  const prefix = `${controllerName}-`;
  // The dash makes a pod's name easier to read; a name that is too long goes without. A prefix is checked as if a
  // letter stood for its end, because a name must not end with a dash.
  return isDNS1123Subdomain(`${prefix.slice(0, -2)}a`).length === 0 ? prefix : controllerName;
}

// Mirrors: pkg/controller/controller_utils.go#validateControllerRef
function validateControllerRef(controllerRef: OwnerReference | undefined): Error | undefined {
  if (controllerRef === undefined) {
    return new Error('controllerRef is nil');
  }
  if (controllerRef.apiVersion === '') {
    return new Error('controllerRef has empty APIVersion');
  }
  if (controllerRef.kind === '') {
    return new Error('controllerRef has empty Kind');
  }
  if (controllerRef.controller !== true) {
    return new Error('controllerRef.Controller is not set to true');
  }
  if (controllerRef.blockOwnerDeletion !== true) {
    return new Error('controllerRef.BlockOwnerDeletion is not set');
  }
  return undefined;
}

/**
 * A pod as the template describes it, to be named after `parentObject` and owned by `controllerRef`.
 * Kubernetes copies the template's spec; Loopscope shares it, because objects are never changed in place.
 */
// Mirrors: pkg/controller/controller_utils.go#GetPodFromTemplate
export function getPodFromTemplate(
  template: PodTemplateSpec,
  parentObject: KubeObject,
  controllerRef: OwnerReference | undefined,
): AnyPod {
  const { labels, annotations, finalizers } = template.metadata ?? {};
  const metadata: ObjectMeta = { generateName: getPodsPrefix(parentObject.metadata.name ?? '') };
  if (labels) metadata.labels = labels;
  if (annotations) metadata.annotations = annotations;
  if (finalizers) metadata.finalizers = finalizers;
  if (controllerRef) metadata.ownerReferences = [controllerRef];
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: template.spec };
}

/** A list of pods that sorts those to be deleted first to the front. */
// Mirrors: pkg/controller/controller_utils.go#ActivePods
export class ActivePods {
  readonly pods: Pod[];

  constructor(pods: Pod[]) {
    this.pods = pods;
  }

  /** Sorts the list in place. */
  sort(): void {
    this.pods.sort((a, b) => (this.less(a, b) ? -1 : this.less(b, a) ? 1 : 0));
  }

  // Mirrors: pkg/controller/controller_utils.go#ActivePods.Less
  less(a: Pod, b: Pod): boolean {
    // 1. Unassigned < assigned
    if (isAssigned(a) !== isAssigned(b)) {
      return !isAssigned(a);
    }
    // 2. Pending < Unknown < Running
    if (phaseOrdinal(a) !== phaseOrdinal(b)) {
      return phaseOrdinal(a) < phaseOrdinal(b);
    }
    // 3. Not ready < ready
    if (isPodReady(a) !== isPodReady(b)) {
      return !isPodReady(a);
    }
    // 4. Ready since an unknown time < for a shorter time < for a longer time
    if (isPodReady(a) && isPodReady(b)) {
      const readyTime1 = podReadyTime(a);
      const readyTime2 = podReadyTime(b);
      if (readyTime1 !== readyTime2) {
        return afterOrZero(readyTime1, readyTime2);
      }
    }
    // 5. More restarts < fewer restarts
    if (maxContainerRestarts(a) !== maxContainerRestarts(b)) {
      return maxContainerRestarts(a) > maxContainerRestarts(b);
    }
    // 6. Created at an unknown time < newer < older
    if (creationTime(a) !== creationTime(b)) {
      return afterOrZero(creationTime(a), creationTime(b));
    }
    return false;
  }
}

/**
 * A list of pods and, at the same places, their ranks: how many related pods share the node. Sorting brings those
 * to be deleted first to the front, by the first of seven rules that tells two pods apart.
 */
// Mirrors: pkg/controller/controller_utils.go#ActivePodsWithRanks
export class ActivePodsWithRanks {
  readonly pods: Pod[];
  readonly rank: number[];

  constructor(pods: Pod[], rank: number[]) {
    this.pods = pods;
    this.rank = rank;
  }

  /**
   * Sorts both lists in place. Kubernetes leaves the order of equal pods to an unstable sort; Loopscope keeps the
   * order in which they came, because a run has to be the same each time.
   */
  sort(): void {
    const order = this.pods.map((_, i) => i);
    order.sort((i, j) => (this.less(i, j) ? -1 : this.less(j, i) ? 1 : 0));
    const pods = order.map((i) => this.pods[i] as Pod);
    const rank = order.map((i) => this.rank[i] as number);
    for (let i = 0; i < order.length; i++) {
      this.pods[i] = pods[i] as Pod;
      this.rank[i] = rank[i] as number;
    }
  }

  /** True if the pod at `i` should rather be deleted than the one at `j`. */
  // Mirrors: pkg/controller/controller_utils.go#ActivePodsWithRanks.Less
  less(i: number, j: number): boolean {
    const a = this.pods[i] as Pod;
    const b = this.pods[j] as Pod;
    // 1. Unassigned < assigned
    if (isAssigned(a) !== isAssigned(b)) {
      return !isAssigned(a);
    }
    // 2. Pending < Unknown < Running
    if (phaseOrdinal(a) !== phaseOrdinal(b)) {
      return phaseOrdinal(a) < phaseOrdinal(b);
    }
    // 3. Not ready < ready
    if (isPodReady(a) !== isPodReady(b)) {
      return !isPodReady(a);
    }
    // 4. On a node with more related pods < on a node with fewer
    if (this.rank[i] !== this.rank[j]) {
      return (this.rank[i] as number) > (this.rank[j] as number);
    }
    // 5. Ready since an unknown time < for a shorter time < for a longer time
    if (isPodReady(a) && isPodReady(b)) {
      const readyTime1 = podReadyTime(a);
      const readyTime2 = podReadyTime(b);
      if (readyTime1 !== readyTime2) {
        return afterOrZero(readyTime1, readyTime2);
      }
    }
    // 6. More restarts < fewer restarts
    if (maxContainerRestarts(a) !== maxContainerRestarts(b)) {
      return maxContainerRestarts(a) > maxContainerRestarts(b);
    }
    // 7. Created at an unknown time < newer < older
    if (creationTime(a) !== creationTime(b)) {
      return afterOrZero(creationTime(a), creationTime(b));
    }
    return false;
  }
}

const isAssigned = (pod: Pod): boolean => (pod.spec.nodeName ?? '') !== '';

/** A time in ms since 1970; 0, as the zero time of Go, if it is not set. */
const timeOf = (time: string | null | undefined): number => (time ? Date.parse(time) : 0);

const creationTime = (pod: Pod): number => timeOf(pod.metadata.creationTimestamp);

/** True if `t1` is later than `t2`; a time that is not set is later than any that is. */
// Mirrors: pkg/controller/controller_utils.go#afterOrZero
function afterOrZero(t1: number, t2: number): boolean {
  if (t1 === 0 || t2 === 0) {
    return t1 === 0;
  }
  return t1 > t2;
}

// Mirrors: pkg/controller/controller_utils.go#podReadyTime
function podReadyTime(pod: Pod): number {
  for (const c of pod.status.conditions ?? []) {
    if (c.type === 'Ready' && c.status === 'True') {
      return timeOf(c.lastTransitionTime);
    }
  }
  return 0;
}

// Mirrors: pkg/controller/controller_utils.go#maxContainerRestarts
function maxContainerRestarts(pod: Pod): number {
  let maxRestarts = 0;
  for (const c of pod.status.containerStatuses ?? []) {
    maxRestarts = Math.max(maxRestarts, c.restartCount);
  }
  return maxRestarts;
}

/** The pods that have neither ended nor begun to terminate. */
// Mirrors: pkg/controller/controller_utils.go#FilterActivePods
export function filterActivePods(pods: readonly Pod[]): Pod[] {
  return pods.filter(isPodActive);
}

/** True if a pod has neither ended nor begun to terminate. */
// Mirrors: pkg/controller/controller_utils.go#IsPodActive
export function isPodActive(p: Pod): boolean {
  return (
    p.status.phase !== 'Succeeded' &&
    p.status.phase !== 'Failed' &&
    p.metadata.deletionTimestamp === undefined
  );
}

/** The key of a pod, `namespace/name`. */
// Mirrors: pkg/controller/controller_utils.go#PodKey
export function podKey(pod: Pod): string {
  return `${pod.metadata.namespace}/${pod.metadata.name}`;
}
