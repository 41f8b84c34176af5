import type { KubeObject } from '../../apimachinery/pkg/runtime/object.ts';
import type { GroupVersionResource } from '../../apimachinery/pkg/runtime/schema/group_version.ts';
import type { Stop } from '../../apimachinery/pkg/util/wait/wait.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../sim/sim.ts';
import type { Clientset } from '../kubernetes/clientset.ts';
import type { QueueKind } from '../tools/cache/queue-kind.ts';
import { type ObjectType, resourceOf } from '../tools/cache/reflector.ts';
import { type SharedIndexInformer, waitForCacheSync } from '../tools/cache/shared_informer.ts';
import { type ReplicaSetInformer, replicaSetResource } from './apps/v1/replicaset.ts';
import { endpointsResource } from './core/v1/endpoints.ts';
import { namespaceResource } from './core/v1/namespace.ts';
import { nodeResource } from './core/v1/node.ts';
import { podResource } from './core/v1/pod.ts';
import { replicationControllerResource } from './core/v1/replicationcontroller.ts';
import { secretResource } from './core/v1/secret.ts';
import { serviceResource } from './core/v1/service.ts';
import { serviceAccountResource } from './core/v1/serviceaccount.ts';
import type { CoreV1Informers } from './core/v1/interface.ts';
import { type GenericInformer, forResource } from './generic.ts';
import type {
  NewInformerFunc,
  SharedInformerFactory as FactoryOfInformers,
  TweakListOptionsFunc,
} from './internalinterfaces/factory_interfaces.ts';
import {
  type PodDisruptionBudgetInformer,
  podDisruptionBudgetResource,
} from './policy/v1beta1/poddisruptionbudget.ts';
import {
  type InformerScope,
  type Resource,
  type ResourceInformer,
  newResourceInformer,
} from './resource-informer.ts';

/** How a factory's informers are made. All but `program` may be left out. */
export interface SharedInformerFactoryOptions {
  /** The program whose informers these are: the first half of their names. */
  readonly program: string;
  /** For informers without a custom period; 0, for no resyncs, if left out. */
  readonly defaultResyncMs?: number;
  readonly customResync?: readonly { readonly type: ObjectType; readonly periodMs: number }[];
  /** The only namespace that is seen; all if left out. */
  readonly namespace?: string;
  readonly tweakListOptions?: TweakListOptionsFunc;
  /** The queue of every informer: a DeltaFIFO if left out. */
  readonly queueKind?: QueueKind;
}

/**
 * Makes at most one informer for each kind, so that all who ask share one watch and one cache. Asking for an
 * informer or a lister registers it; `start` runs what is registered.
 */
// Mirrors: staging/src/k8s.io/client-go/informers/factory.go#SharedInformerFactory
export interface SharedInformerFactory extends FactoryOfInformers {
  /** Waits for the informers that were started; tells by type which of them synced before `stop` closed. */
  waitForCacheSync(stop: Stop): Blocking<Map<string, boolean>>;
  /** The informer of any resource that the factory has one for. */
  forResource(resource: GroupVersionResource): Result<GenericInformer>;
  /**
   * The informer of a kind that few programs ask for, such as `of(storageClassResource)`: only they carry it.
   * Upstream's factory has an accessor for each.
   */
  of<T extends KubeObject, Lister>(resource: Resource<T, Lister>): ResourceInformer<T, Lister>;
  core(): { v1(): CoreV1Informers };
  apps(): { v1(): { replicaSets(): ReplicaSetInformer } };
  policy(): { v1beta1(): { podDisruptionBudgets(): PodDisruptionBudgetInformer } };
}

// Mirrors: staging/src/k8s.io/client-go/informers/factory.go#sharedInformerFactory
class SharedInformerFactoryImpl implements SharedInformerFactory {
  readonly sim: Sim;
  readonly program: string;
  readonly #client: Clientset;
  /** Itself, or what observes it. */
  readonly observed: SharedInformerFactory;
  readonly #scope: InformerScope;
  readonly #defaultResyncMs: number;
  /** By type. */
  readonly #customResync: ReadonlyMap<string, number>;
  /** By type. */
  readonly #informers = new Map<string, SharedIndexInformer>();
  /** The types whose informers run, so that `start` may be called again. */
  readonly #startedInformers = new Set<string>();

