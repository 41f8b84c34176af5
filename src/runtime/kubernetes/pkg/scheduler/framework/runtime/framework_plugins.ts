import type { Result } from '../../../../../go/result.ts';
import { quote } from '../../../../../go/strconv.ts';
import {
  type ExtensionPoint,
  type PluginConfig,
  type PluginRef,
  type PluginsConfig,
  extensionPoints,
} from '../../apis/config/types.ts';
import { pluginArgsWithDefaults } from '../../apis/config/v1beta1/defaults.ts';
import type * as api from '../interface.ts';
import type { Registry } from './registry.ts';

/** The plugins of each extension point, in the order in which they are called. */
export interface PluginLists {
  readonly preFilter: readonly api.PreFilterPlugin[];
  readonly filter: readonly api.FilterPlugin[];
  readonly postFilter: readonly api.PostFilterPlugin[];
  readonly reserve: readonly api.ReservePlugin[];
  readonly preScore: readonly api.PreScorePlugin[];
  readonly score: readonly api.ScorePlugin[];
  readonly preBind: readonly api.PreBindPlugin[];
  readonly bind: readonly api.BindPlugin[];
  readonly postBind: readonly api.PostBindPlugin[];
  readonly permit: readonly api.PermitPlugin[];
  readonly queueSort: readonly api.QueueSortPlugin[];
}

/** The plugins that a profile names, and what each counts in the sum of scores. */
export interface Plugins {
  readonly lists: PluginLists;
  readonly weights: ReadonlyMap<string, number>;
  /** True if somebody watches the calls of a plugin. */
  readonly observed: boolean;
}

/**
 * Makes each plugin that the profile names once, wherever it is called, or says what is wrong with the profile.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#NewFramework
 */
export function makePlugins(
  registry: Registry,
  config: PluginsConfig,
  args: readonly PluginConfig[],
  handle: api.Handle,
): Result<Plugins> {
  const pluginConfig = new Map<string, object | undefined>();
  for (const { name, args: given } of args) {
    if (pluginConfig.has(name)) return [undefined, new Error(`repeated config for plugin ${name}`)];
    pluginConfig.set(name, given);
  }
  const needed = pluginsNeeded(config);
  const pluginsMap = new Map<string, api.Plugin>();
  const weights = new Map<string, number>();
  let observed = false;
  for (const [name, factory] of registry.entries()) {
    const ref = needed.get(name);
    if (!ref) continue;
    const given = pluginConfig.get(name) ?? pluginArgsWithDefaults(name, {}, handle.featureGate());
    const [plugin, err] = factory(given, handle);
    if (err) return failure(`initializing plugin ${quote(name)}: ${err.message}`);
    const watched = handle.sim().observe('scheduler-plugin', name, plugin);
    if (watched !== plugin) observed = true;
    pluginsMap.set(name, watched);
    weights.set(name, ref.weight || 1);
  }
  const [lists, err] = listsOf(config, pluginsMap);
  return err ? [undefined, err] : [{ lists, weights, observed }, undefined];
}

const failure = (message: string): [undefined, Error] => [undefined, new Error(message)];

/**
 * Of several mentions the last counts, with its weight.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.pluginsNeeded
 */
function pluginsNeeded(config: PluginsConfig): Map<string, PluginRef> {
  const needed = new Map<string, PluginRef>();
  for (const point of extensionPoints)
    for (const ref of config[point]?.enabled ?? []) needed.set(ref.name, ref);
  return needed;
}

function listsOf(config: PluginsConfig, plugins: ReadonlyMap<string, api.Plugin>): Result<PluginLists> {
  const lists: Record<string, readonly api.Plugin[]> = {};
  for (const point of extensionPoints) {
    const [list, err] = pluginList(point, config[point]?.enabled ?? [], plugins);
    if (err) return [undefined, err];
    lists[point] = list;
  }
  const { queueSort = [], bind = [] } = lists;
  if (queueSort.length === 0) return failure('no queue sort plugin is enabled');
  if (queueSort.length > 1) return failure('only one queue sort plugin can be enabled');
  if (bind.length === 0) return failure('at least one bind plugin is needed');
  return [lists as unknown as PluginLists, undefined];
}

/** The method that a plugin must have to be called at an extension point. */
const methods: Readonly<Record<ExtensionPoint, string>> = {
  preFilter: 'preFilter',
  filter: 'filter',
  postFilter: 'postFilter',
  reserve: 'reserve',
  preScore: 'preScore',
  score: 'score',
  preBind: 'preBind',
  bind: 'bind',
  postBind: 'postBind',
  permit: 'permit',
  queueSort: 'less',
};

const typeName = (point: ExtensionPoint): string => `${point.charAt(0).toUpperCase()}${point.slice(1)}Plugin`;

// Mirrors: pkg/scheduler/framework/runtime/framework.go#updatePluginList
function pluginList(
  point: ExtensionPoint,
  enabled: readonly PluginRef[],
  plugins: ReadonlyMap<string, api.Plugin>,
): Result<api.Plugin[]> {
  const list = new Map<string, api.Plugin>();
  for (const { name } of enabled) {
    const plugin = plugins.get(name);
    if (!plugin) return failure(`${typeName(point)} ${quote(name)} does not exist`);
    if (typeof (plugin as unknown as Record<string, unknown>)[methods[point]] !== 'function')
      return failure(`plugin ${quote(name)} does not extend ${typeName(point)} plugin`);
    if (list.has(name))
      return failure(`plugin ${quote(name)} already registered as ${quote(typeName(point))}`);
    list.set(name, plugin);
  }
  return [[...list.values()], undefined];
}
