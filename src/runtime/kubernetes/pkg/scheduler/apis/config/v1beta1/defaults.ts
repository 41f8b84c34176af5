import { recommendedDefaultLeaderElectionConfiguration } from '../../../../../staging/src/k8s.io/component-base/config/v1alpha1/defaults.ts';
import { defaultKubernetesFeatureGates } from '../../../../features/kube_features.ts';
import { joinHostPort, parseIP, splitHostPort } from '../../../../../../go/net.ts';
import {
  type KubeSchedulerConfiguration,
  schedulerDefaultLockObjectName,
  schedulerDefaultLockObjectNamespace,
} from '../../../../../staging/src/k8s.io/kube-scheduler/config/v1beta1/types.ts';
import { defaultInsecureSchedulerPort, defaultPercentageOfNodesToScore } from '../types.ts';
import type {
  DefaultPreemptionArgs,
  InterPodAffinityArgs,
  PodTopologySpreadArgs,
  ResourceSpec,
  VolumeBindingArgs,
} from '../types_pluginargs.ts';

/** The switches of the program, as far as the scheduler's own parts look at them. */
export interface Gate {
  enabled(feature: string): boolean;
}

/** The switches as v1.20.2 ships them. */
export const shippedGate: Gate = {
  enabled: (feature) => defaultKubernetesFeatureGates[feature]?.default ?? false,
};

// Mirrors: pkg/scheduler/apis/config/v1beta1/defaults.go#defaultResourceSpec
const defaultResourceSpec: readonly ResourceSpec[] = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];

// Mirrors: pkg/scheduler/apis/config/v1beta1/defaults.go#SetDefaults_KubeSchedulerConfiguration
export function setDefaultsKubeSchedulerConfiguration(obj: KubeSchedulerConfiguration): void {
  obj.parallelism ??= 16;
  if (obj.profiles.length === 0) obj.profiles.push({});
  // Where there are several, each must have a name of its own.
  const [profile] = obj.profiles;
  if (obj.profiles.length === 1 && profile?.schedulerName === undefined)
    obj.profiles[0] = { ...profile, schedulerName: 'default-scheduler' };
  obj.healthzBindAddress = bindAddress(obj.healthzBindAddress);
  obj.metricsBindAddress = bindAddress(obj.metricsBindAddress);
  obj.percentageOfNodesToScore ??= defaultPercentageOfNodesToScore;
  obj.leaderElection.resourceLock ||= 'leases';
  obj.leaderElection.resourceNamespace ||= schedulerDefaultLockObjectNamespace;
  obj.leaderElection.resourceName ||= schedulerDefaultLockObjectName;
  obj.clientConnection.contentType ||= 'application/vnd.kubernetes.protobuf';
  obj.clientConnection.qps ||= 50;
  obj.clientConnection.burst ||= 100;
  recommendedDefaultLeaderElectionConfiguration(obj.leaderElection);
  obj.podInitialBackoffSeconds ??= 1;
  obj.podMaxBackoffSeconds ??= 10;
  obj.debugging.enableProfiling ??= true;
  if (obj.debugging.enableProfiling) obj.debugging.enableContentionProfiling ??= true;
}

/** A port alone is one of all addresses, an address alone gets the default port. What is neither is replaced. */
// Part of: pkg/scheduler/apis/config/v1beta1/defaults.go#SetDefaults_KubeSchedulerConfiguration
function bindAddress(given: string | undefined): string {
  const defaultPort = String(defaultInsecureSchedulerPort);
  if (given !== undefined) {
    const [host, port, err] = splitHostPort(given);
    if (!err) return joinHostPort(host || '0.0.0.0', port);
    if (parseIP(given) !== undefined) return joinHostPort(given, defaultPort);
  }
  return joinHostPort('0.0.0.0', defaultPort);
}

// Mirrors: pkg/scheduler/apis/config/v1beta1/defaults.go#SetDefaults_DefaultPreemptionArgs
export function setDefaultsDefaultPreemptionArgs(obj: Partial<DefaultPreemptionArgs>): DefaultPreemptionArgs {
  const { minCandidateNodesPercentage, minCandidateNodesAbsolute } = obj;
  return {
    ...obj,
    minCandidateNodesPercentage: minCandidateNodesPercentage ?? 10,
    minCandidateNodesAbsolute: minCandidateNodesAbsolute ?? 100,
  };
}

// Mirrors: pkg/scheduler/apis/config/v1beta1/defaults.go#SetDefaults_InterPodAffinityArgs
export function setDefaultsInterPodAffinityArgs(obj: Partial<InterPodAffinityArgs>): InterPodAffinityArgs {
  return { ...obj, hardPodAffinityWeight: obj.hardPodAffinityWeight ?? 1 };
}

/** The same for the three plugins that score by resources. */
// Mirrors: pkg/scheduler/apis/config/v1beta1/defaults.go#SetDefaults_NodeResourcesLeastAllocatedArgs
export function setDefaultsResources(obj: { readonly resources?: readonly ResourceSpec[] }): object {
  return obj.resources?.length ? obj : { ...obj, resources: defaultResourceSpec };
}

// Mirrors: pkg/scheduler/apis/config/v1beta1/defaults.go#SetDefaults_VolumeBindingArgs
export function setDefaultsVolumeBindingArgs(obj: Partial<VolumeBindingArgs>): VolumeBindingArgs {
  return { ...obj, bindTimeoutSeconds: obj.bindTimeoutSeconds ?? 600 };
}

// Mirrors: pkg/scheduler/apis/config/v1beta1/defaults.go#SetDefaults_PodTopologySpreadArgs
export function setDefaultsPodTopologySpreadArgs(
  obj: Partial<PodTopologySpreadArgs>,
  gate: Gate,
): PodTopologySpreadArgs {
  const system = gate.enabled('DefaultPodTopologySpread') && !obj.defaultConstraints?.length;
  return { ...obj, defaultingType: obj.defaultingType || (system ? 'System' : 'List') };
}

export const asTheyAre = (obj: object): object => obj;
