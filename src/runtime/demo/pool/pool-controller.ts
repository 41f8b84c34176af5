import type { ConfigMap, Pod } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  isAlreadyExists,
  isNotFound,
} from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  getControllerOf,
  isControlledBy,
  newControllerRef,
} from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.ts';
import { everything } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { until } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { LiveObject, Pod as LivePod } from '../../kubernetes/pkg/api/objects.ts';
import { isPodReady } from '../../kubernetes/pkg/api/v1/pod/util.ts';
import type { PodLister } from '../../kubernetes/staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import { ResourceEventHandlerFuncs } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import {
  type Deleted,
  lastState,
} from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/last-state.ts';
import type { GenericLister } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/listers.ts';
import {
  type InformerSynced,
  waitForNamedCacheSync,
} from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import { defaultControllerRateLimiter } from '../../kubernetes/staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import {
  type RateLimitingInterface,
  newNamedRateLimitingQueue,
} from '../../kubernetes/staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.ts';
import { keyFunc } from '../../kubernetes/pkg/controller/controller_utils.ts';
import type { Chan } from '../../sim/chan.ts';
import type { Blocking } from '../../sim/process.ts';
import type { Sim } from '../../sim/sim.ts';
import type { ControllerContext } from '../manager.ts';
import { type PodPools, newPodPools, podPoolInformer } from './client.ts';
import { poolStatus } from './status.ts';
import { type PodPool, podPoolKind, poolLabel, registerFinalizer } from './types.ts';

type LivePool = PodPool & LiveObject;
type MaybeError = Error | undefined;

const maxRetries = 5;

/** The register is in another namespace than the pools, so no owner reference can reach it. */
const register = { namespace: 'kube-system', name: 'pod-pools' } as const;

/** Keeps as many pods as each pool asks for, enters the pool in a register, and tells how far it is. */
// In Go: content/your-own/custom-resource/go/client-go/controller.go#PoolController
export class PoolController {
  readonly #sim: Sim;
  readonly #ctx: ControllerContext;
  readonly #pools: PodPools;
  readonly #poolLister: GenericLister<PodPool>;
  readonly #podLister: PodLister;
  readonly #synced: readonly InformerSynced[];
  readonly #queue: RateLimitingInterface;

  // In Go: content/your-own/custom-resource/go/client-go/controller.go#NewPoolController
  constructor(ctx: ControllerContext) {
    this.#sim = ctx.sim;
    this.#ctx = ctx;
    this.#queue = newNamedRateLimitingQueue(ctx.sim, defaultControllerRateLimiter(ctx.sim), 'podpool');
    this.#pools = newPodPools(ctx.sim, ctx.config);
    const pools = podPoolInformer(ctx.informers, this.#pools);
    const pods = ctx.informers.core().v1().pods();
    this.#poolLister = pools.lister;
    this.#podLister = pods.lister();
    this.#synced = [() => pools.informer.hasSynced(), () => pods.informer().hasSynced()];

    pools.informer.addEventHandler(
      new ResourceEventHandlerFuncs<PodPool>({
        addFunc: (pool) => this.#enqueue(pool),
        updateFunc: (_, pool) => this.#enqueue(pool),
        deleteFunc: (pool) => this.#enqueue(pool),
      }),
    );
    pods.informer().addEventHandler(
      new ResourceEventHandlerFuncs<Pod>({
        addFunc: (pod) => this.#enqueueOwner(pod),
        updateFunc: (_, pod) => this.#enqueueOwner(pod),
        deleteFunc: (pod) => this.#enqueueOwner(pod),
      }),
    );
  }

  /** Runs until `stop` closes. */
  // In Go: content/your-own/custom-resource/go/client-go/controller.go#PoolController.Run
  *run(workers: number, stop: Chan<never>): Blocking<void> {
    try {
      if (!(yield* waitForNamedCacheSync(this.#sim, 'podpool', stop, ...this.#synced))) return;
      for (let i = 1; i <= workers; i++) {
        this.#sim.go(
          `podpool/worker-${i}`,
          until(this.#sim, () => this.#runWorker(), 1000, stop),
        );
      }
      yield* stop.receive();
    } finally {
      this.#queue.shutDown();
    }
  }

  *#runWorker(): Blocking<void> {
    for (;;) {
      const [key, quit] = yield* this.#queue.get();
      if (quit) return;
      try {
        this.#handleErr(yield* this.sync(key), key);
      } finally {
        this.#queue.done(key);
      }
    }
  }

  // In Go: content/your-own/custom-resource/go/client-go/controller.go#PoolController.handleErr
  #handleErr(err: MaybeError, key: string): void {
    if (err && this.#queue.numRequeues(key) < maxRetries) return this.#queue.addRateLimited(key);
    this.#queue.forget(key);
    if (err) this.#ctx.print(`Dropping ${key} out of the queue: ${err.message}`);
  }

  /** Brings one pool a step nearer to what it asks for. Each write brings its key again. */
  // In Go: content/your-own/custom-resource/go/client-go/controller.go#PoolController.sync
  *sync(key: string): Blocking<MaybeError> {
    const [namespace = '', name = ''] = key.split('/');
    const [found, err] = this.#poolLister.byNamespace(namespace).get(name);
    // Its pods name it as their owner: the garbage collector takes them away.
    if (err) return isNotFound(err) ? undefined : err;
    const pool = found as LivePool;
    if (pool.metadata.deletionTimestamp !== undefined) return yield* this.#finalize(pool);
    // Before anything is made outside that will have to be cleaned up.
    if (!pool.metadata.finalizers?.includes(registerFinalizer)) return yield* this.#addFinalizer(pool);
    const entryErr = yield* this.#writeEntry(pool, String(pool.spec.size));
    if (entryErr) return entryErr;
    const pods = this.#podsOf(pool);
    const podsErr = yield* this.#syncPods(pool, pods);
    const statusErr = yield* this.#updateStatus(pool, pods);
    return podsErr ?? statusErr;
  }

  *#addFinalizer(pool: LivePool): Blocking<MaybeError> {
    const finalizers = [...(pool.metadata.finalizers ?? []), registerFinalizer];
    return yield* this.#update({ ...pool, metadata: { ...pool.metadata, finalizers } });
  }

  /** First what has to be cleaned up, then the finalizer: once it is off, nobody comes back here. */
  // In Go: content/your-own/custom-resource/go/client-go/controller.go#PoolController.finalize
  *#finalize(pool: LivePool): Blocking<MaybeError> {
    const { finalizers = [] } = pool.metadata;
    if (!finalizers.includes(registerFinalizer)) return undefined;
    const err = yield* this.#writeEntry(pool, null);
    if (err) return err;
    const rest = finalizers.filter((each) => each !== registerFinalizer);
    return yield* this.#update({ ...pool, metadata: { ...pool.metadata, finalizers: rest } });
  }

  *#update(pool: LivePool): Blocking<MaybeError> {
    const [, err] = yield* this.#pools(pool.metadata.namespace).update(pool);
    return err;
  }

