import type { Node, Pod } from '../../api/objects.ts';
import { isNotFound } from '../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { everything } from '../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { NodeInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/node.ts';
import type { PodInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/pod.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { NodeLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/node.ts';
import type { PodLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import {
  type InformerSynced,
  waitForNamedCacheSync,
} from '../../../staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import {
  type DelayingInterface,
  newNamedDelayingQueue,
} from '../../../staging/src/k8s.io/client-go/util/workqueue/delaying_queue.ts';
import type { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { WaitGroup } from '../../../../sim/sync.ts';

/** How often it looks round, in ms. */
// Mirrors: pkg/controller/podgc/gc_controller.go#gcCheckPeriod
const gcCheckPeriodMs = 20_000;

/** How long a node may be missing from the cache before the API is asked whether it is gone, in ms. */
// Mirrors: pkg/controller/podgc/gc_controller.go#quarantineTime
const quarantineTimeMs = 40_000;

/**
 * Deletes pods that nobody else will: those that ended, when there are too many; those on nodes that are gone; and
 * those that are to go and never came to a node.
 */
// Mirrors: pkg/controller/podgc/gc_controller.go#PodGCController
export class PodGCController {
  readonly #sim: Sim;
  readonly #kubeClient: Clientset;
  readonly #podLister: PodLister;
  readonly #podListerSynced: InformerSynced;
  readonly #nodeLister: NodeLister;
  readonly #nodeListerSynced: InformerSynced;
  /** Names of nodes that pods are on and the cache does not know, each held back until its quarantine is over. */
  readonly #nodeQueue: DelayingInterface;
  /** At once, without a grace period. Tests put something else here. */
  deletePod: (namespace: string, name: string) => Blocking<Error | undefined>;
  readonly #terminatedPodThreshold: number;

  /** `terminatedPodThreshold` pods that ended may stay; 0 lets all stay. */
  // Part of: pkg/controller/podgc/gc_controller.go#NewPodGC
  constructor(
    sim: Sim,
    kubeClient: Clientset,
    podInformer: PodInformer,
    nodeInformer: NodeInformer,
    terminatedPodThreshold: number,
  ) {
    this.#sim = sim; // Go: none
    this.#kubeClient = kubeClient;
    this.#terminatedPodThreshold = terminatedPodThreshold;
    this.#podLister = podInformer.lister();
    this.#podListerSynced = () => podInformer.informer().hasSynced();
    this.#nodeLister = nodeInformer.lister();
    this.#nodeListerSynced = () => nodeInformer.informer().hasSynced();
    this.#nodeQueue = newNamedDelayingQueue(sim, 'orphaned_pods_nodes');
    this.deletePod = (namespace, name) =>
      kubeClient.coreV1().pods(namespace).delete(name, { gracePeriodSeconds: 0 });
  }

  /** Looks round every 20 s once the caches are filled, until `stop` is closed. */
  // Mirrors: pkg/controller/podgc/gc_controller.go#PodGCController.Run
  *run(stop: Chan<never>): Blocking<void> {
    try {
      const synced = [this.#podListerSynced, this.#nodeListerSynced];
      if (!(yield* waitForNamedCacheSync(this.#sim, 'GC', stop, ...synced))) {
        return;
      }

      this.#sim.go(
        'podgc/gc',
        until(this.#sim, () => this.gc(), gcCheckPeriodMs, stop),
      );

      yield* stop.receive();
    } finally {
      this.#nodeQueue.shutDown();
    }
  }

  // Mirrors: pkg/controller/podgc/gc_controller.go#PodGCController.gc
  *gc(): Blocking<void> {
    const [pods, err] = this.#podLister.list(everything());
    if (err) {
      return;
    }
    const [nodes, nodesErr] = this.#nodeLister.list(everything());
    if (nodesErr) {
      return;
    }
    if (this.#terminatedPodThreshold > 0) {
      yield* this.gcTerminated(pods);
    }
    yield* this.gcOrphaned(pods, nodes);
    yield* this.gcUnscheduledTerminating(pods);
  }

  /** Deletes the oldest of the pods that ended, until no more are left than may stay. */
  // Mirrors: pkg/controller/podgc/gc_controller.go#PodGCController.gcTerminated
  *gcTerminated(pods: readonly Pod[]): Blocking<void> {
    const terminatedPods = pods.filter(isPodTerminated);
    const deleteCount = terminatedPods.length - this.#terminatedPodThreshold;
    if (deleteCount <= 0) {
      return;
    }

    terminatedPods.sort(byCreationTimestamp);
    const wait = new WaitGroup('the deletions');
    for (const { metadata } of terminatedPods.slice(0, deleteCount)) {
      wait.add(1);
      this.#sim.go(`podgc/delete ${metadata.name}`, this.#deleteOne(metadata.namespace, metadata.name, wait));
    }
    yield* wait.wait();
  }

  /** What each goroutine of `gcTerminated` does. A pod that could not be deleted is found again in 20 s. */
  // Part of: pkg/controller/podgc/gc_controller.go#PodGCController.gcTerminated
  *#deleteOne(namespace: string, name: string, wait: WaitGroup): Blocking<void> {
    yield* this.deletePod(namespace, name);
    wait.done();
  }

  /**
   * Deletes the pods on nodes that are gone. A node that only the cache misses is left alone: it may be new, or the
   * cache late. So its name is put into quarantine first, and then the API is asked.
   */
  // Mirrors: pkg/controller/podgc/gc_controller.go#PodGCController.gcOrphaned
  *gcOrphaned(pods: readonly Pod[], nodes: readonly Node[]): Blocking<void> {
    const existingNodeNames = new Set(nodes.map(({ metadata }) => metadata.name));
    for (const { spec } of pods) {
      if (spec.nodeName && !existingNodeNames.has(spec.nodeName)) {
        this.#nodeQueue.addAfter(spec.nodeName, quarantineTimeMs);
      }
    }
    const [deletedNodesNames, quit] = yield* this.discoverDeletedNodes(existingNodeNames);
    if (quit) {
      return;
    }
    for (const { metadata, spec } of pods) {
      if (!deletedNodesNames.has(spec.nodeName ?? '')) {
        continue;
      }
      // One that could not be deleted comes again: its node goes into quarantine again.
      yield* this.deletePod(metadata.namespace, metadata.name);
    }
  }

  /** The nodes whose quarantine is over and that do not exist. `true` at shutdown. */
  // Mirrors: pkg/controller/podgc/gc_controller.go#PodGCController.discoverDeletedNodes
  *discoverDeletedNodes(
    existingNodeNames: ReadonlySet<string>,
  ): Blocking<[ReadonlySet<string>, false] | [undefined, true]> {
    const deletedNodesNames = new Set<string>();
    while (this.#nodeQueue.len() > 0) {
      const [nodeName, quit] = yield* this.#nodeQueue.get();
      if (quit) {
        return [undefined, true];
      }
      if (!existingNodeNames.has(nodeName)) {
        // After an error nothing is known; the next round puts the node back into quarantine if that is still needed.
        const [exists, err] = yield* this.checkIfNodeExists(nodeName);
        if (!err && !exists) {
          deletedNodesNames.add(nodeName);
        }
      }
      this.#nodeQueue.done(nodeName);
    }
    return [deletedNodesNames, false];
  }

  // Mirrors: pkg/controller/podgc/gc_controller.go#PodGCController.checkIfNodeExists
  *checkIfNodeExists(name: string): Blocking<[boolean, Error | undefined]> {
    const [, fetchErr] = yield* this.#kubeClient.coreV1().nodes().get(name);
    if (isNotFound(fetchErr)) {
      return [false, undefined];
    }
    return [fetchErr === undefined, fetchErr];
  }

  /** Deletes the pods that are to go and are on no node: no kubelet will ever end them. */
  // Mirrors: pkg/controller/podgc/gc_controller.go#PodGCController.gcUnscheduledTerminating
  *gcUnscheduledTerminating(pods: readonly Pod[]): Blocking<void> {
    for (const { metadata, spec } of pods) {
      if (metadata.deletionTimestamp === undefined || spec.nodeName) {
        continue;
      }
      yield* this.deletePod(metadata.namespace, metadata.name);
    }
  }
}

/** The pod garbage collector of kube-controller-manager, not yet running. */
// Mirrors: pkg/controller/podgc/gc_controller.go#NewPodGC
export function newPodGC(
  sim: Sim,
  kubeClient: Clientset,
  podInformer: PodInformer,
  nodeInformer: NodeInformer,
  terminatedPodThreshold: number,
): PodGCController {
  return new PodGCController(sim, kubeClient, podInformer, nodeInformer, terminatedPodThreshold);
}

// Mirrors: pkg/controller/podgc/gc_controller.go#isPodTerminated
function isPodTerminated({ status }: Pod): boolean {
  return status.phase !== 'Pending' && status.phase !== 'Running' && status.phase !== 'Unknown';
}

/** The older pod first; of two of one second the one whose name comes first. */
// Mirrors: pkg/controller/podgc/gc_controller.go#byCreationTimestamp
function byCreationTimestamp({ metadata: a }: Pod, { metadata: b }: Pod): number {
  const [older, younger] = [a.creationTimestamp ?? '', b.creationTimestamp ?? ''];
  if (older === younger) return a.name < b.name ? -1 : 1;
  return older < younger ? -1 : 1;
}
