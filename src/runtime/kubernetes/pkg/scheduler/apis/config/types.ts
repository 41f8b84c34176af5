import {
  ClientConnectionConfiguration,
  DebuggingConfiguration,
  LeaderElectionConfiguration,
} from '../../../../staging/src/k8s.io/component-base/config/types.ts';

/** A plugin of a profile. The weight counts for Score plugins; 0, or none, is 1. */
// Mirrors: pkg/scheduler/apis/config/types.go#Plugin
export interface PluginRef {
  readonly name: string;
  readonly weight?: number;
}

/** The plugins of one extension point, in the order in which they are called. */
// Mirrors: pkg/scheduler/apis/config/types.go#PluginSet
export interface PluginSet {
  readonly enabled: readonly PluginRef[];
  /** Those of the default profile that a profile does without; `*` is all of them. */
  readonly disabled?: readonly PluginRef[];
}

/** The extension points, in the order in which the framework is filled. */
// Part of: pkg/scheduler/apis/config/types.go#Plugins
export const extensionPoints = [
  'preFilter',
  'filter',
  'postFilter',
  'reserve',
  'preScore',
  'score',
  'preBind',
  'bind',
  'postBind',
  'permit',
  'queueSort',
] as const;

// Part of: pkg/scheduler/apis/config/types.go#Plugins
export type ExtensionPoint = (typeof extensionPoints)[number];

/** The plugins of a profile by extension point. */
// Mirrors: pkg/scheduler/apis/config/types.go#Plugins
export type PluginsConfig = Readonly<Partial<Record<ExtensionPoint, PluginSet>>>;

/** The arguments of one plugin. */
// Mirrors: pkg/scheduler/apis/config/types.go#PluginConfig
export interface PluginConfig {
  readonly name: string;
  /** Undefined where a profile names a plugin and gives it none. */
  readonly args?: object | undefined;
}

/** How pods are scheduled that name a scheduler. */
// Mirrors: pkg/scheduler/apis/config/types.go#KubeSchedulerProfile
export interface KubeSchedulerProfile {
  readonly schedulerName: string;
  /** What is added to the default plugins, and which of these are left out. */
  readonly plugins?: PluginsConfig | undefined;
  readonly pluginConfig?: readonly PluginConfig[];
}

// Mirrors: pkg/scheduler/apis/config/types.go#SchedulerDefaultProviderName
export const schedulerDefaultProviderName = 'DefaultProvider';

/** The highest score of a point of RequestedToCapacityRatio. */
// Mirrors: pkg/scheduler/apis/config/types.go#MaxCustomPriorityScore
export const maxCustomPriorityScore = 10;

/** The port at which the scheduler tells of its health and of its measures. */
// Mirrors: pkg/scheduler/apis/config/types.go#DefaultInsecureSchedulerPort
export const defaultInsecureSchedulerPort = 10251;

// Mirrors: pkg/scheduler/apis/config/types.go#DefaultKubeSchedulerPort
export const defaultKubeSchedulerPort = 10259;

/** The key under which a ConfigMap has a policy. */
// Mirrors: pkg/scheduler/apis/config/types.go#SchedulerPolicyConfigMapKey
export const schedulerPolicyConfigMapKey = 'policy.cfg';

// Mirrors: pkg/scheduler/apis/config/types.go#DefaultPercentageOfNodesToScore
export const defaultPercentageOfNodesToScore = 0;

/** What a scheduler is run with. */
// Mirrors: pkg/scheduler/apis/config/types.go#KubeSchedulerConfiguration
export class KubeSchedulerConfiguration {
  /** How many nodes are looked at at the same time. Loopscope looks at one after the other. */
  parallelism = 0;
  algorithmSource: SchedulerAlgorithmSource = {};
  leaderElection = new LeaderElectionConfiguration();
  clientConnection = new ClientConnectionConfiguration();
  healthzBindAddress = '';
  metricsBindAddress = '';
  debugging = new DebuggingConfiguration();
  /** The search for nodes ends at this share of them; 0 is a share that falls with the size of the cluster. */
  percentageOfNodesToScore = 0;
  podInitialBackoffSeconds = 0;
  podMaxBackoffSeconds = 0;
  profiles: readonly KubeSchedulerProfile[] = [];
  /** They are asked for the pods of all profiles. */
  extenders: readonly ExtenderConfig[] = [];
}

