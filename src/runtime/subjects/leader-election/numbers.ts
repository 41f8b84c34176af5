import { type SettingsNumber, upTo } from '../../stage/numbers.ts';
import { defaultDurations } from './durations.ts';
import type { ElectionSettings } from './elect.ts';
import type {} from './planes/election.ts';

type Duration = 'leaseDurationMs' | 'renewDeadlineMs' | 'retryPeriodMs';

/** A flag of the controller-manager, in whole seconds. What does not go together is left to `NewLeaderElector` to refuse. */
function flag(name: string, field: Duration, most: number, about: string): SettingsNumber {
  const secondsOf = (election: Partial<ElectionSettings> = {}): number =>
    (election[field] ?? defaultDurations[field]) / 1000;
  return {
    name,
    about,
    unit: 's',
    values: upTo(1, most),
    upstream: secondsOf(),
    of: ({ election }) => secondsOf(election),
    into: (settings, value) => ({ ...settings, election: { ...settings.election, [field]: value * 1000 } }),
  };
}

export const leaseDuration: SettingsNumber = flag(
  '--leader-elect-lease-duration',
  'leaseDurationMs',
  40,
  'A candidate takes the lease once it has seen no renewal for this long.',
);

export const renewDeadline: SettingsNumber = flag(
  '--leader-elect-renew-deadline',
  'renewDeadlineMs',
  30,
  'A leader that cannot renew the lease for this long gives up and exits.',
);

export const retryPeriod: SettingsNumber = flag(
  '--leader-elect-retry-period',
  'retryPeriodMs',
  12,
  'A leader renews at this interval. A candidate waits this long, plus up to 1.2 times as much at random, before it looks again.',
);
