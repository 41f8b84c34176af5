import { describe, expect, test } from 'vitest';
import { readScenarios } from '../../src/chapters/scenarios.ts';
import { settingsWith } from '../../src/recording/numbers.ts';
import { record } from '../../src/recording/record.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { transcriptRows } from '../../src/recording/transcript.ts';
import { defaultElection } from '../../src/runtime/subjects/leader-election/elect.ts';
import { burstReplicas } from '../../src/runtime/kubernetes/pkg/controller/replicaset/replica_set.ts';
import { slowStartInitialBatchSize } from '../../src/runtime/kubernetes/pkg/controller/controller_utils.ts';
import { defaultConfig } from '../../src/runtime/kubernetes/pkg/scheduler/algorithmprovider/registry.ts';
import { decodeConfiguration } from '../../src/runtime/kubernetes/pkg/scheduler/apis/config/scheme/scheme.ts';
import { defaultControllerRateLimiter } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { emptyConfiguration } from '../../src/runtime/subjects/scheduler/profile.ts';

const stories = (await readScenarios(process.cwd()))
  .flatMap(({ scenarios }) => scenarios)
  .filter(({ numbers = [] }) => numbers.length > 0);
const all = stories.flatMap((scenario) =>
  (scenario.numbers ?? []).map((number) => ({ id: scenario.id, name: number.name, scenario, number })),
);
const runOf = (scenario: Scenario, changed?: Record<string, number>): Promise<Recording> =>
  record(scenario, { changed, lines: false });

/** All that a reader can see of a run. */
const seen = ({ entries }: Recording): string =>
  JSON.stringify(entries.map(({ at, event, world }) => [at, event, world.tables]));

/** What Kubernetes v1.20.2 has, as these tests read it in its source. */
const upstream: Readonly<Record<string, number | undefined>> = {
  '--leader-elect-lease-duration': 15,
  '--leader-elect-renew-deadline': 10,
  '--leader-elect-retry-period': 2,
  BurstReplicas: 500,
  SlowStartInitialBatchSize: 1,
  'ItemExponentialFailureRateLimiter.baseDelay': 5,
  'ItemExponentialFailureRateLimiter.maxDelay': 1_000_000,
  NodeResourcesLeastAllocated: 1,
  NodeResourcesBalancedAllocation: 1,
  ImageLocality: 1,
  InterPodAffinity: 1,
  NodeAffinity: 1,
  TaintToleration: 1,
  podInitialBackoffSeconds: 1,
  podMaxBackoffSeconds: 10,
  'delay of the watch of pods': undefined,
};

/** The same as the runtime has it. */
function inRuntime(): Readonly<Record<string, number | undefined>> {
  const sim = new Sim();
  const [first, later] = [defaultControllerRateLimiter(sim), defaultControllerRateLimiter(sim)];
  for (let failures = 0; failures < 60; failures++) later.when('key');
  const [config, err] = decodeConfiguration(emptyConfiguration);
  if (err) throw err;
  const { score } = defaultConfig;
  return {
    '--leader-elect-lease-duration': defaultElection.leaseDurationMs / 1000,
    '--leader-elect-renew-deadline': defaultElection.renewDeadlineMs / 1000,
    '--leader-elect-retry-period': defaultElection.retryPeriodMs / 1000,
    BurstReplicas: burstReplicas,
    SlowStartInitialBatchSize: slowStartInitialBatchSize,
    'ItemExponentialFailureRateLimiter.baseDelay': first.when('key'),
    'ItemExponentialFailureRateLimiter.maxDelay': later.when('key'),
    ...Object.fromEntries((score?.enabled ?? []).map(({ name, weight }) => [name, weight])),
    podInitialBackoffSeconds: config.podInitialBackoffSeconds,
    podMaxBackoffSeconds: config.podMaxBackoffSeconds,
  };
}

