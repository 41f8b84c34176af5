import { type SettingsNumber, upTo } from '../../stage/numbers.ts';
import type { ControllerNumbers } from './settings.ts';

/** What the controller has for good in v1.20.2, and a story may have otherwise. */
function constant(
  field: keyof ControllerNumbers,
  number: Pick<SettingsNumber, 'name' | 'about' | 'unit' | 'values'> & { readonly upstream: number },
): SettingsNumber {
  return {
    ...number,
    of: ({ controllerNumbers }) => controllerNumbers?.[field] ?? number.upstream,
    into: (settings, value) => ({
      ...settings,
      controllerNumbers: { ...settings.controllerNumbers, [field]: value },
    }),
  };
}

export const burstReplicas: SettingsNumber = constant('burstReplicas', {
  name: 'BurstReplicas',
  about: 'One sync creates or deletes at most this many pods. The next sync goes on.',
  unit: 'pod',
  values: [1, 2, 3, 4, 5, 6, 8, 10, 20, 50, 100, 200, 500],
  upstream: 500,
});

export const slowStartInitialBatchSize: SettingsNumber = constant('slowStartInitialBatchSize', {
  name: 'SlowStartInitialBatchSize',
  about:
    'The first batch of a sync has this many pods. Each later batch is twice as large, as long as nothing fails.',
  unit: 'pod',
  values: upTo(1, 8),
  upstream: 1,
});

export const itemBaseDelay: SettingsNumber = constant('itemBaseDelayMs', {
  name: 'ItemExponentialFailureRateLimiter.baseDelay',
  about: 'A key waits this long after its first failure. Each further failure doubles the wait.',
  unit: 'ms',
  values: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000],
  upstream: 5,
});

export const itemMaxDelay: SettingsNumber = constant('itemMaxDelayMs', {
  name: 'ItemExponentialFailureRateLimiter.maxDelay',
  about: 'A key never waits longer than this, however often it has failed.',
  unit: 'ms',
  values: [100, 200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_000_000],
  upstream: 1_000_000,
});
