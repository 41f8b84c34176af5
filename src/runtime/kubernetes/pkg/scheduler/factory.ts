import { StatusError, isNotFound } from '../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Stop } from '../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { Node } from '../api/objects.ts';
import type { SharedInformerFactory } from '../../staging/src/k8s.io/client-go/informers/factory.ts';
import type { Clientset } from '../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { NodeLister } from '../../staging/src/k8s.io/client-go/listers/core/v1/node.ts';
import type { PodLister } from '../../staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import type { RoundTripper } from '../../../go/http-client.ts';
import type { Result } from '../../../go/result.ts';
import { quote } from '../../../go/strconv.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';
import { newRegistry } from './algorithmprovider/registry.ts';
import {
  type ExtenderConfig,
  type KubeSchedulerProfile,
  type PluginConfig,
  type PluginsConfig,
  applyPlugins,
} from './apis/config/types.ts';
import { type Gate, shippedGate } from './apis/config/v1beta1/defaults.ts';
import type { Policy } from './apis/config/legacy_types.ts';
import { validatePolicy } from './apis/config/validation/validation.ts';
import { newHTTPExtender } from './core/extender.ts';
import { newGenericScheduler } from './core/generic_scheduler.ts';
import type { Registry } from './framework/runtime/registry.ts';
import type { QueuedPodInfo } from './framework/types.ts';
import {
  type ConfigProducerArgs,
  type Produced,
  appendPredicateConfigs,
  appendPriorityConfigs,
  defaultPredicates,
  defaultPriorities,
  equalPriority,
  processPredicatePolicy,
  processPriorityPolicy,
} from './framework/plugins/legacy_registry.ts';
import { name as prioritySort } from './framework/plugins/queuesort/priority_sort.ts';
import { name as defaultPreemption } from './framework/plugins/defaultpreemption/default_preemption.ts';
import { name as defaultBinder } from './framework/plugins/defaultbinder/default_binder.ts';
import type { CacheDebugger } from './internal/cache/debugger/debugger.ts';
import type { Cache } from './internal/cache/interface.ts';
import type { Snapshot } from './internal/cache/snapshot.ts';
import {
  type SchedulingQueue,
  makeNextPodFunc,
  newPodNominator,
  newSchedulingQueue,
} from './internal/queue/scheduling_queue.ts';
import type { SchedulerMetrics } from './metrics/metrics.ts';
import { type RecorderFactory, newMap } from './profile/profile.ts';
import type { SchedulerParts } from './scheduler.ts';

/** What schedulers are made from. */
// Mirrors: pkg/scheduler/factory.go#Configurator
export interface Configurator {
  readonly sim: Sim;
  readonly client: Clientset;
  readonly recorderFactory: RecorderFactory;
  readonly informerFactory: SharedInformerFactory;
  /** Close it to end all. */
  readonly stopEverything: Stop;
  readonly schedulerCache: Cache;
  /** To learn of every filter that refuses a node, not of the first only. */
  readonly alwaysCheckAllPredicates?: boolean;
  readonly percentageOfNodesToScore: number;
  readonly podInitialBackoffSeconds: number;
  readonly podMaxBackoffSeconds: number;
  readonly profiles: readonly KubeSchedulerProfile[];
  readonly registry: Registry;
  /** The switches of the program; as v1.20.2 has them, if left out. */
  readonly featureGate?: Gate | undefined;
  /** The environment of the program; empty, if left out. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly nodeInfoSnapshot: Snapshot;
  readonly extenders: readonly ExtenderConfig[];
  /** The way to the extenders. */
  readonly roundTripper: RoundTripper;
  readonly metrics: SchedulerMetrics;
  readonly newCacheDebugger?: NewCacheDebugger | undefined;
}

/** What looks into the cache when a signal says so. Only a program can get one, and so not every scheduler has it. */
export type NewCacheDebugger = (
  nodeLister: NodeLister,
  podLister: PodLister,
  cache: Cache,
  podQueue: SchedulingQueue,
) => Pick<CacheDebugger, 'listenForSignal'>;

