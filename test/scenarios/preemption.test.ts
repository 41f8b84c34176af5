import type { Event as CoreEvent } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/scheduler/preemption/scenario.ts';
import { node, pod, priorityClass } from '../../content/scheduler/preemption/manifests.ts';
import type {
  Pod,
  PriorityClass,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { defaultKubernetesFeatureGates } from '../../src/runtime/kubernetes/pkg/features/kube_features.ts';
import {
  type Attempt,
  type Preemption,
  nodeAt,
  placeOf,
  verdictOf,
} from '../../src/runtime/subjects/scheduler/world.ts';
import type { Entry, World } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter } from './played.ts';

const text = chapter('scheduler/preemption').replaceAll(/\s+/g, ' ');
const played = new Map<string, Played>();
for (const scenario of scenarios) {
  const [, variant = ''] = scenario.id.split('#');
  played.set(variant, await Played.of(scenario));
}
const run = (variant = ''): Played => played.get(variant)!;

const web = { pod: 'default/web' };
const podIn = ({ store }: World, name: string): Pod | undefined =>
  mapGet(store.objects, `pods/default/${name}`) as Pod | undefined;
/** The attempt that an entry belongs to. */
function attemptAt({ world }: Entry, name: string): Attempt {
  return mapGet(mapGet(world.schedulers, 'kube-scheduler')!.attempts, `default/${name}`)!.at(-1)!;
}
const triedAt = (entry: Entry, name = 'web'): Preemption => attemptAt(entry, name).preemption!;
const victims = ({ candidates }: Preemption): Record<string, string[]> =>
  Object.fromEntries(
    candidates.map(({ node: name, victims: all }) => [
      name,
      all.map(({ pod: key }) => key.replace('default/', '')),
    ]),
  );
const nominated = ({ world }: Entry): [string, string | undefined][] => {
  const { queue } = mapGet(world.schedulers, 'kube-scheduler')!;
  return ['web', 'api'].map((name) => [name, mapGet(queue.nominated, `default/${name}`)]);
};

test('PRE-01 at v1.20.2 no gate switches priority or preemption off', () => {
  expect(Object.keys(defaultKubernetesFeatureGates)).not.toContain('PodPriority');
  expect(text).toMatch(/v1\.8 +\| alpha/);
  expect(text).toMatch(/v1\.11 +\| beta: on/);
  expect(text).toMatch(/v1\.14 +\| stable/);
});

test('PRE-02 admission writes the number of a class, of the default class, or 0 into the pod, once', () => {
  const numbers = run('numbers');
  const made = (name: string) => {
    const { object } = numbers.first('store.write', { verb: 'create', key: `pods/default/${name}` }).event;
    const { priority, priorityClassName, preemptionPolicy } = (object as Pod).spec!;
    return [priority, priorityClassName, preemptionPolicy];
  };
  expect(made('cron-1')).toEqual([0, undefined, 'PreemptLowerPriority']);
  expect(made('web')).toEqual([1000, 'high-priority', 'PreemptLowerPriority']);
  expect(made('cron-2')).toEqual([50, 'default-priority', 'PreemptLowerPriority']);
  expect(podIn(numbers.entries.at(-1)!.world, 'cron-1')?.spec?.priority).toBe(0);
  const refused = numbers.all('act').flatMap(({ event }) => event.error ?? []);
  expect(refused).toHaveLength(2);
  expect(refused[0]).toContain('no PriorityClass with name hihg was found');
  expect(refused[1]).toContain('maximum allowed value of a user defined priority is 1000000000');
  const { objects } = numbers.entries.at(-1)!.world.store;
  const system = ['system-cluster-critical', 'system-node-critical'].map(
    (name) => (mapGet(objects, `priorityclasses/${name}`) as PriorityClass | undefined)?.value,
  );
  expect(system).toEqual([2_000_000_000, 2_000_001_000]);
});

