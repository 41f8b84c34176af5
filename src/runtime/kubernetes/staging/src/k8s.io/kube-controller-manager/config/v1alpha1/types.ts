import { KubeCloudSharedConfiguration } from '../../../cloud-provider/config/v1alpha1/types.ts';
import { ServiceControllerConfiguration } from '../../../cloud-provider/controllers/service/config/v1alpha1/types.ts';
import { GenericControllerManagerConfiguration } from '../../../controller-manager/config/v1alpha1/types.ts';

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#PersistentVolumeRecyclerConfiguration
export class PersistentVolumeRecyclerConfiguration {
  maximumRetry = 0;
  minimumTimeoutNFS = 0;
  podTemplateFilePathNFS = '';
  incrementTimeoutNFS = 0;
  podTemplateFilePathHostPath = '';
  minimumTimeoutHostPath = 0;
  incrementTimeoutHostPath = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#VolumeConfiguration
export class VolumeConfiguration {
  enableHostPathProvisioning: boolean | undefined = undefined;
  enableDynamicProvisioning: boolean | undefined = undefined;
  readonly persistentVolumeRecyclerConfiguration = new PersistentVolumeRecyclerConfiguration();
  flexVolumePluginDir = '';
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#GroupResource
export class GroupResource {
  group = '';
  resource = '';
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#KubeControllerManagerConfiguration
export class KubeControllerManagerConfiguration {
  readonly generic = new GenericControllerManagerConfiguration();
  readonly kubeCloudShared = new KubeCloudSharedConfiguration();
  readonly attachDetachController = new AttachDetachControllerConfiguration();
  readonly csrSigningController = new CSRSigningControllerConfiguration();
  readonly daemonSetController = new DaemonSetControllerConfiguration();
  readonly deploymentController = new DeploymentControllerConfiguration();
  readonly statefulSetController = new StatefulSetControllerConfiguration();
  readonly deprecatedController = new DeprecatedControllerConfiguration();
  readonly endpointController = new EndpointControllerConfiguration();
  readonly endpointSliceController = new EndpointSliceControllerConfiguration();
  readonly endpointSliceMirroringController = new EndpointSliceMirroringControllerConfiguration();
  readonly garbageCollectorController = new GarbageCollectorControllerConfiguration();
  readonly hpaController = new HPAControllerConfiguration();
  readonly jobController = new JobControllerConfiguration();
  readonly cronJobController = new CronJobControllerConfiguration();
  readonly namespaceController = new NamespaceControllerConfiguration();
  readonly nodeIPAMController = new NodeIPAMControllerConfiguration();
  readonly nodeLifecycleController = new NodeLifecycleControllerConfiguration();
  readonly persistentVolumeBinderController = new PersistentVolumeBinderControllerConfiguration();
  readonly podGCController = new PodGCControllerConfiguration();
  readonly replicaSetController = new ReplicaSetControllerConfiguration();
  readonly replicationController = new ReplicationControllerConfiguration();
  readonly resourceQuotaController = new ResourceQuotaControllerConfiguration();
  readonly saController = new SAControllerConfiguration();
  readonly serviceController = new ServiceControllerConfiguration();
  readonly ttlAfterFinishedController = new TTLAfterFinishedControllerConfiguration();
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#AttachDetachControllerConfiguration
export class AttachDetachControllerConfiguration {
  disableAttachDetachReconcilerSync = false;
  reconcilerSyncLoopPeriod = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#CSRSigningControllerConfiguration
export class CSRSigningControllerConfiguration {
  clusterSigningCertFile = '';
  clusterSigningKeyFile = '';
  readonly kubeletServingSignerConfiguration = new CSRSigningConfiguration();
  readonly kubeletClientSignerConfiguration = new CSRSigningConfiguration();
  readonly kubeAPIServerClientSignerConfiguration = new CSRSigningConfiguration();
  readonly legacyUnknownSignerConfiguration = new CSRSigningConfiguration();
  clusterSigningDuration = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#CSRSigningConfiguration
export class CSRSigningConfiguration {
  certFile = '';
  keyFile = '';
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#DaemonSetControllerConfiguration
export class DaemonSetControllerConfiguration {
  concurrentDaemonSetSyncs = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#DeploymentControllerConfiguration
export class DeploymentControllerConfiguration {
  concurrentDeploymentSyncs = 0;
  deploymentControllerSyncPeriod = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#StatefulSetControllerConfiguration
export class StatefulSetControllerConfiguration {
  concurrentStatefulSetSyncs = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#DeprecatedControllerConfiguration
export class DeprecatedControllerConfiguration {
  deletingPodsQPS = 0;
  deletingPodsBurst = 0;
  registerRetryCount = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#EndpointControllerConfiguration
export class EndpointControllerConfiguration {
  concurrentEndpointSyncs = 0;
  endpointUpdatesBatchPeriod = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#EndpointSliceControllerConfiguration
export class EndpointSliceControllerConfiguration {
  concurrentServiceEndpointSyncs = 0;
  maxEndpointsPerSlice = 0;
  endpointUpdatesBatchPeriod = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#EndpointSliceMirroringControllerConfiguration
export class EndpointSliceMirroringControllerConfiguration {
  mirroringConcurrentServiceEndpointSyncs = 0;
  mirroringMaxEndpointsPerSubset = 0;
  mirroringEndpointUpdatesBatchPeriod = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#GarbageCollectorControllerConfiguration
export class GarbageCollectorControllerConfiguration {
  enableGarbageCollector: boolean | undefined = undefined;
  concurrentGCSyncs = 0;
  gcIgnoredResources: GroupResource[] = [];
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#HPAControllerConfiguration
export class HPAControllerConfiguration {
  horizontalPodAutoscalerSyncPeriod = 0;
  horizontalPodAutoscalerUpscaleForbiddenWindow = 0;
  horizontalPodAutoscalerDownscaleStabilizationWindow = 0;
  horizontalPodAutoscalerDownscaleForbiddenWindow = 0;
  horizontalPodAutoscalerTolerance = 0;
  horizontalPodAutoscalerUseRESTClients: boolean | undefined = undefined;
  horizontalPodAutoscalerCPUInitializationPeriod = 0;
  horizontalPodAutoscalerInitialReadinessDelay = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#JobControllerConfiguration
export class JobControllerConfiguration {
  concurrentJobSyncs = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#CronJobControllerConfiguration
export class CronJobControllerConfiguration {
  concurrentCronJobSyncs = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#NamespaceControllerConfiguration
export class NamespaceControllerConfiguration {
  namespaceSyncPeriod = 0;
  concurrentNamespaceSyncs = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#NodeIPAMControllerConfiguration
export class NodeIPAMControllerConfiguration {
  serviceCIDR = '';
  secondaryServiceCIDR = '';
  nodeCIDRMaskSize = 0;
  nodeCIDRMaskSizeIPv4 = 0;
  nodeCIDRMaskSizeIPv6 = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#NodeLifecycleControllerConfiguration
export class NodeLifecycleControllerConfiguration {
  enableTaintManager: boolean | undefined = undefined;
  nodeEvictionRate = 0;
  secondaryNodeEvictionRate = 0;
  nodeStartupGracePeriod = 0;
  nodeMonitorGracePeriod = 0;
  podEvictionTimeout = 0;
  largeClusterSizeThreshold = 0;
  unhealthyZoneThreshold = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#PersistentVolumeBinderControllerConfiguration
export class PersistentVolumeBinderControllerConfiguration {
  pvClaimBinderSyncPeriod = 0;
  readonly volumeConfiguration = new VolumeConfiguration();
  volumeHostCIDRDenylist: string[] = [];
  volumeHostAllowLocalLoopback: boolean | undefined = undefined;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#PodGCControllerConfiguration
export class PodGCControllerConfiguration {
  terminatedPodGCThreshold = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#ReplicaSetControllerConfiguration
export class ReplicaSetControllerConfiguration {
  concurrentRSSyncs = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#ReplicationControllerConfiguration
export class ReplicationControllerConfiguration {
  concurrentRCSyncs = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#ResourceQuotaControllerConfiguration
export class ResourceQuotaControllerConfiguration {
  resourceQuotaSyncPeriod = 0;
  concurrentResourceQuotaSyncs = 0;
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#SAControllerConfiguration
export class SAControllerConfiguration {
  serviceAccountKeyFile = '';
  concurrentSATokenSyncs = 0;
  rootCAFile = '';
}

// Mirrors: staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.go#TTLAfterFinishedControllerConfiguration
export class TTLAfterFinishedControllerConfiguration {
  concurrentTTLSyncs = 0;
}
