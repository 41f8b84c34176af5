import { newAggregate } from '../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import { defaultMutableFeatureGate } from '../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { register } from '../../../staging/src/k8s.io/component-base/metrics/legacyregistry/registry.ts';
import type { Result } from '../../../../go/result.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import type { SchedulerAlgorithmSource } from '../../../pkg/scheduler/apis/config/types.ts';
import { createFromConfig } from '../../../pkg/scheduler/factory_policy.ts';
import type { PluginFactory } from '../../../pkg/scheduler/framework/runtime/registry.ts';
import { Registry } from '../../../pkg/scheduler/framework/runtime/registry.ts';
import { CacheDebugger } from '../../../pkg/scheduler/internal/cache/debugger/debugger.ts';
import { SchedulerMetrics } from '../../../pkg/scheduler/metrics/metrics.ts';
import type { Scheduler } from '../../../pkg/scheduler/scheduler.ts';
import { type SchedulerOptions, newScheduler } from '../../../pkg/scheduler/scheduler_new.ts';
import { initPolicy } from '../../../pkg/scheduler/scheduler_policy.ts';
import type { Context } from '../../../../sim/context.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { CompletedConfig } from './config/config.ts';
import type { Options } from './options/options.ts';
import { completed } from './options/options_clients.ts';

/** The configuration and the scheduler that was built from it. */
export interface SetUp {
  readonly cc: CompletedConfig;
  readonly sched: Scheduler;
}

/** Changes what is registered besides the plugins of the tree. */
// Mirrors: cmd/kube-scheduler/app/server.go#Option
export type Option = (registry: Registry) => Error | undefined;

/** Registers a plugin of one's own. */
// Mirrors: cmd/kube-scheduler/app/server.go#WithPlugin
export function withPlugin(name: string, factory: PluginFactory): Option {
  return (registry) => registry.register(name, factory);
}

// Mirrors: cmd/kube-scheduler/app/server.go#Setup
export function* setup(
  ctx: Context,
  opts: Options,
  ...outOfTreeRegistryOptions: readonly Option[]
): Blocking<Result<SetUp>> {
  const { os } = opts; // Go: none
  const wrong = newAggregate(opts.validate());
  if (wrong) return [undefined, wrong];

  const [c, err] = opts.config();
  if (err) return [undefined, err];
  const [cc, unmade] = yield* completed(os.sim.observe('scheduler-config', os.name, c), opts.master);
  if (unmade) return [undefined, unmade];

  const outOfTreeRegistry = new Registry();
  for (const option of outOfTreeRegistryOptions) {
    const twice = option(outOfTreeRegistry);
    if (twice) return [undefined, twice];
  }

  const { componentConfig } = cc.config;
  const metrics = new SchedulerMetrics();
  for (const metric of metrics.list()) register(os, metric);
  const { client, informerFactory, eventBroadcaster } = cc.made;
  const [createFrom, noPolicy] = yield* policyOf(os, client, componentConfig.algorithmSource);
  if (noPolicy) return [undefined, noPolicy];
  const recorderFactory = (name: string) => eventBroadcaster.newRecorder(name);
  const [sched, failed] = newScheduler(os.sim, client, informerFactory, recorderFactory, ctx.done, {
    profiles: componentConfig.profiles,
    createFrom,
    provider: componentConfig.algorithmSource.provider,
    percentageOfNodesToScore: componentConfig.percentageOfNodesToScore,
    frameworkOutOfTreeRegistry: outOfTreeRegistry,
    podMaxBackoffSeconds: componentConfig.podMaxBackoffSeconds,
    podInitialBackoffSeconds: componentConfig.podInitialBackoffSeconds,
    extenders: componentConfig.extenders,
    roundTripper: os.http,
    featureGate: defaultMutableFeatureGate(os),
    env: os.env,
    metrics,
    newCacheDebugger: (...of) => new CacheDebugger(os, ...of),
  });
  if (failed) return [undefined, failed];
  if (opts.writeConfigTo !== '') return yield* writeConfig(opts, cc);
  return [{ cc, sched: os.sim.observe('scheduler', os.name, sched) }, undefined];
}

/** How the scheduler is made from a policy, if there is one. */
function* policyOf(
  os: Options['os'],
  client: Clientset,
  { policy: source }: SchedulerAlgorithmSource,
): Blocking<Result<SchedulerOptions['createFrom']>> {
  if (!source) return [undefined, undefined] as [undefined, undefined];
  const [policy, err] = yield* initPolicy(os, client, source);
  if (err) return [undefined, err];
  return [{ what: 'from policy', create: (c) => createFromConfig(c, policy) }, undefined];
}

/** Upstream writes YAML; here it is JSON, which is YAML too. */
// Mirrors: cmd/kube-scheduler/app/options/configfile.go#LogOrWriteConfig
function* writeConfig({ os, writeConfigTo: fileName }: Options, cc: CompletedConfig): Blocking<never> {
  os.files.set(fileName, `${JSON.stringify(cc.config.componentConfig, undefined, 2)}\n`);
  klog(os).info(`Wrote configuration to: ${fileName}\n`);
  return yield* os.exit(0);
}
