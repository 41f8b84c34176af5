import { describe, expect, test } from 'vitest';
import { Scheme } from '../../../../../../../src/runtime/kubernetes/pkg/controller/apis/config/scheme/scheme.ts';
import { KubeControllerManagerConfiguration as Internal } from '../../../../../../../src/runtime/kubernetes/pkg/controller/apis/config/types.ts';
import { hour, minute, second } from '../../../../../../../src/runtime/go/duration.ts';
import { KubeControllerManagerConfiguration } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

const pluginDir = '/usr/libexec/kubernetes/kubelet-plugins/volume/exec/';
const volumes = 'persistentVolumeBinderController.volumeConfiguration';
const recycler = `${volumes}.persistentVolumeRecyclerConfiguration`;

/** What a field is filled in with, and what it may say instead. */
const defaults: readonly [path: string, value: unknown, another: unknown][] = [
  ['generic.address', '0.0.0.0', '127.0.0.1'],
  ['generic.minResyncPeriod', 12 * hour, 1],
  ['generic.clientConnection.contentType', 'application/vnd.kubernetes.protobuf', 'application/json'],
  ['generic.clientConnection.qps', 20, 50],
  ['generic.clientConnection.burst', 30, 100],
  ['generic.leaderElection.leaderElect', true, false],
  ['generic.leaderElection.leaseDuration', 15 * second, 1],
  ['generic.leaderElection.renewDeadline', 10 * second, 1],
  ['generic.leaderElection.retryPeriod', 2 * second, 1],
  ['generic.leaderElection.resourceLock', 'leases', 'endpointsleases'],
  ['generic.controllers', ['*'], ['ttl']],
  ['kubeCloudShared.routeReconciliationPeriod', 10 * second, 1],
  ['kubeCloudShared.nodeMonitorPeriod', 5 * second, 1],
  ['kubeCloudShared.clusterName', 'kubernetes', 'mine'],
  ['kubeCloudShared.configureCloudRoutes', true, false],
  ['attachDetachController.reconcilerSyncLoopPeriod', minute, 1],
  ['csrSigningController.clusterSigningDuration', 365 * 24 * hour, 1],
  ['daemonSetController.concurrentDaemonSetSyncs', 2, 1],
  ['deploymentController.concurrentDeploymentSyncs', 5, 1],
  ['deploymentController.deploymentControllerSyncPeriod', 30 * second, 1],
  ['statefulSetController.concurrentStatefulSetSyncs', 5, 1],
  ['deprecatedController.registerRetryCount', 10, 1],
  ['endpointController.concurrentEndpointSyncs', 5, 1],
  ['endpointSliceController.concurrentServiceEndpointSyncs', 5, 1],
  ['endpointSliceController.maxEndpointsPerSlice', 100, 1],
  ['endpointSliceMirroringController.mirroringConcurrentServiceEndpointSyncs', 5, 1],
  ['endpointSliceMirroringController.mirroringMaxEndpointsPerSubset', 1000, 1],
  ['garbageCollectorController.enableGarbageCollector', true, false],
  ['garbageCollectorController.concurrentGCSyncs', 20, 1],
  ['hpaController.horizontalPodAutoscalerSyncPeriod', 15 * second, 1],
  ['hpaController.horizontalPodAutoscalerUpscaleForbiddenWindow', 3 * minute, 1],
  ['hpaController.horizontalPodAutoscalerDownscaleStabilizationWindow', 5 * minute, 1],
  ['hpaController.horizontalPodAutoscalerDownscaleForbiddenWindow', 5 * minute, 1],
  ['hpaController.horizontalPodAutoscalerTolerance', 0.1, 1],
  ['hpaController.horizontalPodAutoscalerUseRESTClients', true, false],
  ['hpaController.horizontalPodAutoscalerCPUInitializationPeriod', 5 * minute, 1],
  ['hpaController.horizontalPodAutoscalerInitialReadinessDelay', 30 * second, 1],
  ['jobController.concurrentJobSyncs', 5, 1],
  ['cronJobController.concurrentCronJobSyncs', 5, 1],
  ['namespaceController.namespaceSyncPeriod', 5 * minute, 1],
  ['namespaceController.concurrentNamespaceSyncs', 10, 1],
  ['nodeLifecycleController.enableTaintManager', true, false],
  ['nodeLifecycleController.nodeStartupGracePeriod', minute, 1],
  ['nodeLifecycleController.nodeMonitorGracePeriod', 40 * second, 1],
  ['nodeLifecycleController.podEvictionTimeout', 5 * minute, 1],
  ['persistentVolumeBinderController.pvClaimBinderSyncPeriod', 15 * second, 1],
  ['persistentVolumeBinderController.volumeHostAllowLocalLoopback', true, false],
  [`${volumes}.enableHostPathProvisioning`, false, true],
  [`${volumes}.enableDynamicProvisioning`, true, false],
  [`${volumes}.flexVolumePluginDir`, pluginDir, '/tmp'],
  [`${recycler}.maximumRetry`, 3, 1],
  [`${recycler}.minimumTimeoutNFS`, 300, 1],
  [`${recycler}.incrementTimeoutNFS`, 30, 1],
  [`${recycler}.minimumTimeoutHostPath`, 60, 1],
  [`${recycler}.incrementTimeoutHostPath`, 30, 1],
  ['podGCController.terminatedPodGCThreshold', 12_500, 1],
  ['replicaSetController.concurrentRSSyncs', 5, 1],
  ['replicationController.concurrentRCSyncs', 5, 1],
  ['resourceQuotaController.resourceQuotaSyncPeriod', 5 * minute, 1],
  ['resourceQuotaController.concurrentResourceQuotaSyncs', 5, 1],
  ['saController.concurrentSATokenSyncs', 5, 1],
  ['serviceController.concurrentServiceSyncs', 1, 3],
  ['ttlAfterFinishedController.concurrentTTLSyncs', 5, 1],
];