test('numbers of every kind are offered, and each says what v1.20.2 has, as the runtime has it', () => {
  expect(Object.fromEntries(all.map(({ name, number }) => [name, number.upstream]))).toEqual(upstream);
  expect(inRuntime()).toMatchObject(
    Object.fromEntries(Object.entries(upstream).filter(([, value]) => value !== undefined)),
  );
});

test.each(all)('$id with its own $name is the same run as without', async ({ scenario, number }) => {
  const own = number.of(scenario.settings ?? {});
  const told = await runOf(scenario, { [number.name]: own });
  expect(transcriptRows(told)).toEqual(transcriptRows(await runOf(scenario)));
  expect(told.numbers?.find(({ name }) => name === number.name)).toMatchObject({ own });
});

test.each(all)('$id with another $name is another run', async ({ scenario, number }) => {
  const own = seen(await runOf(scenario));
  const last = number.values.length - 1;
  const tried = [0, last, last >> 1].map((place) => number.values[place]!);
  const others = await Promise.all(tried.map((value) => runOf(scenario, { [number.name]: value })));
  expect(others.map(({ outcome }) => outcome.ended)).not.toContain('failed');
  expect(others.map(({ outcome }) => outcome.ended)).not.toContain('limit');
  expect(others.map(seen).some((one) => one !== own)).toBe(true);
});

test('several numbers hold at once', () => {
  const scoring = stories.find(({ id }) => id === 'scheduler/scoring')!;
  const queue = stories.find(({ id }) => id === 'scheduler/queue')!;
  expect(settingsWith(scoring, { ImageLocality: 7, NodeAffinity: 0 }).schedulerConfig).toMatchObject({
    profiles: [{ plugins: { score: { enabled: [{ name: 'ImageLocality', weight: 7 }] } } }],
  });
  const changed = settingsWith(queue, { podInitialBackoffSeconds: 3, podMaxBackoffSeconds: 30 });
  expect(changed).toEqual({
    ...queue.settings,
    schedulerConfig: { ...emptyConfiguration, podInitialBackoffSeconds: 3, podMaxBackoffSeconds: 30 },
  });
});

describe('a number that cannot be', () => {
  const election = stories.find(({ id }) => id === 'controller-manager/leader-election')!;
  const workqueues = stories.find(({ id }) => id === 'machinery/workqueues#refused')!;
  const told = (scenario: Scenario, changed: Record<string, number>): string => {
    try {
      settingsWith(scenario, changed);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('expected the numbers to be refused');
  };

  test('is refused with what it may be', () => {
    expect(told(election, { '--leader-elect-lease-duration': 900 })).toBe(
      'expected --leader-elect-lease-duration to be from 1 s to 40 s in steps of 1 s, found 900 s. Choose one of these here.',
    );
    expect(told(workqueues, { 'ItemExponentialFailureRateLimiter.baseDelay': NaN })).toBe(
      'expected ItemExponentialFailureRateLimiter.baseDelay to be one of 1 ms, 2 ms, 5 ms, 10 ms, 20 ms, 50 ms, 100 ms, 200 ms, 500 ms, 1000 ms, 2000 ms, 5000 ms, found NaN ms. Choose one of these here.',
    );
  });

  test('is refused with a name that the story has', () => {
    const end = 'Copy the link again, or change a number here.';
    expect(told(election, { '--leader-elect-lease-durations': 12 })).toBe(
      `expected a number of this story, perhaps "--leader-elect-lease-duration", found "--leader-elect-lease-durations". ${end}`,
    );
    expect(told(workqueues, { constructor: 1 })).toBe(
      `expected one of ItemExponentialFailureRateLimiter.baseDelay, ItemExponentialFailureRateLimiter.maxDelay, found "constructor". ${end}`,
    );
    expect(told({ ...election, numbers: [] }, { x: 1 })).toBe(
      'expected the story as it is, since it offers no numbers, found a change of "x". Copy the link again.',
    );
  });
});
