import { second } from '../../../../go/duration.ts';
import { stripPrefix } from '../../../../go/http.ts';
import type { OS } from '../../../../go/os.ts';
import { globalRand } from '../../../../go/rand.ts';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import { Chan, select } from '../../../../sim/chan.ts';
import { type Context, background } from '../../../../sim/context.ts';
import { type Blocking, running } from '../../../../sim/process.ts';
import type { Random } from '../../../../sim/random.ts';
import type { KubeControllerManagerConfiguration } from '../../../pkg/controller/apis/config/types.ts';
import { DynamicControllerClientBuilder } from '../../../pkg/controller/client_builder_dynamic.ts';
import { newTokensController } from '../../../pkg/controller/serviceaccount/tokens_controller.ts';
import { jwtTokenGenerator } from '../../../pkg/serviceaccount/jwt.ts';
import { legacyIssuer } from '../../../pkg/serviceaccount/legacy.ts';
import {
  parseGroupVersion,
  resourceText,
} from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import {
  type Stop,
  jitter,
  neverStop,
  until,
} from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import {
  insecureSuperuser,
  serveInsecurely,
} from '../../../staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.ts';
import type { HealthChecker } from '../../../staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.ts';
import type { PathRecorderMux } from '../../../staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.ts';
import { serveSecurely } from '../../../staging/src/k8s.io/apiserver/pkg/server/secure_serving.ts';
import { defaultMutableFeatureGate } from '../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import { newMemCacheClient } from '../../../staging/src/k8s.io/client-go/discovery/cached/memory/memcache.ts';
import {
  type SharedInformerFactory,
  newSharedInformerFactory,
} from '../../../staging/src/k8s.io/client-go/informers/factory.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { newForConfig as newMetadataForConfig } from '../../../staging/src/k8s.io/client-go/metadata/metadata.ts';
import { newSharedInformerFactory as newMetadataInformerFactory } from '../../../staging/src/k8s.io/client-go/metadata/metadatainformer/informer.ts';
import { anonymousClientConfig } from '../../../staging/src/k8s.io/client-go/rest/config.ts';
import {
  type DeferredDiscoveryRESTMapper,
  newDeferredDiscoveryRESTMapper,
} from '../../../staging/src/k8s.io/client-go/restmapper/discovery.ts';
import {
  type HealthzAdaptor,
  newLeaderHealthzAdaptor,
} from '../../../staging/src/k8s.io/client-go/tools/leaderelection/healthzadaptor.ts';
import { runOrDie } from '../../../staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts';
import { newLock } from '../../../staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.ts';
import { faultOfPrivateKey } from '../../../staging/src/k8s.io/client-go/util/keyutil/key.ts';
import type { Interface as Cloud } from '../../../staging/src/k8s.io/cloud-provider/cloud.ts';
import { newConfig as newConfigz } from '../../../staging/src/k8s.io/component-base/configz/configz.ts';
import { leaderMetrics } from '../../../staging/src/k8s.io/component-base/metrics/prometheus/clientgo/leaderelection/metrics.ts';
import { get as version } from '../../../staging/src/k8s.io/component-base/version/version.ts';
import {
  addFlags,
  printAndExitIfRequested,
} from '../../../staging/src/k8s.io/component-base/version/verflag/verflag.ts';
import { printFlags } from '../../../staging/src/k8s.io/component-base/cli/flag/flags.ts';
import { noWords, useSections } from '../../../staging/src/k8s.io/component-base/cli/flag/sectioned-help.ts';
import { addGlobalFlags } from '../../../staging/src/k8s.io/component-base/cli/globalflag/globalflags.ts';
import {
  isControllerEnabled,
  waitForAPIServer,
} from '../../../staging/src/k8s.io/controller-manager/app/helper.ts';
import {
  buildHandlerChain,
  newBaseHandler,
} from '../../../staging/src/k8s.io/controller-manager/app/serve.ts';
import {
  type ControllerClientBuilder,
  SAControllerClientBuilder,
  SimpleControllerClientBuilder,
} from '../../../staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.ts';
import {
  type InformerFactory,
  newInformerFactory,
} from '../../../staging/src/k8s.io/controller-manager/pkg/informerfactory/informer_factory.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import { Command } from '../../../vendor/github.com/spf13/cobra/command.ts';
import {
  startDaemonSetController,
  startDeploymentController,
  startReplicaSetController,
  startStatefulSetController,
} from './apps.ts';
import { startHPAController } from './autoscaling.ts';
import { startCronJobController, startJobController } from './batch.ts';
import { startBootstrapSignerController, startTokenCleanerController } from './bootstrap.ts';
import {
  startCSRApprovingController,
  startCSRCleanerController,
  startCSRSigningController,
  startRootCACertPublisher,
} from './certificates.ts';
import { readCA } from './certificates.ts';
import { createCloudProvider } from './cloudproviders.ts';
import type { CompletedConfig } from './config/config.ts';
import {
  startAttachDetachController,
  startCloudNodeLifecycleController,
  startEndpointController,
  startEphemeralVolumeController,
  startGarbageCollectorController,
  startNamespaceController,
  startNodeIpamController,
  startNodeLifecycleController,
  startPersistentVolumeBinderController,
  startPodGCController,
  startPVCProtectionController,
  startPVProtectionController,
  startReplicationController,
  startResourceQuotaController,
  startRouteController,
  startServiceAccountController,
  startServiceController,
  startStorageVersionGCController,
  startTTLAfterFinishedController,
  startTTLController,
  startVolumeExpandController,
} from './core.ts';
import { startEndpointSliceController, startEndpointSliceMirroringController } from './discovery.ts';
import { startDisruptionController } from './policy.ts';
import { startClusterRoleAggregrationController } from './rbac.ts';
import { type Started, skipped, started } from './start-outcome.ts';
import { newKubeControllerManagerOptions } from './options/options.ts';
import { registerLegacyGlobalFlags } from './flags_providers.ts';

