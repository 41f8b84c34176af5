import type { Result } from '../../../../../go/result.ts';
import { quote } from '../../../../../go/strconv.ts';
import type { PredicatePolicy, PriorityPolicy } from '../../apis/config/legacy_types.ts';
import type { ExtensionPoint, PluginConfig, PluginRef } from '../../apis/config/types.ts';
import type {
  InterPodAffinityArgs,
  NodeLabelArgs,
  RequestedToCapacityRatioArgs,
  ServiceAffinityArgs,
} from '../../apis/config/types_pluginargs.ts';
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
import { azureDiskName, cinderName, ebsName, gcePDName } from './nodevolumelimits/non_csi.ts';
import { name as podTopologySpread } from './podtopologyspread/plugin.ts';
import { name as selectorSpread } from './selectorspread/selector_spread.ts';
import { name as serviceAffinity } from './serviceaffinity/service_affinity.ts';
import { name as taintToleration } from './tainttoleration/taint_toleration.ts';
import { name as volumeBinding } from './volumebinding/volume_binding.ts';
import { name as volumeRestrictions } from './volumerestrictions/volume_restrictions.ts';
import { name as volumeZone } from './volumezone/volume_zone.ts';

/** Scores all nodes the same, and so is left out. */
// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#EqualPriority
export const equalPriority = 'EqualPriority';

/** Four predicates as one. */
// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#GeneralPred
const generalPred = 'GeneralPredicates';

/** The order in which predicates were asked. */
// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#predicateOrdering
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

type Lists = Readonly<{ -readonly [K in keyof NodeLabelArgs]-?: string[] }>;

/** What the policies say that have an argument. */
// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#ConfigProducerArgs
export interface ConfigProducerArgs {
  nodeLabelArgs?: Lists;
  requestedToCapacityRatioArgs?: RequestedToCapacityRatioArgs;
  serviceAffinityArgs?: Readonly<{ -readonly [K in keyof ServiceAffinityArgs]-?: string[] }>;
  interPodAffinityArgs?: InterPodAffinityArgs;
}

/** A profile as it grows. */
export interface Produced {
  readonly plugins: Partial<Record<ExtensionPoint, { enabled: PluginRef[] }>>;
  readonly pluginConfig: PluginConfig[];
}

type Named = Result<string>;

/** Predicates that are there in any case. */
// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#NewLegacyRegistry
const mandatoryPredicates = ['PodToleratesNodeTaints', 'CheckNodeUnschedulable'];

/** Those of a policy that says nothing of predicates. */
// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#NewLegacyRegistry
export const defaultPredicates: readonly string[] = [
  'NoVolumeZoneConflict',
  'MaxEBSVolumeCount',
  'MaxGCEPDVolumeCount',
  'MaxAzureDiskVolumeCount',
  'MaxCSIVolumeCountPred',
  'MatchInterPodAffinity',
  'NoDiskConflict',
  generalPred,
  'PodToleratesNodeTaints',
  'CheckVolumeBinding',
  'CheckNodeUnschedulable',
  'EvenPodsSpread',
];

/** Those of a policy that says nothing of priorities, with their weights. */
// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#NewLegacyRegistry
export const defaultPriorities: ReadonlyMap<string, number> = new Map([
  ['SelectorSpreadPriority', 1],
  ['InterPodAffinityPriority', 1],
  ['LeastRequestedPriority', 1],
  ['BalancedResourceAllocation', 1],
  ['NodePreferAvoidPodsPriority', 10_000],
  ['NodeAffinityPriority', 1],
  ['TaintTolerationPriority', 1],
  ['ImageLocalityPriority', 1],
  ['EvenPodsSpreadPriority', 2],
]);

/** The plugins that came in the place of a predicate, and where each is called. */
type Plugins = readonly (readonly [string, ...ExtensionPoint[]])[];

