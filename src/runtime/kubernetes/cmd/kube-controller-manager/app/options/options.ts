import { newAggregate } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import { DelegatingAuthenticationOptions } from '../../../../staging/src/k8s.io/apiserver/pkg/server/options/authentication.ts';
import { DelegatingAuthorizationOptions } from '../../../../staging/src/k8s.io/apiserver/pkg/server/options/authorization.ts';
import { DeprecatedInsecureServingOptionsWithLoopback } from '../../../../staging/src/k8s.io/apiserver/pkg/server/options/deprecated_insecure_serving.ts';
import { SecureServingOptionsWithLoopback } from '../../../../staging/src/k8s.io/apiserver/pkg/server/options/serving_with_loopback.ts';
import { defaultMutableFeatureGate } from '../../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import { EventSinkImpl } from '../../../../staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import {
  type Clientset,
  newForConfig,
} from '../../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import {
  type Config as RestConfig,
  addUserAgent,
} from '../../../../staging/src/k8s.io/client-go/rest/config.ts';
import { buildConfigFromFlags } from '../../../../staging/src/k8s.io/client-go/tools/clientcmd/client_config.ts';
import {
  type EventRecorder,
  newBroadcaster,
} from '../../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import { KubeCloudSharedOptions } from '../../../../staging/src/k8s.io/cloud-provider/options/kubecloudshared.ts';
import { ServiceControllerOptions } from '../../../../staging/src/k8s.io/cloud-provider/options/servicecontroller.ts';
import { NamedFlagSets } from '../../../../staging/src/k8s.io/component-base/cli/flag/sectioned.ts';
import { Options as LogsOptions } from '../../../../staging/src/k8s.io/component-base/logs/options.ts';
import { Options as MetricsOptions } from '../../../../staging/src/k8s.io/component-base/metrics/options.ts';
import { KubeControllerManagerConfiguration } from '../../../../pkg/controller/apis/config/types.ts';
import { scheme } from '../../../../pkg/controller/apis/config/scheme/scheme.ts';
import {
  insecureKubeControllerManagerPort,
  kubeControllerManagerPort,
} from '../../../../pkg/cluster/ports/ports.ts';
import { GenericControllerManagerConfigurationOptions } from '../../../../staging/src/k8s.io/controller-manager/options/generic.ts';
import type { OS } from '../../../../../go/os.ts';
import { pointerTo } from '../../../../../go/pointer.ts';
import type { Result } from '../../../../../go/result.ts';
import { KubeControllerManagerConfiguration as VersionedConfiguration } from '../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';
import { Config } from '../config/config.ts';
import { AttachDetachControllerOptions } from './attachdetachcontroller.ts';
import { CronJobControllerOptions } from './cronjobcontroller.ts';
import { CSRSigningControllerOptions } from './csrsigningcontroller.ts';
import { DaemonSetControllerOptions } from './daemonsetcontroller.ts';
import { DeploymentControllerOptions } from './deploymentcontroller.ts';
import { DeprecatedControllerOptions } from './deprecatedcontroller.ts';
import { EndpointControllerOptions } from './endpointcontroller.ts';
import { EndpointSliceControllerOptions } from './endpointslicecontroller.ts';
import { EndpointSliceMirroringControllerOptions } from './endpointslicemirroringcontroller.ts';
import { GarbageCollectorControllerOptions } from './garbagecollectorcontroller.ts';
import { HPAControllerOptions } from './hpacontroller.ts';
import { JobControllerOptions } from './jobcontroller.ts';
import { NamespaceControllerOptions } from './namespacecontroller.ts';
import { NodeIPAMControllerOptions } from './nodeipamcontroller.ts';
import { NodeLifecycleControllerOptions } from './nodelifecyclecontroller.ts';
import { PersistentVolumeBinderControllerOptions } from './persistentvolumebindercontroller.ts';
import { PodGCControllerOptions } from './podgccontroller.ts';
import { ReplicaSetControllerOptions } from './replicasetcontroller.ts';
import { ReplicationControllerOptions } from './replicationcontroller.ts';
import { ResourceQuotaControllerOptions } from './resourcequotacontroller.ts';
import { SAControllerOptions } from './serviceaccountcontroller.ts';
import { StatefulSetControllerOptions } from './statefulsetcontroller.ts';
import { TTLAfterFinishedControllerOptions } from './ttlafterfinishedcontroller.ts';

