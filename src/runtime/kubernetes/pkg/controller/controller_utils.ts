import { deletionHandlingMetaNamespaceKeyFunc } from '../../staging/src/k8s.io/client-go/tools/cache/controller.ts';
import type { Pod } from '../api/objects.ts';
import type { Sim } from '../../../sim/sim.ts';

/** If a watch loses the event of a pod, a controller that waits for it is woken up after this long anyway. In ms. */
// Mirrors: pkg/controller/controller_utils.go#ExpectationsTimeout
export const expectationsTimeout = 5 * 60 * 1000;

/** Pods are created in batches; this is the size of the first, and each next one is twice as large. */
// Mirrors: pkg/controller/controller_utils.go#SlowStartInitialBatchSize
export const slowStartInitialBatchSize = 1;

/** The key of an object, `namespace/name`, also of one that an informer only knows to be gone. */
// Mirrors: pkg/controller/controller_utils.go#KeyFunc
export const keyFunc = deletionHandlingMetaNamespaceKeyFunc;

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
    return sim.now - this.timestamp > expectationsTimeout;
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