const fit = [fitName, 'filter', 'preFilter'] as const;
const ports = [nodePorts, 'filter', 'preFilter'] as const;
const name = [nodeName, 'filter'] as const;
const affinity = [nodeAffinity, 'filter'] as const;

/** By the name of the predicate. */
// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#NewLegacyRegistry
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

/** By the name of the priority. Custom ones go by the names of their plugins. */
// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#NewLegacyRegistry
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

/** The plugins filter in the order in which the predicates did. */
// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#LegacyRegistry.AppendPredicateConfigs
export function appendPredicateConfigs(
  keys: ReadonlySet<string>,
  args: ConfigProducerArgs,
  produced: Produced,
): Error | undefined {
  const { nodeLabelArgs, serviceAffinityArgs } = args;
  const allPredicates = new Set([...keys, ...mandatoryPredicates]);
  const ordered = predicateOrdering.filter((key) => allPredicates.has(key));
  const others = [...allPredicates].filter((key) => !predicateOrdering.includes(key)).sort();
  for (const key of [...ordered, ...others]) {
    const plugins = predicateToPlugins.get(key);
    if (!plugins) return new Error(`no framework config producer registered for ${quote(key)}`);
    for (const [name, ...points] of plugins) {
      for (const point of points) appendToPluginSet(produced, point, name);
      appendArgs(produced, name, { nodeLabelArgs, serviceAffinityArgs });
    }
  }
  return undefined;
}

/** In the order of their names. */
// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#LegacyRegistry.AppendPriorityConfigs
export function appendPriorityConfigs(
  keys: ReadonlyMap<string, number>,
  args: ConfigProducerArgs,
  produced: Produced,
  gate: Gate,
): Error | undefined {
  for (const [key, weight] of [...keys].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const plugin = priorityToPlugins(gate).get(key);
    if (!plugin) return new Error(`no config producer registered for ${quote(key)}`);
    const [name, preScores] = plugin;
    appendToPluginSet(produced, 'score', name, weight * timesOf(name, args));
    if (preScores) appendToPluginSet(produced, 'preScore', name);
    appendArgs(produced, name, args);
    if (name === podTopologySpread && gate.enabled('DefaultPodTopologySpread'))
      spreadByDefault(produced, key === 'SelectorSpreadPriority');
  }
  return undefined;
}

/** Several priorities of one's own become one plugin, which counts as much as all of them. */
function timesOf(name: string, { nodeLabelArgs, serviceAffinityArgs }: ConfigProducerArgs): number {
  if (name === nodeLabel && nodeLabelArgs)
    return nodeLabelArgs.presentLabelsPreference.length + nodeLabelArgs.absentLabelsPreference.length;
  if (name === serviceAffinity && serviceAffinityArgs)
    return serviceAffinityArgs.antiAffinityLabelsPreference.length;
  return 1;
}

function appendArgs({ pluginConfig }: Produced, name: string, args: ConfigProducerArgs): void {
  const given: Readonly<Record<string, object | undefined>> = {
    [nodeLabel]: args.nodeLabelArgs,
    [serviceAffinity]: args.serviceAffinityArgs,
    [requestedToCapacityRatioName]: args.requestedToCapacityRatioArgs,
    InterPodAffinity: args.interPodAffinityArgs,
  };
  if (given[name] && !pluginConfig.some((each) => each.name === name))
    pluginConfig.push({ name, args: given[name] });
}

/** Pods are spread by the constraints of Kubernetes where the policy has the old priority for it. */
function spreadByDefault({ pluginConfig }: Produced, system: boolean): void {
  const at = pluginConfig.findIndex(({ name }) => name === podTopologySpread);
  const config = { name: podTopologySpread, args: { defaultingType: system ? 'System' : 'List' } };
  if (at < 0) pluginConfig.push(config);
  else if (system) pluginConfig[at] = config;
}

