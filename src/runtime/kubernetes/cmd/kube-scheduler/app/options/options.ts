import { toAggregate } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { DelegatingAuthenticationOptions } from '../../../../staging/src/k8s.io/apiserver/pkg/server/options/authentication.ts';
import { DelegatingAuthorizationOptions } from '../../../../staging/src/k8s.io/apiserver/pkg/server/options/authorization.ts';
import { SecureServingOptionsWithLoopback } from '../../../../staging/src/k8s.io/apiserver/pkg/server/options/serving_with_loopback.ts';
import { defaultMutableFeatureGate } from '../../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import { NamedFlagSets } from '../../../../staging/src/k8s.io/component-base/cli/flag/sectioned.ts';
import { bindLeaderElectionFlags } from '../../../../staging/src/k8s.io/component-base/config/options/leaderelectionconfig.ts';
import { Options as LogsOptions } from '../../../../staging/src/k8s.io/component-base/logs/options.ts';
import { Options as MetricsOptions } from '../../../../staging/src/k8s.io/component-base/metrics/options.ts';
import type { OS } from '../../../../../go/os.ts';
import { pointerTo } from '../../../../../go/pointer.ts';
import type { Result } from '../../../../../go/result.ts';
import { KubeSchedulerConfiguration as VersionedConfiguration } from '../../../../staging/src/k8s.io/kube-scheduler/config/v1beta1/types.ts';
import type {
  KubeSchedulerConfiguration,
  KubeSchedulerProfile,
} from '../../../../pkg/scheduler/apis/config/types.ts';
import { convertKubeSchedulerConfiguration } from '../../../../pkg/scheduler/apis/config/v1beta1/conversion.ts';
import {
  setDefaultsKubeSchedulerConfiguration,
  shippedGate,
} from '../../../../pkg/scheduler/apis/config/v1beta1/defaults.ts';
import { validateKubeSchedulerConfiguration } from '../../../../pkg/scheduler/apis/config/validation/validation.ts';
import { Config } from '../config/config.ts';
import { loadConfigFromFile } from './configfile.ts';
import { DeprecatedOptions } from './deprecated.ts';
import { CombinedInsecureServingOptions, splitHostIntPort } from './insecure_serving.ts';

// Mirrors: pkg/scheduler/apis/config/types.go#DefaultKubeSchedulerPort
const defaultKubeSchedulerPort = 10259;

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
