import { toAggregate } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { DelegatingAuthenticationOptions } from '../../../../staging/src/k8s.io/apiserver/pkg/server/options/authentication.ts';
import { DelegatingAuthorizationOptions } from '../../../../staging/src/k8s.io/apiserver/pkg/server/options/authorization.ts';
import { SecureServingOptionsWithLoopback } from '../../../../staging/src/k8s.io/apiserver/pkg/server/options/serving_with_loopback.ts';
import { defaultMutableFeatureGate } from '../../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import { NamedFlagSets } from '../../../../staging/src/k8s.io/component-base/cli/flag/sectioned.ts';
import { bindLeaderElectionFlags } from '../../../../staging/src/k8s.io/component-base/config/options/leaderelectionconfig.ts';
import type {
  ClientConnectionConfiguration,
  LeaderElectionConfiguration,
} from '../../../../staging/src/k8s.io/component-base/config/types.ts';
import { Options as LogsOptions } from '../../../../staging/src/k8s.io/component-base/logs/options.ts';
import { Options as MetricsOptions } from '../../../../staging/src/k8s.io/component-base/metrics/options.ts';
import { leaderMetrics } from '../../../../staging/src/k8s.io/component-base/metrics/prometheus/clientgo/leaderelection/metrics.ts';
import type { OS } from '../../../../../go/os.ts';
import { pointerTo } from '../../../../../go/pointer.ts';
import type { Result } from '../../../../../go/result.ts';
import { second } from '../../../../../go/duration.ts';
import { KubeSchedulerConfiguration as VersionedConfiguration } from '../../../../staging/src/k8s.io/kube-scheduler/config/v1beta1/types.ts';
import {
  type Clientset,
  newForConfig,
} from '../../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { newEventBroadcasterAdapter } from '../../../../staging/src/k8s.io/client-go/tools/events/event_broadcaster.ts';
import type { LeaderElectionConfig } from '../../../../staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.ts';
import { newLock } from '../../../../staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.ts';
import { newLeaderHealthzAdaptor } from '../../../../staging/src/k8s.io/client-go/tools/leaderelection/healthzadaptor.ts';
import type { EventRecorder } from '../../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import { buildConfigFromFlags } from '../../../../staging/src/k8s.io/client-go/tools/clientcmd/client_config.ts';
import {
  type Config as RestConfig,
  addUserAgent,
} from '../../../../staging/src/k8s.io/client-go/rest/config.ts';
import {
  type KubeSchedulerConfiguration,
  type KubeSchedulerProfile,
  defaultKubeSchedulerPort,
} from '../../../../pkg/scheduler/apis/config/types.ts';
import { convertKubeSchedulerConfiguration } from '../../../../pkg/scheduler/apis/config/v1beta1/conversion.ts';
import {
  setDefaultsKubeSchedulerConfiguration,
  shippedGate,
} from '../../../../pkg/scheduler/apis/config/v1beta1/defaults.ts';
import { validateKubeSchedulerConfiguration } from '../../../../pkg/scheduler/apis/config/validation/validation.ts';
import type { newInformerFactory as NewInformerFactory } from '../../../../pkg/scheduler/scheduler.ts';
import { type CompletedConfig, Config } from '../config/config.ts';
import { loadConfigFromFile } from './configfile.ts';
import { DeprecatedOptions } from './deprecated.ts';
import { CombinedInsecureServingOptions, splitHostIntPort } from './insecure_serving.ts';
import type { Blocking } from '../../../../../sim/process.ts';

/** All that the command line can say. */
// Mirrors: cmd/kube-scheduler/app/options/options.go#Options
export class Options {
  readonly os: OS;
  /** The default, which flags change. A file takes its place. */
  readonly componentConfig: KubeSchedulerConfiguration;
  readonly secureServing: SecureServingOptionsWithLoopback;
  readonly combinedInsecureServing: CombinedInsecureServingOptions;
  readonly authentication: DelegatingAuthenticationOptions;
  readonly authorization: DelegatingAuthorizationOptions;
  readonly metrics = new MetricsOptions();
  readonly logs: LogsOptions;
  readonly deprecated = new DeprecatedOptions();
  configFile = '';
  writeConfigTo = '';
  master = '';

  /** The options with their defaults. */
  // Mirrors: cmd/kube-scheduler/app/options/options.go#NewOptions
  constructor(os: OS) {
    this.os = os; // Go: none
    this.componentConfig = newDefaultComponentConfig();
    const [host, port, err] = splitHostIntPort(this.componentConfig.healthzBindAddress);
    if (err) throw err;
    this.secureServing = new SecureServingOptionsWithLoopback(os);
    this.combinedInsecureServing = new CombinedInsecureServingOptions(os, host, port);
    this.authentication = new DelegatingAuthenticationOptions(os);
    this.authorization = new DelegatingAuthorizationOptions(os);
    this.logs = new LogsOptions(os);

    this.authentication.tolerateInClusterLookupFailure = true;
    this.authentication.remoteKubeConfigFileOptional = true;
    this.authorization.remoteKubeConfigFileOptional = true;
    this.authorization.alwaysAllowPaths = ['/healthz'];

    // Without a directory, certificates are made and kept in memory.
    this.secureServing.serverCert.certDirectory = '';
    this.secureServing.serverCert.pairName = 'kube-scheduler';
    this.secureServing.bindPort = defaultKubeSchedulerPort;
  }

