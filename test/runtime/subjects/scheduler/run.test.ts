import { beforeAll, describe, expect, test } from 'vitest';
import { scenarios } from '../../../../playground/scenarios/scheduler.ts';
import { fingerprint } from '../../../../src/recording/fingerprint.ts';
import { record } from '../../../../src/recording/record.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { select } from '../../../../src/recording/select.ts';
import { tell } from '../../../../src/recording/tell.ts';
import type { Scenario } from '../../../../src/runtime/stage/scenario.ts';
import { podOf } from '../../../../src/runtime/subjects/scheduler/objects.ts';
import type { SchedulerState } from '../../../../src/runtime/subjects/scheduler/world.ts';
import type { Entry } from '../../../../src/runtime/stage/world.ts';
import { mapGet, mapEntries } from '../../../../src/runtime/sim/pmap.ts';

let run: Recording;
beforeAll(async () => {
  run = await record(scenarios[0] as Scenario);
});

function at(recording: Recording, selector: string): Entry & { readonly scheduler: SchedulerState } {
  const [index, problem] = select(recording, selector);
  if (problem) throw problem;
  const entry = recording.entries[index] as Entry;
  const scheduler = mapGet(entry.world.schedulers, 'kube-scheduler');
  if (!scheduler) throw new Error('expected a scheduler');
  return { ...entry, scheduler };
}

/** What the schedulers did about a pod, by kind. */
const kinds = ({ entries }: Recording, pod: string): string[] =>
  entries.flatMap(({ event }) =>
    event.kind.startsWith('sched.') && 'pod' in event && event.pod === pod ? [event.kind.slice(6)] : [],
  );

describe('a run of the scheduler', () => {
  test('tells the way of a pod to its node, a phase an entry', () => {
    expect(kinds(run, 'default/either')).toEqual([
      ...['queue', 'pop', 'prefilter', 'filter', 'score', 'choose'],
      ...['assume', 'reserve', 'prebind', 'bind', 'confirm'],
    ]);
  });

  test('tells of a pod that waits, and what lets it be tried again', () => {
    const failed = ['prefilter', 'filter', 'fail', 'preempt', 'postfilter', 'queue'];
    expect(kinds(run, 'default/waits').slice(0, 16)).toEqual([
      ...['queue', 'pop', ...failed],
      ...['queue', 'pop', ...failed],
    ]);
    expect(at(run, 'sched.move').event).toEqual({
      kind: 'sched.move',
      why: 'AssignedPodDelete',
      active: ['default/waits'],
      backoff: [],
    });
    const popped = at(run, 'sched.pop waits attempt=3');
    expect(tell(run.entries[popped.cause]?.event as Entry['event'])).toBe(
      'AssignedPodDelete: the scheduler may try 1 pod again at once',
    );
  });

  test('has each pod in one part of the queue, and counts them', () => {
    for (const { world } of run.entries) {
      const queue = mapGet(world.schedulers, 'kube-scheduler')?.queue;
      if (!queue) continue;
      const places = mapEntries(queue.pods).map(([, { place }]) => place);
      const count = (place: string): number => places.filter((one) => one === place).length;
      expect([queue.active, queue.backoff, queue.unschedulable]).toEqual([
        count('active'),
        count('backoff'),
        count('unschedulable'),
      ]);
    }
    expect(at(run, 'sched.postfilter waits').scheduler.queue.unschedulable).toBe(0);
    expect(at(run, 'sched.queue waits to=unschedulable').scheduler.queue.unschedulable).toBe(1);
  });

  test('has the room of a node taken as soon as the pod is assumed', () => {
    const before = at(run, 'sched.choose either').scheduler;
    const after = at(run, 'sched.assume either').scheduler;
    const node = mapGet(after.attempts, 'default/either')?.at(-1)?.node ?? '';
    expect(mapGet(before.nodes, node)?.requested.cpu).toBe(0);
    expect(mapGet(after.nodes, node)?.requested).toMatchObject({ cpu: 3000, pods: 1 });
    expect(mapGet(after.assumed, 'default/either')).toBe(node);
    expect(mapGet(at(run, 'sched.confirm either').scheduler.assumed, 'default/either')).toBeUndefined();
    expect(mapGet(after.nodes, node)?.generation).toBeGreaterThan(after.snapshot.generation);
  });

  test('keeps every attempt, each with why it came', () => {
    const { scheduler } = at(run, 'last sched.*');
    const attempts = mapGet(scheduler.attempts, 'default/waits') ?? [];
    expect(attempts.map(({ number, why, result }) => [number, why, result])).toEqual([
      [1, 'PodAdd', 'unschedulable'],
      [2, 'PodUpdate', 'unschedulable'],
      [3, 'AssignedPodDelete', 'bound'],
    ]);
  });

  test('is the same each time, and survives the way out of a worker', async () => {
    expect(fingerprint(await record(scenarios[0] as Scenario))).toBe(fingerprint(run));
    expect(fingerprint(structuredClone(run))).toBe(fingerprint(run));
  });
});

const preempting: Scenario = {
  ...(scenarios[0] as Scenario),
  id: 'playground/preempting',
  shows: [],
  *story(user) {
    yield* user.sleep(500);
    for (const [name, value] of [
      ['low', 1],
      ['high', 100],
    ]) {
      const kind = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass' };
      user.act({ kind: 'apply', object: { ...kind, metadata: { name }, value } });
    }
    for (const name of ['low-1', 'low-2', 'low-3'])
      user.act({ kind: 'apply', object: podOf(name, { cpu: '2' }, { priorityClassName: 'low' }) });
    yield* user.settle();
    user.act({ kind: 'apply', object: podOf('high', { cpu: '4' }, { priorityClassName: 'high' }) });
    yield* user.settle(5000);
  },
};

test('preemption is told with its candidates, and how one was chosen', async () => {
  const recording = await record(preempting);
  const { scheduler, event } = at(recording, 'sched.preempt high');
  const { preemption } = mapGet(scheduler.attempts, 'default/high')?.[0] ?? {};
  if (event.kind !== 'sched.preempt' || !preemption) throw new Error('expected a preemption');
  expect(event.node).toBe(preemption.node);
  const chosen = preemption.candidates.find(({ node }) => node === preemption.node);
  expect(chosen).toMatchObject({ violations: 0, highest: 1 });
  expect(event.victims).toEqual(chosen?.victims.map(({ pod }) => pod));
  for (const { count, highest } of preemption.candidates)
    expect([highest, count] >= [chosen?.highest ?? 0, chosen?.count ?? 0]).toBe(true);
  const nominated = at(recording, 'sched.nominate high').scheduler.queue.nominated;
  expect(mapGet(nominated, 'default/high')).toBe(preemption.node);
  const end = at(recording, 'last sched.*').scheduler;
  expect(mapGet(end.attempts, 'default/high')?.at(-1)).toMatchObject({
    result: 'bound',
    node: preemption.node,
  });
  expect(end.queue.nominated.size).toBe(0);
});