/** The name under which the configuration is shown. */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#ConfigzName
export const configzName = 'kubecontrollermanager.config.k8s.io';

// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#ControllerStartJitter
const controllerStartJitter = 1.0;

/** Whether the loops that need a cloud run in this program, or in a cloud-controller-manager. */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#ControllerLoopMode
export type ControllerLoopMode = 'IncludeCloudLoops' | 'ExternalLoops';

/** What a controller-manager runs, and what it knows. Upstream has one of each; a reader may bring their own. */
export interface ControllerManager {
  readonly knownControllers: readonly string[];
  readonly controllersDisabledByDefault: readonly string[];
  /** Ends only with an error. */
  run(config: CompletedConfig, stop: Stop): Blocking<Error | undefined>;
}

// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#NewControllerManagerCommand
const long = `The Kubernetes controller manager is a daemon that embeds
the core control loops shipped with Kubernetes. In applications of robotics and
automation, a control loop is a non-terminating loop that regulates the state of
the system. In Kubernetes, a controller is a control loop that watches the shared
state of the cluster through the apiserver and makes changes attempting to move the
current state towards the desired state. Examples of controllers that ship with
Kubernetes today are the replication controller, endpoints controller, namespace
controller, and serviceaccounts controller.`;

/** The command: default options, their flags in sections, what its help looks like, and what to do. Nothing runs yet. */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#NewControllerManagerCommand
export function newControllerManagerCommand(os: OS, manager: ControllerManager): Command {
  const { knownControllers, controllersDisabledByDefault } = manager; // Go: none
  const s = os.sim.observe('options', os.name, newKubeControllerManagerOptions(os));

  const command = new Command(os, {
    use: 'kube-controller-manager',
    long,
    persistentPreRunE: () => {
      // Here upstream silences the warnings of the API server about deprecated kinds, of which ours gives none.
      return undefined;
    },
    *run(cmd) {
      yield* printAndExitIfRequested(os);
      printFlags(os, cmd.flags());

      const [c, refused] = s.config(knownControllers);
      if (refused) {
        os.stderr.write(`${refused.message}\n`);
        return yield* os.exit(1, refused.message);
      }
      const failed = yield* manager.run(c.complete(), neverStop);
      if (failed) {
        os.stderr.write(`${failed.message}\n`);
        return yield* os.exit(1, failed.message);
      }
    },
    args: noWords,
  });

  const sets = s.flags(knownControllers, controllersDisabledByDefault);
  addFlags(os, sets.flagSet('global'));
  addGlobalFlags(os, sets.flagSet('global'), command.name());
  registerLegacyGlobalFlags(sets);
  useSections(command, sets);
  return os.sim.observe('command', os.name, command);
}

