import { type SettingsNumber, upTo } from '../../stage/numbers.ts';
import { type ElectionSettings, defaultElection } from './elect.ts';
import type {} from './planes/election.ts';

type Duration = 'leaseDurationMs' | 'renewDeadlineMs' | 'retryPeriodMs';

/** A flag of the controller-manager, in whole seconds. What does not go together is left to `NewLeaderElector` to refuse. */
function flag(name: string, field: Duration, most: number, about: string): SettingsNumber {
  const secondsOf = (election: Partial<ElectionSettings> = {}): number =>
    (election[field] ?? defaultElection[field]) / 1000;
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
  'A candidate takes the lease when it has seen no renewal of it for so long.',
);

export const renewDeadline: SettingsNumber = flag(
  '--leader-elect-renew-deadline',
  'renewDeadlineMs',
  30,
  'A leader that has tried to renew for so long, in vain, gives up and ends.',
);

export const retryPeriod: SettingsNumber = flag(
  '--leader-elect-retry-period',
  'retryPeriodMs',
  12,
  'So long a leader waits before it renews again, and a candidate, with a little chance, before it looks again.',
);