// Mirrors: cmd/kube-controller-manager/app/options/options.go#KubeControllerManagerUserAgent
export const kubeControllerManagerUserAgent = 'kube-controller-manager';

/** All that the command line can say: a group for each part of the program, each with its flags. */
// Mirrors: cmd/kube-controller-manager/app/options/options.go#KubeControllerManagerOptions
export class KubeControllerManagerOptions {
  readonly os: OS;
  readonly generic: GenericControllerManagerConfigurationOptions;
  readonly kubeCloudShared: KubeCloudSharedOptions;
  readonly serviceController: ServiceControllerOptions;
  readonly attachDetachController: AttachDetachControllerOptions;
  readonly csrSigningController: CSRSigningControllerOptions;
  readonly daemonSetController: DaemonSetControllerOptions;
  readonly deploymentController: DeploymentControllerOptions;
  readonly statefulSetController: StatefulSetControllerOptions;
  readonly deprecatedFlags: DeprecatedControllerOptions;
  readonly endpointController: EndpointControllerOptions;
  readonly endpointSliceController: EndpointSliceControllerOptions;
  readonly endpointSliceMirroringController: EndpointSliceMirroringControllerOptions;
  readonly garbageCollectorController: GarbageCollectorControllerOptions;
  readonly hpaController: HPAControllerOptions;
  readonly jobController: JobControllerOptions;
  readonly cronJobController: CronJobControllerOptions;
  readonly namespaceController: NamespaceControllerOptions;
  readonly nodeIPAMController: NodeIPAMControllerOptions;
  readonly nodeLifecycleController: NodeLifecycleControllerOptions;
  readonly persistentVolumeBinderController: PersistentVolumeBinderControllerOptions;
  readonly podGCController: PodGCControllerOptions;
  readonly replicaSetController: ReplicaSetControllerOptions;
  readonly replicationController: ReplicationControllerOptions;
  readonly resourceQuotaController: ResourceQuotaControllerOptions;
  readonly saController: SAControllerOptions;
  readonly ttlAfterFinishedController: TTLAfterFinishedControllerOptions;
  readonly secureServing: SecureServingOptionsWithLoopback;
  readonly insecureServing: DeprecatedInsecureServingOptionsWithLoopback;
  readonly authentication: DelegatingAuthenticationOptions;
  readonly authorization: DelegatingAuthorizationOptions;
  readonly metrics: MetricsOptions;
  readonly logs: LogsOptions;
  master = '';
  kubeconfig = '';

