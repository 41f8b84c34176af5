import type {
  DefaultPreemptionArgs,
  InterPodAffinityArgs,
  NodeAffinityArgs,
  NodeResourcesFitArgs,
  NodeResourcesLeastAllocatedArgs,
  NodeResourcesMostAllocatedArgs,
  PodTopologySpreadArgs,
  ResourceSpec,
  VolumeBindingArgs,
} from '../types_pluginargs.ts';

// Mirrors: pkg/scheduler/apis/config/v1beta1/defaults.go#defaultResourceSpec
const defaultResourceSpec: readonly ResourceSpec[] = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];

const defaultPreemption: DefaultPreemptionArgs = {
  minCandidateNodesPercentage: 10,
  minCandidateNodesAbsolute: 100,
};
const interPodAffinity: InterPodAffinityArgs = { hardPodAffinityWeight: 1 };
const nodeAffinity: NodeAffinityArgs = {};
const nodeResourcesFit: NodeResourcesFitArgs = {};
const leastAllocated: NodeResourcesLeastAllocatedArgs = { resources: defaultResourceSpec };
const mostAllocated: NodeResourcesMostAllocatedArgs = { resources: defaultResourceSpec };
const volumeBinding: VolumeBindingArgs = { bindTimeoutSeconds: 600 };
const podTopologySpread: PodTopologySpreadArgs = { defaultingType: 'System' };

/**
 * The arguments of the plugins that take any, by name of the plugin, where a profile gives none.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#getPluginArgsOrDefault
 */
export const defaultPluginArgs: Readonly<Record<string, object>> = {
  DefaultPreemption: defaultPreemption,
  InterPodAffinity: interPodAffinity,
  NodeAffinity: nodeAffinity,
  NodeResourcesFit: nodeResourcesFit,
  NodeResourcesLeastAllocated: leastAllocated,
  NodeResourcesMostAllocated: mostAllocated,
  PodTopologySpread: podTopologySpread,
  VolumeBinding: volumeBinding,
};
