import { describe, expect, test } from 'vitest';
import { listed, mentionsIn, scenarioOf } from '../../src/check/rules/runs.ts';
import { readContent } from '../../src/chapters/content.ts';
import { readScenarios } from '../../src/chapters/scenarios.ts';
import { causesOf } from '../../src/recording/causes.ts';
import { type Recording, entryAt } from '../../src/recording/recording.ts';
import { record } from '../../src/recording/record.ts';
import { select } from '../../src/recording/select.ts';
import { parseSelector } from '../../src/recording/selector.ts';
import { tell } from '../../src/recording/tell.ts';
import { reasonOf, whyOf } from '../../src/recording/why.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import type { Entry } from '../../src/runtime/stage/world.ts';
import { root } from '../tidy/files.ts';

const scenarios = (await readScenarios(root)).flatMap((file) => file.scenarios);

/** What the text of chapters tells of each run: selectors by the id of the scenario. Lines of code tell themselves. */
const told = new Map<string, Set<string>>();
for (const file of readContent(root).filter(({ language }) => language === 'en')) {
  if (listed(file).length === 0) continue;
  for (const { selector, run } of mentionsIn(file)) {
    if (selector === undefined || parseSelector(selector)[0]?.kind === 'line') continue;
    const id = scenarioOf(file, run);
    told.set(id, (told.get(id) ?? new Set()).add(selector));
  }
}

const plays = new Map<string, Promise<Recording>>();

async function playOf(scenario: Scenario): Promise<Recording> {
  const playing = plays.get(scenario.id) ?? record(scenario, { lines: false });
  plays.set(scenario.id, playing);
  return playing;
}

/** What a program does because it starts, and for no other reason: as soon as it can, which is when answers have come. */
function isOfStart({ event, at }: Entry, start: Entry): boolean {
  const kinds = ['startup', 'program.output', 'api.request'];
  return kinds.includes(event.kind) && at === start.at;
}

/** Whether it is said what decided, and not only who did it. */
function isReason(recording: Recording, index: number): boolean {
  const entry = entryAt(recording, index);
  const { kind } = reasonOf(recording, index);
  if (kind === 'start') return entry.event.kind === 'program.start';
  const cause = recording.entries[entry.cause];
  if (kind !== 'cause' || !cause) return true;
  const begins = cause.event.kind === 'program.start' || cause.event.kind === 'startup';
  return !begins || isOfStart(entry, cause);
}

test('chapters tell of moments', () => {
  expect([...told.values()].reduce((count, { size }) => count + size, 0)).toBeGreaterThan(600);
  expect([...told.keys()].filter((id) => !scenarios.some((scenario) => scenario.id === id))).toEqual([]);
});

describe.each(scenarios)('$id', (scenario) => {
  test('each chain of causes goes back to an act, or to the start of the run', async () => {
    const { entries } = await playOf(scenario);
    const forwards = entries.filter(({ index, cause }) => cause >= index);
    expect(forwards).toEqual([]);
    const others = entries.filter(({ cause, step, event: { kind } }) => {
      if (kind === 'act') return cause !== -1;
      // Before the first step the objects are stored that the cluster begins with.
      return cause === -1 && kind !== 'program.start' && step > 0;
    });
    expect(others.map(({ index, event }) => [index, event.kind])).toEqual([]);
  });

  test('what the text tells has a reason', async () => {
    const recording = await playOf(scenario);
    const without = [...(told.get(scenario.id) ?? [])].flatMap((selector) => {
      const [index, problem] = select(recording, selector);
      // One that names a line in passing.
      if (problem) return selector.includes('line') ? [] : [problem.message];
      return isReason(recording, index) ? [] : [`${selector}: ${whyOf(recording, index)}`];
    });
    expect(without).toEqual([]);
  });
});