/** Draws a period from the least one to twice that, so that informers with periods of their own do not resync together. */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#ResyncPeriod
export function resyncPeriod({ config: { os, componentConfig } }: CompletedConfig): () => number {
  return () => {
    const factor = globalRand(os).float64() + 1;
    return Math.floor(componentConfig.generic.minResyncPeriod * factor);
  };
}

/**
 * Runs the controller-manager: it serves, and then it leads or waits to lead. It gives an error if it could not begin, and
 * does not come back otherwise.
 */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#Run
export function* run(c: CompletedConfig, stopCh: Stop): Blocking<Error | undefined> {
  const { os, componentConfig, secureServing, insecureServing, authentication, authorization } = c.config;
  const { debugging, leaderElection } = componentConfig.generic; // Go: none

  klog(os).info(`Version: ${version().gitVersion}`); // Go: none

  const [cfgz, cfgzErr] = newConfigz(os, configzName);
  if (cfgzErr) klog(os).error(`unable to register configz: ${cfgzErr.message}`);
  else cfgz.set(componentConfig);

  // What /healthz asks.
  const checks: HealthChecker[] = [];
  let electionChecker: HealthzAdaptor | undefined;
  if (leaderElection.leaderElect) {
    electionChecker = newLeaderHealthzAdaptor(20 * second);
    checks.push(electionChecker);
  }

  // It serves from here on, whether it leads or not. The mux that was made last is the one that controllers add paths to.
  let unsecuredMux: PathRecorderMux | undefined;
  if (secureServing) {
    unsecuredMux = newBaseHandler(os, 'controller-manager', debugging, ...checks);
    const handler = buildHandlerChain(os, unsecuredMux, authorization, authentication);
    serveSecurely(os, secureServing, handler, stopCh);
  }
  if (insecureServing) {
    unsecuredMux = newBaseHandler(os, 'controller-manager', debugging, ...checks);
    const insecureSuperuserAuthn = { authenticator: insecureSuperuser };
    const handler = buildHandlerChain(os, unsecuredMux, undefined, insecureSuperuserAuthn);
    serveInsecurely(os, insecureServing, handler, stopCh);
  }

  const lead = (ctx: Context): Blocking<void> => runControllers(c, unsecuredMux, ctx);

  if (!leaderElection.leaderElect) {
    yield* lead(background); // Go: run#2
    throw new Error('unreachable');
  }

  // Two processes on one host are two candidates.
  const id = `${os.hostname}_${os.sim.random.uuid()}`;

  const [rl, lockErr] = newLock(
    leaderElection.resourceLock,
    leaderElection.resourceNamespace,
    leaderElection.resourceName,
    c.config.leaderElectionClient.coreV1(),
    c.config.leaderElectionClient.coordinationV1(),
    { identity: id, eventRecorder: c.config.eventRecorder },
  );
  if (lockErr) return yield* klog(os).fatal(`error creating lock: ${lockErr.message}`);

  yield* runOrDie(os.sim, background, {
    lock: rl,
    leaseDurationMs: leaderElection.leaseDuration,
    renewDeadlineMs: leaderElection.renewDeadline,
    retryPeriodMs: leaderElection.retryPeriod,
    callbacks: {
      onStartedLeading: lead,
      onStoppedLeading: () => klog(os).fatal('leaderelection lost'),
    },
    watchDog: electionChecker,
    name: 'kube-controller-manager',
    metrics: leaderMetrics(os),
  });
  throw new Error('unreachable');
}

