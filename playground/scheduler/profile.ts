import { t } from '../../src/i18n/t.ts';
import { defaultConfig } from '../../src/runtime/kubernetes/pkg/scheduler/algorithmprovider/registry.ts';
import type { PluginsConfig } from '../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';

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
  /** A KubeSchedulerConfiguration as YAML, which replaces all of the above. */
  readonly configuration?: string;
}

/** Longer configurations are refused before they are looked at, in characters. */
export const mostOfSetup = 100_000;

/** What is said of one of this many characters. */
export const tooLongSetup = (characters: number): string =>
  t`expected at most ${mostOfSetup} characters, found ${characters}. Bring the configuration alone.`;

export const defaultProfile: Profile = {
  withoutFilters: [],
  weights: {},
  preemption: true,
  percentageOfNodesToScore: 0,
};

/** A plugin that a reader can switch. */
interface Switch {
  readonly name: string;
  /** In the default profile; 0 for one that is not in it. */
  readonly weight: number;
}

const enabledAt = (point: 'filter' | 'score'): Switch[] =>
  (defaultConfig[point]?.enabled ?? []).map(({ name, weight = 1 }) => ({ name, weight }));

/** The filters, in the order in which they are asked. */
export const filterSwitches = enabledAt('filter');

/** The plugins that score, also those that the default profile leaves out. */
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
  return {
    ...defaultConfig,
    filter: { enabled: filterSwitches.filter(({ name }) => !off.has(name)).map(({ name }) => ({ name })) },
    score: { enabled: scores },
    postFilter: { enabled: profile.preemption ? [{ name: 'DefaultPreemption' }] : [] },
  };
}

/** The same in a configuration, which would add to the default plugins: it disables all of them, and enables these. */
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
  configuration,
}: Profile): boolean {
  const changed = scoreSwitches.some(({ name, weight }) => (weights[name] ?? weight) !== weight);
  const switched = withoutFilters.length > 0 || changed || !preemption || percentageOfNodesToScore !== 0;
  return configuration === undefined && !switched;
}

/** The switches of a profile as a configuration says them, for a reader to go on from. */
export function configurationOf(profile: Profile): string {
  const weighed = scoreSwitches.filter((one) => weightIn(profile, one) !== one.weight);
  const names = (list: readonly string[]): string[] => list.map((name) => `          - name: ${name}`);
  const set = (point: string, disabled: readonly string[], enabled: readonly string[] = []): string[] => [
    `      ${point}:`,
    ...(disabled.length > 0 ? ['        disabled:', ...names(disabled)] : []),
    ...(enabled.length > 0 ? ['        enabled:', ...enabled] : []),
  ];
  const points = [
    ...(profile.withoutFilters.length > 0 ? set('filter', profile.withoutFilters) : []),
    ...(profile.preemption ? [] : set('postFilter', ['DefaultPreemption'])),
    ...(weighed.length > 0
      ? set(
          'score',
          weighed.filter(({ weight }) => weight > 0).map(({ name }) => name),
          weighed
            .filter((one) => weightIn(profile, one) > 0)
            .flatMap((one) => [
              `          - name: ${one.name}`,
              `            weight: ${weightIn(profile, one)}`,
            ]),
        )
      : []),
  ];
  return `${[
    'apiVersion: kubescheduler.config.k8s.io/v1beta1',
    'kind: KubeSchedulerConfiguration',
    `percentageOfNodesToScore: ${profile.percentageOfNodesToScore}`,
    'profiles:',
    '  - schedulerName: default-scheduler',
    ...(points.length > 0 ? ['    plugins:', ...points] : []),
    '    pluginConfig:',
    '      - name: InterPodAffinity',
    '        args:',
    '          hardPodAffinityWeight: 1',
  ].join('\n')}\n`;
}
