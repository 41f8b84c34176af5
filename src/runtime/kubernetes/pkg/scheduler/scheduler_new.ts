import type { Stop } from '../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { SharedInformerFactory } from '../../staging/src/k8s.io/client-go/informers/factory.ts';
import type { Clientset } from '../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { RoundTripper } from '../../../go/http-client.ts';
import type { Result } from '../../../go/result.ts';
import { quote } from '../../../go/strconv.ts';
import type { Sim } from '../../../sim/sim.ts';
import {
  type ExtenderConfig,
  type KubeSchedulerProfile,
  schedulerDefaultProviderName,
} from './apis/config/types.ts';
import type { Gate } from './apis/config/v1beta1/defaults.ts';
import { addAllEventHandlers } from './eventhandlers.ts';
import { type Configurator, type NewCacheDebugger, createFromProvider } from './factory.ts';
import { newInTreeRegistry } from './framework/plugins/registry.ts';
import type { Registry } from './framework/runtime/registry.ts';
import { newCache } from './internal/cache/cache.ts';
import { newEmptySnapshot } from './internal/cache/snapshot.ts';
import {
  defaultPodInitialBackoffDuration,
  defaultPodMaxBackoffDuration,
} from './internal/queue/scheduling_queue.ts';
import { SchedulerMetrics } from './metrics/metrics.ts';
import type { RecorderFactory } from './profile/profile.ts';
import type { Scheduler } from './scheduler.ts';

/** How a scheduler is set up, where it differs from the defaults. */
// Mirrors: pkg/scheduler/scheduler.go#schedulerOptions
export interface SchedulerOptions {
  /** The name of the provider of the plugins with which profiles begin. */
  readonly provider?: string;
  /** In percent; 0 lets the size of the cluster decide. */
  readonly percentageOfNodesToScore?: number;
  readonly podInitialBackoffSeconds?: number;
  readonly podMaxBackoffSeconds?: number;
  /** Plugins that are registered besides those of the tree. */
  readonly frameworkOutOfTreeRegistry?: Registry;
  /** All plugins of the tree, where it is to be another tree. */
  readonly inTreeRegistry?: Registry;
  readonly profiles?: readonly KubeSchedulerProfile[];
  /** How the scheduler is made, where its plugins are not those of a provider. */
  readonly createFrom?: {
    readonly what: string;
    create(c: Configurator): ReturnType<typeof createFromProvider>;
  };
  readonly extenders?: readonly ExtenderConfig[];
  /** The way to extenders; without one nothing can be reached. */
  readonly roundTripper?: RoundTripper;
  readonly metrics?: SchedulerMetrics;
  /** The switches of the program; as v1.20.2 has them, if left out. */
  readonly featureGate?: Gate;
  /** The environment of the program. */
  readonly env?: Readonly<Record<string, string>>;
  readonly newCacheDebugger?: NewCacheDebugger;
}

/** How long a pod that is bound may be assumed to be on its node, until the API server has told of it. */
// Mirrors: pkg/scheduler/scheduler.go#New
const ttlMs = 30_000;

const nowhere: RoundTripper = {
  *post() {
    return [undefined, new Error('dial tcp: connect: network is unreachable')];
  },
};

/** A scheduler that hears of everything through the informers of a factory, which are to be started after. */
// Mirrors: pkg/scheduler/scheduler.go#New
export function newScheduler(
  sim: Sim,
  client: Clientset,
  informerFactory: SharedInformerFactory,
  recorderFactory: RecorderFactory,
  stop: Stop,
  options: SchedulerOptions = {},
): Result<Scheduler> {
  const registry = options.inTreeRegistry ?? newInTreeRegistry();
  const {
    frameworkOutOfTreeRegistry,
    provider = schedulerDefaultProviderName,
    metrics = new SchedulerMetrics(),
  } = options;
  const twice = frameworkOutOfTreeRegistry && registry.merge(frameworkOutOfTreeRegistry);
  if (twice) return [undefined, twice];

  const configurator: Configurator = {
    sim,
    client,
    recorderFactory,
    informerFactory,
    schedulerCache: newCache(sim, ttlMs, stop, { metrics }),
    stopEverything: stop,
    percentageOfNodesToScore: options.percentageOfNodesToScore ?? 0,
    podInitialBackoffSeconds: options.podInitialBackoffSeconds ?? defaultPodInitialBackoffDuration / 1000,
    podMaxBackoffSeconds: options.podMaxBackoffSeconds ?? defaultPodMaxBackoffDuration / 1000,
    profiles: options.profiles ?? [{ schedulerName: 'default-scheduler' }],
    registry,
    featureGate: options.featureGate,
    env: options.env,
    nodeInfoSnapshot: newEmptySnapshot(),
    extenders: options.extenders ?? [],
    roundTripper: options.roundTripper ?? nowhere,
    metrics,
    newCacheDebugger: options.newCacheDebugger,
  };
  const { what, create } = options.createFrom ?? {
    what: `using provider ${quote(provider)}`,
    create: () => createFromProvider(configurator, provider),
  };
  const [sched, err] = create(configurator);
  if (err) return [undefined, new Error(`couldn't create scheduler ${what}: ${err.message}`, { cause: err })];
  addAllEventHandlers(sched, informerFactory);
  return [sched, undefined];
}