/** Moments at which a timer, a check or a skip decides: the sentence says what decided, and the chain what set it. */
const decisions: readonly (readonly [
  id: string,
  selector: string,
  at: number,
  why: string,
  before: string,
])[] = [
  [
    'scheduler/queue',
    'sched.queue BackoffComplete',
    8104,
    'its back-off of 4 s since attempt 3 is over; the scheduler looks every second',
    'NodeLabelChange: the scheduler may try 1 pod again after a back-off',
  ],
  [
    'scheduler/queue',
    '#3 sched.queue BackoffComplete',
    26_104,
    'its back-off of 10 s since attempt 5 is over; the scheduler looks every second',
    'NodeLabelChange: the scheduler may try 1 pod again after a back-off',
  ],
  [
    'scheduler/queue',
    'sched.queue UnschedulableTimeout',
    90_104,
    'it has waited for more than 1 min since attempt 6; the scheduler looks every 30 s',
    'The scheduler puts default/etl into the queue of unschedulable pods (ScheduleAttemptFailure)',
  ],
  [
    'scheduler/binding#late',
    'sched.expire',
    32_004,
    'it was bound 30 s ago, and no watch has told the cache of it',
    'The scheduler has bound default/web-1 to node-a: the API server took the binding',
  ],
  [
    'scheduler/binding#alone',
    'sched.wait',
    11_002,
    'it was to wait for 10 s at most. Before that: the plugins reserve for default/crew-1 what it needs on node-a',
    'The plugins reserve for default/crew-1 what it needs on node-a',
  ],
  [
    'scheduler/node-name#ghost',
    'workqueue.addAfter orphaned_pods_nodes',
    20_100,
    'a pod names the node node-9, which the cache does not have; in 40 s the API server is asked',
    'The reflector of kube-controller-manager lists 0 pods at revision 6',
  ],
  [
    'scheduler/node-name#ghost',
    'workqueue.add orphaned_pods_nodes',
    60_100,
    'its delay of 40 s is over',
    'The workqueue orphaned_pods_nodes will take in node-9 in 40 s',
  ],
  [
    'scheduler/taints-and-tolerations#evict',
    'api.request delete pods default/web',
    5002,
    'the pod does not tolerate the taint of its node',
    'Nodes takes node-a from the workqueue noexec_taint_node',
  ],
  [
    'scheduler/taints-and-tolerations#evict',
    'api.request delete pods default/cache',
    11_002,
    'the pod tolerates the taint of its node for 6 s, and no longer',
    'Nodes takes node-a from the workqueue noexec_taint_node',
  ],
  [
    'controller-manager/starting-controllers',
    'startup skipped service',
    16,
    'no cloud is configured',
    'kube-controller-manager asks for an informer of v1 Service',
  ],
  [
    'controller-manager/starting-controllers',
    'startup skipped ephemeral-volume',
    16,
    'the feature gate GenericEphemeralVolume is off',
    'kube-controller-manager begins to start the controller ephemeral-volume',
  ],
  [
    'controller-manager/starting-controllers',
    'startup skipped nodeipam',
    16,
    'allocateNodeCIDRs is false in its configuration',
    'kube-controller-manager begins to start the controller nodeipam',
  ],
  [
    'controller-manager/starting-controllers',
    'startup disabled tokencleaner',
    16,
    'it is off by default, and --controllers does not name it',
    'kube-controller-manager has started the controller pvc-protection',
  ],
  [
    'controller-manager/starting-controllers#no-key',
    'startup skipped serviceaccount-token',
    16,
    'serviceAccountKeyFile is empty in its configuration',
    'kube-controller-manager begins to start the controller serviceaccount-token',
  ],
  [
    'controller-manager/starting-controllers#fails',
    'startup failed attachdetach',
    28,
    'reconcilerSyncLoopPeriod is 100 ms, and duration time must be greater than one second as set via command line option reconcile-sync-loop-period',
    'kube-controller-manager begins to start the controller attachdetach',
  ],
  [
    'controller-manager/starting-controllers#pauses',
    'startup starting ttl',
    2252,
    'its pause of 2.24 s between two controllers is over',
    'kube-controller-manager prints: W0116 12:00:00.016000       1] "job" is disabled',
  ],
  [
    'controller-manager/controller-context#group',
    'startup skipped replicaset',
    28,
    'the API server does not serve apps/v1/replicasets',
    'kube-controller-manager begins to start the controller replicaset',
  ],
  [
    'controller-manager/leader-election',
    '#3 leader.renewed',
    4032,
    'it renews the lock every 2 s. Before that: kube-controller-manager-0 has renewed the lock kube-system/kube-controller-manager: it goes on leading',
    'kube-controller-manager-0 has renewed the lock kube-system/kube-controller-manager: it goes on leading',
  ],
  [
    'controller-manager/leader-election',
    'leader.lost',
    54_307,
    'kube-controller-manager-1 cannot renew the lock kube-system/kube-controller-manager: Timeout: context deadline exceeded',
    'kube-controller-manager-1 cannot renew the lock kube-system/kube-controller-manager: Timeout: context deadline exceeded',
  ],
  [
    'controller-manager/leader-election',
    'leader.failed at=54307',
    54_307,
    'its renew deadline of 10 s is over',
    'kube-controller-manager-1 has renewed the lock kube-system/kube-controller-manager: it goes on leading',
  ],
  [
    'machinery/list-and-watch',
    'watch.close "the server ended it"',
    414_008,
    'its time is over: it was to last 414 s. Before that: kube-controller-manager asks the API server to watch replicasets',
    'kube-controller-manager asks the API server to watch replicasets',
  ],
  [
    'machinery/shared-informers',
    'reflector.resync pods',
    35_013,
    'its resync period of 35.01 s is over. Before that: the reflector of kube-controller-manager lists 0 pods at revision 3',
    'The reflector of kube-controller-manager lists 0 pods at revision 3',
  ],
  [
    'machinery/shared-informers#factory',
    'startup at=100',
    100,
    'the caches that it waits for are filled; it looks every 100 ms',
    'The reflector of watcher lists 0 pods at revision 2',
  ],
  [
    'machinery/workqueues#refused',
    '#2 workqueue.addAfter',
    331,
    'the API server refuses to let kube-controller-manager update ReplicaSet default/web: 409 Conflict, "Operation cannot be fulfilled on replicasets "web": the object has been modified; please apply your changes to the latest version and try again"',
    'The API server refuses to let kube-controller-manager update ReplicaSet default/web: 409 Conflict, "Operation cannot be fulfilled on replicasets "web": the object has been modified; please apply your changes to the latest version and try again"',
  ],
  [
    'machinery/workqueues#refused',
    '#3 workqueue.add',
    341,
    'its back-off of 10 ms after failure 2 is over',
    'The workqueue replicaset will take in default/web in 10 ms, after 2 failures',
  ],
  [
    'machinery/events#flood',
    'event.drop "queue full"',
    3000,
    'the queue has room for 1000 Events, and all of them wait',
    'Reporter wants to get pod default/web-1, and gets no answer: dial tcp 10.0.0.1:6443: connect: connection refused',
  ],
  [
    'your-own/first-controller',
    'api.request list nodes at=10100',
    10_100,
    'it comes round again after 10 s',
    'The reflector of pod-manager lists 0 pods at revision 4',
  ],
  [
    'your-own/first-controller#slow',
    'api.request update nodes node-a at=68000',
    68_000,
    'pod-manager asks the API server to list nodes',
    'pod-manager asks the API server to list nodes',
  ],
  [
    'your-own/first-controller#long',
    'event.drop "too many"',
    260_108,
    '25 Events about Pod web-a have gone through, and its limit lets no other through yet',
    'pod-manager asks the API server to list nodes',
  ],
];

test.each(decisions)('%s says why %s', async (id, selector, at, why, before) => {
  const scenario = scenarios.find((one) => one.id === id)!;
  const recording = await playOf(scenario);
  const [index = -1, problem] = select(recording, selector);
  expect(problem).toBeUndefined();
  const [nearest = -1] = causesOf(recording, index);
  expect([
    entryAt(recording, index).at,
    whyOf(recording, index),
    tell(entryAt(recording, nearest).event),
  ]).toEqual([at, `Why: ${why}.`, before]);
});
