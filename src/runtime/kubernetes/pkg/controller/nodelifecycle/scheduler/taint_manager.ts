import type { ObjectReference, Taint, Toleration } from 'kubernetes-types/core/v1';
import type { Node, Pod } from '../../../api/objects.ts';
import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { isNotFound } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { getMatchingTolerations } from '../../../apis/core/v1/helper/helpers.ts';
import type { Clientset } from '../../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { EventSinkImpl } from '../../../../staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import {
  type EventRecorder,
  newBroadcaster,
} from '../../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import {
  type Interface as Queue,
  newNamed,
} from '../../../../staging/src/k8s.io/client-go/util/workqueue/queue.ts';
import type { Result } from '../../../../../go/result.ts';
import { Chan, select } from '../../../../../sim/chan.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import { WaitGroup } from '../../../../../sim/sync.ts';
import { type TimedWorkers, type WorkArgs, createWorkerQueue, keyFromWorkArgs } from './timed_workers.ts';

// Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NodeUpdateChannelSize
const nodeUpdateChannelSize = 10;

// Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#UpdateWorkerSize
const updateWorkerSize = 8;

// Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#podUpdateChannelSize
const podUpdateChannelSize = 1;

// Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#retries
const retries = 5;

/** In text, as queues hold it. */
// Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#podUpdateItem
type PodUpdateItem = `${string}/${string}/${string}`;

/** Which worker has a node and all its pods: FNV-1a, as upstream. */
// Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#hash
function hash(val: string, max: number): number {
  let sum = 2166136261; // Go: hasher
  for (let i = 0; i < val.length; i++) sum = Math.imul(sum ^ val.charCodeAt(i), 16777619);
  return (sum >>> 0) % max;
}

/** What the manager reads; the caches of its controller. */
export interface Readers {
  // Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#GetPodFunc
  readonly getPod: (name: string, namespace: string) => Result<Pod>;
  // Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#GetNodeFunc
  readonly getNode: (name: string) => Result<Node>;
  // Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#GetPodsByNodeNameFunc
  readonly getPodsAssignedToNode: (nodeName: string) => Result<readonly Pod[]>;
}

// Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#deletePodHandler
function deletePodHandler(
  sim: Sim,
  c: Clientset,
  emitEventFunc: (pod: WorkArgs) => void,
): (args: WorkArgs) => Blocking<Error | undefined> {
  return function* (args) {
    const { namespace: ns, name } = args;
    emitEventFunc(args);
    let err: Error | undefined;
    for (let i = 0; i < retries; i++) {
      err = yield* c.coreV1().pods(ns).delete(name);
      if (!err) break;
      yield* sim.sleep(10);
    }
    return err;
  };
}

// Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#getNoExecuteTaints
export function getNoExecuteTaints(taints: readonly Taint[] = []): Taint[] {
  return taints.filter(({ effect }) => effect === 'NoExecute');
}

/** The least of the tolerations, in ms; Infinity if none of them ends. Upstream says -1 for that. */
// Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#getMinTolerationTime
export function getMinTolerationTime(tolerations: readonly Toleration[]): number {
  let minTolerationTimeSeconds = Infinity;
  if (tolerations.length === 0) return 0;
  for (const { tolerationSeconds } of tolerations) {
    if (tolerationSeconds === undefined) continue;
    if (tolerationSeconds <= 0) return 0;
    if (tolerationSeconds < minTolerationTimeSeconds) minTolerationTimeSeconds = tolerationSeconds;
  }
  return minTolerationTimeSeconds * 1000;
}

/** Deletes pods from nodes with a NoExecute taint that they do not tolerate, or not any longer. */
// Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NoExecuteTaintManager
export class NoExecuteTaintManager {
  readonly #sim: Sim;
  readonly #recorder: EventRecorder;
  readonly #readers: Readers;
  readonly taintEvictionQueue: TimedWorkers;
  /** The NoExecute taints of each node that has any. */
  readonly taintedNodes = new Map<string, readonly Taint[]>();
  readonly #nodeUpdateChannels: Chan<string>[] = [];
  readonly #podUpdateChannels: Chan<PodUpdateItem>[] = [];
  readonly #nodeUpdateQueue: Queue;
  readonly #podUpdateQueue: Queue<PodUpdateItem>;

