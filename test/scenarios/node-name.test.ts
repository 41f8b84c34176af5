import type { Event as CoreEvent } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/scheduler/node-name/scenario.ts';
import type { Pod } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { SchedulerState } from '../../src/runtime/subjects/scheduler/world.ts';
import type { Entry } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter } from './played.ts';

const text = chapter('scheduler/node-name').replaceAll(/\s+/g, ' ');
const played = new Map<string, Played>();
for (const scenario of scenarios) {
  const [, variant = ''] = scenario.id.split('#');
  played.set(variant, await Played.of(scenario));
}
const run = (variant = ''): Played => played.get(variant)!;

const schedulerAt = ({ world }: Entry): SchedulerState => mapGet(world.schedulers, 'kube-scheduler')!;
const podAt = ({ world }: Entry, name: string): Pod | undefined =>
  mapGet(world.store.objects, `pods/default/${name}`) as Pod | undefined;
const lastOf = (variant?: string): Entry => run(variant).entries.at(-1)!;
const statusOf = (entry: Entry, name: string) => {
  const { phase, reason } = podAt(entry, name)?.status ?? {};
  return [phase, reason];
};

describe('two pods, two ways', () => {
  test('SCH-20 a pod with a node comes into the cache, and never into the queue', () => {
    const [, told] = run().all('handler.call', { informer: 'kube-scheduler/pods', key: 'default/etl' });
    const { nodes, queue, attempts } = schedulerAt(told!);
    expect(mapGet(nodes, 'node-b')).toMatchObject({ allocatable: { cpu: 2000 }, requested: { cpu: 2000 } });
    expect(mapGet(queue.pods, 'default/etl')).toBeUndefined();
    expect(mapGet(attempts, 'default/etl')).toBeUndefined();
    expect(run().all('sched.queue', { pod: 'default/etl' })).toEqual([]);
    expect(run().all('sched.filter', { pod: 'default/etl' })).toEqual([]);
    expect(mapGet(schedulerAt(lastOf()).attempts, 'default/etl')).toBeUndefined();
  });

  test('SCH-20 the kubelet of the node hears of it in the same millisecond, and runs it', () => {
    const heard = run().all('watch.event', { key: 'default/etl' }).slice(0, 2);
    expect(heard.map(({ event, at }) => [event.watch, at])).toEqual([
      ['kube-scheduler/pods', 1502],
      ['kubelet-stand-in/node-b/pods', 1502],
    ]);
    expect(run().first('stand-in', { key: 'default/etl' }).event.text).toBe('reports etl ready');
  });

  test('SCH-20 a binding writes the same field', () => {
    const [bound] = run().all('store.write', { key: 'pods/default/web', verb: 'update' });
    expect((bound!.event.object as Pod).spec?.nodeName).toBe('node-a');
  });
});

test('SCH-22 the kubelet fails a pod for which it has no room; one that asked the scheduler waits', () => {
  const refused = run().all('store.write', { key: 'pods/default/batch', verb: 'update' });
  expect(refused).toHaveLength(1);
  expect((refused[0]!.event.object as Pod).status).toMatchObject({
    phase: 'Failed',
    reason: 'OutOfcpu',
    message: "Pod Node didn't have enough resource: cpu, requested: 2000, used: 2000, capacity: 2000",
  });
  const waiting = run().first('sched.fail', { pod: 'default/db' });
  expect(statusOf(waiting, 'db')).toEqual(['Pending', undefined]);
  const told = run()
    .all('store.write', { resource: 'events', verb: 'create' })
    .map(({ event }) => event.object as CoreEvent)
    .filter(({ type }) => type === 'Warning');
  expect(told.map(({ reason, involvedObject: { name } }) => [name, reason])).toEqual([
    ['batch', 'OutOfcpu'],
    ['db', 'FailedScheduling'],
    ['db', 'FailedScheduling'],
  ]);
});

test('SCH-22 it is not tried again: the room goes to the one that waits', () => {
  expect(run().first('sched.choose', { pod: 'default/db' }).event.node).toBe('node-b');
  expect(statusOf(lastOf(), 'batch')).toEqual(['Failed', 'OutOfcpu']);
  expect(statusOf(lastOf(), 'db')).toEqual(['Running', undefined]);
});

test('SCH-22 of two for one place, the one that the scheduler has bound fails', () => {
  const chosen = run('crossed').first('sched.choose', { pod: 'default/web' });
  expect(chosen.event.node).toBe('node-b');
  expect(podAt(chosen, 'etl')?.spec?.nodeName).toBe('node-b');
  expect(mapGet(schedulerAt(chosen).nodes, 'node-b')!.pods).toEqual([]);
  expect(statusOf(lastOf('crossed'), 'web')).toEqual(['Failed', 'OutOfcpu']);
  expect(statusOf(lastOf('crossed'), 'etl')).toEqual(['Running', undefined]);
});

test('SCH-21 a pod of a node that is not there goes after a quarantine of 40 s and a question', () => {
  const ghost = run('ghost');
  const [, heard] = ghost.all('handler.call', { informer: 'kube-scheduler/pods', key: 'default/report' });
  expect(mapGet(schedulerAt(heard!).nodes, 'node-9')).toMatchObject({ known: false });
  const came = ghost.first('store.write', { key: 'pods/default/report', verb: 'create' });
  const seen = ghost.first('workqueue.addAfter', { key: 'node-9' });
  const over = ghost.first('workqueue.add', { key: 'node-9' });
  const asked = ghost.first('api.request', { verb: 'get', key: 'nodes/node-9' });
  const gone = ghost.first('store.write', { key: 'pods/default/report', verb: 'delete' });
  expect([seen.at - came.at < 20_000, over.at - seen.at, asked.at - over.at]).toEqual([true, 40_000, 0]);
  expect(ghost.first('api.error', { key: 'nodes/node-9' }).event).toMatchObject({ code: 404 });
  expect(Math.round((gone.at - came.at) / 1000)).toBe(57);
  expect(text).toContain('57 seconds have passed');
  expect(gone.event.previous?.metadata.deletionGracePeriodSeconds).toBe(0);
});