  constructor(sim: Sim, client: Clientset, options: SharedInformerFactoryOptions) {
    this.sim = sim;
    this.program = options.program;
    this.#client = client;
    const { namespace = '', tweakListOptions, queueKind, defaultResyncMs = 0, customResync = [] } = options;
    this.observed = sim.observe('informer-factory', options.program, this);
    this.#scope = { factory: this.observed, namespace, tweakListOptions, queueKind };
    this.#defaultResyncMs = defaultResyncMs;
    this.#customResync = new Map(customResync.map(({ type, periodMs }) => [keyOfType(type), periodMs]));
  }

  // Mirrors: staging/src/k8s.io/client-go/informers/factory.go#sharedInformerFactory.Start
  start(stop: Stop): void {
    for (const [type, informer] of this.#informers) {
      if (this.#startedInformers.has(type)) continue;
      this.sim.go(`${resourceOf(informer.name)}/informer`, informer.run(stop));
      this.#startedInformers.add(type);
    }
  }

  // Mirrors: staging/src/k8s.io/client-go/informers/factory.go#sharedInformerFactory.WaitForCacheSync
  *waitForCacheSync(stop: Stop): Blocking<Map<string, boolean>> {
    const started = [...this.#informers].filter(([type]) => this.#startedInformers.has(type));
    const res = new Map<string, boolean>();
    for (const [type, informer] of started) {
      res.set(type, yield* waitForCacheSync(this.sim, stop, () => informer.hasSynced()));
    }
    return res;
  }

  // Mirrors: staging/src/k8s.io/client-go/informers/factory.go#sharedInformerFactory.InformerFor
  informerFor<T extends KubeObject>(type: ObjectType, newFunc: NewInformerFunc<T>): SharedIndexInformer<T> {
    const key = keyOfType(type);
    const registered = this.#informers.get(key);
    if (registered) return registered as SharedIndexInformer<T>;
    const informer = newFunc(this.#client, this.#customResync.get(key) ?? this.#defaultResyncMs);
    this.#informers.set(key, informer as SharedIndexInformer);
    return informer;
  }

  // Mirrors: staging/src/k8s.io/client-go/informers/generic.go#sharedInformerFactory.ForResource
  forResource(resource: GroupVersionResource): Result<GenericInformer> {
    return forResource(this.#scope, resource);
  }

  of<T extends KubeObject, Lister>(resource: Resource<T, Lister>): ResourceInformer<T, Lister> {
    return newResourceInformer(this.#scope, resource);
  }

  core(): { v1(): CoreV1Informers } {
    const scope = this.#scope;
    return {
      v1: () => ({
        pods: () => newResourceInformer(scope, podResource),
        nodes: () => newResourceInformer(scope, nodeResource),
        namespaces: () => newResourceInformer(scope, namespaceResource),
        services: () => newResourceInformer(scope, serviceResource),
        endpoints: () => newResourceInformer(scope, endpointsResource),
        replicationControllers: () => newResourceInformer(scope, replicationControllerResource),
        serviceAccounts: () => newResourceInformer(scope, serviceAccountResource),
        secrets: () => newResourceInformer(scope, secretResource),
      }),
    };
  }

  apps(): { v1(): { replicaSets(): ReplicaSetInformer } } {
    return { v1: () => ({ replicaSets: () => newResourceInformer(this.#scope, replicaSetResource) }) };
  }

  policy(): { v1beta1(): { podDisruptionBudgets(): PodDisruptionBudgetInformer } } {
    const scope = this.#scope;
    const podDisruptionBudgets = () => newResourceInformer(scope, podDisruptionBudgetResource);
    return { v1beta1: () => ({ podDisruptionBudgets }) };
  }
}

/** `apps/v1 ReplicaSet`. */
const keyOfType = ({ apiVersion, kind }: ObjectType): string => `${apiVersion} ${kind}`;

/** A factory without informers yet, observed as `informer-factory` under its program. */
// Mirrors: staging/src/k8s.io/client-go/informers/factory.go#NewSharedInformerFactoryWithOptions
export function newSharedInformerFactory(
  sim: Sim,
  client: Clientset,
  options: SharedInformerFactoryOptions,
): SharedInformerFactory {
  return new SharedInformerFactoryImpl(sim, client, options).observed;
}
