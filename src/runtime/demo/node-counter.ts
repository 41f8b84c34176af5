import type { Node, Pod } from '../kubernetes/pkg/api/objects.ts';
import { isNotFound } from '../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { everything } from '../kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { until } from '../kubernetes/staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { NodeInformer } from '../kubernetes/staging/src/k8s.io/client-go/informers/core/v1/node.ts';
import type { PodInformer } from '../kubernetes/staging/src/k8s.io/client-go/informers/core/v1/pod.ts';
import type { Clientset } from '../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { NodeLister } from '../kubernetes/staging/src/k8s.io/client-go/listers/core/v1/node.ts';
import type { PodLister } from '../kubernetes/staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import {
  type ResourceEventHandler,
  ResourceEventHandlerFuncs,
} from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import {
  type InformerSynced,
  waitForNamedCacheSync,
} from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import { defaultControllerRateLimiter } from '../kubernetes/staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import {
  type RateLimitingInterface,
  newNamedRateLimitingQueue,
} from '../kubernetes/staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.ts';
import type { Chan } from '../sim/chan.ts';
import type { Blocking } from '../sim/process.ts';
import type { Sim } from '../sim/sim.ts';
import { type Print, masterLabel, podCountLabel, withPodCount } from './pod-count.ts';

/** How often a key is tried again before it is let go. */
const maxRetries = 5;

/**
 * Keeps the number of pods in a label of every master node, in the shape that controllers have: handlers put keys into
 * a queue, and workers bring what a key names to what it should be.
 */
// In Go: content/your-own/standard-shape/go/client-go/controller.go#NodeCounter
export class NodeCounter {
  protected readonly sim: Sim;
  protected readonly kubeClient: Clientset;
  protected readonly print: Print;
  protected readonly queue: RateLimitingInterface;
  protected readonly nodeLister: NodeLister;
  readonly #podLister: PodLister;
  readonly #synced: readonly InformerSynced[];

  // In Go: content/your-own/standard-shape/go/client-go/controller.go#NewNodeCounter
  constructor(sim: Sim, pods: PodInformer, nodes: NodeInformer, kubeClient: Clientset, print: Print) {
    this.sim = sim;
    this.kubeClient = kubeClient;
    this.print = print;
    this.queue = newNamedRateLimitingQueue(sim, defaultControllerRateLimiter(sim), 'nodecounter');
    this.#podLister = pods.lister();
    this.nodeLister = nodes.lister();
    this.#synced = [() => pods.informer().hasSynced(), () => nodes.informer().hasSynced()];

    nodes.informer().addEventHandler(
      new ResourceEventHandlerFuncs<Node>({
        addFunc: (node) => this.enqueue(node),
        updateFunc: (_, node) => this.enqueue(node),
      }),
    );
    pods.informer().addEventHandler(this.podHandler());
  }

  /** Pods that come or go. What changes within one is no matter here. */
  podHandler(): ResourceEventHandler<Pod> {
    return new ResourceEventHandlerFuncs<Pod>({
      addFunc: () => this.enqueueAll(),
      deleteFunc: () => this.enqueueAll(),
    });
  }

  /** Runs until `stop` closes. */
  // In Go: content/your-own/standard-shape/go/client-go/controller.go#NodeCounter.Run
  *run(workers: number, stop: Chan<never>): Blocking<void> {
    try {
      if (!(yield* waitForNamedCacheSync(this.sim, 'nodecounter', stop, ...this.#synced))) return;
      for (let i = 1; i <= workers; i++) {
        this.sim.go(
          `nodecounter/worker-${i}`,
          until(this.sim, () => this.runWorker(), 1000, stop),
        );
      }
      yield* stop.receive();
    } finally {
      this.queue.shutDown();
    }
  }

  // In Go: content/your-own/standard-shape/go/client-go/controller.go#NodeCounter.runWorker
  *runWorker(): Blocking<void> {
    while (yield* this.processNextItem());
  }

  /** False when the queue is shut down. */
  // In Go: content/your-own/standard-shape/go/client-go/controller.go#NodeCounter.processNextItem
  *processNextItem(): Blocking<boolean> {
    const [key, quit] = yield* this.queue.get();
    if (quit) return false;
    try {
      this.handleErr(yield* this.sync(key), key);
    } finally {
      this.queue.done(key);
    }
    return true;
  }

  /** Sends a key that failed back into the queue, later each time, and lets it go after `maxRetries`. */
  // In Go: content/your-own/standard-shape/go/client-go/controller.go#NodeCounter.handleErr
  handleErr(err: Error | undefined, key: string): void {
    if (err && this.queue.numRequeues(key) < maxRetries) {
      this.queue.addRateLimited(key);
      return;
    }
    this.queue.forget(key);
    if (err) this.print(`Dropping ${key} out of the queue: ${err.message}`);
  }

  /** Brings the label of one node to the number of pods. Whatever happened before, it only compares and acts. */
  // In Go: content/your-own/standard-shape/go/client-go/controller.go#NodeCounter.sync
  *sync(key: string): Blocking<Error | undefined> {
    const [node, err] = this.nodeLister.get(key);
    if (err) return isNotFound(err) ? undefined : err;
    const [pods, listErr] = this.#podLister.list(everything());
    if (listErr) return listErr;
    return yield* this.label(node, pods.length);
  }

  *label(node: Node, count: number): Blocking<Error | undefined> {
    if (node.metadata.labels?.[podCountLabel] === String(count)) return undefined;
    const [, err] = yield* this.kubeClient.coreV1().nodes().update(withPodCount(node, count));
    return err;
  }

  /** The key of an object without a namespace is its name. */
  // In Go: content/your-own/standard-shape/go/client-go/controller.go#NodeCounter.enqueue
  enqueue({ metadata }: Node): void {
    if (metadata.labels?.[masterLabel] !== undefined) this.queue.add(metadata.name);
  }

  /** The number of pods is on every master. */
  // In Go: content/your-own/standard-shape/go/client-go/controller.go#NodeCounter.enqueueAll
  enqueueAll(): void {
    const [nodes = []] = this.nodeLister.list(everything());
    for (const node of nodes) this.enqueue(node);
  }
}