  /** Writes the entry of a pool in the register, or takes it out. Doing it twice changes nothing. */
  // In Go: content/your-own/custom-resource/go/client-go/controller.go#PoolController.writeEntry
  *#writeEntry({ metadata }: LivePool, entry: string | null): Blocking<MaybeError> {
    const configMaps = this.#ctx.client.coreV1().configMaps(register.namespace);
    const key = `${metadata.namespace}.${metadata.name}`;
    const [, err] = yield* configMaps.patch(register.name, 'application/merge-patch+json', {
      data: { [key]: entry },
    });
    if (!isNotFound(err)) return err;
    if (entry === null) return undefined;
    const made: ConfigMap = {
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: register,
      data: { [key]: entry },
    };
    const [, createErr] = yield* configMaps.create(made);
    return createErr;
  }

  /** Those that this pool controls. One that only has the label is somebody else's. */
  // In Go: content/your-own/custom-resource/go/client-go/controller.go#PoolController.podsOf
  #podsOf(pool: LivePool): LivePod[] {
    const [pods = []] = this.#podLister.pods(pool.metadata.namespace).list(everything());
    return (pods as LivePod[]).filter((pod) => isControlledBy(pod, pool));
  }

  /** Names are fixed, so a cache that is behind can lead to a refusal, and never to a pod too many. */
  // In Go: content/your-own/custom-resource/go/client-go/controller.go#PoolController.syncPods
  *#syncPods(pool: LivePool, pods: readonly LivePod[]): Blocking<MaybeError> {
    const wanted = Array.from({ length: pool.spec.size }, (_, i) => `${pool.metadata.name}-${i}`);
    const client = this.#ctx.client.coreV1().pods(pool.metadata.namespace);
    for (const name of wanted.filter((each) => !pods.some(({ metadata }) => metadata.name === each))) {
      const [, err] = yield* client.create(newPod(pool, name));
      if (err && !isAlreadyExists(err)) return err;
    }
    for (const { metadata } of pods) {
      if (wanted.includes(metadata.name) || metadata.deletionTimestamp !== undefined) continue;
      const err = yield* client.delete(metadata.name);
      if (err && !isNotFound(err)) return err;
    }
    return undefined;
  }

  // In Go: content/your-own/custom-resource/go/client-go/controller.go#PoolController.updateStatus
  *#updateStatus(pool: LivePool, pods: readonly LivePod[]): Blocking<MaybeError> {
    const ready = pods.filter(
      (pod) => pod.metadata.deletionTimestamp === undefined && isPodReady(pod),
    ).length;
    const status = poolStatus(pool, ready, this.#sim.timestamp());
    if (status === pool.status) return undefined;
    const [, err] = yield* this.#pools(pool.metadata.namespace).updateStatus({ ...pool, status });
    return err;
  }

  // In Go: content/your-own/custom-resource/go/client-go/controller.go#PoolController.enqueue
  #enqueue(pool: Deleted<PodPool>): void {
    const [key, err] = keyFunc(pool);
    if (!err) this.#queue.add(key);
  }

  /** A pod leads to its pool by its owner reference. */
  // In Go: content/your-own/custom-resource/go/client-go/controller.go#PoolController.enqueueOwner
  #enqueueOwner(object: Deleted<Pod>): void {
    const pod = lastState(object);
    if (!pod) return;
    const owner = getControllerOf(pod);
    if (owner?.kind === podPoolKind.kind) this.#queue.add(`${pod.metadata.namespace}/${owner.name}`);
  }
}

// In Go: content/your-own/custom-resource/go/client-go/controller.go#newPod
function newPod(pool: LivePool, name: string): Pod {
  const { namespace } = pool.metadata;
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name,
      namespace,
      labels: { [poolLabel]: pool.metadata.name },
      ownerReferences: [newControllerRef(pool, podPoolKind)],
    },
    spec: { containers: [{ name: 'app', image: pool.spec.image }] },
  };
}
