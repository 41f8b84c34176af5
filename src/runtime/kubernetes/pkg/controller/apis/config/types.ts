import { KubeCloudSharedConfiguration } from '../../../../staging/src/k8s.io/cloud-provider/config/types.ts';
import { ServiceControllerConfiguration } from '../../../../staging/src/k8s.io/cloud-provider/controllers/service/config/types.ts';
import { GenericControllerManagerConfiguration } from '../../../../staging/src/k8s.io/controller-manager/config/types.ts';
import { CSRSigningControllerConfiguration } from '../../certificates/signer/config/types.ts';
import { CronJobControllerConfiguration } from '../../cronjob/config/types.ts';
import { DaemonSetControllerConfiguration } from '../../daemon/config/types.ts';
import { DeploymentControllerConfiguration } from '../../deployment/config/types.ts';
import { EndpointControllerConfiguration } from '../../endpoint/config/types.ts';
import { EndpointSliceControllerConfiguration } from '../../endpointslice/config/types.ts';
import { EndpointSliceMirroringControllerConfiguration } from '../../endpointslicemirroring/config/types.ts';
import { GarbageCollectorControllerConfiguration } from '../../garbagecollector/config/types.ts';
import { JobControllerConfiguration } from '../../job/config/types.ts';
import { NamespaceControllerConfiguration } from '../../namespace/config/types.ts';
import { NodeIPAMControllerConfiguration } from '../../nodeipam/config/types.ts';
import { NodeLifecycleControllerConfiguration } from '../../nodelifecycle/config/types.ts';
import { HPAControllerConfiguration } from '../../podautoscaler/config/types.ts';
import { PodGCControllerConfiguration } from '../../podgc/config/types.ts';
import { ReplicaSetControllerConfiguration } from '../../replicaset/config/types.ts';
import { ReplicationControllerConfiguration } from '../../replication/config/types.ts';
import { ResourceQuotaControllerConfiguration } from '../../resourcequota/config/types.ts';
import { SAControllerConfiguration } from '../../serviceaccount/config/types.ts';
import { StatefulSetControllerConfiguration } from '../../statefulset/config/types.ts';
import { TTLAfterFinishedControllerConfiguration } from '../../ttlafterfinished/config/types.ts';
import { AttachDetachControllerConfiguration } from '../../volume/attachdetach/config/types.ts';
import { PersistentVolumeBinderControllerConfiguration } from '../../volume/persistentvolume/config/types.ts';

// Mirrors: pkg/controller/apis/config/types.go#KubeControllerManagerConfiguration
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

// Mirrors: pkg/controller/apis/config/types.go#DeprecatedControllerConfiguration
export class DeprecatedControllerConfiguration {
  deletingPodsQPS = 0;
  deletingPodsBurst = 0;
  registerRetryCount = 0;
}
