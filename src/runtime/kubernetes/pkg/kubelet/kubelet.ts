import type { NodeAddress, ObjectReference, PodStatus } from 'kubernetes-types/core/v1';
import type { Result } from '../../../go/result.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';
import type { Draft, Node } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Clientset } from '../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { ServiceLister } from '../../staging/src/k8s.io/client-go/listers/core/v1/service.ts';
import type { EventRecorder } from '../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Gates } from '../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type { Pod } from '../api/objects.ts';
import type { Manager as ConfigMapManager } from './configmap/configmap_manager.ts';
import type { Cache } from './container/cache.ts';
import type { Runtime } from './container/runtime.ts';
import type { PodSyncHandler } from './lifecycle/interfaces.ts';
import type { Configurer } from './network/dns/dns.ts';
import type { Manager as PodManager } from './pod/pod_manager.ts';
import type { ReasonCache } from './reason_cache.ts';
import type { RuntimeState } from './runtime.ts';
import type { Manager as SecretManager } from './secret/secret_manager.ts';
import type { Manager as StatusManager } from './status/status_manager.ts';

/** How often a kubelet tries to say how its node is, before it waits for its turn again. */
// Mirrors: pkg/kubelet/kubelet.go#nodeStatusUpdateRetry
export const nodeStatusUpdateRetry = 5;

/** The parts of a kubelet, for the functions that are its methods upstream. Each of these says which of them it needs. */
// Mirrors: pkg/kubelet/kubelet.go#Kubelet
export interface Kubelet {
  readonly sim: Sim;
  readonly gates: Gates;
  /** Undefined where there is no API server. */
  readonly kubeClient: Clientset | undefined;
  readonly podManager: PodManager;
  readonly statusManager: StatusManager;
  readonly probeManager: {
    /** Says in the status which containers have started and are ready. */
    updatePodStatus(podUID: string, status: PodStatus): void;
  };
  readonly podCache: Cache;
  readonly reasonCache: ReasonCache;
  readonly podSyncHandlers: readonly PodSyncHandler[];
  readonly keepTerminatedPodVolumes: boolean;
  readonly cgroupsPerQOS: boolean;
  readonly containerManager: {
    newPodContainerManager(): { exists(pod: Pod): boolean };
    shouldResetExtendedResourceCapacity(): boolean;
  };
  podVolumesExist(podUID: string): boolean;
  getHostIPsAnyWay(): Result<readonly string[]>;
  /** The node as it is known, or as this kubelet would make it. */
  getNodeAnyWay(): Result<Node>;
  readonly dnsConfigurer: Pick<Configurer, 'clusterDomain'>;
  /** Undefined where there is no API server. */
  readonly serviceLister: Pick<ServiceLister, 'list'> | undefined;
  serviceHasSynced(): boolean;
  /** The namespace of the services that every container hears of. */
  readonly masterServiceNamespace: string;
  readonly configMapManager: Pick<ConfigMapManager, 'getConfigMap'>;
  readonly secretManager: Pick<SecretManager, 'getSecret'>;

  readonly nodeName: string;
  /** What events about the node are about. */
  readonly nodeRef: ObjectReference;
  readonly recorder: EventRecorder;
  /** With limits and timeouts of its own, so that nothing else keeps a heartbeat waiting. */
  readonly heartbeatClient: Clientset;
  onRepeatedHeartbeatFailure?: () => void;
  readonly runtimeState: RuntimeState;
  readonly containerRuntime: Pick<Runtime, 'updatePodCIDR'>;
  readonly volumeManager: { markVolumesAsReportedInUse(volumesReportedAsInUse: readonly string[]): void };
  /** The node as this kubelet makes it where there is none. */
  initialNode(): Blocking<Result<Node>>;
  /** Each says on the node what it knows of it. */
  readonly setNodeStatusFuncs: readonly ((node: Draft<Node>) => Blocking<Error | undefined>)[];
  readonly nodeStatusReportFrequencyMs: number;
  /** In virtual ms; minus infinity before the first time. */
  lastStatusReportTime: number;
  lastObservedNodeAddresses: readonly NodeAddress[];
  lastNodeUnschedulable: boolean;
  registrationCompleted: boolean;
}
