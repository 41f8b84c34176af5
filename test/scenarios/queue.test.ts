import type { Event as CoreEvent } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/scheduler/queue/scenario.ts';
import type { Pod } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { SchedulingQueueState } from '../../src/runtime/subjects/scheduler/world.ts';
import type { World } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter } from './played.ts';

const text = chapter('scheduler/queue').replaceAll(/\s+/g, ' ');
const played = new Map<string, Played>();
for (const scenario of scenarios) {
  const [, variant = ''] = scenario.id.split('#');
  played.set(variant, await Played.of(scenario));
}
const run = (variant = ''): Played => played.get(variant)!;

const queueIn = ({ schedulers }: World): SchedulingQueueState => mapGet(schedulers, 'kube-scheduler')!.queue;
const podIn = ({ store }: World, name: string): Pod | undefined =>
  mapGet(store.objects, `pods/default/${name}`) as Pod | undefined;
/** What the story's Events say of a pod, in order. */
function notesOf(played: Played, name: string): (string | undefined)[] {
  return played
    .all('store.write', { resource: 'events', verb: 'create' })
    .map(({ event }) => event.object as CoreEvent)
    .filter(({ involvedObject }) => involvedObject.name === name)
    .map(({ reason, message }) => `${reason}: ${message}`);
}

describe('a pod that fits nowhere', () => {
  const waits = run();
  const etl = { pod: 'default/etl' } as const;
  const pops = waits.all('sched.pop', etl);

  test('SCH-14 the error counts each reason, and condition and Event say it, after preemption was tried', () => {
    const message =
      "0/3 nodes are available: 1 node(s) had taint {dedicated: db}, that the pod didn't tolerate, 2 Insufficient cpu.";
    expect(waits.first('sched.fail', etl).event.message).toBe(message);
    const way = waits.entries
      .filter(({ event, at }) => at < 504 && event.kind.startsWith('sched.'))
      .map(({ event }) => event.kind.replace('sched.', ''));
    expect(way.slice(-4)).toEqual(['fail', 'preempt', 'postfilter', 'queue']);
    const written = waits.first('store.write', { key: 'pods/default/etl', verb: 'update' }).event
      .object as Pod;
    expect(written.status?.conditions).toMatchObject([
      { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message },
    ]);
    expect(notesOf(waits, 'etl').slice(0, 2)).toEqual([
      `FailedScheduling: ${message}`,
      `FailedScheduling: ${message}`,
    ]);
  });

  test('SCH-08 its own condition wakes it once, events later, and a minute without any', () => {
    expect(pops.map(({ at }) => at)).toEqual([502, 506, 4002, 8104, 16_104, 26_104, 90_104, 103_004]);
    const { attempts } = mapGet(waits.entries.at(-1)!.world.schedulers, 'kube-scheduler')!;
    expect(mapGet(attempts, 'default/etl')?.map(({ why }) => why)).toEqual([
      'PodAdd',
      'PodUpdate',
      'NodeLabelChange',
      'BackoffComplete',
      'BackoffComplete',
      'BackoffComplete',
      'UnschedulableTimeout',
      'NodeAdd',
    ]);
    expect(text).toContain('so it took 4,102 milliseconds');
    expect(text).toContain('64 seconds after the pod failed');
  });

  test('SCH-08 a move leads to the active part, or to the back-off part: 4, 8 and 10 seconds from the failure', () => {
    const moves = waits.all('sched.move').filter(({ event }) => event.backoff.length > 0);
    expect(waits.first('sched.move').event).toMatchObject({ active: ['default/etl'], backoff: [] });
    const until = moves.map(({ world }) => Math.floor(mapGet(queueIn(world).pods, 'default/etl')!.until!));
    expect(until).toEqual([8002, 16_104, 26_104]);
    const failed = waits.all('sched.fail', etl).map(({ at }) => at);
    expect(until.map((end, i) => end - failed[i + 2]!)).toEqual([4000, 8000, 10_000]);
  });

  test('SCH-14 in the end a node joins that can take it', () => {
    expect(waits.first('sched.choose').event).toMatchObject({
      pod: 'default/etl',
      node: 'node-d',
      how: 'only',
    });
    const joined = waits
      .all('handler.call')
      .findLast(({ event }) => event.key === 'node-d' && event.verb === 'add');
    expect(waits.first('sched.choose').at).toBe(joined?.at);
  });
});

test('SCH-08 a node that joins during an attempt leaves a note: the pod is held back, and not put aside', () => {
  const race = run('race');
  const web = { pod: 'default/web' } as const;
  const [, back] = race.all('sched.queue', web);
  expect(back!.event).toMatchObject({ to: 'backoff', why: 'ScheduleAttemptFailure' });
  const told = race.all('handler.call').find(({ event }) => event.key === 'node-b')!;
  const [first, second] = race.all('sched.pop', web);
  expect(told.at).toBeGreaterThan(first!.at);
  expect(told.at).toBeLessThan(back!.at);
  expect(second!.at - back!.at).toBeLessThan(2000);
  expect(race.first('sched.choose').event).toMatchObject({ pod: 'default/web', node: 'node-b' });
  expect(podIn(race.entries.at(-1)!.world, 'batch-1')?.metadata.deletionTimestamp).toBeDefined();
});

test('SCH-41 by priority, then by the time at which a pod came into the queue, which is not its age', () => {
  const order = run('order');
  const names = (entries: readonly { readonly event: { readonly pod: string } }[]) =>
    entries.map(({ event }) => event.pod.replace('default/', ''));
  expect(names(order.all('sched.queue', { to: 'active' }))).toEqual([
    'cache',
    'db-1',
    'db-2',
    'web-1',
    'web-2',
  ]);
  expect(names(order.all('sched.pop'))).toEqual(['db-1', 'db-2', 'cache', 'web-1', 'web-2']);
  const made = order.all('store.write', { resource: 'pods', verb: 'create' });
  expect(made.map(({ at, event }) => [at, event.key.replace('pods/default/', '')])).toEqual([
    [300, 'web-2'],
    [2300, 'web-1'],
    [2300, 'db-2'],
    [2300, 'cache'],
    [4300, 'db-1'],
  ]);
});

describe('one at a time', () => {
  const one = run('one');

  test('SCH-09 nodes for all three are found before the first is bound', () => {
    const [, , third] = one.all('sched.choose');
    const bound = one.first('store.write', { key: 'pods/default/web-1', program: 'kube-scheduler' });
    expect(third!.index).toBeLessThan(bound.index);
    for (const { index, world } of one.all('sched.pop')) {
      const running = one.all('sched.pop').filter((pop) => pop.index < index).length;
      expect(queueIn(world).cycle).toBe(running + 1);
    }
  });

  test('SCH-09 a pod that is being deleted is taken, and left out', () => {
    const [, , last] = one.all('sched.pop', { pod: 'default/legacy' });
    const filtered = one.all('sched.filter', { pod: 'default/legacy' }, last!.index);
    expect(filtered).toEqual([]);
    expect(notesOf(one, 'legacy').at(-1)).toBe('FailedScheduling: skip schedule deleting pod: default/legacy');
  });

  test('SCH-09 an annotation on a pod that is assumed does not bring it into the queue again', () => {
    const told = one
      .all('handler.call')
      .filter(({ at, event }) => at === 503 && event.key === 'default/web-1');
    expect(told).toHaveLength(2);
    const queued = one.all('sched.queue', { pod: 'default/web-1' });
    expect(queued.map(({ event }) => event.why)).toEqual(['PodAdd']);
  });
});
