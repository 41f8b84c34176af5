import type { OwnerReference } from 'kubernetes-types/meta/v1';
import type { Pod, ReplicaSet } from '../../api/objects.ts';
import { isPodReady } from '../../api/v1/pod/util.ts';
import { semanticDeepEqual } from '../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import {
  hasStatusCause,
  isNotFound,
} from '../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  getControllerOf,
  newControllerRef,
} from '../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.ts';
import { labelSelectorAsSelector } from '../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import { type Selector, everything } from '../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { GroupVersionKind } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import { until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { ReplicaSetInformer } from '../../../staging/src/k8s.io/client-go/informers/apps/v1/replicaset.ts';
import type { PodInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/pod.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { EventSinkImpl } from '../../../staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import type { ReplicaSetLister } from '../../../staging/src/k8s.io/client-go/listers/apps/v1/replicaset.ts';
import type { PodLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import { ResourceEventHandlerFuncs } from '../../../staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { DeletedFinalStateUnknown } from '../../../staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import { type Deleted, lastState } from '../../../staging/src/k8s.io/client-go/tools/cache/last-state.ts';
import {
  type InformerSynced,
  waitForNamedCacheSync,
} from '../../../staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import { splitMetaNamespaceKey } from '../../../staging/src/k8s.io/client-go/tools/cache/store.ts';
import { newBroadcaster } from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import {
  type RateLimiter,
  defaultControllerRateLimiter,
} from '../../../staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import {
  type RateLimitingInterface,
  newNamedRateLimitingQueue,
} from '../../../staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.ts';
import type { Result } from '../../../../go/result.ts';
import { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { WaitGroup } from '../../../../sim/sync.ts';
import { newPodControllerRefManager, recheckDeletionTimestamp } from '../controller_ref_manager.ts';
import {
  ActivePodsWithRanks,
  type ControllerExpectationsInterface,
  type PodControlInterface,
  RealPodControl,
  type UIDTrackingControllerExpectations,
  filterActivePods,
  isPodActive,
  keyFunc,
  namespaceTerminatingCause,
  newControllerExpectations,
  newUIDTrackingControllerExpectations,
  podKey,
  slowStartInitialBatchSize,
} from '../controller_utils.ts';
import { calculateStatus, updateReplicaSetStatus } from './replica_set_utils.ts';

/** The most pods that one sync creates or deletes. The next sync goes on once their events were seen. */
// Mirrors: pkg/controller/replicaset/replica_set.go#BurstReplicas
export const burstReplicas = 500;

/**
 * What a ReplicaSetController is made of. `expectations` are the pods that each ReplicaSet waits to see created or
 * deleted; the listers read the caches that the informers fill, and `...Synced` tells whether they were filled
 * once; `queue` holds the keys of the ReplicaSets to be synced.
 */
interface Parts {
  readonly sim: Sim;
  readonly groupVersionKind: GroupVersionKind;
  readonly kubeClient: Clientset;
  readonly podControl: PodControlInterface;
  readonly burstReplicas: number;
  readonly expectations: UIDTrackingControllerExpectations;
  readonly queue: RateLimitingInterface;
  readonly rsLister: ReplicaSetLister;
  readonly rsListerSynced: InformerSynced;
  readonly podLister: PodLister;
  readonly podListerSynced: InformerSynced;
}

/**
 * The ReplicaSet controller of kube-controller-manager, not yet running.
 * `expectations` is there for the experiment that leaves them out, `rateLimiter` for stories in which keys wait longer or shorter.
 */
// Mirrors: pkg/controller/replicaset/replica_set.go#NewReplicaSetController
export function newReplicaSetController(
  sim: Sim,
  rsInformer: ReplicaSetInformer,
  podInformer: PodInformer,
  kubeClient: Clientset,
  burstReplicas: number,
  expectations: ControllerExpectationsInterface = newControllerExpectations(sim),
  rateLimiter?: RateLimiter,
): ReplicaSetController {
  const eventBroadcaster = newBroadcaster(sim);
  eventBroadcaster.startRecordingToSink(new EventSinkImpl(kubeClient.coreV1().events('')));
  return newBaseController(
    sim,
    rsInformer,
    podInformer,
    kubeClient,
    burstReplicas,
    { group: 'apps', version: 'v1', kind: 'ReplicaSet' },
    'replicaset',
    new RealPodControl(kubeClient, eventBroadcaster.newRecorder({ component: 'replicaset-controller' })),
    expectations,
    rateLimiter,
  );
}

/** The same for any kind that is shaped as a ReplicaSet, with the parts that differ given. */
// Mirrors: pkg/controller/replicaset/replica_set.go#NewBaseController
export function newBaseController(
  sim: Sim,
  rsInformer: ReplicaSetInformer,
  podInformer: PodInformer,
  kubeClient: Clientset,
  burstReplicas: number,
  groupVersionKind: GroupVersionKind,
  queueName: string,
  podControl: PodControlInterface,
  expectations: ControllerExpectationsInterface,
  rateLimiter: RateLimiter = defaultControllerRateLimiter(sim),
): ReplicaSetController {
  const rsc = new ReplicaSetController({
    sim,
    groupVersionKind,
    kubeClient,
    podControl,
    burstReplicas,
    expectations: sim.observe('expectations', queueName, newUIDTrackingControllerExpectations(expectations)),
    queue: newNamedRateLimitingQueue(sim, rateLimiter, queueName),
    rsLister: rsInformer.lister(),
    rsListerSynced: () => rsInformer.informer().hasSynced(),
    podLister: podInformer.lister(),
    podListerSynced: () => podInformer.informer().hasSynced(),
  });

  rsInformer.informer().addEventHandler(
    new ResourceEventHandlerFuncs({
      addFunc: (obj) => rsc.addRS(obj),
      updateFunc: (old, cur) => rsc.updateRS(old, cur),
      deleteFunc: (obj) => rsc.deleteRS(obj),
    }),
  );

  podInformer.informer().addEventHandler(
    new ResourceEventHandlerFuncs({
      addFunc: (obj) => rsc.addPod(obj),
      // Every change of a pod wakes its ReplicaSet, most often a new status. A sync that finds nothing to do only
      // reads the caches, so that is cheap.
      updateFunc: (old, cur) => rsc.updatePod(old, cur),
      deleteFunc: (obj) => rsc.deletePod(obj),
    }),
  );

  return rsc;
}

/** Keeps, for every ReplicaSet, as many pods running as its spec says. */
// Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController
export class ReplicaSetController {
  readonly #sim: Sim;
  readonly #groupVersionKind: GroupVersionKind;
  readonly #kubeClient: Clientset;
  readonly #podControl: PodControlInterface;
  readonly #burstReplicas: number;
  readonly #expectations: UIDTrackingControllerExpectations;
  readonly #queue: RateLimitingInterface;
  readonly #rsLister: ReplicaSetLister;
  readonly #rsListerSynced: InformerSynced;
  readonly #podLister: PodLister;
  readonly #podListerSynced: InformerSynced;
  /** What a worker does with a key. Tests put something else here. */
  syncHandler: (rsKey: string) => Blocking<Error | undefined> = (rsKey) => this.syncReplicaSet(rsKey);

  constructor(parts: Parts) {
    this.#sim = parts.sim;
    this.#groupVersionKind = parts.groupVersionKind;
    this.#kubeClient = parts.kubeClient;
    this.#podControl = parts.podControl;
    this.#burstReplicas = parts.burstReplicas;
    this.#expectations = parts.expectations;
    this.#queue = parts.queue;
    this.#rsLister = parts.rsLister;
    this.#rsListerSynced = parts.rsListerSynced;
    this.#podLister = parts.podLister;
    this.#podListerSynced = parts.podListerSynced;
  }

  /** Starts the workers once the caches are filled, and waits until `stopCh` is closed. */
  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.Run
  *run(workers: number, stopCh: Chan<never>): Blocking<void> {
    try {
      const { kind } = this.#groupVersionKind;
      const synced = [this.#podListerSynced, this.#rsListerSynced];
      if (!(yield* waitForNamedCacheSync(this.#sim, kind, stopCh, ...synced))) {
        return;
      }

      for (let i = 1; i <= workers; i++) {
        this.#sim.go(
          `${kind.toLowerCase()}/worker-${i}`,
          until(this.#sim, () => this.worker(), 1000, stopCh),
        );
      }

      yield* stopCh.receive();
    } finally {
      this.#queue.shutDown();
    }
  }

  /** The ReplicaSets that have the same controller as `rs`, itself included: for a Deployment, all its revisions. */
  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.getReplicaSetsWithSameController
  getReplicaSetsWithSameController(rs: ReplicaSet): ReplicaSet[] {
    const controllerRef = getControllerOf(rs);
    if (controllerRef === undefined) {
      return [];
    }

    const [allRSs, err] = this.#rsLister.replicaSets(rs.metadata.namespace).list(everything());
    if (err) {
      return [];
    }

    return allRSs.filter((r) => getControllerOf(r)?.uid === controllerRef.uid); // Go: range
  }

  /** The ReplicaSets whose selector matches the pod. More than one is a mistake of the user. */
  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.getPodReplicaSets
  getPodReplicaSets(pod: Pod): ReplicaSet[] {
    const [rss, err] = this.#rsLister.getPodReplicaSets(pod);
    if (err) {
      return [];
    }
    return rss;
  }

  /** The ReplicaSet that a reference means; undefined if the cache has none of that kind, name and uid. */
  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.resolveControllerRef
  resolveControllerRef(namespace: string, controllerRef: OwnerReference): ReplicaSet | undefined {
    // The cache finds by name, so look for the name first and compare the uid after.
    if (controllerRef.kind !== this.#groupVersionKind.kind) {
      return undefined;
    }
    const [rs, err] = this.#rsLister.replicaSets(namespace).get(controllerRef.name);
    if (err) {
      return undefined;
    }
    if (rs.metadata.uid !== controllerRef.uid) {
      // Another one took the name since.
      return undefined;
    }
    return rs;
  }

  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.enqueueRS
  enqueueRS(rs: ReplicaSet): void {
    const [key, err] = keyFunc(rs);
    if (err) {
      return;
    }

    this.#queue.add(key);
  }

  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.enqueueRSAfter
  enqueueRSAfter(rs: ReplicaSet, durationMs: number): void {
    const [key, err] = keyFunc(rs);
    if (err) {
      return;
    }

    this.#queue.addAfter(key, durationMs);
  }

  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.addRS
  addRS(obj: unknown): void {
    const rs = obj as ReplicaSet;
    this.enqueueRS(rs);
  }

  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.updateRS
  updateRS(old: unknown, cur: unknown): void {
    const oldRS = old as ReplicaSet;
    const curRS = cur as ReplicaSet;

    // Deleted and made again under the same name, and the informer told of it in one.
    if (curRS.metadata.uid !== oldRS.metadata.uid) {
      const [key, err] = keyFunc(oldRS);
      if (err) {
        return;
      }
      this.deleteRS(new DeletedFinalStateUnknown(key, oldRS));
    }

    // Not only a new spec is worth a sync: a resync of the informer comes here too, and gives a ReplicaSet whose
    // pods could not be created another chance.
    this.enqueueRS(curRS);
  }

  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.deleteRS
  deleteRS(obj: Deleted<ReplicaSet>): void {
    const rs = lastState(obj);
    if (rs === undefined) {
      return;
    }

    const [key, err] = keyFunc(rs);
    if (err) {
      return;
    }

    // So that a new one of the same name starts with none.
    this.#expectations.deleteExpectations(key);

    this.#queue.add(key);
  }

  /** A pod was created: its ReplicaSet has one less to wait for, and is synced. */
  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.addPod
  addPod(obj: unknown): void {
    const pod = obj as Pod;

    if (pod.metadata.deletionTimestamp !== undefined) {
      // After a restart a pod may first show while it terminates already. Nobody waits for its creation.
      this.deletePod(pod);
      return;
    }

    // A pod with a controller concerns that controller alone.
    const controllerRef = getControllerOf(pod);
    if (controllerRef !== undefined) {
      const rs = this.resolveControllerRef(pod.metadata.namespace, controllerRef);
      if (rs === undefined) {
        return;
      }
      const [rsKey, err] = keyFunc(rs);
      if (err) {
        return;
      }
      this.#expectations.creationObserved(rsKey);
      this.#queue.add(rsKey);
      return;
    }

    // Otherwise it is an orphan: sync all that might want to adopt it. Nobody waits for it, so no expectation falls.
    for (const rs of this.getPodReplicaSets(pod)) {
      this.enqueueRS(rs);
    }
  }

  /** A pod changed: whoever owns it now or owned it before is synced, or whoever might adopt it. */
  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.updatePod
  updatePod(old: unknown, cur: unknown): void {
    const curPod = cur as Pod;
    const oldPod = old as Pod;
    if (curPod.metadata.resourceVersion === oldPod.metadata.resourceVersion) {
      // A resync tells of every pod; two versions of one pod never have the same resourceVersion.
      return;
    }

    const labelChanged = !semanticDeepEqual(curPod.metadata.labels, oldPod.metadata.labels);
    if (curPod.metadata.deletionTimestamp !== undefined) {
      // A graceful deletion first sets a timestamp, and the kubelet ends the pod later. The replacement should
      // not wait for that, so the timestamp counts as the deletion.
      this.deletePod(curPod);
      if (labelChanged) {
        this.deletePod(oldPod);
      }
      return;
    }

    const curControllerRef = getControllerOf(curPod);
    const oldControllerRef = getControllerOf(oldPod);
    const controllerRefChanged = !semanticDeepEqual(curControllerRef, oldControllerRef);
    if (controllerRefChanged && oldControllerRef !== undefined) {
      // The one who owned it before has to hear of it.
      const rs = this.resolveControllerRef(oldPod.metadata.namespace, oldControllerRef);
      if (rs !== undefined) {
        this.enqueueRS(rs);
      }
    }

    // A pod with a controller concerns that controller alone.
    if (curControllerRef !== undefined) {
      const rs = this.resolveControllerRef(curPod.metadata.namespace, curControllerRef);
      if (rs === undefined) {
        return;
      }
      this.enqueueRS(rs);
      // Nothing tells when a ready pod becomes available, so look again once it should have.
      const minReadySeconds = rs.spec.minReadySeconds ?? 0;
      if (!isPodReady(oldPod) && isPodReady(curPod) && minReadySeconds > 0) {
        // A second more, because timestamps are whole seconds.
        this.enqueueRSAfter(rs, minReadySeconds * 1000 + 1000);
      }
      return;
    }

    // Otherwise it is an orphan. If it changed in a way that matters, sync all that might want to adopt it.
    if (labelChanged || controllerRefChanged) {
      for (const rs of this.getPodReplicaSets(curPod)) {
        this.enqueueRS(rs);
      }
    }
  }

  /** A pod was deleted, or began to terminate: its ReplicaSet has one less to wait for, and is synced. */
  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.deletePod
  deletePod(obj: Deleted<Pod>): void {
    const pod = lastState(obj);
    if (pod === undefined) {
      return;
    }

    const controllerRef = getControllerOf(pod);
    if (controllerRef === undefined) {
      // The end of an orphan concerns nobody.
      return;
    }
    const rs = this.resolveControllerRef(pod.metadata.namespace, controllerRef);
    if (rs === undefined) {
      return;
    }
    const [rsKey, err] = keyFunc(rs);
    if (err) {
      return;
    }
    this.#expectations.deletionObserved(rsKey, podKey(pod));
    this.#queue.add(rsKey);
  }

  /** Takes one key after the other and syncs it. The queue never gives the same key to two workers at once. */
  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.worker
  *worker(): Blocking<void> {
    while (yield* this.processNextWorkItem());
  }

  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.processNextWorkItem
  *processNextWorkItem(): Blocking<boolean> {
    const [key, quit] = yield* this.#queue.get();
    if (quit) {
      return false;
    }
    try {
      const err = yield* this.syncHandler(key);
      if (err === undefined) {
        this.#queue.forget(key);
        return true;
      }

      this.#queue.addRateLimited(key);

      return true;
    } finally {
      this.#queue.done(key);
    }
  }

  /**
   * Creates or deletes pods until there are as many as the spec says, at most `burstReplicas` in one sync.
   * May reorder `filteredPods`. An error means that the ReplicaSet has to be synced again.
   */
  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.manageReplicas
  *manageReplicas(filteredPods: Pod[], rs: ReplicaSet): Blocking<Error | undefined> {
    let diff = filteredPods.length - rs.spec.replicas;
    const [rsKey, err] = keyFunc(rs);
    if (err) {
      return undefined;
    }
    if (diff < 0) {
      diff *= -1;
      if (diff > this.#burstReplicas) {
        diff = this.#burstReplicas;
      }
      // Before the first request: the event of the first pod may arrive before the last pod is asked for.
      this.#expectations.expectCreations(rsKey, diff);
      // If one creation is refused, the next are likely to be refused too, so start with few.
      const [successfulCreations, err] = yield* slowStartBatch(
        this.#sim,
        diff,
        slowStartInitialBatchSize,
        () => this.#createOnePod(rs),
      );

      // No event will come for a pod that was not created. The next sync tries again.
      const skippedPods = diff - successfulCreations;
      for (let i = 0; i < skippedPods; i++) {
        this.#expectations.creationObserved(rsKey);
      }
      return err;
    } else if (diff > 0) {
      if (diff > this.#burstReplicas) {
        diff = this.#burstReplicas;
      }

      const [relatedPods] = this.getIndirectlyRelatedPods(rs);

      // Pods that have come less far go first.
      const podsToDelete = getPodsToDelete(filteredPods, relatedPods ?? [], diff);

      // The keys, not only how many: a pod shows twice, when it begins to terminate and when it is gone.
      this.#expectations.expectDeletions(rsKey, getPodKeys(podsToDelete));

      const errCh = new Chan<Error>('errors of deletions', diff);
      const wg = new WaitGroup('deletions');
      wg.add(diff);
      for (const pod of podsToDelete) {
        this.#sim.go(`replicaset/delete ${pod.metadata.name}`, this.#deleteOnePod(pod, rs, rsKey, wg, errCh));
      }
      yield* wg.wait();

      // Each was recorded as an event; one is enough to be synced again.
      return errCh.tryReceive()?.[0];
    }

    return undefined;
  }

  /** What each goroutine of `manageReplicas` does that creates a pod. */
  // Part of: pkg/controller/replicaset/replica_set.go#ReplicaSetController.manageReplicas
  *#createOnePod(rs: ReplicaSet): Blocking<Error | undefined> {
    const { namespace } = rs.metadata; // Go: CreatePodsWithControllerRef
    const controllerRef = newControllerRef(rs, this.#groupVersionKind);
    const err = yield* this.#podControl.createPodsWithControllerRef(
      namespace,
      rs.spec.template,
      rs,
      controllerRef,
    );
    if (err && hasStatusCause(err, namespaceTerminatingCause)) {
      // The namespace is going away: every creation will fail, and that is fine.
      return undefined;
    }
    return err;
  }

  /** What each goroutine of `manageReplicas` does that deletes a pod. */
  // Part of: pkg/controller/replicaset/replica_set.go#ReplicaSetController.manageReplicas
  *#deleteOnePod(pod: Pod, rs: ReplicaSet, rsKey: string, wg: WaitGroup, errCh: Chan<Error>): Blocking<void> {
    const err = yield* this.#podControl.deletePod(rs.metadata.namespace, pod.metadata.name, rs); // Go: DeletePod
    if (err) {
      // No event will come for a pod that was not deleted.
      this.#expectations.deletionObserved(rsKey, podKey(pod));
      if (!isNotFound(err)) {
        errCh.trySend(err);
      }
    }
    wg.done();
  }

  /**
   * Brings one ReplicaSet closer to its spec: claims pods, creates or deletes some unless it still waits to see the
   * last ones, and writes the status. Never called for the same key by two workers at once.
   */
  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.syncReplicaSet
  *syncReplicaSet(key: string): Blocking<Error | undefined> {
    const [namespace, name, keyErr] = splitMetaNamespaceKey(key);
    if (keyErr) {
      return keyErr;
    }
    const [rs, rsErr] = this.#rsLister.replicaSets(namespace).get(name);
    if (rsErr && isNotFound(rsErr)) {
      this.#expectations.deleteExpectations(key);
      return undefined;
    }
    if (rsErr) {
      return rsErr;
    }

    const rsNeedsSync = this.#expectations.satisfiedExpectations(key);
    const [selector, selectorErr] = labelSelectorAsSelector(rs.spec.selector);
    if (selectorErr) {
      return undefined;
    }

    // All of the namespace: a pod that matches no longer may still have to be released.
    const [allPods, podsErr] = this.#podLister.pods(rs.metadata.namespace).list(everything());
    if (podsErr) {
      return podsErr;
    }
    // Pods that ended or terminate count for nothing.
    const activePods = filterActivePods(allPods);

    const [filteredPods, claimErr] = yield* this.claimPods(rs, selector, activePods);
    if (claimErr) {
      return claimErr;
    }

    let manageReplicasErr: Error | undefined;
    if (rsNeedsSync && rs.metadata.deletionTimestamp === undefined) {
      manageReplicasErr = yield* this.manageReplicas(filteredPods, rs);
    }
    const newStatus = calculateStatus(this.#sim, rs, filteredPods, manageReplicasErr);

    // Whatever happened above, the status tells what is there.
    const replicaSets = this.#kubeClient.appsV1().replicaSets(rs.metadata.namespace);
    const [updatedRS, updateErr] = yield* updateReplicaSetStatus(replicaSets, rs, newStatus);
    if (updateErr) {
      return updateErr;
    }
    // All are ready and some not available yet: look again once they should be.
    const minReadySeconds = updatedRS.spec.minReadySeconds ?? 0;
    if (
      manageReplicasErr === undefined &&
      minReadySeconds > 0 &&
      updatedRS.status.readyReplicas === updatedRS.spec.replicas &&
      updatedRS.status.availableReplicas !== updatedRS.spec.replicas
    ) {
      this.#queue.addAfter(key, minReadySeconds * 1000);
    }
    return manageReplicasErr;
  }

  /** The pods among `filteredPods` that belong to the ReplicaSet, after adopting and releasing what has to be. */
  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.claimPods
  *claimPods(rs: ReplicaSet, selector: Selector, filteredPods: Pod[]): Blocking<[Pod[], Error | undefined]> {
    // Before the first adoption ask the API, not the cache, whether this ReplicaSet is still there.
    const canAdoptFunc = recheckDeletionTimestamp(() => this.#getFresh(rs));
    const cm = newPodControllerRefManager(
      this.#podControl,
      rs,
      selector,
      this.#groupVersionKind,
      canAdoptFunc,
    );
    return yield* cm.claimPods(filteredPods);
  }

  /** The ReplicaSet as the API has it now; an error if it is another one of the same name. */
  // Part of: pkg/controller/replicaset/replica_set.go#ReplicaSetController.claimPods
  *#getFresh(rs: ReplicaSet): Blocking<Result<ReplicaSet>> {
    const { namespace, name, uid } = rs.metadata;
    const [fresh, err] = yield* this.#kubeClient.appsV1().replicaSets(namespace).get(name);
    if (err) {
      return [undefined, err];
    }
    if (fresh.metadata.uid !== uid) {
      const { kind } = this.#groupVersionKind; // Go: none
      const found = fresh.metadata.uid;
      return [
        undefined,
        new Error(`original ${kind} ${namespace}/${name} is gone: got uid ${found}, wanted ${uid}`),
      ];
    }
    return [fresh as ReplicaSet, undefined];
  }

  /**
   * The pods of all ReplicaSets that have the same controller as `rs`: the more of them share a node, the sooner
   * one of them is deleted.
   */
  // Mirrors: pkg/controller/replicaset/replica_set.go#ReplicaSetController.getIndirectlyRelatedPods
  getIndirectlyRelatedPods(rs: ReplicaSet): Result<Pod[]> {
    const relatedPods: Pod[] = [];
    const seen = new Set<string>();
    for (const relatedRS of this.getReplicaSetsWithSameController(rs)) {
      const [selector, err] = labelSelectorAsSelector(relatedRS.spec.selector);
      if (err) {
        return [undefined, err];
      }
      const [pods, podsErr] = this.#podLister.pods(relatedRS.metadata.namespace).list(selector);
      if (podsErr) {
        return [undefined, podsErr];
      }
      for (const pod of pods) {
        if (seen.has(pod.metadata.uid)) {
          continue;
        }
        seen.add(pod.metadata.uid);
        relatedPods.push(pod);
      }
    }
    return [relatedPods, undefined];
  }
}

/** The first batches of stories that have others than is asked for, by their simulators. */
const firstBatches = new WeakMap<Sim, number>();

/** Lets each `slowStartBatch` of a simulator begin with a batch of so many. */
export function setFirstBatch(sim: Sim, size: number): void {
  firstBatches.set(sim, size);
}

/**
 * Calls `fn` `count` times, in batches that run at once: first `initialBatchSize`, then twice as many each time.
 * After a batch with a failure no more are started. Gives the number of calls that went well, and the first error.
 */
// Mirrors: pkg/controller/replicaset/replica_set.go#slowStartBatch
export function* slowStartBatch(
  sim: Sim,
  count: number,
  initialBatchSize: number,
  fn: () => Blocking<Error | undefined>,
): Blocking<[successes: number, err: Error | undefined]> {
  let remaining = count;
  let successes = 0;
  let batchSize = Math.min(remaining, firstBatches.get(sim) ?? initialBatchSize);
  for (; batchSize > 0; batchSize = Math.min(2 * batchSize, remaining)) {
    const errCh = new Chan<Error>('errors of the batch', batchSize);
    const wg = new WaitGroup('the batch');
    wg.add(batchSize);
    for (let i = 1; i <= batchSize; i++) {
      sim.go(
        `replicaset/create ${i} of ${batchSize}`,
        (function* call(): Blocking<void> {
          const err = yield* fn();
          if (err) {
            errCh.trySend(err);
          }
          wg.done();
        })(),
      );
    }
    yield* wg.wait();
    const curSuccesses = batchSize - errCh.length;
    successes += curSuccesses;
    if (errCh.length > 0) {
      return [successes, errCh.tryReceive()?.[0]];
    }
    remaining -= batchSize;
  }
  return [successes, undefined];
}

/** The `diff` pods to delete, best first. Sorts `filteredPods` in place. */
// Mirrors: pkg/controller/replicaset/replica_set.go#getPodsToDelete
export function getPodsToDelete(filteredPods: Pod[], relatedPods: readonly Pod[], diff: number): Pod[] {
  // If all have to go, it does not matter which is first.
  if (diff < filteredPods.length) {
    const podsWithRanks = getPodsRankedByRelatedPodsOnSameNode(filteredPods, relatedPods);
    podsWithRanks.sort();
  }
  return filteredPods.slice(0, diff);
}

/** The pods with their ranks: how many active ones of `relatedPods` share the node of each. */
// Mirrors: pkg/controller/replicaset/replica_set.go#getPodsRankedByRelatedPodsOnSameNode
function getPodsRankedByRelatedPodsOnSameNode(
  podsToRank: Pod[],
  relatedPods: readonly Pod[],
): ActivePodsWithRanks {
  const podsOnNode = new Map<string, number>();
  for (const pod of relatedPods) {
    if (isPodActive(pod)) {
      const nodeName = pod.spec.nodeName ?? '';
      podsOnNode.set(nodeName, (podsOnNode.get(nodeName) ?? 0) + 1);
    }
  }
  const ranks = podsToRank.map((pod) => podsOnNode.get(pod.spec.nodeName ?? '') ?? 0); // Go: range#2
  return new ActivePodsWithRanks(podsToRank, ranks);
}

// Mirrors: pkg/controller/replicaset/replica_set.go#getPodKeys
function getPodKeys(pods: readonly Pod[]): string[] {
  return pods.map(podKey); // Go: range
}