/** Where the plugins come from: the name of a provider, or a policy, which was the way before profiles. */
// Mirrors: pkg/scheduler/apis/config/types.go#SchedulerAlgorithmSource
export interface SchedulerAlgorithmSource {
  readonly provider?: string;
  readonly policy?: SchedulerPolicySource;
}

// Mirrors: pkg/scheduler/apis/config/types.go#SchedulerPolicySource
export interface SchedulerPolicySource {
  readonly file?: { readonly path: string };
  readonly configMap?: { readonly namespace: string; readonly name: string };
}

/** A weight has to be less. */
// Mirrors: pkg/scheduler/apis/config/types.go#MaxWeight
export const maxWeight = Math.floor(2 ** 63 / 10);

/** How a program is asked that has a say in where pods go. A verb that is empty is not asked for. */
// Mirrors: pkg/scheduler/apis/config/types.go#Extender
export interface ExtenderConfig {
  /** Such as `http://127.0.0.1:8888/scheduler`; the verb is appended with a slash. */
  readonly urlPrefix: string;
  readonly filterVerb?: string;
  readonly preemptVerb?: string;
  readonly prioritizeVerb?: string;
  /** What its scores count. */
  readonly weight?: number;
  /** At most one extender has it. */
  readonly bindVerb?: string;
  readonly enableHTTPS?: boolean;
  readonly tlsConfig?: object;
  /** In ms; 0 is none. */
  readonly httpTimeout?: number;
  /** True if it knows the nodes itself, so that their names are enough. */
  readonly nodeCacheCapable?: boolean;
  /** It is asked only for pods that ask for one of these; if there are none, for all. */
  readonly managedResources?: readonly ExtenderManagedResource[];
  /** True if pods are scheduled without it when it cannot be asked. */
  readonly ignorable?: boolean;
}

// Mirrors: pkg/scheduler/apis/config/types.go#ExtenderManagedResource
export interface ExtenderManagedResource {
  readonly name: string;
  /** True if the scheduler itself does not look at whether a node has enough of it. */
  readonly ignoredByScheduler?: boolean;
}

// Mirrors: pkg/scheduler/apis/config/types.go#appendPluginSet
function appendPluginSet(dst: PluginSet | undefined, src: PluginSet | undefined): PluginSet {
  return {
    enabled: [...(dst?.enabled ?? []), ...(src?.enabled ?? [])],
    disabled: [...(dst?.disabled ?? []), ...(src?.disabled ?? [])],
  };
}

/** The plugins of both, those of `src` after the others. */
// Mirrors: pkg/scheduler/apis/config/types.go#Plugins.Append
export function appendPlugins(p: PluginsConfig, src: PluginsConfig | undefined): PluginsConfig {
  if (!src) return p;
  return Object.fromEntries(
    extensionPoints.map((point) => [point, appendPluginSet(p[point], src[point])]),
  ) as PluginsConfig;
}

/** The plugins without those that `customPlugins` disables, and with those that it enables behind them. */
// Mirrors: pkg/scheduler/apis/config/types.go#Plugins.Apply
export function applyPlugins(p: PluginsConfig, customPlugins: PluginsConfig | undefined): PluginsConfig {
  if (!customPlugins) return p;
  return Object.fromEntries(
    extensionPoints.map((point) => [point, mergePluginSets(p[point], customPlugins[point])]),
  ) as PluginsConfig;
}

/**
 * A plugin is disabled by its name, all of them by `*`. To change the place or the weight of one, disable it and enable
 * it again.
 */
// Mirrors: pkg/scheduler/apis/config/types.go#mergePluginSets
function mergePluginSets(
  defaultPluginSet: PluginSet | undefined,
  customPluginSet: PluginSet | undefined,
): PluginSet {
  const disabledPlugins = new Set((customPluginSet?.disabled ?? []).map(({ name }) => name));
  const kept = disabledPlugins.has('*')
    ? []
    : (defaultPluginSet?.enabled ?? []).filter(({ name }) => !disabledPlugins.has(name));
  return { enabled: [...kept, ...(customPluginSet?.enabled ?? [])] };
}
