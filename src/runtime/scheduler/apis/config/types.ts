/**
 * A plugin of a profile. The weight counts for Score plugins; 0, or none, is 1.
 *
 * Mirrors: pkg/scheduler/apis/config/types.go#Plugin
 */
export interface PluginRef {
  readonly name: string;
  readonly weight?: number;
}

/**
 * The plugins of one extension point, in the order in which they are called.
 *
 * Mirrors: pkg/scheduler/apis/config/types.go#PluginSet
 */
export interface PluginSet {
  readonly enabled: readonly PluginRef[];
  /** Those of the default profile that a profile does without; `*` is all of them. */
  readonly disabled?: readonly PluginRef[];
}

/**
 * The extension points, in the order in which the framework is filled.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.getExtensionPoints
 */
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

export type ExtensionPoint = (typeof extensionPoints)[number];

/**
 * The plugins of a profile by extension point.
 *
 * Mirrors: pkg/scheduler/apis/config/types.go#Plugins
 */
export type PluginsConfig = Readonly<Partial<Record<ExtensionPoint, PluginSet>>>;

/**
 * The arguments of one plugin.
 *
 * Mirrors: pkg/scheduler/apis/config/types.go#PluginConfig
 */
export interface PluginConfig {
  readonly name: string;
  readonly args: object;
}

/**
 * How pods are scheduled that name a scheduler.
 *
 * Mirrors: pkg/scheduler/apis/config/types.go#KubeSchedulerProfile
 */
export interface KubeSchedulerProfile {
  readonly schedulerName: string;
  /** What differs from the default plugins. */
  readonly plugins?: PluginsConfig;
  readonly pluginConfig?: readonly PluginConfig[];
}

// Mirrors: pkg/scheduler/apis/config/types.go#SchedulerDefaultProviderName
export const schedulerDefaultProviderName = 'DefaultProvider';

/**
 * The highest score of a point of RequestedToCapacityRatio.
 *
 * Mirrors: pkg/scheduler/apis/config/types.go#MaxCustomPriorityScore
 */
export const maxCustomPriorityScore = 10;