const isStruct = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every field with its path. */
const fieldsOf = (object: object, before = ''): [string, unknown][] =>
  Object.entries(object).flatMap(([name, value]: [string, unknown]) =>
    isStruct(value) ? fieldsOf(value, `${before}${name}.`) : [[`${before}${name}`, value]],
  );

function set(object: object, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop()!;
  const holder = names.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], object);
  (holder as Record<string, unknown>)[last] = value;
}

describe('the configuration of the controller manager', () => {
  test('that says nothing is filled in with the defaults, and with nothing else', () => {
    const config = new KubeControllerManagerConfiguration();
    const unset = new Map(fieldsOf(config));
    new Scheme().default(config);
    const filled = fieldsOf(config).filter(([path, value]) => value !== unset.get(path));
    const byPath = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
      a < b ? -1 : 1;
    expect(filled.toSorted(byPath)).toEqual(
      defaults.map(([path, value]): [string, unknown] => [path, value]).toSorted(byPath),
    );
  });

  test('that says all is left as it is', () => {
    const config = new KubeControllerManagerConfiguration();
    for (const [path, , another] of defaults) set(config, path, another);
    const said = structuredClone(fieldsOf(config));
    new Scheme().default(config);
    expect(fieldsOf(config)).toEqual(said);
  });

  test('below zero workers that look after what has finished are none', () => {
    const config = new KubeControllerManagerConfiguration();
    config.ttlAfterFinishedController.concurrentTTLSyncs = -1;
    new Scheme().default(config);
    expect(config.ttlAfterFinishedController.concurrentTTLSyncs).toBe(5);
  });

  test('becomes the form that the program works with, field by field', () => {
    const config = new KubeControllerManagerConfiguration();
    const scheme = new Scheme();
    scheme.default(config);
    set(config, 'garbageCollectorController.gcIgnoredResources', [{ group: '', resource: 'events' }]);
    set(config, 'persistentVolumeBinderController.volumeHostCIDRDenylist', ['10.0.0.0/8']);
    const internal = new Internal();
    expect(fieldsOf(internal).map(([path]) => path)).toEqual(
      expect.arrayContaining(defaults.map(([path]) => path)),
    );
    scheme.convert(config, internal);
    const converted = new Map(fieldsOf(internal));
    for (const [path, value] of fieldsOf(config))
      if (value !== undefined) expect([path, converted.get(path)]).toEqual([path, value]);
  });
});
