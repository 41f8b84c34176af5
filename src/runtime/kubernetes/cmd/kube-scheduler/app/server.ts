import { Command } from '../../../vendor/github.com/spf13/cobra/command.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import { printFlags } from '../../../staging/src/k8s.io/component-base/cli/flag/flags.ts';
import { noWords, useSections } from '../../../staging/src/k8s.io/component-base/cli/flag/sectioned-help.ts';
import { addGlobalFlags } from '../../../staging/src/k8s.io/component-base/cli/globalflag/globalflags.ts';
import {
  addFlags,
  printAndExitIfRequested,
} from '../../../staging/src/k8s.io/component-base/version/verflag/verflag.ts';
import { get as version } from '../../../staging/src/k8s.io/component-base/version/version.ts';
import {
  installHandler as installConfigz,
  newConfig as newConfigz,
} from '../../../staging/src/k8s.io/component-base/configz/configz.ts';
import {
  legacyHandler,
  register,
} from '../../../staging/src/k8s.io/component-base/metrics/legacyregistry/registry.ts';
import {
  type HealthChecker,
  installHandler as installHealthz,
} from '../../../staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.ts';
import { serveInsecurely } from '../../../staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.ts';
import { serveSecurely } from '../../../staging/src/k8s.io/apiserver/pkg/server/secure_serving.ts';
import {
  type PathRecorderMux,
  newPathRecorderMux,
} from '../../../staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.ts';
import { Profiling } from '../../../staging/src/k8s.io/apiserver/pkg/server/routes/profiling.ts';
import { defaultMutableFeatureGate } from '../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import { buildHandlerChain } from '../../../staging/src/k8s.io/controller-manager/app/serve.ts';
import { newLeaderElector } from '../../../staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts';
import type { PodLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import { newAggregate } from '../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import type { OS } from '../../../../go/os.ts';
import type { Result } from '../../../../go/result.ts';
import { type Handler, handlerFunc } from '../../../../go/http.ts';
import { type Context, background, withCancel } from '../../../../sim/context.ts';
import type { Blocking } from '../../../../sim/process.ts';
import { Options, completed } from './options/options.ts';
import { writeConfig } from './options/configfile.ts';
import type { CompletedConfig } from './config/config.ts';
import { handler as resourcesHandler } from '../../../pkg/scheduler/metrics/resources/resources.ts';
import { SchedulerMetrics } from '../../../pkg/scheduler/metrics/metrics.ts';
import type { KubeSchedulerConfiguration } from '../../../pkg/scheduler/apis/config/types.ts';
import type {
  Scheduler,
  initPolicy as InitPolicy,
  newInformerFactory as NewInformerFactory,
  newScheduler as NewScheduler,
} from '../../../pkg/scheduler/scheduler.ts';
import { type PluginFactory, Registry } from '../../../pkg/scheduler/framework/runtime/registry.ts';
import { CacheDebugger } from '../../../pkg/scheduler/internal/cache/debugger/debugger.ts';

/** What the command does once its flags are read. Upstream has one of it; a plane may show less. */
export interface SchedulerProgram<T> {
  /** Validates, makes the configuration, completes it, and builds the scheduler. */
  setup(ctx: Context, opts: Options): Blocking<Result<T>>;
  /** Ends only with an error: nothing that a signal would close is given to it. */
  run(ctx: Context, made: T): Blocking<Error | undefined>;
}

/** What makes a scheduler. A plane brings it, so that one which shows no more than the command line does without. */
export interface SchedulerPackage {
  readonly initPolicy: typeof InitPolicy;
  readonly newInformerFactory: typeof NewInformerFactory;
  readonly newScheduler: typeof NewScheduler;
}

/** The configuration and the scheduler that was built from it. */
export interface SetUp {
  readonly cc: CompletedConfig;
  readonly sched: Scheduler;
}

/** Changes what is registered besides the plugins of the tree. */
// Mirrors: cmd/kube-scheduler/app/server.go#Option
export type Option = (registry: Registry) => Error | undefined;

// Mirrors: cmd/kube-scheduler/app/server.go#NewSchedulerCommand
const long = `The Kubernetes scheduler is a control plane process which assigns
Pods to Nodes. The scheduler determines which Nodes are valid placements for
each Pod in the scheduling queue according to constraints and available
resources. The scheduler then ranks each valid Node and binds the Pod to a
suitable Node. Multiple different schedulers may be used within a cluster;
kube-scheduler is the reference implementation.
See [scheduling](https://kubernetes.io/docs/concepts/scheduling-eviction/)
for more information about scheduling and the kube-scheduler component.`;

/** Like the controller-manager's, but that what is run is made by a helper before it runs. */
// Mirrors: cmd/kube-scheduler/app/server.go#NewSchedulerCommand
export function newSchedulerCommand<T>(os: OS, program: SchedulerProgram<T>): Command {
  const opts = os.sim.observe('scheduler-options', os.name, new Options(os));
  const command = new Command(os, {
    use: 'kube-scheduler',
    long,
    *run(cmd) {
      const error = yield* runCommand(cmd, opts, program);
      if (error === undefined) return;
      os.stderr.write(`${error.message}\n`);
      yield* os.exit(1, error.message);
    },
    args: noWords,
  });
  const sets = opts.flags();
  addFlags(os, sets.flagSet('global'));
  addGlobalFlags(os, sets.flagSet('global'), command.name());
  useSections(command, sets);
  return os.sim.observe('command', os.name, command);
}

// Mirrors: cmd/kube-scheduler/app/server.go#runCommand
function* runCommand<T>(
  cmd: Command,
  opts: Options,
  { setup, run }: SchedulerProgram<T>,
): Blocking<Error | undefined> {
  yield* printAndExitIfRequested(cmd.os);
  printFlags(cmd.os, cmd.flags());
  const [ctx, cancel] = withCancel(background);
  const [made, err] = yield* setup(ctx, opts);
  if (err) return err;
  const failed = yield* run(ctx, made);
  cancel();
  return failed;
}

/**
 * Serves, fills the caches, and then schedules: at once, or when it leads. Unlike the controller-manager it has filled its
 * caches when it begins to wait for that.
 */
// Mirrors: cmd/kube-scheduler/app/server.go#Run
export function* run(ctx: Context, { cc, sched }: SetUp): Blocking<Error | undefined> {
  const { os, componentConfig, insecureServing, insecureMetricsServing, secureServing } = cc.config; // Go: none
  const { eventBroadcaster, informerFactory, leaderElection } = cc.made; // Go: none
  klog(os).v(1)?.info(`Starting Kubernetes Scheduler version ${version().gitVersion}`);

  const [cz, err] = newConfigz(os, 'componentconfig');
  if (err) return new Error(`unable to register configz: ${err.message}`);
  cz.set(componentConfig);

  eventBroadcaster.startRecordingToSink(ctx.done);

  const checks: HealthChecker[] = [];
  if (leaderElection?.watchDog) checks.push(leaderElection.watchDog);

  let leads = false;
  const measures: Measures = {
    podLister: informerFactory.core().v1().pods().lister(),
    isLeader: () => leads,
  };

  // It serves whether it leads or not.
  const { authentication, authorization } = cc.config; // Go: none
  if (insecureServing) {
    const handler = newHealthzHandler(
      os,
      componentConfig,
      insecureMetricsServing ? undefined : measures,
      checks,
    );
    serveInsecurely(os, insecureServing, withoutQuestions(os, handler), ctx.done);
  }
  if (insecureMetricsServing) {
    const handler = newMetricsHandler(os, componentConfig, measures);
    serveInsecurely(os, insecureMetricsServing, withoutQuestions(os, handler), ctx.done);
  }
  if (secureServing) {
    const handler = newHealthzHandler(os, componentConfig, measures, checks);
    serveSecurely(os, secureServing, buildHandlerChain(os, handler, authorization, authentication), ctx.done);
  }

  informerFactory.start(ctx.done);
  yield* informerFactory.waitForCacheSync(ctx.done);

  if (leaderElection) {
    const callbacks = {
      onStartedLeading(leading: Context) {
        leads = true;
        return sched.run(leading);
      },
      onStoppedLeading: () => klog(os).fatal('leaderelection lost'),
    };
    const [leaderElector, wrong] = newLeaderElector(os.sim, { ...leaderElection, callbacks });
    if (wrong) return new Error(`couldn't create leader elector: ${wrong.message}`);
    yield* leaderElector.run(ctx);
    return new Error('lost lease');
  }

  leads = true;
  yield* sched.run(ctx);
  return new Error('finished without leader elect');
}

/** Nobody is asked who he is, nor what he may; the log says so. */
const withoutQuestions = (os: OS, handler: Handler): Handler =>
  buildHandlerChain(os, handler, { authorizer: undefined }, { authenticator: undefined });

/** What is told of pods, and by whom: all schedulers would tell the same, so the leader does. */
interface Measures {
  readonly podLister: PodLister;
  isLeader(): boolean;
}

// Mirrors: cmd/kube-scheduler/app/server.go#installMetricHandler
function installMetricHandler(
  os: OS,
  pathRecorderMux: PathRecorderMux,
  { podLister, isLeader }: Measures,
): void {
  installConfigz(os, pathRecorderMux);
  pathRecorderMux.handle('/metrics', legacyHandler(os));
  const resourceMetricsHandler = resourcesHandler(podLister);
  const leadersOnly = handlerFunc(function* (w, r) {
    if (isLeader()) yield* resourceMetricsHandler.serveHTTP(w, r);
  });
  pathRecorderMux.handle('/metrics/resources', leadersOnly);
}

// Mirrors: cmd/kube-scheduler/app/server.go#newMetricsHandler
function newMetricsHandler(
  os: OS,
  { debugging }: KubeSchedulerConfiguration,
  measures: Measures,
): PathRecorderMux {
  const pathRecorderMux = newPathRecorderMux(os, 'kube-scheduler');
  installMetricHandler(os, pathRecorderMux, measures);
  if (debugging.enableProfiling) new Profiling().install(pathRecorderMux);
  return pathRecorderMux;
}

/** Tells of measures, too, unless they have a port of their own. */
// Mirrors: cmd/kube-scheduler/app/server.go#newHealthzHandler
function newHealthzHandler(
  os: OS,
  { debugging }: KubeSchedulerConfiguration,
  measures: Measures | undefined,
  checks: readonly HealthChecker[],
): PathRecorderMux {
  const pathRecorderMux = newPathRecorderMux(os, 'kube-scheduler');
  installHealthz(os, pathRecorderMux, ...checks);
  if (measures) installMetricHandler(os, pathRecorderMux, measures);
  if (debugging.enableProfiling) new Profiling().install(pathRecorderMux);
  return pathRecorderMux;
}

/** Registers a plugin of one's own. */
// Mirrors: cmd/kube-scheduler/app/server.go#WithPlugin
export function withPlugin(name: string, factory: PluginFactory): Option {
  return (registry) => registry.register(name, factory);
}

// Mirrors: cmd/kube-scheduler/app/server.go#Setup
export function* setup(
  { initPolicy, newInformerFactory, newScheduler }: SchedulerPackage,
  ctx: Context,
  opts: Options,
  ...outOfTreeRegistryOptions: readonly Option[]
): Blocking<Result<SetUp>> {
  const { os } = opts; // Go: none
  const wrong = newAggregate(opts.validate());
  if (wrong) return [undefined, wrong];

  const [c, err] = opts.config();
  if (err) return [undefined, err];
  const [cc, unmade] = yield* completed(
    os.sim.observe('scheduler-config', os.name, c),
    opts.master,
    newInformerFactory,
  );
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
  const { provider, policy: source } = componentConfig.algorithmSource;
  const [policy, noPolicy] = source ? yield* initPolicy(os, client, source) : [undefined, undefined];
  if (noPolicy) return [undefined, noPolicy];
  const recorderFactory = (name: string) => eventBroadcaster.newRecorder(name);
  const [sched, failed] = newScheduler(os.sim, client, informerFactory, recorderFactory, ctx.done, {
    profiles: componentConfig.profiles,
    policy,
    provider,
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