  /** The flags by section. */
  // Mirrors: cmd/kube-scheduler/app/options/options.go#Options.Flags
  flags(): NamedFlagSets {
    const sets = new NamedFlagSets();
    const fs = sets.flagSet('misc');
    fs.stringVar(
      pointerTo(this, 'configFile'),
      'config',
      this.configFile,
      `The path to the configuration file. The following flags can overwrite fields in this file:
  --address
  --port
  --use-legacy-policy-config
  --policy-configmap
  --policy-config-file
  --algorithm-provider`,
    );
    fs.stringVar(
      pointerTo(this, 'writeConfigTo'),
      'write-config-to',
      this.writeConfigTo,
      'If set, write the configuration values to this file and exit.',
    );
    fs.stringVar(
      pointerTo(this, 'master'),
      'master',
      this.master,
      'The address of the Kubernetes API server (overrides any value in kubeconfig)',
    );

    this.secureServing.addFlags(sets.flagSet('secure serving'));
    this.combinedInsecureServing.addFlags(sets.flagSet('insecure serving'));
    this.authentication.addFlags(sets.flagSet('authentication'));
    this.authorization.addFlags(sets.flagSet('authorization'));
    this.deprecated.addFlags(sets.flagSet('deprecated'), this.componentConfig);

    bindLeaderElectionFlags(this.componentConfig.leaderElection, sets.flagSet('leader election'));
    defaultMutableFeatureGate(this.os).addFlag(sets.flagSet('feature gate'));
    this.metrics.addFlags(sets.flagSet('metrics'));
    this.logs.addFlags(sets.flagSet('logs'));
    return sets;
  }

  /** Without a file, flags make the configuration; with one, it holds, and hardly any flag does. */
  // Mirrors: cmd/kube-scheduler/app/options/options.go#Options.ApplyTo
  applyTo(c: Config): Error | undefined {
    const wrong = this.configFile === '' ? this.#applyFlags(c) : this.#applyFile(c);
    if (wrong) return wrong;
    const loopback = pointerTo(c, 'loopbackClientConfig');
    let err = this.secureServing.applyToWithLoopback(pointerTo(c, 'secureServing'), loopback);
    if (err) return err;
    if (this.secureServing.bindPort !== 0 || this.secureServing.listener !== undefined) {
      err = this.authentication.applyTo(c.authentication) ?? this.authorization.applyTo(c.authorization);
      if (err) return err;
    }
    this.logs.apply();
    return undefined;
  }

  // Part of: cmd/kube-scheduler/app/options/options.go#Options.ApplyTo
  #applyFlags(c: Config): Error | undefined {
    c.componentConfig = this.componentConfig;
    this.deprecated.applyTo(c.componentConfig);
    return this.combinedInsecureServing.applyTo(c, c.componentConfig);
  }

  // Part of: cmd/kube-scheduler/app/options/options.go#Options.ApplyTo
  #applyFile(c: Config): Error | undefined {
    const [cfg, err] = loadConfigFromFile(this.os, this.configFile);
    if (err) return err;
    const wrong = toAggregate(validateKubeSchedulerConfiguration(cfg));
    if (wrong) return wrong;
    c.componentConfig = cfg;
    this.deprecated.applyAlgorithmSourceTo(cfg);
    // Profiles and policies are two ways to the same, and nothing makes one of both.
    if (!emptySchedulerProfileConfig(cfg.profiles) && cfg.algorithmSource.policy)
      return new Error('cannot set a Plugin config and Policy config');
    return this.combinedInsecureServing.applyToFromLoadedConfig(c, cfg);
  }

  /** All that is wrong. */
  // Mirrors: cmd/kube-scheduler/app/options/options.go#Options.Validate
  validate(): Error[] {
    return [
      ...validateKubeSchedulerConfiguration(this.componentConfig),
      ...this.secureServing.validate(),
      ...this.combinedInsecureServing.validate(),
      ...this.authentication.validate(),
      ...this.authorization.validate(),
      ...this.deprecated.validate(),
      ...this.metrics.validate(),
      ...this.logs.validate(),
    ];
  }

  /** Takes the ports, and makes the configuration but for what reaches the API server. */
  // Part of: cmd/kube-scheduler/app/options/options.go#Options.Config
  config(): Result<Config> {
    const err = this.secureServing.maybeDefaultWithSelfSignedCerts('localhost', ['127.0.0.1']);
    if (err) return [undefined, new Error(`error creating self-signed certificates: ${err.message}`)];
    const c = new Config(this.os);
    const wrong = this.applyTo(c);
    return wrong ? [undefined, wrong] : [c, undefined];
  }
}

