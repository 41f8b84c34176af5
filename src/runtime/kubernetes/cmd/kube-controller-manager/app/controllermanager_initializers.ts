import { defaultMutableFeatureGate } from '../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import type { OS } from '../../../../go/os.ts';
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
import type { ControllerLoopMode } from './controllermanager_context.ts';
import { type InitFunc, saTokenControllerName } from './controllermanager_start.ts';
import {
  startEndpointController,
  startGarbageCollectorController,
  startNamespaceController,
  startPodGCController,
  startReplicationController,
  startResourceQuotaController,
  startServiceAccountController,
  startStorageVersionGCController,
  startTTLAfterFinishedController,
  startTTLController,
} from './core.ts';
import {
  startCloudNodeLifecycleController,
  startNodeIpamController,
  startNodeLifecycleController,
  startRouteController,
  startServiceController,
} from './core_nodes.ts';
import {
  startAttachDetachController,
  startEphemeralVolumeController,
  startPersistentVolumeBinderController,
  startPVCProtectionController,
  startPVProtectionController,
  startVolumeExpandController,
} from './core_volumes.ts';
import { startEndpointSliceController, startEndpointSliceMirroringController } from './discovery.ts';
import { startDisruptionController } from './policy.ts';
import { startClusterRoleAggregrationController } from './rbac.ts';

/**
 * How each controller is started, by name. Names are for flags and paths too, so that they do not change.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#NewControllerInitializers
 */
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

/**
 * The names that `--controllers` may hold: those of the table, and that of the controller that is started before them.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#KnownControllers
 */
export function knownControllers(os: OS): string[] {
  return [...newControllerInitializers(os, 'IncludeCloudLoops').keys(), saTokenControllerName].sort();
}
