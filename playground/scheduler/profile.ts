import { defaultConfig } from '../../src/runtime/scheduler/algorithmprovider/registry.ts';
import type { PluginSet, PluginsConfig } from '../../src/runtime/scheduler/apis/config/types.ts';

/** What the reader has changed of the default profile. */
export interface Profile {
  /** Filter plugins that are switched off. */
  readonly withoutFilters: readonly string[];
  /** The weights of score plugins that are not the default ones; 0 switches one off. */
  readonly weights: Readonly<Record<string, number>>;
  /** False switches preemption off. */
  readonly preemption: boolean;
  /** How many of the nodes are to be found before the search ends, in percent; 0 leaves it to the scheduler. */
  readonly percentageOfNodesToScore: number;
}

export const defaultProfile: Profile = {
  withoutFilters: [],
  weights: {},
  preemption: true,
  percentageOfNodesToScore: 0,
};

/** A plugin that a reader can switch. */
export interface Switch {
  readonly name: string;
  /** In the default profile; 0 for one that is not in it. */
  readonly weight: number;
}

/** Plugins that this page decides without: it knows no volumes. */
const ofVolumes = new Set([
  'VolumeRestrictions',
  'EBSLimits',
  'GCEPDLimits',
  'NodeVolumeLimits',
  'AzureDiskLimits',
  'VolumeBinding',
  'VolumeZone',
]);

const enabledAt = (point: 'filter' | 'score'): Switch[] =>
  (defaultConfig[point]?.enabled ?? [])
    .filter(({ name }) => !ofVolumes.has(name))
    .map(({ name, weight = 1 }) => ({ name, weight }));

/** The filters, in the order in which they are asked. */
export const filterSwitches = enabledAt('filter');

/** The scores, and those that the default profile does without. */
export const scoreSwitches: readonly Switch[] = [
  ...enabledAt('score'),
  { name: 'NodeResourcesMostAllocated', weight: 0 },
];

/** The weight of a score plugin in a profile. */
export function weightIn({ weights }: Profile, { name, weight }: Switch): number {
  return weights[name] ?? weight;
}

/** The plugins by extension point, as a scheduler is given them. */
export function configOf(profile: Profile): PluginsConfig {
  const off = new Set(profile.withoutFilters);
  const scores = scoreSwitches
    .map((one) => ({ name: one.name, weight: weightIn(profile, one) }))
    .filter(({ weight }) => weight > 0);
  const known = (set: PluginSet | undefined): PluginSet => ({
    enabled: (set?.enabled ?? []).filter(({ name }) => !ofVolumes.has(name)),
  });
  return {
    ...Object.fromEntries(Object.entries(defaultConfig).map(([point, set]) => [point, known(set)])),
    filter: { enabled: filterSwitches.filter(({ name }) => !off.has(name)).map(({ name }) => ({ name })) },
    score: { enabled: scores },
    postFilter: { enabled: profile.preemption ? [{ name: 'DefaultPreemption' }] : [] },
  };
}

/** The same as a configuration says it, which adds to the default plugins: these alone, in the place of all of those. */
export function changesOf(config: PluginsConfig): PluginsConfig {
  const disabled = [{ name: '*' }];
  return Object.fromEntries(Object.entries(config).map(([point, set]) => [point, { ...set, disabled }]));
}

/** True for a profile that decides as the default one does. */
export function isDefault({
  withoutFilters,
  weights,
  preemption,
  percentageOfNodesToScore,
}: Profile): boolean {
  const changed = scoreSwitches.some(({ name, weight }) => (weights[name] ?? weight) !== weight);
  return withoutFilters.length === 0 && !changed && preemption && percentageOfNodesToScore === 0;
}