  // Part of: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NewNoExecuteTaintManager
  constructor(sim: Sim, c: Clientset, readers: Readers) {
    const eventBroadcaster = newBroadcaster(sim);
    this.#recorder = eventBroadcaster.newRecorder({ component: 'taint-controller' });
    eventBroadcaster.startRecordingToSink(new EventSinkImpl(c.coreV1().events('')));
    this.#sim = sim; // Go: none
    this.#readers = readers; // Go: none
    this.#nodeUpdateQueue = newNamed(sim, 'noexec_taint_node');
    this.#podUpdateQueue = newNamed(sim, 'noexec_taint_pod');
    this.taintEvictionQueue = createWorkerQueue(
      sim,
      deletePodHandler(sim, c, (pod) => this.#emitPodDeletionEvent(pod)),
    );
  }

  // Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NoExecuteTaintManager.Run
  *run(stopCh: Chan<never>): Blocking<void> {
    for (let i = 0; i < updateWorkerSize; i++) {
      this.#nodeUpdateChannels.push(new Chan(`node updates ${i}`, nodeUpdateChannelSize));
      this.#podUpdateChannels.push(new Chan(`pod updates ${i}`, podUpdateChannelSize));
    }
    const nodeOf = (podUpdate: PodUpdateItem): string => podUpdate.split('/')[2] ?? '';
    // Go: nodeUpdateQueue
    const nodes = this.#handOut(
      this.#nodeUpdateQueue,
      this.#nodeUpdateChannels,
      (nodeUpdate) => nodeUpdate,
      stopCh,
    );
    this.#sim.go('taint-manager/nodes', nodes);
    const pods = this.#handOut(this.#podUpdateQueue, this.#podUpdateChannels, nodeOf, stopCh);
    this.#sim.go('taint-manager/pods', pods); // Go: none

    const wg = new WaitGroup('the workers');
    wg.add(updateWorkerSize);
    for (let i = 0; i < updateWorkerSize; i++) {
      this.#sim.go(
        `taint-manager/worker-${i}`,
        this.#worker(i, () => wg.done(), stopCh),
      );
    }
    yield* wg.wait();
  }

  /**
   * Takes items out of a queue and gives each to the worker of its node. All that concerns a node is done by one
   * worker, so that none decides on a pod while another still learns the taints of its node.
   */
  // Part of: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NoExecuteTaintManager.Run
  *#handOut<T>(
    queue: Queue<T>,
    channels: readonly Chan<T>[],
    nodeOf: (item: T) => string,
    stopCh: Chan<never>,
  ): Blocking<void> {
    for (;;) {
      const [item, shutdown] = yield* queue.get();
      if (shutdown) break;
      const channel = channels[hash(nodeOf(item), updateWorkerSize)];
      const { index } = yield* select(this.#sim, { receive: stopCh }, { send: channel, value: item });
      if (index !== 0) continue; // The worker calls done.
      queue.done(item);
      return;
    }
  }

  /** Nodes come before pods: what evicts should not wait until a long queue of pods is empty. */
  // Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NoExecuteTaintManager.worker
  *#worker(worker: number, done: () => void, stopCh: Chan<never>): Blocking<void> {
    const nodeUpdates = this.#nodeUpdateChannels[worker];
    const podUpdates = this.#podUpdateChannels[worker];
    // Go: none
    const handleNode = (nodeUpdate: string): void => {
      this.handleNodeUpdate(nodeUpdate); // Go: none
      this.#nodeUpdateQueue.done(nodeUpdate); // Go: none
    };
    try {
      // Go: none
      for (;;) {
        // Go: none
        const { index, value } = yield* select(
          this.#sim,
          { receive: stopCh },
          { receive: nodeUpdates },
          { receive: podUpdates },
        );
        if (index === 0) return; // Go: stopCh#2
        // Go: nodeUpdateChannels
        if (index === 1) {
          handleNode(value as string);
          continue; // Go: none
        }
        // Go: priority
        for (let next = nodeUpdates?.tryReceive(); next?.[1]; next = nodeUpdates?.tryReceive()) {
          handleNode(next[0]);
        }
        this.#handlePodUpdate(value as PodUpdateItem);
        this.#podUpdateQueue.done(value as PodUpdateItem);
      }
    } finally {
      done();
    }
  }

  /** To be called when a pod is new, gone or changed. */
  // Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NoExecuteTaintManager.PodUpdated
  podUpdated(oldPod: Pod | undefined, newPod: Pod | undefined): void {
    const pod = newPod ?? oldPod;
    if (!pod) return; // Go: none
    const oldTolerations = oldPod?.spec.tolerations ?? [];
    const newTolerations = newPod?.spec.tolerations ?? [];
    if (
      oldPod &&
      newPod &&
      semanticDeepEqual(oldTolerations, newTolerations) &&
      (oldPod.spec.nodeName ?? '') === (newPod.spec.nodeName ?? '')
    ) {
      return;
    }
    const { namespace: podNamespace, name: podName } = pod.metadata; // Go: updateItem
    this.#podUpdateQueue.add(`${podNamespace}/${podName}/${pod.spec.nodeName ?? ''}`);
  }

  /** To be called when a node is new, gone or changed. */
  // Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NoExecuteTaintManager.NodeUpdated
  nodeUpdated(oldNode: Node | undefined, newNode: Node | undefined): void {
    const node = newNode ?? oldNode;
    if (!node) return;
    const oldTaints = getNoExecuteTaints(oldNode?.spec?.taints);
    const newTaints = getNoExecuteTaints(newNode?.spec?.taints);
    if (oldNode && newNode && semanticDeepEqual(oldTaints, newTaints)) return;
    this.#nodeUpdateQueue.add(node.metadata.name);
  }

  // Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NoExecuteTaintManager.cancelWorkWithEvent
  #cancelWorkWithEvent(pod: WorkArgs): void {
    if (this.taintEvictionQueue.cancelWork(keyFromWorkArgs(pod))) this.#emitCancelPodDeletionEvent(pod);
  }

  // Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NoExecuteTaintManager.processPodOnNode
  #processPodOnNode(pod: Pod, taints: readonly Taint[], now: number): void {
    const { namespace, name } = pod.metadata; // Go: none
    const podNamespacedName: WorkArgs = { namespace, name }; // Go: podNamespacedName
    if (taints.length === 0) this.#cancelWorkWithEvent(podNamespacedName);
    const [allTolerated, usedTolerations] = getMatchingTolerations(taints, pod.spec.tolerations ?? []);
    if (!allTolerated) {
      // The pod goes now, whatever was planned.
      this.#cancelWorkWithEvent(podNamespacedName);
      this.taintEvictionQueue.addWork(podNamespacedName, this.#sim.now, this.#sim.now);
      return;
    }
    const minTolerationTimeMs = getMinTolerationTime(usedTolerations);
    if (minTolerationTimeMs === Infinity) {
      this.#cancelWorkWithEvent(podNamespacedName);
      return;
    }

    let startTime = now;
    const triggerTime = startTime + minTolerationTimeMs;
    const scheduledEviction = this.taintEvictionQueue.getWorkerUnsafe(keyFromWorkArgs(podNamespacedName));
    if (scheduledEviction) {
      startTime = scheduledEviction.createdAt;
      // Who has begun to wait does not get more time.
      if (startTime + minTolerationTimeMs < triggerTime) return;
      this.#cancelWorkWithEvent(podNamespacedName);
    }
    this.taintEvictionQueue.addWork(podNamespacedName, startTime, triggerTime);
  }

  // Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NoExecuteTaintManager.handlePodUpdate
  #handlePodUpdate(podUpdate: PodUpdateItem): void {
    const [namespace = '', name = '', nodeName = ''] = podUpdate.split('/');
    const [pod, err] = this.#readers.getPod(name, namespace);
    if (err) {
      if (isNotFound(err)) this.#cancelWorkWithEvent({ namespace, name });
      return;
    }
    // It has moved on to another worker: that one decides.
    if ((pod.spec.nodeName ?? '') !== nodeName) return;
    if (nodeName === '') return;
    const taints = this.taintedNodes.get(nodeName);
    // The node is gone, or its taints are; what was planned has been cancelled then.
    if (!taints) return;
    this.#processPodOnNode(pod, taints, this.#sim.now);
  }

  // Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NoExecuteTaintManager.handleNodeUpdate
  handleNodeUpdate(nodeUpdate: string): void {
    const [node, err] = this.#readers.getNode(nodeUpdate);
    if (err) {
      if (isNotFound(err)) this.taintedNodes.delete(nodeUpdate);
      return;
    }
    const { name } = node.metadata;
    const taints = getNoExecuteTaints(node.spec?.taints);
    if (taints.length === 0) this.taintedNodes.delete(name);
    else this.taintedNodes.set(name, taints);

    // The taints are noted before the pods are asked for: a pod that is missing there comes as an update later, and finds them.
    const [pods, failed] = this.#readers.getPodsAssignedToNode(name);
    if (failed || pods.length === 0) return;
    if (taints.length === 0) {
      for (const { metadata } of pods) this.#cancelWorkWithEvent(metadata);
      return;
    }
    const now = this.#sim.now;
    for (const pod of pods) this.#processPodOnNode(pod, taints, now);
  }

  // Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NoExecuteTaintManager.emitPodDeletionEvent
  #emitPodDeletionEvent(pod: WorkArgs): void {
    this.#emit(pod, 'Marking for deletion Pod');
  }

  // Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NoExecuteTaintManager.emitCancelPodDeletionEvent
  #emitCancelPodDeletionEvent(pod: WorkArgs): void {
    this.#emit(pod, 'Cancelling deletion of Pod');
  }

  #emit({ namespace, name }: WorkArgs, what: string): void {
    const ref: ObjectReference = { kind: 'Pod', name, namespace };
    this.#recorder.event(ref, 'Normal', 'TaintManagerEviction', `${what} ${namespace}/${name}`);
  }
}

// Mirrors: pkg/controller/nodelifecycle/scheduler/taint_manager.go#NewNoExecuteTaintManager
export function newNoExecuteTaintManager(sim: Sim, c: Clientset, readers: Readers): NoExecuteTaintManager {
  return new NoExecuteTaintManager(sim, c, readers);
}
