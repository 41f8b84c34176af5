import { type SettingsNumber, upTo } from '../../stage/numbers.ts';
import type { Settings } from '../../stage/settings.ts';
import { type SchedulerDocument, changeProfile, emptyConfiguration, weightIn } from './profile.ts';
import type {} from './subject.ts';

const profile = 'default-scheduler';

/** How much the score of a plugin counts in the default profile. 0 takes its score away: the profile disables it at that point. */
export function weightOf(plugin: string, upstream = 1): SettingsNumber {
  const into = (settings: Partial<Settings>, weight: number): Partial<Settings> => {
    const [changed, err] = changeProfile(settings.schedulerConfig, {
      profile,
      weights: { [plugin]: weight },
      without: [],
    });
    // A story that offers the weight has the profile.
    if (err) throw err;
    return { ...settings, schedulerConfig: changed };
  };
  return {
    name: plugin,
    about: 'The score that the plugin gives a node is multiplied by this. With 0 the plugin gives no score.',
    values: upTo(0, 10),
    upstream,
    of: ({ schedulerConfig = emptyConfiguration }) => weightIn(schedulerConfig, profile, plugin) ?? upstream,
    into,
  };
}

/** A field of a KubeSchedulerConfiguration, in whole seconds. */
function seconds(field: string, upstream: number, most: number, about: string): SettingsNumber {
  return {
    name: field,
    about,
    unit: 's',
    values: upTo(1, most),
    upstream,
    of: ({ schedulerConfig }) => (schedulerConfig?.[field] as number | undefined) ?? upstream,
    into: (settings, value) => {
      const document: SchedulerDocument = { ...emptyConfiguration, ...settings.schedulerConfig };
      return { ...settings, schedulerConfig: { ...document, [field]: value } };
    },
  };
}

export const podInitialBackoffSeconds: SettingsNumber = seconds(
  'podInitialBackoffSeconds',
  1,
  20,
  'A pod is held back for this long after its first attempt. Each further attempt doubles the time.',
);

export const podMaxBackoffSeconds: SettingsNumber = seconds(
  'podMaxBackoffSeconds',
  10,
  60,
  'A pod is never held back longer than this, however often it was tried.',
);