/** What a leader does: clients, context, controllers, informers, and then nothing more. It is a closure within `Run` upstream. */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#Run
function* runControllers(
  c: CompletedConfig,
  unsecuredMux: PathRecorderMux | undefined,
  ctx: Context,
): Blocking<void> {
  const { os, kubeconfig } = c.config;
  const rootClientBuilder = os.sim.observe(
    'client-builder',
    'root',
    new SimpleControllerClientBuilder(os, kubeconfig),
  );
  const clientBuilder = yield* clientBuilderOf(c, rootClientBuilder);
  const [controllerContext, err] = yield* createControllerContext(
    c,
    rootClientBuilder,
    clientBuilder,
    ctx.done,
  );
  if (err) return yield* klog(os).fatal(`error building controller context: ${err.message}`);
  const saTokenControllerInitFunc = serviceAccountTokenControllerStarter(rootClientBuilder);

  const controllers = newControllerInitializers(os, controllerContext.loopMode);
  const startErr = yield* startControllers(
    controllerContext,
    saTokenControllerInitFunc,
    controllers,
    unsecuredMux,
  );
  if (startErr) return yield* klog(os).fatal(`error starting controllers: ${startErr.message}`);

  controllerContext.informerFactory.start(controllerContext.stop);
  controllerContext.objectOrMetadataInformerFactory.start(controllerContext.stop);
  controllerContext.informersStarted.close();

  yield* select(os.sim);
}

/** The root builder itself, unless each controller is to ask under a name of its own. */
function* clientBuilderOf(
  c: CompletedConfig,
  rootClientBuilder: ControllerClientBuilder,
): Blocking<ControllerClientBuilder> {
  const { os, componentConfig, kubeconfig, client } = c.config;
  if (!componentConfig.kubeCloudShared.useServiceAccountCredentials) return rootClientBuilder;
  if (componentConfig.saController.serviceAccountKeyFile === '') {
    // Another process may make the tokens. If none does, the builder gives up after a time.
    klog(os).warning(
      '--use-service-account-credentials was specified without providing a --service-account-private-key-file',
    );
  }
  const anonymous = anonymousClientConfig(kubeconfig);
  const dynamic = yield* shouldTurnOnDynamicClient(os, client);
  klog(os)
    .v(1)
    ?.info(`using ${dynamic ? 'dynamic' : 'legacy'} client builder`);
  const builder = dynamic
    ? new DynamicControllerClientBuilder(os, anonymous, client.coreV1(), 'kube-system')
    : new SAControllerClientBuilder(os, anonymous, client.coreV1(), 'kube-system');
  return os.sim.observe('client-builder', 'controllers', builder);
}

/** What all controllers are made with. */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#ControllerContext
export interface ControllerContext {
  /** The process, for what Go has in packages. */
  readonly os: OS;
  /** Gives each controller its client. */
  readonly clientBuilder: ControllerClientBuilder;
  /** Informers that controllers share. */
  readonly informerFactory: SharedInformerFactory;
  /** Informers for any resource, of its metadata if its type is not known. */
  readonly objectOrMetadataInformerFactory: InformerFactory;
  readonly componentConfig: KubeControllerManagerConfiguration;
  /** Discovers when it is first asked. */
  readonly restMapper: DeferredDiscoveryRESTMapper;
  /** What the API server served when this program began to lead, by `resourceText`. */
  readonly availableResources: ReadonlySet<string>;
  readonly cloud: Cloud | undefined;
  readonly loopMode: ControllerLoopMode;
  /** Closes when the program is to stop leading. */
  readonly stop: Chan<never>;
  /** Closes when all controllers were told to start and both factories with them; nothing is synced by that. */
  readonly informersStarted: Chan<never>;
  /** A new period at each call, in ms. */
  readonly resyncPeriod: () => number;
}

// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#ControllerContext.IsControllerEnabled
function isEnabled(ctx: ControllerContext, name: string): boolean {
  return isControllerEnabled(name, controllersDisabledByDefault, ctx.componentConfig.generic.controllers);
}

/** Starts a controller, if its own conditions are met. */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#InitFunc
export type InitFunc = (ctx: ControllerContext) => Blocking<Started>;

/** The names that `--controllers` may hold: those of the table, and that of the controller that is started before them. */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#KnownControllers
export function knownControllers(os: OS): string[] {
  return [...newControllerInitializers(os, 'IncludeCloudLoops').keys(), saTokenControllerName].sort();
}