/** The parts of a scheduler, put together from plugins that are registered. */
// Mirrors: pkg/scheduler/factory.go#Configurator.create
export function create(c: Configurator): Result<SchedulerParts> {
  const { sim, client, informerFactory, schedulerCache, nodeInfoSnapshot, metrics } = c;
  // Those without which scheduling goes on are asked last.
  const made = c.extenders.map((extender) => newHTTPExtender(sim, extender, c.roundTripper));
  const extenders = [
    ...made.filter((extender) => !extender.isIgnorable()),
    ...made.filter((extender) => extender.isIgnorable()),
  ];

  const nominator = sim.observe('pod-nominator', 'scheduler', newPodNominator());
  const [profiles, err] = newMap(withIgnoredResources(c), c.registry, c.recorderFactory, {
    sim,
    clientSet: client,
    informerFactory,
    snapshotSharedLister: nodeInfoSnapshot,
    runAllFilters: c.alwaysCheckAllPredicates,
    podNominator: nominator,
    metrics,
    extenders,
    featureGate: c.featureGate,
    env: c.env,
  });
  if (err) return [undefined, new Error(`initializing profiles: ${err.message}`, { cause: err })];
  const [first] = profiles.values();
  if (!first) return [undefined, new Error('at least one profile is required')];
  // All profiles order the queue in the same way.
  const lessFn = first.queueSortFunc();
  const podQueue = newSchedulingQueue(sim, lessFn, {
    podInitialBackoffDurationMs: c.podInitialBackoffSeconds * 1000,
    podMaxBackoffDurationMs: c.podMaxBackoffSeconds * 1000,
    podNominator: nominator,
    metrics,
  });

  const nodeLister = informerFactory.core().v1().nodes().lister();
  const podLister = informerFactory.core().v1().pods().lister();
  c.newCacheDebugger?.(nodeLister, podLister, schedulerCache, podQueue).listenForSignal(c.stopEverything);

  const algorithm = newGenericScheduler(
    sim,
    schedulerCache,
    nodeInfoSnapshot,
    extenders,
    c.percentageOfNodesToScore,
  );
  const parts: SchedulerParts = {
    schedulerCache,
    algorithm,
    profiles,
    nextPod: makeNextPodFunc(podQueue),
    error: makeDefaultErrorFunc(client, podLister, podQueue, schedulerCache),
    stopEverything: c.stopEverything,
    schedulingQueue: podQueue,
    client,
    metrics,
  };
  return [parts, undefined];
}

/**
 * What extenders manage and the scheduler is to ignore becomes an argument of NodeResourcesFit. A profile that gives that
 * plugin arguments of its own cannot have such extenders: it would have two.
 */
// Part of: pkg/scheduler/factory.go#Configurator.create
function withIgnoredResources({ extenders, profiles }: Configurator): readonly KubeSchedulerProfile[] {
  const ignoredResources = extenders
    .flatMap(({ managedResources = [] }) => managedResources)
    .filter(({ ignoredByScheduler }) => ignoredByScheduler)
    .map(({ name }) => name);
  if (ignoredResources.length === 0) return profiles;
  const pc: PluginConfig = { name: 'NodeResourcesFit', args: { ignoredResources } };
  return profiles.map((prof) => ({ ...prof, pluginConfig: [...(prof.pluginConfig ?? []), pc] }));
}

/** The parts of a scheduler whose profiles begin with the plugins of a provider. */
// Mirrors: pkg/scheduler/factory.go#Configurator.createFromProvider
export function createFromProvider(c: Configurator, providerName: string): Result<SchedulerParts> {
  const defaultPlugins = newRegistry(c.featureGate)[providerName];
  if (!defaultPlugins)
    return [undefined, new Error(`algorithm provider ${quote(providerName)} is not registered`)];
  const profiles = c.profiles.map((prof) => ({
    ...prof,
    plugins: applyPlugins(defaultPlugins, prof.plugins),
  }));
  return create({ ...c, profiles });
}

