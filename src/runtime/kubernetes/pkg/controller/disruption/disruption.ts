import type { OwnerReference } from 'kubernetes-types/meta/v1';
import { quote } from '../../../../go/strconv.ts';
import type { Result } from '../../../../go/result.ts';
import type { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { semanticDeepEqual } from '../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { isConflict, isNotFound } from '../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { getControllerOf } from '../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.ts';
import { labelSelectorAsSelector } from '../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import { parseTime } from '../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.ts';
import { parseGroupVersion } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import { getScaledValueFromIntOrPercent } from '../../../staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.ts';
import { until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { ReplicaSetInformer } from '../../../staging/src/k8s.io/client-go/informers/apps/v1/replicaset.ts';
import type { StatefulSetInformer } from '../../../staging/src/k8s.io/client-go/informers/apps/v1/statefulset.ts';
import type { PodInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/pod.ts';
import type { ReplicationControllerInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/replicationcontroller.ts';
import type { PodDisruptionBudgetInformer } from '../../../staging/src/k8s.io/client-go/informers/policy/v1beta1/poddisruptionbudget.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { EventSinkImpl } from '../../../staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import type { ReplicaSetLister } from '../../../staging/src/k8s.io/client-go/listers/apps/v1/replicaset.ts';
import type { StatefulSetLister } from '../../../staging/src/k8s.io/client-go/listers/apps/v1/statefulset.ts';
import type { PodLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import type { ReplicationControllerLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/replicationcontroller.ts';
import type { PodDisruptionBudgetLister } from '../../../staging/src/k8s.io/client-go/listers/policy/v1beta1/poddisruptionbudget.ts';
import { getPodPodDisruptionBudgets } from '../../../staging/src/k8s.io/client-go/listers/policy/v1beta1/poddisruptionbudget_expansion.ts';
import { ResourceEventHandlerFuncs } from '../../../staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { type Deleted, lastState } from '../../../staging/src/k8s.io/client-go/tools/cache/last-state.ts';
import {
  type InformerSynced,
  waitForNamedCacheSync,
} from '../../../staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import { splitMetaNamespaceKey } from '../../../staging/src/k8s.io/client-go/tools/cache/store.ts';
import {
  type EventRecorder,
  newBroadcaster,
} from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import { defaultControllerRateLimiter } from '../../../staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import {
  type DelayingInterface,
  newNamedDelayingQueue,
} from '../../../staging/src/k8s.io/client-go/util/workqueue/delaying_queue.ts';
import {
  type RateLimitingInterface,
  newNamedRateLimitingQueue,
} from '../../../staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.ts';
import type { Pod, PodDisruptionBudget } from '../../api/objects.ts';
import { isPodReady } from '../../api/v1/pod/util.ts';
import { keyFunc } from '../controller_utils.ts';

/** An eviction notes a pod here before it deletes it. If the pod is not being deleted so many ms later, it counts again. */
// Mirrors: pkg/controller/disruption/disruption.go#DeletionTimeout
const deletionTimeoutMs = 2 * 60 * 1000;

const resyncPeriodMs = 30 * 1000;

type Counts = readonly [expectedCount: number, desiredHealthy: number];
type Times = Readonly<Record<string, string>>;

/**
 * Counts for each disruption budget how many of its pods are healthy, and so how many may be disturbed. Deployments have no
 * kind in Loopscope, and scales are not asked for: a pod whose controller is neither a ReplicaSet of its own, a StatefulSet nor a
 * ReplicationController has none here.
 */
// Mirrors: pkg/controller/disruption/disruption.go#DisruptionController
export class DisruptionController {
  readonly #sim: Sim;
  readonly #kubeClient: Clientset;
  readonly #podLister: PodLister;
  readonly #pdbLister: PodDisruptionBudgetLister;
  readonly #listers: ControllerListers;
  readonly #synced: readonly InformerSynced[];
  readonly #queue: RateLimitingInterface;
  readonly #recheckQueue: DelayingInterface;
  readonly #recorder: EventRecorder;
  readonly #startRecording: () => void;

  // Part of: pkg/controller/disruption/disruption.go#NewDisruptionController
  constructor(sim: Sim, informers: DisruptionInformers, kubeClient: Clientset) {
    this.#sim = sim;
    this.#kubeClient = kubeClient;
    const { pods, pdbs, rcs, rss, sss } = informers;
    this.#podLister = pods.lister();
    this.#pdbLister = pdbs.lister();
    this.#listers = { rcLister: rcs.lister(), rsLister: rss.lister(), ssLister: sss.lister() };
    this.#synced = [pods, pdbs, rcs, rss, sss].map((each) => () => each.informer().hasSynced());
    this.#queue = newNamedRateLimitingQueue(sim, defaultControllerRateLimiter(sim), 'disruption');
    this.#recheckQueue = newNamedDelayingQueue(sim, 'disruption_recheck');
    const broadcaster = newBroadcaster(sim);
    this.#recorder = broadcaster.newRecorder({ component: 'controllermanager' });
    this.#startRecording = () =>
      void broadcaster.startRecordingToSink(new EventSinkImpl(kubeClient.coreV1().events('')));
    pods.informer().addEventHandler(
      new ResourceEventHandlerFuncs<Pod>({
        addFunc: (pod) => this.#addPod(pod),
        updateFunc: (_, cur) => this.#updatePod(cur),
        deleteFunc: (obj) => this.deletePod(obj),
      }),
    );
    pdbs.informer().addEventHandlerWithResyncPeriod(
      new ResourceEventHandlerFuncs<PodDisruptionBudget>({
        addFunc: (pdb) => this.enqueuePdb(pdb), // Go: addDb
        updateFunc: (_, cur) => this.enqueuePdb(cur), // Go: updateDb
        deleteFunc: (obj) => this.removeDb(obj),
      }),
      resyncPeriodMs,
    );
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.Run
  *run(stopCh: Chan<never>): Blocking<void> {
    try {
      if (!(yield* waitForNamedCacheSync(this.#sim, 'disruption', stopCh, ...this.#synced))) return;
      this.#startRecording();
      this.#sim.go(
        'disruption/worker',
        until(this.#sim, () => this.worker(), 1000, stopCh),
      );
      this.#sim.go(
        'disruption/recheck-worker',
        until(this.#sim, () => this.#recheckWorker(), 1000, stopCh),
      );
      yield* stopCh.receive();
    } finally {
      this.#queue.shutDown();
    }
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.removeDb
  removeDb(obj: Deleted<PodDisruptionBudget>): void {
    const pdb = lastState(obj);
    if (pdb) this.enqueuePdb(pdb);
  }

  /** A pod that is new, changed or gone concerns the budget that matches it. */
  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.addPod
  #addPod(pod: Pod): void {
    const pdb = this.#getPdbForPod(pod);
    if (pdb) this.enqueuePdb(pdb);
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.updatePod
  #updatePod(cur: Pod): void {
    const pdb = this.#getPdbForPod(cur);
    if (pdb) this.enqueuePdb(pdb);
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.deletePod
  deletePod(obj: Deleted<Pod>): void {
    const pod = lastState(obj);
    const pdb = pod && this.#getPdbForPod(pod);
    if (pdb) this.enqueuePdb(pdb);
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.enqueuePdb
  enqueuePdb(pdb: PodDisruptionBudget): void {
    const [key, err] = keyFunc(pdb);
    if (!err) this.#queue.add(key);
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.enqueuePdbForRecheck
  #enqueuePdbForRecheck(pdb: PodDisruptionBudget, delayMs: number): void {
    const [key, err] = keyFunc(pdb);
    if (!err) this.#recheckQueue.addAfter(key, delayMs);
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.getPdbForPod
  #getPdbForPod(pod: Pod): PodDisruptionBudget | undefined {
    const [pdbs, err] = getPodPodDisruptionBudgets(this.#pdbLister, pod);
    if (err) return undefined;
    const [first] = pdbs;
    if (pdbs.length > 1) {
      const { namespace, name } = pod.metadata;
      const msg = `Pod ${quote(namespace)}/${quote(name)} matches multiple PodDisruptionBudgets.  Chose ${quote(first?.metadata.name ?? '')} arbitrarily.`;
      this.#recorder.event(pod, 'Warning', 'MultiplePodDisruptionBudgets', msg);
    }
    return first;
  }

  /** The pods that a budget is about. None if it selects everything. */
  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.getPodsForPdb
  #getPodsForPdb(pdb: PodDisruptionBudget): Result<readonly Pod[]> {
    const [sel, err] = labelSelectorAsSelector(pdb.spec?.selector);
    if (err) return [undefined, err];
    if (sel.empty()) return [[], undefined];
    return this.#podLister.pods(pdb.metadata.namespace).list(sel);
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.worker
  *worker(): Blocking<void> {
    while (yield* this.#processNextWorkItem());
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.processNextWorkItem
  *#processNextWorkItem(): Blocking<boolean> {
    const [dKey, quit] = yield* this.#queue.get();
    if (quit) return false;
    try {
      const err = yield* this.sync(dKey);
      if (err) this.#queue.addRateLimited(dKey);
      else this.#queue.forget(dKey);
    } finally {
      this.#queue.done(dKey);
    }
    return true;
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.recheckWorker
  *#recheckWorker(): Blocking<void> {
    for (;;) {
      const [dKey, quit] = yield* this.#recheckQueue.get();
      if (quit) return;
      this.#recheckQueue.done(dKey);
      this.#queue.addRateLimited(dKey);
    }
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.sync
  *sync(key: string): Blocking<Error | undefined> {
    const [namespace, name, err] = splitMetaNamespaceKey(key);
    if (err) return err;
    const [pdb, getErr] = this.#pdbLister.podDisruptionBudgets(namespace).get(name);
    if (getErr) return isNotFound(getErr) ? undefined : getErr;
    const failed = yield* this.#trySync(pdb);
    // Whoever was too late tries again, and is no danger.
    if (isConflict(failed)) return failed;
    return failed ? yield* this.#failSafe(pdb) : undefined;
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.trySync
  *#trySync(pdb: PodDisruptionBudget): Blocking<Error | undefined> {
    const [pods, err] = this.#getPodsForPdb(pdb);
    if (err) {
      this.#recorder.event(pdb, 'Warning', 'NoPods', `Failed to get pods: ${err.message}`);
      return err;
    }
    if (pods.length === 0) this.#recorder.event(pdb, 'Normal', 'NoPods', 'No matching pods found');

    const [counts, countErr] = this.#getExpectedPodCount(pdb, pods);
    if (countErr) {
      const what = `Failed to calculate the number of expected pods: ${countErr.message}`;
      this.#recorder.event(pdb, 'Warning', 'CalculateExpectedPodCountFailed', what);
      return countErr;
    }
    const [expectedCount, desiredHealthy] = counts;

    const currentTime = this.#sim.epoch + this.#sim.now;
    const [disruptedPods, recheckTime] = this.#buildDisruptedPodMap(pods, pdb, currentTime);
    const currentHealthy = countHealthyPods(pods, disruptedPods, currentTime);
    const updateErr = yield* this.#updatePdbStatus(
      pdb,
      currentHealthy,
      desiredHealthy,
      expectedCount,
      disruptedPods,
    );
    if (!updateErr && recheckTime !== undefined) this.#enqueuePdbForRecheck(pdb, recheckTime - currentTime);
    return updateErr;
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.getExpectedPodCount
  #getExpectedPodCount(pdb: PodDisruptionBudget, pods: readonly Pod[]): Result<Counts> {
    const { minAvailable, maxUnavailable } = pdb.spec ?? {};
    if (maxUnavailable !== undefined) {
      const [expectedCount, err] = this.#getExpectedScale(pdb, pods);
      if (err) return [undefined, err];
      const [most, invalid] = getScaledValueFromIntOrPercent(maxUnavailable, expectedCount, true);
      if (invalid) return [undefined, invalid];
      return [[expectedCount, Math.max(0, expectedCount - most)], undefined];
    }
    if (minAvailable === undefined) return [[0, 0], undefined];
    // So many pods, whoever made them.
    if (typeof minAvailable === 'number') return [[pods.length, minAvailable], undefined];
    const [expectedCount, err] = this.#getExpectedScale(pdb, pods);
    if (err) return [undefined, err];
    const [least, invalid] = getScaledValueFromIntOrPercent(minAvailable, expectedCount, true);
    return invalid ? [undefined, invalid] : [[expectedCount, least], undefined];
  }

  /** How many pods there should be: what the controllers of all the pods want together. Each pod needs one. */
  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.getExpectedScale
  #getExpectedScale(pdb: PodDisruptionBudget, pods: readonly Pod[]): Result<number> {
    const controllerScale = new Map<string, number>();
    for (const pod of pods) {
      const { name, namespace } = pod.metadata;
      const refuse = (reason: string, what: string): Result<number> => {
        const err = new Error(`${what} for pod ${quote(name)}`);
        this.#recorder.event(pdb, 'Warning', reason, err.message);
        return [undefined, err];
      };
      const controllerRef = getControllerOf(pod);
      if (!controllerRef) return refuse('NoControllerRef', 'found no controller ref');
      // Known already.
      if (controllerScale.has(controllerRef.uid)) continue;
      const found = this.findController(controllerRef, namespace);
      if (!found) return refuse('NoControllers', 'found no controllers');
      controllerScale.set(found.uid, found.scale);
    }
    let expectedCount = 0;
    for (const count of controllerScale.values()) expectedCount += count;
    return [expectedCount, undefined];
  }

  // Part of: pkg/controller/disruption/disruption.go#DisruptionController.getExpectedScale
  findController(controllerRef: OwnerReference, namespace: string): ControllerAndScale | undefined {
    for (const finder of finders) {
      const controllerNScale = finder(this.#listers, controllerRef, namespace);
      if (controllerNScale) return controllerNScale;
    }
    return undefined;
  }

  /** Pods that an eviction has begun to delete, without those that are gone by now, and when to look at them again. */
  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.buildDisruptedPodMap
  #buildDisruptedPodMap(
    pods: readonly Pod[],
    pdb: PodDisruptionBudget,
    currentTime: number,
  ): [Times, recheckTime: number | undefined] {
    const disruptedPods: Times = pdb.status?.disruptedPods ?? {};
    const result: Record<string, string> = {};
    let recheckTime: number | undefined;
    for (const pod of pods) {
      const { name, deletionTimestamp } = pod.metadata;
      const disruptionTime = disruptedPods[name];
      if (deletionTimestamp !== undefined || disruptionTime === undefined) continue;
      const expectedDeletion = (parseTime(disruptionTime) ?? 0) + deletionTimeoutMs;
      if (expectedDeletion < currentTime) {
        // Upstream names the namespace twice.
        const { namespace } = pdb.metadata;
        const what = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`;
        this.#recorder.event(pod, 'Warning', 'NotDeleted', what);
        continue;
      }
      if (recheckTime === undefined || expectedDeletion < recheckTime) recheckTime = expectedDeletion;
      result[name] = disruptionTime;
    }
    return [result, recheckTime];
  }

  /** Whatever went wrong: nothing may be disturbed until it is known again. */
  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.failSafe
  *#failSafe(pdb: PodDisruptionBudget): Blocking<Error | undefined> {
    const known = { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0, ...pdb.status };
    return yield* this.#writePdbStatus({ ...pdb, status: { ...known, disruptionsAllowed: 0 } });
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.updatePdbStatus
  *#updatePdbStatus(
    pdb: PodDisruptionBudget,
    currentHealthy: number,
    desiredHealthy: number,
    expectedPods: number,
    disruptedPods: Times,
  ): Blocking<Error | undefined> {
    let disruptionsAllowed = currentHealthy - desiredHealthy;
    // Without pods yet, the first ones should not find a budget that lets them go.
    if (expectedPods <= 0 || disruptionsAllowed <= 0) disruptionsAllowed = 0;
    const status = {
      currentHealthy,
      desiredHealthy,
      expectedPods,
      disruptionsAllowed,
      observedGeneration: pdb.metadata.generation ?? 0,
      ...(Object.keys(disruptedPods).length > 0 ? { disruptedPods: { ...disruptedPods } } : {}),
    };
    if (semanticDeepEqual(pdb.status, status)) return undefined;
    return yield* this.#writePdbStatus({ ...pdb, status });
  }

  // Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.writePdbStatus
  *#writePdbStatus(pdb: PodDisruptionBudget): Blocking<Error | undefined> {
    const client = this.#kubeClient.policyV1beta1().podDisruptionBudgets(pdb.metadata.namespace);
    const [, err] = yield* client.updateStatus(pdb);
    return err;
  }
}

/** What the controller reads. */
interface DisruptionInformers {
  readonly pods: PodInformer;
  readonly pdbs: PodDisruptionBudgetInformer;
  readonly rcs: ReplicationControllerInformer;
  readonly rss: ReplicaSetInformer;
  readonly sss: StatefulSetInformer;
}

/** The caches of the controllers of pods. */
interface ControllerListers {
  readonly rcLister: ReplicationControllerLister;
  readonly rsLister: ReplicaSetLister;
  readonly ssLister: StatefulSetLister;
}

/** A controller, and how many pods it wants. */
// Mirrors: pkg/controller/disruption/disruption.go#controllerAndScale
interface ControllerAndScale {
  readonly uid: string;
  readonly scale: number;
}

// Mirrors: pkg/controller/disruption/disruption.go#podControllerFinder
type PodControllerFinder = (
  listers: ControllerListers,
  controllerRef: OwnerReference,
  namespace: string,
) => ControllerAndScale | undefined;

// Mirrors: pkg/controller/disruption/disruption.go#NewDisruptionController
export function newDisruptionController(
  sim: Sim,
  informers: DisruptionInformers,
  kubeClient: Clientset,
): DisruptionController {
  return new DisruptionController(sim, informers, kubeClient);
}

/** A ReplicaSet that no Deployment controls. */
// Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.getPodReplicaSet
const getPodReplicaSet: PodControllerFinder = ({ rsLister }, controllerRef, namespace) => {
  if (!verifyGroupKind(controllerRef, 'ReplicaSet', ['apps', 'extensions'])) return undefined;
  const [rs, err] = rsLister.replicaSets(namespace).get(controllerRef.name);
  if (err || rs.metadata.uid !== controllerRef.uid) return undefined;
  if (getControllerOf(rs)?.kind === 'Deployment') return undefined;
  return { uid: rs.metadata.uid, scale: rs.spec.replicas };
};

// Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.getPodStatefulSet
const getPodStatefulSet: PodControllerFinder = ({ ssLister }, controllerRef, namespace) => {
  if (!verifyGroupKind(controllerRef, 'StatefulSet', ['apps'])) return undefined;
  const [ss, err] = ssLister.statefulSets(namespace).get(controllerRef.name);
  if (err || ss.metadata.uid !== controllerRef.uid) return undefined;
  return { uid: ss.metadata.uid, scale: ss.spec.replicas ?? 1 };
};

// Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.getPodReplicationController
const getPodReplicationController: PodControllerFinder = ({ rcLister }, controllerRef, namespace) => {
  if (!verifyGroupKind(controllerRef, 'ReplicationController', [''])) return undefined;
  const [rc, err] = rcLister.replicationControllers(namespace).get(controllerRef.name);
  if (err || rc.metadata.uid !== controllerRef.uid) return undefined;
  return { uid: rc.metadata.uid, scale: rc.spec.replicas };
};

/** Each finds controllers of one kind. */
// Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.finders
const finders: readonly PodControllerFinder[] = [
  getPodReplicationController,
  getPodReplicaSet,
  getPodStatefulSet,
];

// Mirrors: pkg/controller/disruption/disruption.go#verifyGroupKind
function verifyGroupKind(
  { apiVersion, kind }: OwnerReference,
  expectedKind: string,
  expectedGroups: readonly string[],
): boolean {
  const [gv, err] = parseGroupVersion(apiVersion);
  return !err && kind === expectedKind && expectedGroups.includes(gv.group);
}

// Mirrors: pkg/controller/disruption/disruption.go#countHealthyPods
function countHealthyPods(pods: readonly Pod[], disruptedPods: Times, currentTime: number): number {
  let currentHealthy = 0;
  for (const pod of pods) {
    const { name, deletionTimestamp } = pod.metadata;
    if (deletionTimestamp !== undefined) continue;
    const disruptionTime = disruptedPods[name];
    if (disruptionTime !== undefined && (parseTime(disruptionTime) ?? 0) + deletionTimeoutMs > currentTime)
      continue;
    if (isPodReady(pod)) currentHealthy++;
  }
  return currentHealthy;
}