/** Controllers that run only if they are named. */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#ControllersDisabledByDefault
export const controllersDisabledByDefault: ReadonlySet<string> = new Set(['bootstrapsigner', 'tokencleaner']);

// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#saTokenControllerName
const saTokenControllerName = 'serviceaccount-token';

/** Go goes through a map in an order of chance; ours comes from the seed. */
function inMapOrder<T>(random: Random, map: ReadonlyMap<string, T>): [string, T][] {
  const entries = [...map];
  for (let i = entries.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [entries[i], entries[j]] = [entries[j] as [string, T], entries[i] as [string, T]];
  }
  return entries;
}

/** How each controller is started, by name. Names are for flags and paths too, so that they do not change. */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#NewControllerInitializers
export function newControllerInitializers(os: OS, loopMode: ControllerLoopMode): Map<string, InitFunc> {
  const gate = defaultMutableFeatureGate(os); // Go: none
  const controllers = new Map<string, InitFunc>();
  controllers.set('endpoint', startEndpointController);
  controllers.set('endpointslice', startEndpointSliceController);
  controllers.set('endpointslicemirroring', startEndpointSliceMirroringController);
  controllers.set('replicationcontroller', startReplicationController);
  controllers.set('podgc', startPodGCController);
  controllers.set('resourcequota', startResourceQuotaController);
  controllers.set('namespace', startNamespaceController);
  controllers.set('serviceaccount', startServiceAccountController);
  controllers.set('garbagecollector', startGarbageCollectorController);
  controllers.set('daemonset', startDaemonSetController);
  controllers.set('job', startJobController);
  controllers.set('deployment', startDeploymentController);
  controllers.set('replicaset', startReplicaSetController);
  controllers.set('horizontalpodautoscaling', startHPAController);
  controllers.set('disruption', startDisruptionController);
  controllers.set('statefulset', startStatefulSetController);
  controllers.set('cronjob', startCronJobController);
  controllers.set('csrsigning', startCSRSigningController);
  controllers.set('csrapproving', startCSRApprovingController);
  controllers.set('csrcleaner', startCSRCleanerController);
  controllers.set('ttl', startTTLController);
  controllers.set('bootstrapsigner', startBootstrapSignerController);
  controllers.set('tokencleaner', startTokenCleanerController);
  controllers.set('nodeipam', startNodeIpamController);
  controllers.set('nodelifecycle', startNodeLifecycleController);
  if (loopMode === 'IncludeCloudLoops') {
    controllers.set('service', startServiceController);
    controllers.set('route', startRouteController);
    controllers.set('cloud-node-lifecycle', startCloudNodeLifecycleController);
  }
  controllers.set('persistentvolume-binder', startPersistentVolumeBinderController);
  controllers.set('attachdetach', startAttachDetachController);
  controllers.set('persistentvolume-expander', startVolumeExpandController);
  controllers.set('clusterrole-aggregation', startClusterRoleAggregrationController);
  controllers.set('pvc-protection', startPVCProtectionController);
  controllers.set('pv-protection', startPVProtectionController);
  controllers.set('ttl-after-finished', startTTLAfterFinishedController);
  controllers.set('root-ca-cert-publisher', startRootCACertPublisher);
  controllers.set('ephemeral-volume', startEphemeralVolumeController);
  if (gate.enabled('APIServerIdentity') && gate.enabled('StorageVersionAPI')) {
    controllers.set('storage-version-gc', startStorageVersionGCController);
  }

  return controllers;
}

/** What the API server serves, by `resourceText`. That some of it could not be had is told in the log. */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#GetAvailableResources
export function* getAvailableResources(
  os: OS,
  clientBuilder: ControllerClientBuilder,
): Blocking<Result<Set<string>>> {
  const client = yield* clientBuilder.clientOrDie('controller-discovery');
  const [, resourceMap = [], err] = yield* client.discovery().serverGroupsAndResources();
  if (err) klog(os).error(`unable to get all supported resources from server: ${err.message}`);
  if (resourceMap.length === 0)
    return [undefined, new Error('unable to get any supported resources from server')];

  const allResources = new Set<string>();
  for (const { groupVersion, resources } of resourceMap) {
    const [version, versionErr] = parseGroupVersion(groupVersion);
    if (versionErr) return [undefined, versionErr];
    for (const { name } of resources) allResources.add(resourceText({ ...version, resource: name }));
  }
  return [allResources, undefined];
}

