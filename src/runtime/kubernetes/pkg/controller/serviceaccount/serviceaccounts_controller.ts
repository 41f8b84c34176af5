import type { Namespace, ServiceAccount } from '../../api/objects.ts';
import {
  hasStatusCause,
  isAlreadyExists,
  isNotFound,
} from '../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { newAggregate } from '../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import { until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { NamespaceInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/namespace.ts';
import type { ServiceAccountInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/serviceaccount.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { NamespaceLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/namespace.ts';
import type { ServiceAccountLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/serviceaccount.ts';
import { ResourceEventHandlerFuncs } from '../../../staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { type Deleted, lastState } from '../../../staging/src/k8s.io/client-go/tools/cache/last-state.ts';
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
import { namespaceTerminatingCause } from '../controller_utils.ts';

/** Which accounts every namespace gets, and how often all accounts and namespaces are looked at again; 0 for never. */
// Mirrors: pkg/controller/serviceaccount/serviceaccounts_controller.go#ServiceAccountsControllerOptions
export interface ServiceAccountsControllerOptions {
  readonly serviceAccounts: readonly { readonly metadata: { readonly name: string } }[];
  readonly serviceAccountResyncMs: number;
  readonly namespaceResyncMs: number;
}

/** One account, `default`. */
// Mirrors: pkg/controller/serviceaccount/serviceaccounts_controller.go#DefaultServiceAccountsControllerOptions
export function defaultServiceAccountsControllerOptions(): ServiceAccountsControllerOptions {
  return {
    serviceAccounts: [{ metadata: { name: 'default' } }],
    serviceAccountResyncMs: 0,
    namespaceResyncMs: 0,
  };
}

/** Sees to it that every active namespace has its accounts. A key is the name of a namespace. */
// Mirrors: pkg/controller/serviceaccount/serviceaccounts_controller.go#ServiceAccountsController
export class ServiceAccountsController {
  readonly #sim: Sim;
  readonly #client: Clientset;
  readonly #serviceAccountsToEnsure: ServiceAccountsControllerOptions['serviceAccounts'];
  readonly #saLister: ServiceAccountLister;
  readonly #saListerSynced: InformerSynced;
  readonly #nsLister: NamespaceLister;
  readonly #nsListerSynced: InformerSynced;
  readonly #queue: RateLimitingInterface;
  /** What a worker does with a key. Tests put something else here. */
  syncHandler: (key: string) => Blocking<Error | undefined> = (key) => this.syncNamespace(key);

  // Part of: pkg/controller/serviceaccount/serviceaccounts_controller.go#NewServiceAccountsController
  constructor(
    sim: Sim,
    saInformer: ServiceAccountInformer,
    nsInformer: NamespaceInformer,
    cl: Clientset,
    options: ServiceAccountsControllerOptions,
  ) {
    this.#sim = sim;
    this.#client = cl;
    this.#serviceAccountsToEnsure = options.serviceAccounts;
    this.#queue = newNamedRateLimitingQueue(sim, defaultControllerRateLimiter(sim), 'serviceaccount');

    saInformer.informer().addEventHandlerWithResyncPeriod(
      new ResourceEventHandlerFuncs<ServiceAccount>({
        deleteFunc: (obj) => this.serviceAccountDeleted(obj),
      }),
      options.serviceAccountResyncMs,
    );
    this.#saLister = saInformer.lister();
    this.#saListerSynced = () => saInformer.informer().hasSynced();

    nsInformer.informer().addEventHandlerWithResyncPeriod(
      new ResourceEventHandlerFuncs<Namespace>({
        addFunc: (namespace) => this.namespaceAdded(namespace),
        updateFunc: (old, cur) => this.namespaceUpdated(old, cur),
      }),
      options.namespaceResyncMs,
    );
    this.#nsLister = nsInformer.lister();
    this.#nsListerSynced = () => nsInformer.informer().hasSynced();
  }

  // Mirrors: pkg/controller/serviceaccount/serviceaccounts_controller.go#ServiceAccountsController.Run
  *run(workers: number, stopCh: Chan<never>): Blocking<void> {
    try {
      const synced = [this.#saListerSynced, this.#nsListerSynced];
      if (!(yield* waitForNamedCacheSync(this.#sim, 'service account', stopCh, ...synced))) {
        return;
      }

      for (let i = 1; i <= workers; i++) {
        this.#sim.go(
          `serviceaccount/worker-${i}`,
          until(this.#sim, () => this.runWorker(), 1000, stopCh),
        );
      }

      yield* stopCh.receive();
    } finally {
      this.#queue.shutDown();
    }
  }

  /** The namespace of an account that was deleted may need it again. */
  // Mirrors: pkg/controller/serviceaccount/serviceaccounts_controller.go#ServiceAccountsController.serviceAccountDeleted
  serviceAccountDeleted(obj: Deleted<ServiceAccount>): void {
    const sa = lastState(obj);
    if (sa === undefined) {
      return;
    }
    this.#queue.add(sa.metadata.namespace);
  }

  // Mirrors: pkg/controller/serviceaccount/serviceaccounts_controller.go#ServiceAccountsController.namespaceAdded
  namespaceAdded(namespace: Namespace): void {
    this.#queue.add(namespace.metadata.name);
  }

  // Mirrors: pkg/controller/serviceaccount/serviceaccounts_controller.go#ServiceAccountsController.namespaceUpdated
  namespaceUpdated(_oldNamespace: Namespace, newNamespace: Namespace): void {
    this.#queue.add(newNamespace.metadata.name);
  }

  // Mirrors: pkg/controller/serviceaccount/serviceaccounts_controller.go#ServiceAccountsController.runWorker
  *runWorker(): Blocking<void> {
    while (yield* this.processNextWorkItem());
  }

  // Mirrors: pkg/controller/serviceaccount/serviceaccounts_controller.go#ServiceAccountsController.processNextWorkItem
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
   * Creates the accounts that an active namespace lacks. Kubernetes makes one aggregate of an aggregate's parts; here
   * none has parts of its own.
   */
  // Mirrors: pkg/controller/serviceaccount/serviceaccounts_controller.go#ServiceAccountsController.syncNamespace
  *syncNamespace(key: string): Blocking<Error | undefined> {
    const [ns, err] = this.#nsLister.get(key);
    if (err) {
      return isNotFound(err) ? undefined : err;
    }
    if (ns.status?.phase !== 'Active') {
      // Into a namespace that is going away nothing can be created.
      return undefined;
    }

    const createFailures: Error[] = [];
    for (const sa of this.#serviceAccountsToEnsure) {
      const [, getErr] = this.#saLister.serviceAccounts(ns.metadata.name).get(sa.metadata.name);
      if (getErr === undefined) {
        continue;
      }
      if (!isNotFound(getErr)) {
        return getErr;
      }

      const accounts = this.#client.coreV1().serviceAccounts(ns.metadata.name);
      const [, createErr] = yield* accounts.create({
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { ...sa.metadata, namespace: ns.metadata.name },
      });
      if (createErr && !isAlreadyExists(createErr)) {
        // The cache may not know yet that the namespace is going away.
        if (!hasStatusCause(createErr, namespaceTerminatingCause)) {
          createFailures.push(createErr);
        }
      }
    }

    return newAggregate(createFailures);
  }
}

/** The service account controller of kube-controller-manager, not yet running. */
// Mirrors: pkg/controller/serviceaccount/serviceaccounts_controller.go#NewServiceAccountsController
export function newServiceAccountsController(
  sim: Sim,
  saInformer: ServiceAccountInformer,
  nsInformer: NamespaceInformer,
  cl: Clientset,
  options: ServiceAccountsControllerOptions,
): ServiceAccountsController {
  return new ServiceAccountsController(sim, saInformer, nsInformer, cl, options);
}