  /** The defaults: the groups share their values with one configuration, which is filled in first. */
  // Mirrors: cmd/kube-controller-manager/app/options/options.go#NewKubeControllerManagerOptions
  constructor(os: OS, config: KubeControllerManagerConfiguration) {
    this.os = os; // Go: none
    this.generic = new GenericControllerManagerConfigurationOptions(config.generic);
    this.kubeCloudShared = new KubeCloudSharedOptions(config.kubeCloudShared);
    this.serviceController = new ServiceControllerOptions(config.serviceController);
    this.attachDetachController = new AttachDetachControllerOptions(config.attachDetachController);
    this.csrSigningController = new CSRSigningControllerOptions(config.csrSigningController);
    this.daemonSetController = new DaemonSetControllerOptions(config.daemonSetController);
    this.deploymentController = new DeploymentControllerOptions(config.deploymentController);
    this.statefulSetController = new StatefulSetControllerOptions(config.statefulSetController);
    this.deprecatedFlags = new DeprecatedControllerOptions(config.deprecatedController);
    this.endpointController = new EndpointControllerOptions(config.endpointController);
    this.endpointSliceController = new EndpointSliceControllerOptions(config.endpointSliceController);
    this.endpointSliceMirroringController = new EndpointSliceMirroringControllerOptions(
      config.endpointSliceMirroringController,
    );
    this.garbageCollectorController = new GarbageCollectorControllerOptions(
      config.garbageCollectorController,
    );
    this.hpaController = new HPAControllerOptions(config.hpaController);
    this.jobController = new JobControllerOptions(config.jobController);
    this.cronJobController = new CronJobControllerOptions(config.cronJobController);
    this.namespaceController = new NamespaceControllerOptions(config.namespaceController);
    this.nodeIPAMController = new NodeIPAMControllerOptions(config.nodeIPAMController);
    this.nodeLifecycleController = new NodeLifecycleControllerOptions(config.nodeLifecycleController);
    this.persistentVolumeBinderController = new PersistentVolumeBinderControllerOptions(
      config.persistentVolumeBinderController,
    );
    this.podGCController = new PodGCControllerOptions(config.podGCController);
    this.replicaSetController = new ReplicaSetControllerOptions(config.replicaSetController);
    this.replicationController = new ReplicationControllerOptions(config.replicationController);
    this.resourceQuotaController = new ResourceQuotaControllerOptions(config.resourceQuotaController);
    this.saController = new SAControllerOptions(config.saController);
    this.ttlAfterFinishedController = new TTLAfterFinishedControllerOptions(
      config.ttlAfterFinishedController,
    );
    this.secureServing = new SecureServingOptionsWithLoopback(os);
    // Go: none
    const { address, port } = config.generic;
    this.insecureServing = new DeprecatedInsecureServingOptionsWithLoopback(os, address, port);
    this.authentication = new DelegatingAuthenticationOptions(os);
    this.authorization = new DelegatingAuthorizationOptions(os);
    this.metrics = new MetricsOptions();
    this.logs = new LogsOptions(os);

    this.authentication.remoteKubeConfigFileOptional = true;
    this.authorization.remoteKubeConfigFileOptional = true;
    this.authorization.alwaysAllowPaths = ['/healthz'];
    // Without a directory a certificate is made in memory.
    this.secureServing.serverCert.certDirectory = '';
    this.secureServing.serverCert.pairName = 'kube-controller-manager';
    this.secureServing.bindPort = kubeControllerManagerPort;
    this.garbageCollectorController.config.gcIgnoredResources = [{ group: '', resource: 'events' }];
    this.generic.config.leaderElection.resourceName = 'kube-controller-manager';
    this.generic.config.leaderElection.resourceNamespace = 'kube-system';
  }

  /** The flags of all groups, in sections. */
  // Mirrors: cmd/kube-controller-manager/app/options/options.go#KubeControllerManagerOptions.Flags
  flags(allControllers: readonly string[], disabledByDefault: readonly string[]): NamedFlagSets {
    const sets = new NamedFlagSets();
    this.generic.addFlags(sets, allControllers, disabledByDefault);
    this.kubeCloudShared.addFlags(sets.flagSet('generic'));
    this.serviceController.addFlags(sets.flagSet('service controller'));
    this.secureServing.addFlags(sets.flagSet('secure serving'));
    this.insecureServing.addUnqualifiedFlags(sets.flagSet('insecure serving'));
    this.authentication.addFlags(sets.flagSet('authentication'));
    this.authorization.addFlags(sets.flagSet('authorization'));
    this.attachDetachController.addFlags(sets.flagSet('attachdetach controller'));
    this.csrSigningController.addFlags(sets.flagSet('csrsigning controller'));
    this.deploymentController.addFlags(sets.flagSet('deployment controller'));
    this.statefulSetController.addFlags(sets.flagSet('statefulset controller'));
    this.daemonSetController.addFlags(sets.flagSet('daemonset controller'));
    this.deprecatedFlags.addFlags(sets.flagSet('deprecated'));
    this.endpointController.addFlags(sets.flagSet('endpoint controller'));
    this.endpointSliceController.addFlags(sets.flagSet('endpointslice controller'));
    this.endpointSliceMirroringController.addFlags(sets.flagSet('endpointslicemirroring controller'));
    this.garbageCollectorController.addFlags(sets.flagSet('garbagecollector controller'));
    this.hpaController.addFlags(sets.flagSet('horizontalpodautoscaling controller'));
    this.jobController.addFlags(sets.flagSet('job controller'));
    this.cronJobController.addFlags(sets.flagSet('cronjob controller'));
    this.namespaceController.addFlags(sets.flagSet('namespace controller'));
    this.nodeIPAMController.addFlags(sets.flagSet('nodeipam controller'));
    this.nodeLifecycleController.addFlags(sets.flagSet('nodelifecycle controller'));
    this.persistentVolumeBinderController.addFlags(sets.flagSet('persistentvolume-binder controller'));
    this.podGCController.addFlags(sets.flagSet('podgc controller'));
    this.replicaSetController.addFlags(sets.flagSet('replicaset controller'));
    this.replicationController.addFlags(sets.flagSet('replicationcontroller'));
    this.resourceQuotaController.addFlags(sets.flagSet('resourcequota controller'));
    this.saController.addFlags(sets.flagSet('serviceaccount controller'));
    this.ttlAfterFinishedController.addFlags(sets.flagSet('ttl-after-finished controller'));
    this.metrics.addFlags(sets.flagSet('metrics'));
    this.logs.addFlags(sets.flagSet('logs'));

    const misc = sets.flagSet('misc');
    misc.stringVar(
      pointerTo(this, 'master'),
      'master',
      this.master,
      'The address of the Kubernetes API server (overrides any value in kubeconfig).',
    );
    misc.stringVar(
      pointerTo(this, 'kubeconfig'),
      'kubeconfig',
      this.kubeconfig,
      'Path to kubeconfig file with authorization and master location information.',
    );
    defaultMutableFeatureGate(this.os).addFlag(sets.flagSet('generic'));
    return sets;
  }