/**
 * Gathers what controllers share, observed as `context`. The root builder's clients are for the shared informers and for
 * discovery.
 */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#CreateControllerContext
function* createControllerContext(
  s: CompletedConfig,
  rootClientBuilder: ControllerClientBuilder,
  clientBuilder: ControllerClientBuilder,
  stop: Chan<never>,
): Blocking<Result<ControllerContext>> {
  const { os, componentConfig } = s.config;
  const { sim, name: program } = os; // Go: none
  const versionedClient = yield* rootClientBuilder.clientOrDie('shared-informers');
  const sharedInformers = newSharedInformerFactory(sim, versionedClient, {
    program,
    defaultResyncMs: resyncPeriod(s)(),
  });

  const metadataConfig = yield* rootClientBuilder.configOrDie('metadata-informers');
  const metadataClient = newMetadataForConfig(sim, metadataConfig);
  const metadataInformers = sim.observe(
    'metadata-factory',
    program,
    newMetadataInformerFactory(sim, metadataClient, { program, defaultResyncMs: resyncPeriod(s)() }),
  );

  // Both may just have been started, so the server is given some time.
  const unwell = yield* waitForAPIServer(os, versionedClient, 10 * second);
  if (unwell) return [undefined, new Error(`failed to wait for apiserver being healthy: ${unwell.message}`)];

  const discoveryClient = yield* rootClientBuilder.clientOrDie('controller-discovery');
  const cachedClient = newMemCacheClient(discoveryClient.discovery());
  const restMapper = newDeferredDiscoveryRESTMapper(cachedClient);
  sim.go(
    `${running()?.group ?? program}/reset of the REST mapper`,
    until(sim, () => restMapper.reset(), 30 * second, stop),
  );

  const [availableResources, err] = yield* getAvailableResources(os, rootClientBuilder);
  if (err) return [undefined, err];

  const { cloudProvider, externalCloudVolumePlugin, allowUntaggedCloud } = componentConfig.kubeCloudShared;
  const [cloud, loopMode, cloudErr] = yield* createCloudProvider(
    os,
    {
      cloudProvider: cloudProvider.name,
      externalCloudVolumePlugin,
      cloudConfigFile: cloudProvider.cloudConfigFile,
      allowUntaggedCloud,
    },
    sharedInformers,
  );
  if (cloudErr) return [undefined, cloudErr];

  const ctx: ControllerContext = {
    os,
    clientBuilder,
    informerFactory: sharedInformers,
    objectOrMetadataInformerFactory: newInformerFactory(sharedInformers, metadataInformers),
    componentConfig,
    restMapper,
    availableResources,
    cloud,
    loopMode,
    stop,
    informersStarted: new Chan<never>('informers started'),
    resyncPeriod: resyncPeriod(s),
  };
  return [sim.observe('context', program, ctx), undefined];
}

/** The calls by which controllers are started one after another, observed as `starting`. */
export interface StartSteps {
  isEnabled(name: string): boolean;
  start(name: string, initFn: InitFunc): Blocking<Started>;
}

/**
 * Starts the token controller, and then the others in the order of a map, which is another one at each start. The first error
 * ends it.
 */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#StartControllers
