import type { Result } from '../../go/result.ts';
import type { Act } from '../../stage/acts.ts';

/** What somebody changes in a profile. */
type ProfileChange = Omit<Extract<Act, { readonly kind: 'profile' }>, 'kind' | 'program'>;

/** A configuration of a scheduler as its file has it. */
export type SchedulerDocument = Readonly<Record<string, unknown>>;

interface Profile {
  readonly schedulerName?: string;
  readonly plugins?: Readonly<Record<string, PluginSet>>;
}

interface PluginSet {
  readonly enabled?: readonly { readonly name: string; readonly weight?: number }[];
  readonly disabled?: readonly { readonly name: string }[];
}

/** A configuration that says nothing: all in it is as by default. */
export const emptyConfiguration: SchedulerDocument = {
  apiVersion: 'kubescheduler.config.k8s.io/v1beta1',
  kind: 'KubeSchedulerConfiguration',
};

/** The configuration with another profile, and all else as it was. An error if it has no profile of that name. */
export function changeProfile(
  document: SchedulerDocument = emptyConfiguration,
  { profile, weights, without }: ProfileChange,
): Result<SchedulerDocument> {
  const all = (document['profiles'] as readonly Profile[] | undefined) ?? [{}];
  const nameOf = ({ schedulerName = 'default-scheduler' }: Profile): string => schedulerName;
  if (!all.some((one) => nameOf(one) === profile)) {
    const known = all.map(nameOf).join(', ');
    return [undefined, new Error(`expected the name of a profile, found "${profile}"; there are ${known}`)];
  }
  const profiles = all.map((one) => {
    if (nameOf(one) !== profile) return one;
    const { filter, score, ...others } = one.plugins ?? {};
    return {
      ...one,
      schedulerName: profile,
      plugins: { ...others, filter: changeSet(filter, without), score: changeWeights(score, weights) },
    };
  });
  return [{ ...document, profiles }, undefined];
}

/** The weight that a configuration gives a plugin in a profile, 0 where it disables its score; undefined where it does not say. */
export function weightIn(document: SchedulerDocument, profile: string, plugin: string): number | undefined {
  const all = (document['profiles'] as readonly Profile[] | undefined) ?? [];
  const score = all.find(({ schedulerName = 'default-scheduler' }) => schedulerName === profile)?.plugins?.[
    'score'
  ];
  const enabled = score?.enabled?.find(({ name }) => name === plugin);
  // As upstream: a weight that is left out is 1.
  if (enabled) return enabled.weight || 1;
  return score?.disabled?.some(({ name }) => name === plugin || name === '*') ? 0 : undefined;
}

function changeWeights(set: PluginSet | undefined, weights: Readonly<Record<string, number>>): PluginSet {
  const on = Object.entries(weights).flatMap(([name, weight]) => (weight > 0 ? [{ name, weight }] : []));
  return changeSet(set, Object.keys(weights), on);
}

/** A plugin of the default has to be disabled before it can be enabled with another weight. */
function changeSet(
  { enabled = [], disabled = [] }: PluginSet = {},
  off: readonly string[],
  on: PluginSet['enabled'] = [],
): PluginSet {
  const others = <T extends { readonly name: string }>(plugins: readonly T[]): T[] =>
    plugins.filter(({ name }) => !off.includes(name));
  return {
    disabled: [...others(disabled), ...off.map((name) => ({ name }))],
    enabled: [...others(enabled), ...on],
  };
}