  /** Copies each group into the configuration that the program runs with, and takes the ports. */
  // Mirrors: cmd/kube-controller-manager/app/options/options.go#KubeControllerManagerOptions.ApplyTo
  applyTo(c: Config): Error | undefined {
    const config = c.componentConfig;
    this.generic.applyTo(config.generic);
    this.kubeCloudShared.applyTo(config.kubeCloudShared);
    this.attachDetachController.applyTo(config.attachDetachController);
    this.csrSigningController.applyTo(config.csrSigningController);
    this.daemonSetController.applyTo(config.daemonSetController);
    this.deploymentController.applyTo(config.deploymentController);
    this.statefulSetController.applyTo(config.statefulSetController);
    this.deprecatedFlags.applyTo(config.deprecatedController);
    this.endpointController.applyTo(config.endpointController);
    this.endpointSliceController.applyTo(config.endpointSliceController);
    this.endpointSliceMirroringController.applyTo(config.endpointSliceMirroringController);
    this.garbageCollectorController.applyTo(config.garbageCollectorController);
    this.hpaController.applyTo(config.hpaController);
    this.jobController.applyTo(config.jobController);
    this.cronJobController.applyTo(config.cronJobController);
    this.namespaceController.applyTo(config.namespaceController);
    this.nodeIPAMController.applyTo(config.nodeIPAMController);
    this.nodeLifecycleController.applyTo(config.nodeLifecycleController);
    this.persistentVolumeBinderController.applyTo(config.persistentVolumeBinderController);
    this.podGCController.applyTo(config.podGCController);
    this.replicaSetController.applyTo(config.replicaSetController);
    this.replicationController.applyTo(config.replicationController);
    this.resourceQuotaController.applyTo(config.resourceQuotaController);
    this.saController.applyTo(config.saController);
    this.serviceController.applyTo(config.serviceController);
    this.ttlAfterFinishedController.applyTo(config.ttlAfterFinishedController);
    // Go: InsecureServing
    let error =
      this.insecureServing.applyTo(pointerTo(c, 'insecureServing'), pointerTo(c, 'loopbackClientConfig')) ??
      this.secureServing.applyToWithLoopback(
        pointerTo(c, 'secureServing'),
        pointerTo(c, 'loopbackClientConfig'),
      );
    if (error) return error;
    if (this.secureServing.bindPort !== 0 || this.secureServing.listener !== undefined) {
      error = this.authentication.applyTo(c.authentication) ?? this.authorization.applyTo(c.authorization);
      if (error) return error;
    }
    config.generic.port = this.insecureServing.bindPort;
    config.generic.address = this.insecureServing.bindAddress ?? '<nil>';
    return undefined;
  }