/** The configuration of one who says nothing: one of the version v1beta1 with all its defaults. */
// Mirrors: cmd/kube-scheduler/app/options/options.go#newDefaultComponentConfig
function newDefaultComponentConfig(): KubeSchedulerConfiguration {
  const versionedCfg = new VersionedConfiguration();
  setDefaultsKubeSchedulerConfiguration(versionedCfg);
  return convertKubeSchedulerConfiguration(versionedCfg, shippedGate);
}

/** True if there is only the profile that a file without any gets. */
// Mirrors: cmd/kube-scheduler/app/options/options.go#emptySchedulerProfileConfig
function emptySchedulerProfileConfig(profiles: readonly KubeSchedulerProfile[]): boolean {
  const [first, ...more] = profiles;
  return (
    first !== undefined &&
    more.length === 0 &&
    (first.pluginConfig ?? []).length === 0 &&
    first.plugins === undefined
  );
}

interface Clients {
  readonly client: Clientset;
  readonly leaderElectionClient: Clientset;
  readonly eventClient: Clientset;
}

/**
 * Clients, what records events, informers, and the election, for a configuration to which the options are applied. To
 * learn which events the API server takes, it asks it.
 */
// Mirrors: cmd/kube-scheduler/app/options/options.go#Options.Config
export function* completed(
  c: Config,
  master: string,
  newInformerFactory: typeof NewInformerFactory,
): Blocking<Result<CompletedConfig>> {
  const { os, componentConfig } = c; // Go: none
  const { leaderElection: election, profiles } = componentConfig; // Go: none
  const [clients, err] = createClients(os, componentConfig.clientConnection, master, election.renewDeadline);
  if (err) return [undefined, err];
  const { client, leaderElectionClient, eventClient } = clients; // Go: none

  const eventBroadcaster = yield* newEventBroadcasterAdapter(os.sim, eventClient, os.hostname);

  let leaderElection: Omit<LeaderElectionConfig, 'callbacks'> | undefined;
  if (election.leaderElect) {
    // Events of the election are told under the name of the first profile.
    const coreRecorder = eventBroadcaster.deprecatedNewLegacyRecorder(profiles[0]?.schedulerName ?? '');
    const [made, wrong] = makeLeaderElectionConfig(os, election, leaderElectionClient, coreRecorder);
    if (wrong) return [undefined, wrong];
    leaderElection = made;
  }

  const informerFactory = newInformerFactory(os.sim, client, os.name, 0);
  return [c.complete({ client, informerFactory, eventBroadcaster, leaderElection }), undefined];
}

// Mirrors: cmd/kube-scheduler/app/options/options.go#makeLeaderElectionConfig
function makeLeaderElectionConfig(
  os: OS,
  config: LeaderElectionConfiguration,
  client: Clientset,
  eventRecorder: EventRecorder,
): Result<Omit<LeaderElectionConfig, 'callbacks'>> {
  // Two processes on one host are two candidates.
  const identity = `${os.hostname}_${os.sim.random.uuid()}`;
  const [lock, err] = newLock(
    config.resourceLock,
    config.resourceNamespace,
    config.resourceName,
    client.coreV1(),
    client.coordinationV1(),
    { identity, eventRecorder },
  );
  if (err) return [undefined, new Error(`couldn't create resource lock: ${err.message}`)];
  const leaderElection = {
    lock,
    leaseDurationMs: config.leaseDuration,
    renewDeadlineMs: config.renewDeadline,
    retryPeriodMs: config.retryPeriod,
    watchDog: newLeaderHealthzAdaptor(20 * second),
    name: 'kube-scheduler',
    metrics: leaderMetrics(os),
  };
  return [leaderElection, undefined];
}

/** One client to work with, one whose requests end when a leader could not renew in time, and one for events. */
// Mirrors: cmd/kube-scheduler/app/options/options.go#createClients
function createClients(
  os: OS,
  config: ClientConnectionConfiguration,
  masterOverride: string,
  timeoutMs: number,
): Result<Clients> {
  const [found, err] = buildConfigFromFlags(os, masterOverride, config.kubeconfig);
  if (err) return [undefined, err];
  const { acceptContentTypes, contentType, qps, burst } = config;
  const kubeConfig: RestConfig = os.sim.observe('kubeconfig', os.name, {
    ...found,
    disableCompression: true,
    acceptContentTypes,
    contentType,
    qps,
    burst,
  });
  const restConfig: RestConfig = { ...kubeConfig, timeoutMs };
  const { sim } = os;
  const clients = {
    client: newForConfig(sim, addUserAgent(kubeConfig, 'scheduler')),
    leaderElectionClient: newForConfig(sim, addUserAgent(restConfig, 'leader-election')),
    eventClient: newForConfig(sim, kubeConfig),
  };
  return [clients, undefined];
}
