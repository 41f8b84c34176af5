import type { ExtensionPoint } from '../../apis/config/types.ts';
import type { Gate } from '../../apis/config/v1beta1/defaults.ts';
import { name as imageLocality } from './imagelocality/image_locality.ts';
import { name as interPodAffinity } from './interpodaffinity/plugin.ts';
import { name as nodeAffinity } from './nodeaffinity/node_affinity.ts';
import { name as nodeLabel } from './nodelabel/node_label.ts';
import { name as nodeName } from './nodename/node_name.ts';
import { name as nodePorts } from './nodeports/node_ports.ts';
import { name as nodePreferAvoidPods } from './nodepreferavoidpods/node_prefer_avoid_pods.ts';
import { balancedAllocationName } from './noderesources/balanced_allocation.ts';
import { fitName } from './noderesources/fit.ts';
import { leastAllocatedName } from './noderesources/least_allocated.ts';
import { mostAllocatedName } from './noderesources/most_allocated.ts';
import { requestedToCapacityRatioName } from './noderesources/requested_to_capacity_ratio.ts';
import { name as nodeUnschedulable } from './nodeunschedulable/node_unschedulable.ts';
import { csiName } from './nodevolumelimits/csi.ts';
import { azureDiskName, cinderName, ebsName, gcePDName } from './nodevolumelimits/non_csi_filters.ts';
import { name as podTopologySpread } from './podtopologyspread/plugin.ts';
import { name as selectorSpread } from './selectorspread/selector_spread.ts';
import { name as serviceAffinity } from './serviceaffinity/service_affinity.ts';
import { name as taintToleration } from './tainttoleration/taint_toleration.ts';
import { name as volumeBinding } from './volumebinding/volume_binding.ts';
import { name as volumeRestrictions } from './volumerestrictions/volume_restrictions.ts';
import { name as volumeZone } from './volumezone/volume_zone.ts';

/**
 * Four predicates as one.
 *
 * Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#GeneralPred
 */
export const generalPred = 'GeneralPredicates';

/**
 * The order in which predicates were asked.
 *
 * Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#predicateOrdering
 */
export const predicateOrdering: readonly string[] = [
  'CheckNodeUnschedulable',
  generalPred,
  'HostName',
  'PodFitsHostPorts',
  'MatchNodeSelector',
  'PodFitsResources',
  'NoDiskConflict',
  'PodToleratesNodeTaints',
  'CheckNodeLabelPresence',
  'CheckServiceAffinity',
  'MaxEBSVolumeCount',
  'MaxGCEPDVolumeCount',
  'MaxCSIVolumeCountPred',
  'MaxAzureDiskVolumeCount',
  'MaxCinderVolumeCount',
  'CheckVolumeBinding',
  'NoVolumeZoneConflict',
  'EvenPodsSpread',
  'MatchInterPodAffinity',
];

/** The plugins that came in the place of a predicate, and where each is called. */
type Plugins = readonly (readonly [string, ...ExtensionPoint[]])[];

const fit = [fitName, 'filter', 'preFilter'] as const;
const ports = [nodePorts, 'filter', 'preFilter'] as const;
const name = [nodeName, 'filter'] as const;
const affinity = [nodeAffinity, 'filter'] as const;

/**
 * By the name of the predicate.
 *
 * Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#NewLegacyRegistry
 */
export const predicateToPlugins: ReadonlyMap<string, Plugins> = new Map<string, Plugins>([
  [generalPred, [fit, name, ports, affinity]],
  ['PodToleratesNodeTaints', [[taintToleration, 'filter']]],
  ['PodFitsResources', [fit]],
  ['HostName', [name]],
  ['PodFitsHostPorts', [ports]],
  ['MatchNodeSelector', [affinity]],
  ['CheckNodeUnschedulable', [[nodeUnschedulable, 'filter']]],
  ['CheckVolumeBinding', [[volumeBinding, 'preFilter', 'filter', 'reserve', 'preBind']]],
  ['NoDiskConflict', [[volumeRestrictions, 'filter']]],
  ['NoVolumeZoneConflict', [[volumeZone, 'filter']]],
  ['MaxCSIVolumeCountPred', [[csiName, 'filter']]],
  ['MaxEBSVolumeCount', [[ebsName, 'filter']]],
  ['MaxGCEPDVolumeCount', [[gcePDName, 'filter']]],
  ['MaxAzureDiskVolumeCount', [[azureDiskName, 'filter']]],
  ['MaxCinderVolumeCount', [[cinderName, 'filter']]],
  ['MatchInterPodAffinity', [[interPodAffinity, 'filter', 'preFilter']]],
  ['CheckNodeLabelPresence', [[nodeLabel, 'filter']]],
  ['CheckServiceAffinity', [[serviceAffinity, 'filter', 'preFilter']]],
  ['EvenPodsSpread', [[podTopologySpread, 'preFilter', 'filter']]],
]);

/** The plugin that came in the place of a priority, and whether it is called before the scores too. */
type Scorer = readonly [plugin: string, preScores?: boolean];

/**
 * By the name of the priority. Custom ones go by the names of their plugins.
 *
 * Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#NewLegacyRegistry
 */
export function priorityToPlugins(gate: Gate): ReadonlyMap<string, Scorer> {
  const spread = gate.enabled('DefaultPodTopologySpread') ? podTopologySpread : selectorSpread;
  return new Map<string, Scorer>([
    ['SelectorSpreadPriority', [spread, true]],
    ['TaintTolerationPriority', [taintToleration, true]],
    ['NodeAffinityPriority', [nodeAffinity]],
    ['ImageLocalityPriority', [imageLocality]],
    ['InterPodAffinityPriority', [interPodAffinity, true]],
    ['NodePreferAvoidPodsPriority', [nodePreferAvoidPods]],
    ['MostRequestedPriority', [mostAllocatedName]],
    ['BalancedResourceAllocation', [balancedAllocationName]],
    ['LeastRequestedPriority', [leastAllocatedName]],
    [requestedToCapacityRatioName, [requestedToCapacityRatioName]],
    [nodeLabel, [nodeLabel]],
    [serviceAffinity, [serviceAffinity]],
    ['EvenPodsSpreadPriority', [podTopologySpread, true]],
  ]);
}
