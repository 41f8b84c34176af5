import type { Namespace } from '../../api/objects.ts';
import { isNotFound } from '../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { type Stop, until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { NamespaceInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/namespace.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { NamespaceLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/namespace.ts';
import type { Client } from '../../../staging/src/k8s.io/client-go/metadata/metadata.ts';
import { ResourceEventHandlerFuncs } from '../../../staging/src/k8s.io/client-go/tools/cache/controller.ts';
import {
  type InformerSynced,
  waitForNamedCacheSync,
} from '../../../staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import { Limiter } from '../../../staging/src/k8s.io/client-go/util/flowcontrol/rate-limiter.ts';
import {
  BucketRateLimiter,
  type RateLimiter,
  newItemExponentialFailureRateLimiter,
  newMaxOfRateLimiter,
} from '../../../staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import {
  type RateLimitingInterface,
  newNamedRateLimitingQueue,
} from '../../../staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.ts';
import type { Result } from '../../../../go/result.ts';
import { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { keyFunc } from '../controller_utils.ts';
import {
  type DiscoverResources,
  type NamespacedResourcesDeleter,
  ResourcesRemainingError,
  newNamespacedResourcesDeleter,
} from './deletion/namespaced_resources_deleter.ts';

/**
 * How long a namespace is left alone after it was deleted or changed: other API servers may not know of its deletion
 * yet, and let objects in.
 */
// Mirrors: pkg/controller/namespace/namespace_controller.go#namespaceDeletionGracePeriod
const namespaceDeletionGracePeriodMs = 5000;

/** Empties namespaces that are being deleted, and lets them go when they are empty. */
// Mirrors: pkg/controller/namespace/namespace_controller.go#NamespaceController
export class NamespaceController {
  readonly #sim: Sim;
  readonly #lister: NamespaceLister;
  readonly #listerSynced: InformerSynced;
  readonly #queue: RateLimitingInterface;
  readonly #namespacedResourcesDeleter: Pick<NamespacedResourcesDeleter, 'delete'>;

  constructor(
    sim: Sim,
    namespaceInformer: NamespaceInformer,
    namespacedResourcesDeleter: Pick<NamespacedResourcesDeleter, 'delete'>,
    resyncPeriodMs: number,
  ) {
    this.#sim = sim;
    this.#queue = newNamedRateLimitingQueue(sim, nsControllerRateLimiter(sim), 'namespace');
    this.#namespacedResourcesDeleter = namespacedResourcesDeleter;
    const informer = namespaceInformer.informer();
    informer.addEventHandlerWithResyncPeriod(
      new ResourceEventHandlerFuncs({
        addFunc: (obj) => this.#enqueueNamespace(obj),
        updateFunc: (_old, obj) => this.#enqueueNamespace(obj),
      }),
      resyncPeriodMs,
    );
    this.#lister = namespaceInformer.lister();
    this.#listerSynced = () => informer.hasSynced();
  }

  // Mirrors: pkg/controller/namespace/namespace_controller.go#NamespaceController.enqueueNamespace
  #enqueueNamespace(namespace: Namespace): void {
    const [key, err] = keyFunc(namespace);
    if (err) return;
    if (!namespace.metadata.deletionTimestamp) return;
    this.#queue.addAfter(key, namespaceDeletionGracePeriodMs);
  }

  /**
   * Takes namespaces until the queue is shut down. One that is not empty yet comes back after half of the time that
   * this is thought to take, and a second; one that failed, after its rate limit.
   */
  // Mirrors: pkg/controller/namespace/namespace_controller.go#NamespaceController.worker
  *#worker(): Blocking<void> {
    for (;;) {
      const [key, quit] = yield* this.#queue.get();
      if (quit) return;
      const err = yield* this.#syncNamespaceFromKey(key);
      if (!err) this.#queue.forget(key);
      else if (err instanceof ResourcesRemainingError)
        this.#queue.addAfter(key, (Math.floor(err.estimate / 2) + 1) * 1000);
      else this.#queue.addRateLimited(key);
      this.#queue.done(key);
    }
  }

  // Mirrors: pkg/controller/namespace/namespace_controller.go#NamespaceController.syncNamespaceFromKey
  *#syncNamespaceFromKey(key: string): Blocking<Error | undefined> {
    const [namespace, err] = this.#lister.get(key);
    if (err) return isNotFound(err) ? undefined : err;
    return yield* this.#namespacedResourcesDeleter.delete(namespace.metadata.name);
  }

  /** Starts the workers once the cache is filled, and waits until `stopCh` is closed. */
  // Mirrors: pkg/controller/namespace/namespace_controller.go#NamespaceController.Run
  *run(workers: number, stopCh: Stop): Blocking<void> {
    try {
      if (!(yield* waitForNamedCacheSync(this.#sim, 'namespace', stopCh, this.#listerSynced))) return;
      for (let i = 1; i <= workers; i++) {
        this.#sim.go(
          `namespace/worker-${i}`,
          until(this.#sim, () => this.#worker(), 1000, stopCh),
        );
      }
      yield* stopCh ? stopCh.receive() : new Chan<never>('nothing').receive();
    } finally {
      this.#queue.shutDown();
    }
  }
}

/** Faster than that of other controllers: a namespace is tried again at least once a minute. */
// Mirrors: pkg/controller/namespace/namespace_controller.go#nsControllerRateLimiter
function nsControllerRateLimiter(sim: Sim): RateLimiter {
  return newMaxOfRateLimiter(
    newItemExponentialFailureRateLimiter(5, 60_000),
    new BucketRateLimiter(new Limiter(sim, 10, 100)),
  );
}

/**
 * A namespace controller, not yet running. Asks the API server what it serves; if that is nothing, the error is one
 * that upstream dies of.
 */
// Mirrors: pkg/controller/namespace/namespace_controller.go#NewNamespaceController
export function* newNamespaceController(
  sim: Sim,
  kubeClient: Clientset,
  metadataClient: Client,
  discoverResources: DiscoverResources,
  namespaceInformer: NamespaceInformer,
  resyncPeriodMs: number,
  finalizerToken: string,
): Blocking<Result<NamespaceController>> {
  const [deleter, err] = yield* newNamespacedResourcesDeleter(sim, {
    nsClient: kubeClient.coreV1().namespaces(),
    metadataClient,
    podsGetter: kubeClient.coreV1(),
    discoverResources,
    finalizerToken,
  });
  if (err) return [undefined, err];
  return [new NamespaceController(sim, namespaceInformer, deleter, resyncPeriodMs), undefined];
}
