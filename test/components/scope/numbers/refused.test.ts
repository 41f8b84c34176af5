import { expect, test } from 'vitest';
import { scenarios as elections } from '../../../../content/controller-manager/leader-election/scenario.ts';
import { scenarios as queues } from '../../../../content/scheduler/queue/scenario.ts';
import { type Refusal, refusalIn } from '../../../../src/components/scope/numbers/refused.ts';
import { record } from '../../../../src/recording/record.ts';
import type { Scenario } from '../../../../src/runtime/stage/scenario.ts';

const refusal = async (
  [scenario]: readonly Scenario[],
  changed: Record<string, number>,
): Promise<Refusal | undefined> => refusalIn(await record(scenario!, { changed, lines: false }));

test.each([
  [{ '--leader-elect-renew-deadline': 15 }, 'leaseDuration must be greater than renewDeadline'],
  [{ '--leader-elect-lease-duration': 10 }, 'leaseDuration must be greater than renewDeadline'],
  [{ '--leader-elect-retry-period': 9 }, 'renewDeadline must be greater than retryPeriod*JitterFactor'],
])('what leader election does not take is said as NewLeaderElector says it: %o', async (changed, words) => {
  expect(await refusal(elections, changed)).toEqual({
    program: 'kube-controller-manager-0',
    why: `panic: ${words}`,
  });
});

test('what a scheduler does not take is said as the validation of its configuration says it', async () => {
  expect(await refusal(queues, { podInitialBackoffSeconds: 12 })).toEqual({
    program: 'kube-scheduler',
    why: 'podMaxBackoffSeconds: Invalid value: 10: must be greater than or equal to PodInitialBackoffSeconds',
  });
});

test('a leader that loses its lease later was not refused', async () => {
  expect(await refusal(elections, { '--leader-elect-lease-duration': 20 })).toBeUndefined();
  expect(await refusal(elections, {})).toBeUndefined();
});
