import {
  type ErrorList,
  required,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { pointerTo } from '../../../../../go/pointer.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';
import { listAlgorithmProviders } from '../../../../pkg/scheduler/algorithmprovider/registry.ts';
import type {
  KubeSchedulerConfiguration,
  SchedulerAlgorithmSource,
} from '../../../../pkg/scheduler/apis/config/types.ts';
import { validateHardPodAffinityWeight } from '../../../../pkg/scheduler/apis/config/validation/validation_pluginargs.ts';

/** What flags say that have no place in a file. They count only where there is no file. */
// Mirrors: cmd/kube-scheduler/app/options/deprecated.go#DeprecatedOptions
export class DeprecatedOptions {
  policyConfigFile = '';
  policyConfigMapName = '';
  policyConfigMapNamespace = 'kube-system';
  useLegacyPolicyConfig = false;
  algorithmProvider = '';
  hardPodAffinitySymmetricWeight = 1;
  schedulerName = 'default-scheduler';

  // Mirrors: cmd/kube-scheduler/app/options/deprecated.go#DeprecatedOptions.AddFlags
  addFlags(fs: FlagSet, cfg: KubeSchedulerConfiguration): void {
    const { clientConnection, debugging, leaderElection } = cfg; // Go: none
    fs.stringVar(
      pointerTo(this, 'algorithmProvider'),
      'algorithm-provider',
      this.algorithmProvider,
      `DEPRECATED: the scheduling algorithm provider to use, this sets the default plugins for component config profiles. Choose one of: ${listAlgorithmProviders()}`,
    );
    fs.stringVar(
      pointerTo(this, 'policyConfigFile'),
      'policy-config-file',
      this.policyConfigFile,
      'DEPRECATED: file with scheduler policy configuration. This file is used if policy ConfigMap is not provided or --use-legacy-policy-config=true. Note: The scheduler will fail if this is combined with Plugin configs',
    );
    fs.stringVar(
      pointerTo(this, 'policyConfigMapName'),
      'policy-configmap',
      this.policyConfigMapName,
      "DEPRECATED: name of the ConfigMap object that contains scheduler's policy configuration. It must exist in the system namespace before scheduler initialization if --use-legacy-policy-config=false. The config must be provided as the value of an element in 'Data' map with the key='policy.cfg'. Note: The scheduler will fail if this is combined with Plugin configs",
    );
    fs.stringVar(
      pointerTo(this, 'policyConfigMapNamespace'),
      'policy-configmap-namespace',
      this.policyConfigMapNamespace,
      'DEPRECATED: the namespace where policy ConfigMap is located. The kube-system namespace will be used if this is not provided or is empty. Note: The scheduler will fail if this is combined with Plugin configs',
    );
    fs.boolVar(
      pointerTo(this, 'useLegacyPolicyConfig'),
      'use-legacy-policy-config',
      this.useLegacyPolicyConfig,
      'DEPRECATED: when set to true, scheduler will ignore policy ConfigMap and uses policy config file. Note: The scheduler will fail if this is combined with Plugin configs',
    );

    fs.boolVar(
      pointerTo(debugging, 'enableProfiling'),
      'profiling',
      debugging.enableProfiling,
      'DEPRECATED: enable profiling via web interface host:port/debug/pprof/',
    );
    fs.boolVar(
      pointerTo(debugging, 'enableContentionProfiling'),
      'contention-profiling',
      debugging.enableContentionProfiling,
      'DEPRECATED: enable lock contention profiling, if profiling is enabled',
    );
    fs.stringVar(
      pointerTo(clientConnection, 'kubeconfig'),
      'kubeconfig',
      clientConnection.kubeconfig,
      'DEPRECATED: path to kubeconfig file with authorization and master location information.',
    );
    fs.stringVar(
      pointerTo(clientConnection, 'contentType'),
      'kube-api-content-type',
      clientConnection.contentType,
      'DEPRECATED: content type of requests sent to apiserver.',
    );
    fs.float32Var(
      pointerTo(clientConnection, 'qps'),
      'kube-api-qps',
      clientConnection.qps,
      'DEPRECATED: QPS to use while talking with kubernetes apiserver',
    );
    fs.int32Var(
      pointerTo(clientConnection, 'burst'),
      'kube-api-burst',
      clientConnection.burst,
      'DEPRECATED: burst to use while talking with kubernetes apiserver',
    );
    fs.stringVar(
      pointerTo(leaderElection, 'resourceNamespace'),
      'lock-object-namespace',
      leaderElection.resourceNamespace,
      'DEPRECATED: define the namespace of the lock object. Will be removed in favor of leader-elect-resource-namespace.',
    );
    fs.stringVar(
      pointerTo(leaderElection, 'resourceName'),
      'lock-object-name',
      leaderElection.resourceName,
      'DEPRECATED: define the name of the lock object. Will be removed in favor of leader-elect-resource-name',
    );

    fs.int32Var(
      pointerTo(this, 'hardPodAffinitySymmetricWeight'),
      'hard-pod-affinity-symmetric-weight',
      this.hardPodAffinitySymmetricWeight,
      'DEPRECATED: RequiredDuringScheduling affinity is not symmetric, but there is an implicit PreferredDuringScheduling affinity rule corresponding to every RequiredDuringScheduling affinity rule. --hard-pod-affinity-symmetric-weight represents the weight of implicit PreferredDuringScheduling affinity rule. Must be in the range 0-100.This option was moved to the policy configuration file',
    );
    fs.stringVar(
      pointerTo(this, 'schedulerName'),
      'scheduler-name',
      this.schedulerName,
      'DEPRECATED: name of the scheduler, used to select which pods will be processed by this scheduler, based on pod\'s "spec.schedulerName".',
    );
  }

  // Mirrors: cmd/kube-scheduler/app/options/deprecated.go#DeprecatedOptions.Validate
  validate(): Error[] {
    const errs: Error[] = [];
    if (this.useLegacyPolicyConfig && this.policyConfigFile === '') {
      const what: ErrorList = [
        required(newPath('policyConfigFile'), 'required when --use-legacy-policy-config is true'),
      ];
      errs.push(...what);
    }
    const err = validateHardPodAffinityWeight(
      newPath('hardPodAffinitySymmetricWeight'),
      this.hardPodAffinitySymmetricWeight,
    );
    return err ? [...errs, err] : errs;
  }

  /** A policy in a file comes before one in a ConfigMap if it is asked for, and any policy before a provider. */
  // Mirrors: cmd/kube-scheduler/app/options/deprecated.go#DeprecatedOptions.ApplyAlgorithmSourceTo
  applyAlgorithmSourceTo(cfg: KubeSchedulerConfiguration): void {
    const source = this.#algorithmSource();
    if (source) cfg.algorithmSource = source;
  }

  // Part of: cmd/kube-scheduler/app/options/deprecated.go#DeprecatedOptions.ApplyAlgorithmSourceTo
  #algorithmSource(): SchedulerAlgorithmSource | undefined {
    const { policyConfigFile: path, policyConfigMapName: name, policyConfigMapNamespace: namespace } = this;
    if (this.useLegacyPolicyConfig || (path !== '' && name === '')) return { policy: { file: { path } } };
    if (name !== '') return { policy: { configMap: { name, namespace } } };
    return this.algorithmProvider === '' ? undefined : { provider: this.algorithmProvider };
  }

  /** Changes the one profile that there is by default. */
  // Mirrors: cmd/kube-scheduler/app/options/deprecated.go#DeprecatedOptions.ApplyTo
  applyTo(cfg: KubeSchedulerConfiguration): void {
    const [profile, ...others] = cfg.profiles;
    const schedulerName = this.schedulerName || (profile?.schedulerName ?? '');
    const plCfg = {
      name: 'InterPodAffinity',
      args: { hardPodAffinityWeight: this.hardPodAffinitySymmetricWeight },
    };
    const pluginConfig = [...(profile?.pluginConfig ?? []), plCfg];
    cfg.profiles = [{ ...profile, schedulerName, pluginConfig }, ...others];
    this.applyAlgorithmSourceTo(cfg);
  }
}