export function* startControllers(
  ctx: ControllerContext,
  startSATokenController: InitFunc,
  controllers: ReadonlyMap<string, InitFunc>,
  unsecuredMux: PathRecorderMux | undefined,
): Blocking<Error | undefined> {
  const { os } = ctx;
  const { sim } = os; // Go: none
  // Go: none
  const steps = sim.observe('starting', os.name, {
    isEnabled: (name) => isEnabled(ctx, name),
    start: (_name, initFn) => initFn(ctx),
  });

  // The others may need the tokens that it makes.
  const [, , tokenErr] = yield* steps.start(saTokenControllerName, startSATokenController);
  if (tokenErr) return tokenErr;

  // So may the cloud.
  if (ctx.cloud) yield* ctx.cloud.initialize(ctx.clientBuilder, ctx.stop);

  for (const [controllerName, initFn] of inMapOrder(sim.random, controllers)) {
    if (!steps.isEnabled(controllerName)) {
      klog(os).warning(`${quote(controllerName)} is disabled`);
      continue;
    }

    const intervalMs = ctx.componentConfig.generic.controllerStartInterval;
    if (intervalMs > 0) yield* sim.sleep(jitter(sim, intervalMs, controllerStartJitter));

    // Go: none
    klog(os)
      .v(1)
      ?.info(`Starting ${quote(controllerName)}`);
    const [debugHandler, running, err] = yield* steps.start(controllerName, initFn);
    if (err) {
      klog(os).error(`Error starting ${quote(controllerName)}`); // Go: none
      return err;
    }
    if (!running) {
      klog(os).warning(`Skipping ${quote(controllerName)}`); // Go: none
      continue;
    }
    if (debugHandler && unsecuredMux) {
      const basePath = `/debug/controllers/${controllerName}`;
      unsecuredMux.unlistedHandle(basePath, stripPrefix(basePath, debugHandler));
      unsecuredMux.unlistedHandlePrefix(`${basePath}/`, stripPrefix(basePath, debugHandler));
    }
    klog(os).info(`Started ${quote(controllerName)}`); // Go: none
  }

  return undefined;
}

/**
 * Starts the token controller with a client of the root builder: the other builder may need the tokens that it makes. Then it
 * starts the informers that are asked for already, which are its own.
 */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#serviceAccountTokenControllerStarter.startServiceAccountTokenController
function serviceAccountTokenControllerStarter(rootClientBuilder: ControllerClientBuilder): InitFunc {
  // Go: none
  return function* (ctx) {
    const { os } = ctx;
    if (!isEnabled(ctx, saTokenControllerName)) {
      klog(os).warning(`${quote(saTokenControllerName)} is disabled`);
      return skipped;
    }

    const { serviceAccountKeyFile, rootCAFile, concurrentSATokenSyncs } = ctx.componentConfig.saController;
    if (serviceAccountKeyFile === '') {
      klog(os).warning(`${quote(saTokenControllerName)} is disabled because there is no private key`); // Go: none
      return skipped;
    }
    const keyErr = faultOfPrivateKey(os, serviceAccountKeyFile);
    if (keyErr) {
      const why = `error reading key for service account token controller: ${keyErr.message}`;
      return [undefined, true, new Error(why)];
    }

    let rootCA: string;
    if (rootCAFile !== '') {
      const [read, err] = readCA(os, rootCAFile);
      if (err) {
        const why = `error parsing root-ca-file at ${rootCAFile}: ${err.message}`;
        return [undefined, true, new Error(why)];
      }
      rootCA = read; // Go: none
    } else {
      rootCA = (yield* rootClientBuilder.configOrDie('tokens-controller')).caData ?? '';
    }

    const controller = newTokensController(
      os.sim,
      ctx.informerFactory.core().v1().serviceAccounts(),
      ctx.informerFactory.core().v1().secrets(),
      yield* rootClientBuilder.clientOrDie('tokens-controller'),
      { tokenGenerator: jwtTokenGenerator(legacyIssuer), rootCA },
    );
    os.sim.go('serviceaccount-token', controller.run(concurrentSATokenSyncs, ctx.stop));

    // Others may wait for tokens before the factory is started as a whole.
    ctx.informerFactory.start(ctx.stop);

    return started;
  };
}

/** True if the API server makes tokens on request. */
// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#shouldTurnOnDynamicClient
export function* shouldTurnOnDynamicClient(os: OS, client: Clientset): Blocking<boolean> {
  const [list, err] = yield* client.discovery().serverResourcesForGroupVersion('v1');
  if (err || !list) {
    klog(os).warning(`fetch api resource lists failed, use legacy client builder: ${err?.message ?? ''}`);
    return false;
  }
  return list.resources.some(
    ({ name, group, verbs }) =>
      name === 'serviceaccounts/token' && group === 'authentication.k8s.io' && verbs.includes('create'),
  );
}