describe('room for web', () => {
  const room = run();
  const [preempt] = room.all('sched.preempt', web);

  test('PRE-03 what would go from each node is found, and the victims of one are deleted with their grace', () => {
    expect(victims(triedAt(preempt!))).toEqual({
      'node-a': ['batch-1', 'batch-2'],
      'node-b': ['report'],
      'node-c': ['index'],
    });
    expect(preempt!.event).toMatchObject({ node: 'node-a', violations: 0 });
    const asked = room.all('api.request', { verb: 'delete', program: 'kube-scheduler' });
    expect(asked.map(({ event }) => [event.key, event.subresource])).toEqual([
      ['pods/default/batch-1', undefined],
      ['pods/default/batch-2', undefined],
    ]);
    const ending = podIn(room.first('sched.postfilter', web).world, 'batch-2');
    expect(ending?.metadata.deletionGracePeriodSeconds).toBe(30);
    expect(room.all('store.write').filter(({ event }) => event.key.includes('eviction'))).toEqual([]);
  });

  test('PRE-04 a pod whose victims still end on its node is refused, at each attempt', () => {
    const failed = room.all('sched.fail', web);
    expect(failed).toHaveLength(3);
    expect(room.all('sched.preempt', web)).toHaveLength(1);
    for (const { world } of failed.slice(1)) {
      const ending = podIn(world, 'batch-2');
      expect(ending?.metadata.deletionTimestamp).toBeDefined();
      expect(podIn(world, 'web')?.status?.nominatedNodeName).toBe('node-a');
    }
    const codes = room.all('sched.postfilter', web).map(({ event }) => event.code);
    expect(codes).toEqual(['Success', 'Unschedulable', 'Unschedulable']);
  });

  test('PRE-04 a class with the policy Never lets its pods preempt nobody', () => {
    const never = run('never');
    expect(podIn(never.entries.at(-1)!.world, 'web')?.spec).toMatchObject({
      priority: 1000,
      preemptionPolicy: 'Never',
    });
    expect(never.all('sched.preempt')).toEqual([]);
    expect(never.all('sched.postfilter', web).map(({ event }) => event.code)).toContain('Unschedulable');
    expect(never.all('api.request', { verb: 'delete' })).toEqual([]);
  });

  test('PRE-05 a node with a taint is struck out, the others are tried', () => {
    expect(triedAt(preempt!)).toMatchObject({ potential: 3, all: 4 });
    const { filters } = attemptAt(preempt!, 'web');
    const codes = [0, 1, 2, 3].map((place) => [nodeAt(filters!, place), verdictOf(filters!, place)[0]?.code]);
    expect(Object.fromEntries(codes)).toEqual({
      'node-a': 'Unschedulable',
      'node-b': 'Unschedulable',
      'node-c': 'Unschedulable',
      'node-d': 'UnschedulableAndUnresolvable',
    });
  });

  test('PRE-08 victims are deleted, an Event tells of each, the node is noted, and web is tried again', () => {
    const told = room
      .all('store.write', { resource: 'events', verb: 'create' })
      .map(({ event }) => event.object as CoreEvent)
      .filter(({ reason }) => reason === 'Preempted');
    expect(told.map(({ message, involvedObject: { name } }) => `${name}: ${message}`)).toEqual([
      'batch-1: Preempted by default/web on node node-a',
      'batch-2: Preempted by default/web on node node-a',
    ]);
    const noted = room.first('store.write', { key: 'pods/default/web', verb: 'update' });
    expect((noted.event.object as Pod).status).toMatchObject({ nominatedNodeName: 'node-a' });
    const bound = room.first('sched.choose', web);
    expect(bound.event).toMatchObject({ node: 'node-a', how: 'only' });
    expect(attemptAt(bound, 'web')).toMatchObject({ number: 4 });
    const came = room.first('sched.queue', web);
    expect(Math.round((bound.at - came.at) / 1000)).toBe(6);
  });

  test('PRE-09 mailer is refused because of web, even on an empty node; ping passes twice', () => {
    for (const filter of room.all('sched.filter', { pod: 'default/mailer' })) {
      const { filters } = attemptAt(filter, 'mailer');
      expect(verdictOf(filters!, placeOf(filters!, 'node-a'))).toEqual([
        {
          plugin: 'NodeResourcesFit',
          code: 'Unschedulable',
          reasons: ['Insufficient cpu'],
          nominated: true,
        },
      ]);
    }
    const third = room.all('sched.filter', { pod: 'default/mailer' })[2]!;
    expect(mapGet(mapGet(third.world.schedulers, 'kube-scheduler')!.nodes, 'node-a')!.pods).toEqual([]);
    const passed = room.first('sched.filter', { pod: 'default/ping' });
    const { filters } = attemptAt(passed, 'ping');
    expect(filters!.twice.map((place) => nodeAt(filters!, place))).toEqual(['node-a']);
    const order = room.all('sched.choose').map(({ event }) => event.pod);
    expect(order).toEqual(['default/ping', 'default/web']);
  });
});

test('PRE-05 equal nodes are tried from one that is drawn, which is then the first of equals', () => {
  const orders = ['equal', 'equal-again'].map((variant) => {
    const entry = run(variant).first('sched.preempt');
    return [entry.event.node, ...triedAt(entry).candidates.map(({ node: name }) => name)];
  });
  expect(orders).toEqual([
    ['node-c', 'node-c', 'node-a', 'node-b'],
    ['node-b', 'node-b', 'node-c', 'node-a'],
  ]);
});