  /** Everything that is wrong, as one error. */
  // Mirrors: cmd/kube-controller-manager/app/options/options.go#KubeControllerManagerOptions.Validate
  validate(allControllers: readonly string[]): Error | undefined {
    return newAggregate([
      ...this.generic.validate(allControllers),
      ...this.kubeCloudShared.validate(),
      ...this.attachDetachController.validate(),
      ...this.csrSigningController.validate(),
      ...this.daemonSetController.validate(),
      ...this.deploymentController.validate(),
      ...this.statefulSetController.validate(),
      ...this.deprecatedFlags.validate(),
      ...this.endpointController.validate(),
      ...this.endpointSliceController.validate(),
      ...this.endpointSliceMirroringController.validate(),
      ...this.garbageCollectorController.validate(),
      ...this.hpaController.validate(),
      ...this.jobController.validate(),
      ...this.cronJobController.validate(),
      ...this.namespaceController.validate(),
      ...this.nodeIPAMController.validate(),
      ...this.nodeLifecycleController.validate(),
      ...this.persistentVolumeBinderController.validate(),
      ...this.podGCController.validate(),
      ...this.replicaSetController.validate(),
      ...this.replicationController.validate(),
      ...this.resourceQuotaController.validate(),
      ...this.saController.validate(),
      ...this.serviceController.validate(),
      ...this.ttlAfterFinishedController.validate(),
      ...this.secureServing.validate(),
      ...this.insecureServing.validate(),
      ...this.authentication.validate(),
      ...this.authorization.validate(),
      ...this.metrics.validate(),
      ...this.logs.validate(),
    ]);
  }

  /** What the program runs with, or why it cannot run. */
  // Mirrors: cmd/kube-controller-manager/app/options/options.go#KubeControllerManagerOptions.Config
  config(allControllers: readonly string[]): Result<Config> {
    // Go: Validate
    let error =
      this.validate(allControllers) ??
      this.secureServing.maybeDefaultWithSelfSignedCerts('localhost', ['127.0.0.1']);
    if (error) return [undefined, error];
    const [fromFlags, failed] = buildConfigFromFlags(this.os, this.master, this.kubeconfig);
    if (failed) return [undefined, failed];
    const { acceptContentTypes, contentType, qps, burst } = this.generic.config.clientConnection;
    // Go: none
    const { sim, name } = this.os;
    const kubeconfig: RestConfig = sim.observe('kubeconfig', name, {
      ...fromFlags,
      disableCompression: true,
      acceptContentTypes,
      contentType,
      qps,
      burst,
    });
    const client = newForConfig(sim, addUserAgent(kubeconfig, kubeControllerManagerUserAgent));
    // A client of its own, so that an election is not held up by work, nor waits longer than a leader has to renew.
    const electing: RestConfig = {
      ...kubeconfig,
      timeoutMs: this.generic.config.leaderElection.renewDeadline,
    };
    const leaderElectionClient = newForConfig(sim, addUserAgent(electing, 'leader-election'));
    const eventRecorder = createRecorder(this.os, client, kubeControllerManagerUserAgent);
    const c = sim.observe(
      'config',
      name,
      new Config(this.os, { client, kubeconfig, eventRecorder, leaderElectionClient }),
    );
    error = this.applyTo(c);
    if (error) return [undefined, error];
    this.logs.apply();
    return [c, undefined];
  }
}

/** The options with their defaults. */
// Mirrors: cmd/kube-controller-manager/app/options/options.go#NewKubeControllerManagerOptions
export function newKubeControllerManagerOptions(os: OS): KubeControllerManagerOptions {
  return new KubeControllerManagerOptions(
    os,
    newDefaultComponentConfig(os, insecureKubeControllerManagerPort),
  );
}

/**
 * The configuration as it is if nobody says anything: made as a file of version v1alpha1 would be, filled in by the
 * scheme, and turned into the form that the program works with.
 */
// Mirrors: cmd/kube-controller-manager/app/options/options.go#NewDefaultComponentConfig
export function newDefaultComponentConfig(os: OS, insecurePort: number): KubeControllerManagerConfiguration {
  const versioned = new VersionedConfiguration();
  scheme(os).default(versioned);
  const internal = new KubeControllerManagerConfiguration();
  scheme(os).convert(versioned, internal);
  internal.generic.port = insecurePort;
  return internal;
}

// Mirrors: cmd/kube-controller-manager/app/options/options.go#createRecorder
function createRecorder({ sim }: OS, client: Clientset, userAgent: string): EventRecorder {
  const broadcaster = newBroadcaster(sim);
  broadcaster.startRecordingToSink(new EventSinkImpl(client.coreV1().events('')));
  return broadcaster.newRecorder({ component: userAgent });
}