/** Upstream keeps the first weight where a plugin is named twice, though its comment says the greatest. */
// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#appendToPluginSet
function appendToPluginSet(
  { plugins }: Produced,
  point: ExtensionPoint,
  name: string,
  weight?: number,
): void {
  const { enabled } = (plugins[point] ??= { enabled: [] });
  if (enabled.some((e) => e.name === name)) return;
  enabled.push(weight === undefined ? { name } : { name, weight });
}

/**
 * The key of a predicate; what its argument says is added to the arguments. Upstream ends the program at once where a policy
 * has no sense; here it is an error.
 */
// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#LegacyRegistry.ProcessPredicatePolicy
export function processPredicatePolicy({ name, argument }: PredicatePolicy, args: ConfigProducerArgs): Named {
  const wrong = validateOne('predicate', 'Predicate', name, argument);
  if (wrong) return [undefined, wrong];
  // An older name of it.
  const predicateName = name === 'PodFitsPorts' ? 'PodFitsHostPorts' : name;
  if (predicateToPlugins.has(predicateName)) return [predicateName, undefined];
  if (argument?.serviceAffinity) {
    args.serviceAffinityArgs ??= { affinityLabels: [], antiAffinityLabelsPreference: [] };
    args.serviceAffinityArgs.affinityLabels.push(...(argument.serviceAffinity.labels ?? []));
    return ['CheckServiceAffinity', undefined];
  }
  if (argument?.labelsPresence) {
    const { labels = [], presence } = argument.labelsPresence;
    const lists = (args.nodeLabelArgs ??= noLabels());
    (presence ? lists.presentLabels : lists.absentLabels).push(...labels);
    return ['CheckNodeLabelPresence', undefined];
  }
  return [undefined, new Error(`Invalid configuration: Predicate type not found for ${quote(name)}`)];
}

// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#LegacyRegistry.ProcessPriorityPolicy
export function processPriorityPolicy(
  { name, argument }: PriorityPolicy,
  args: ConfigProducerArgs,
  gate: Gate,
): Named {
  const wrong = validateOne('priority', 'Priority', name, argument);
  if (wrong) return [undefined, wrong];
  // An older name of it.
  const priorityName = name === 'ServiceSpreadingPriority' ? 'SelectorSpreadPriority' : name;
  if (priorityToPlugins(gate).has(priorityName)) return [priorityName, undefined];
  if (argument?.serviceAntiAffinity) {
    args.serviceAffinityArgs ??= { affinityLabels: [], antiAffinityLabelsPreference: [] };
    args.serviceAffinityArgs.antiAffinityLabelsPreference.push(argument.serviceAntiAffinity.label);
    return [serviceAffinity, undefined];
  }
  if (argument?.labelPreference) {
    const { label, presence } = argument.labelPreference;
    const lists = (args.nodeLabelArgs ??= noLabels());
    (presence ? lists.presentLabelsPreference : lists.absentLabelsPreference).push(label);
    return [nodeLabel, undefined];
  }
  if (argument?.requestedToCapacityRatioArguments) {
    const { shape, resources = [] } = argument.requestedToCapacityRatioArguments;
    args.requestedToCapacityRatioArgs = { shape, resources };
    return [requestedToCapacityRatioName, undefined];
  }
  const what = `Invalid configuration: Priority type not found for ${quote(priorityName)}`;
  return [undefined, new Error(what)];
}

const noLabels = (): Lists => ({
  presentLabels: [],
  absentLabels: [],
  presentLabelsPreference: [],
  absentLabelsPreference: [],
});

// Mirrors: pkg/scheduler/framework/plugins/legacy_registry.go#validatePredicateOrDie
function validateOne(
  what: string,
  label: string,
  name: string,
  argument: object | undefined,
): Error | undefined {
  if (!argument) return undefined;
  const numArgs = Object.values(argument).filter((each) => each !== undefined && each !== null).length;
  if (numArgs === 1) return undefined;
  return new Error(`Exactly 1 ${what} argument is required, numArgs: ${numArgs}, ${label}: ${name}`);
}