/** The parts of a scheduler whose profiles have the plugins that came in the place of what a policy names. */
// Mirrors: pkg/scheduler/factory.go#Configurator.createFromConfig
export function createFromConfig(c: Configurator, policy: Policy): Result<SchedulerParts> {
  const [produced, err] = profileOf(policy, c.featureGate);
  if (err) return [undefined, err];
  const profiles = c.profiles.map((prof) => ({ ...prof, ...produced }));
  const { extenders = [], alwaysCheckAllPredicates = c.alwaysCheckAllPredicates } = policy;
  return create({ ...c, profiles, extenders, alwaysCheckAllPredicates });
}

/** The plugins of a policy, and their arguments. */
// Part of: pkg/scheduler/factory.go#Configurator.createFromConfig
export function profileOf(
  policy: Policy,
  gate: Gate = shippedGate,
): Result<Pick<KubeSchedulerProfile, 'plugins' | 'pluginConfig'>> {
  const wrong = validatePolicy(policy);
  if (wrong) return [undefined, wrong];
  const args: ConfigProducerArgs = {};
  const [predicateKeys, noPredicate] = predicateKeysOf(policy, args);
  if (noPredicate) return [undefined, noPredicate];
  const [priorityKeys, noPriority] = priorityKeysOf(policy, args, gate);
  if (noPriority) return [undefined, noPriority];
  const { hardPodAffinitySymmetricWeight: hardPodAffinityWeight = 0 } = policy;
  if (hardPodAffinityWeight !== 0) args.interPodAffinityArgs = { hardPodAffinityWeight };

  // What was neither a predicate nor a priority before.
  const produced: Produced = {
    plugins: {
      queueSort: { enabled: [{ name: prioritySort }] },
      postFilter: { enabled: [{ name: defaultPreemption }] },
      bind: { enabled: [{ name: defaultBinder }] },
    },
    pluginConfig: [],
  };
  const err =
    appendPredicateConfigs(predicateKeys, args, produced) ??
    appendPriorityConfigs(priorityKeys, args, produced, gate);
  if (err) return [undefined, err];
  return [{ plugins: produced.plugins as PluginsConfig, pluginConfig: produced.pluginConfig }, undefined];
}

function predicateKeysOf({ predicates }: Policy, args: ConfigProducerArgs): Result<ReadonlySet<string>> {
  if (!predicates) return [new Set(defaultPredicates), undefined];
  const keys = new Set<string>();
  for (const predicate of predicates) {
    const [key, err] = processPredicatePolicy(predicate, args);
    if (err) return [undefined, err];
    keys.add(key);
  }
  return [keys, undefined];
}

function priorityKeysOf(
  { priorities }: Policy,
  args: ConfigProducerArgs,
  gate: Gate,
): Result<ReadonlyMap<string, number>> {
  if (!priorities) return [defaultPriorities, undefined];
  const keys = new Map<string, number>();
  for (const priority of priorities) {
    if (priority.name === equalPriority) continue;
    const [key, err] = processPriorityPolicy(priority, args, gate);
    if (err) return [undefined, err];
    keys.set(key, priority.weight ?? 0);
  }
  return [keys, undefined];
}

/** What is done with a pod that could not be scheduled: it goes back into the queue as it is now, unless it is gone. */
// Mirrors: pkg/scheduler/factory.go#MakeDefaultErrorFunc
export function makeDefaultErrorFunc(
  client: Clientset,
  podLister: PodLister,
  podQueue: SchedulingQueue,
  schedulerCache: Cache,
): (podInfo: QueuedPodInfo, err: Error) => Blocking<void> {
  return function* (podInfo, err) {
    if (isNotFound(err) && err instanceof StatusError && err.status.details?.kind === 'node') {
      const nodeName = err.status.details.name ?? '';
      // Asked once more, before it is taken out of the cache.
      const [, gone] = yield* client.coreV1().nodes().get(nodeName);
      if (isNotFound(gone)) {
        const node = { metadata: { name: nodeName } } as Node;
        schedulerCache.removeNode(node);
      }
    }

    const { namespace, name } = podInfo.pod.metadata;
    const [cachedPod] = podLister.pods(namespace).get(name);
    if (!cachedPod) return;
    podInfo.pod = cachedPod;
    podQueue.addUnschedulableIfNotPresent(podInfo, podQueue.schedulingCycle());
  };
}
