import type { Node } from '../../api/objects.ts';
import { isNotFound } from '../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { NodeInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/node.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import {
  type NodeLister,
  newNodeLister,
} from '../../../staging/src/k8s.io/client-go/listers/core/v1/node.ts';
import { ResourceEventHandlerFuncs } from '../../../staging/src/k8s.io/client-go/tools/cache/controller.ts';
import {
  type InformerSynced,
  waitForNamedCacheSync,
} from '../../../staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import { defaultControllerRateLimiter } from '../../../staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import {
  type RateLimitingInterface,
  newNamedRateLimitingQueue,
} from '../../../staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.ts';
import type { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { keyFunc } from '../controller_utils.ts';

/** The annotation that a kubelet reads. */
const objectTTLAnnotationKey = 'node.alpha.kubernetes.io/ttl';

/** For so many nodes a kubelet may keep a Secret or a ConfigMap so long, in seconds, before it asks for it again. */
// Mirrors: pkg/controller/ttl/ttl_controller.go#ttlBoundary
interface TTLBoundary {
  readonly sizeMin: number;
  readonly sizeMax: number;
  readonly ttlSeconds: number;
}

/** They overlap, so that a cluster whose size goes up and down by a few nodes does not change its annotations each time. */
// Mirrors: pkg/controller/ttl/ttl_controller.go#ttlBoundaries
export const ttlBoundaries: readonly TTLBoundary[] = [
  { sizeMin: 0, sizeMax: 100, ttlSeconds: 0 },
  { sizeMin: 90, sizeMax: 500, ttlSeconds: 15 },
  { sizeMin: 450, sizeMax: 1000, ttlSeconds: 30 },
  { sizeMin: 900, sizeMax: 2000, ttlSeconds: 60 },
  { sizeMin: 1800, sizeMax: 10000, ttlSeconds: 300 },
  { sizeMin: 9000, sizeMax: 2 ** 31 - 1, ttlSeconds: 600 },
];

/** Writes on every node how long its kubelet may keep what it has read: the larger the cluster, the longer. */
// Mirrors: pkg/controller/ttl/ttl_controller.go#Controller
export class TTLController {
  readonly #sim: Sim;
  readonly #kubeClient: Clientset;
  readonly #nodeStore: NodeLister;
  readonly #queue: RateLimitingInterface;
  readonly #hasSynced: InformerSynced;
  #nodeCount = 0;
  #desiredTTLSeconds = 0;
  /** Which of the boundaries the cluster is in. */
  #boundaryStep = 0;

  // Part of: pkg/controller/ttl/ttl_controller.go#NewTTLController
  constructor(sim: Sim, nodeInformer: NodeInformer, kubeClient: Clientset) {
    this.#sim = sim;
    this.#kubeClient = kubeClient;
    this.#queue = newNamedRateLimitingQueue(sim, defaultControllerRateLimiter(sim), 'ttlcontroller');
    nodeInformer.informer().addEventHandler(
      new ResourceEventHandlerFuncs<Node>({
        addFunc: (node) => this.addNode(node),
        updateFunc: (_, node) => this.updateNode(node),
        deleteFunc: () => this.deleteNode(),
      }),
    );
    this.#nodeStore = newNodeLister(nodeInformer.informer().getIndexer());
    this.#hasSynced = () => nodeInformer.informer().hasSynced();
  }

  // Mirrors: pkg/controller/ttl/ttl_controller.go#Controller.Run
  *run(workers: number, stopCh: Chan<never>): Blocking<void> {
    try {
      if (!(yield* waitForNamedCacheSync(this.#sim, 'TTL', stopCh, this.#hasSynced))) {
        return;
      }

      for (let i = 1; i <= workers; i++) {
        this.#sim.go(
          `ttl/worker-${i}`,
          until(this.#sim, () => this.worker(), 1000, stopCh),
        );
      }

      yield* stopCh.receive();
    } finally {
      this.#queue.shutDown();
    }
  }

  // Mirrors: pkg/controller/ttl/ttl_controller.go#Controller.addNode
  addNode(node: Node): void {
    this.#nodeCount++;
    if (this.#nodeCount > this.#boundary().sizeMax) {
      this.#boundaryStep++;
      this.#desiredTTLSeconds = this.#boundary().ttlSeconds;
    }
    this.enqueueNode(node);
  }

  /**
   * Every change of a node puts it into the queue. Nothing else tells the other nodes when the size of the cluster
   * matters: a kubelet writes its node's status every few seconds, and the annotation comes right then.
   */
  // Mirrors: pkg/controller/ttl/ttl_controller.go#Controller.updateNode
  updateNode(node: Node): void {
    this.enqueueNode(node);
  }

  // Mirrors: pkg/controller/ttl/ttl_controller.go#Controller.deleteNode
  deleteNode(): void {
    this.#nodeCount--;
    if (this.#nodeCount < this.#boundary().sizeMin) {
      this.#boundaryStep--;
      this.#desiredTTLSeconds = this.#boundary().ttlSeconds;
    }
  }

  // Mirrors: pkg/controller/ttl/ttl_controller.go#Controller.enqueueNode
  enqueueNode(node: Node): void {
    const [key, err] = keyFunc(node);
    if (err) {
      return;
    }
    this.#queue.add(key);
  }

  // Mirrors: pkg/controller/ttl/ttl_controller.go#Controller.worker
  *worker(): Blocking<void> {
    while (yield* this.processItem());
  }

  // Mirrors: pkg/controller/ttl/ttl_controller.go#Controller.processItem
  *processItem(): Blocking<boolean> {
    const [key, quit] = yield* this.#queue.get();
    if (quit) {
      return false;
    }
    try {
      const err = yield* this.updateNodeIfNeeded(key);
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

  // Mirrors: pkg/controller/ttl/ttl_controller.go#Controller.getDesiredTTLSeconds
  getDesiredTTLSeconds(): number {
    return this.#desiredTTLSeconds;
  }

  /** Kubernetes computes the patch from the node before and after; Loopscope writes it down, because it is always this. */
  // Mirrors: pkg/controller/ttl/ttl_controller.go#Controller.patchNodeWithAnnotation
  *patchNodeWithAnnotation(node: Node, annotationKey: string, value: number): Blocking<Error | undefined> {
    const patch = { metadata: { annotations: { [annotationKey]: String(value) } } };
    const nodes = this.#kubeClient.coreV1().nodes();
    const [, err] = yield* nodes.patch(node.metadata.name, 'application/strategic-merge-patch+json', patch);
    return err;
  }

  // Mirrors: pkg/controller/ttl/ttl_controller.go#Controller.updateNodeIfNeeded
  *updateNodeIfNeeded(key: string): Blocking<Error | undefined> {
    const [node, err] = this.#nodeStore.get(key);
    if (err) {
      return isNotFound(err) ? undefined : err;
    }

    const desiredTTLSeconds = this.getDesiredTTLSeconds();
    const currentTTLSeconds = getIntFromAnnotation(node, objectTTLAnnotationKey);
    if (currentTTLSeconds === desiredTTLSeconds) {
      return undefined;
    }

    return yield* this.patchNodeWithAnnotation(node, objectTTLAnnotationKey, desiredTTLSeconds);
  }

  #boundary(): TTLBoundary {
    return ttlBoundaries[this.#boundaryStep] as TTLBoundary;
  }
}

/** The TTL controller of kube-controller-manager, not yet running. */
// Mirrors: pkg/controller/ttl/ttl_controller.go#NewTTLController
export function newTTLController(sim: Sim, nodeInformer: NodeInformer, kubeClient: Clientset): TTLController {
  return new TTLController(sim, nodeInformer, kubeClient);
}

/** The whole number in an annotation; undefined if there is none. */
// Mirrors: pkg/controller/ttl/ttl_controller.go#getIntFromAnnotation
function getIntFromAnnotation(node: Node, annotationKey: string): number | undefined {
  const value = node.metadata.annotations?.[annotationKey];
  return value !== undefined && /^[+-]?\d+$/.test(value) ? Number(value) : undefined;
}