test('PRE-05 of 150 nodes, 100 candidates are enough', async () => {
  const many: Scenario = {
    ...(scenarios.find(({ id }) => id.endsWith('#equal')) as Scenario),
    *story(user) {
      const apply = (object: Readonly<Record<string, unknown>>) => user.act({ kind: 'apply', object });
      apply(priorityClass('low', 100));
      apply(priorityClass('high', 1000));
      for (let i = 0; i < 150; i++) {
        apply(node(`node-${i}`));
        apply(pod(`batch-${i}`, { cpu: 3, of: 'low', on: `node-${i}` }));
      }
      yield* user.settle();
      apply(pod('web', { cpu: 3, of: 'high' }));
      yield* user.sleep(10);
    },
  };
  const { candidates, potential } = triedAt((await Played.of(many)).first('sched.preempt'));
  expect([potential, candidates.length]).toEqual([150, 100]);
});

test('PRE-06 a pod with a budget comes back before one that matters more, and goes if there is no other', () => {
  const [first, second] = run('budget').all('sched.preempt');
  expect(first!.event).toMatchObject({ victims: ['default/shop'], violations: 0 });
  expect(second!.event).toMatchObject({ victims: ['default/ledger'], violations: 1 });
  const priorities = ['ledger', 'shop'].map((name) => podIn(first!.world, name)?.spec?.priority);
  expect(priorities).toEqual([100, 500]);
});

test('PRE-06 who leaves room enough stays: note beside web, and agent, which matters more', () => {
  const [preempt] = run().all('sched.preempt', web);
  const all = Object.values(victims(triedAt(preempt!))).flat();
  expect(all).not.toContain('note');
  expect(all).not.toContain('agent');
});

test('PRE-07 each of the five measures strikes out one of six candidates', () => {
  const entry = run('choice').first('sched.preempt');
  expect(entry.event).toMatchObject({ node: 'node-f', candidates: 6 });
  const { candidates } = triedAt(entry);
  const of = (name: string) => candidates.find((candidate) => candidate.node === `node-${name}`)!;
  const left = ['b', 'c', 'd', 'e', 'f'];
  expect(of('a').violations).toBe(1);
  expect(left.map((name) => of(name).violations)).toEqual([0, 0, 0, 0, 0]);
  expect(left.map((name) => of(name).highest)).toEqual([500, 100, 100, 100, 100]);
  const sums = left.slice(1).map((name) => of(name).sum);
  expect(sums).toEqual([6_442_451_244, 4_294_967_496, 4_294_967_496, 4_294_967_496]);
  expect(['d', 'e', 'f'].map((name) => of(name).count)).toEqual([3, 2, 2]);
  expect(of('f').earliestStart - of('e').earliestStart).toBe(3000);
  for (const number of [6_442_451_244, 4_294_967_496]) expect(text).toContain(number.toLocaleString('en-US'));
});

test('PRE-08 a nomination of lower priority to the same node is taken back', () => {
  const displaced = run('displaced');
  const before = displaced.first('sched.preempt', web);
  expect(nominated(before)).toEqual([
    ['web', undefined],
    ['api', 'node-a'],
  ]);
  const cleared = displaced.all('store.write', { key: 'pods/default/api', verb: 'update' })[1]!;
  expect((cleared.event.object as Pod).status?.nominatedNodeName).toBeUndefined();
  expect(nominated(displaced.all('sched.nominate', { pod: 'default/api' })[1]!)).toEqual([
    ['web', 'node-a'],
    ['api', undefined],
  ]);
  expect(podIn(displaced.entries.at(-1)!.world, 'web')?.spec?.nodeName).toBe('node-a');
});

test('PRE-09 a pod that matters more takes the room, and web begins anew: three pods go for one', () => {
  const overtaken = run('overtaken');
  expect(overtaken.first('sched.choose', { pod: 'default/alert' }).event.node).toBe('node-a');
  const [, again] = overtaken.all('sched.preempt', web);
  expect(again!.event).toMatchObject({ node: 'node-b', victims: ['default/report'] });
  const gone = overtaken.all('api.request', { verb: 'delete', program: 'kube-scheduler' });
  expect(gone.map(({ event }) => event.key)).toEqual([
    'pods/default/batch-1',
    'pods/default/batch-2',
    'pods/default/report',
  ]);
});

test('PRE-10 where the pod needs the company of its victim, nobody goes', () => {
  const affinity = run('affinity');
  const [entry] = affinity.all('sched.preempt', web);
  expect(entry!.event).toMatchObject({ node: '', victims: [], candidates: 0, potential: 2 });
  expect(affinity.all('api.request', { verb: 'delete' })).toEqual([]);
  expect(podIn(affinity.entries.at(-1)!.world, 'web')?.spec?.nodeName).toBeUndefined();
});
