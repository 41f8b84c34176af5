import type { Event as CoreEvent, Toleration } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/scheduler/taints-and-tolerations/scenario.ts';
import type { Pod } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { type Attempt, numberAt, placeOf, verdictOf } from '../../src/runtime/subjects/scheduler/world.ts';
import type { Entry, World } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter } from './played.ts';

const text = chapter('scheduler/taints-and-tolerations').replaceAll(/\s+/g, ' ');
const played = new Map<string, Played>();
for (const scenario of scenarios) {
  const [, variant = ''] = scenario.id.split('#');
  played.set(variant, await Played.of(scenario));
}
const run = (variant = ''): Played => played.get(variant)!;
const end = (variant = ''): World => run(variant).entries.at(-1)!.world;

const podIn = ({ store }: World, name: string): Pod | undefined =>
  mapGet(store.objects, `pods/default/${name}`) as Pod | undefined;
const nodeOf = (name: string, variant = ''): string | undefined => podIn(end(variant), name)?.spec?.nodeName;
const attemptAt = ({ world }: Entry, name: string): Attempt =>
  mapGet(mapGet(world.schedulers, 'kube-scheduler')!.attempts, `default/${name}`)!.at(-1)!;

/** What the first attempt of a pod said against a node. */
function said(name: string, node: string, variant = ''): string[] {
  const { filters } = attemptAt(run(variant).first('sched.filter', { pod: `default/${name}` }), name);
  return verdictOf(filters!, placeOf(filters!, node)).map(({ plugin, reasons }) => `${plugin}: ${reasons}`);
}

/** What a plugin gave to each node, normalised. */
function points(name: string, plugin: string, variant = ''): Record<string, number> {
  const { scores } = attemptAt(run(variant).first('sched.score', { pod: `default/${name}` }), name);
  const column = scores!.columns.find((one) => one.plugin === plugin)!;
  return Object.fromEntries(scores!.nodes.map((node, i) => [node, numberAt(column.normalized, i)]));
}

/** Who asked when for a pod to be deleted, for the first time. */
const deleted = (variant: string, name: string) =>
  run(variant)
    .all('api.request', { verb: 'delete', key: `pods/default/${name}` })
    .map(({ at, event }) => [at, event.program])[0];

const untolerated = (taint: string): string =>
  `TaintToleration: node(s) had taint {${taint}}, that the pod didn't tolerate`;

describe('a node for the database', () => {
  test('SCH-39 NoSchedule and NoExecute refuse, PreferNoSchedule costs points', () => {
    expect(said('web', 'node-a')).toEqual([]);
    expect(said('web', 'node-b')).toEqual([untolerated('dedicated: db')]);
    expect(said('web', 'node-c')).toEqual([]);
    expect(said('web', 'node-d')).toEqual([untolerated('dedicated: db')]);
    expect(points('web', 'TaintToleration')).toEqual({ 'node-a': 100, 'node-c': 0 });
  });

  test('SCH-39 a toleration draws nobody to the node: for that a label and a selector are needed', () => {
    expect(run().first('sched.filter', { pod: 'default/db-0' }).event).toMatchObject({ feasible: 4 });
    expect(new Set(Object.values(points('db-0', 'TaintToleration')))).toEqual(new Set([100]));
    expect(nodeOf('db-0')).toBe('node-a');
    expect(run().first('sched.choose', { pod: 'default/db-1' }).event).toMatchObject({
      node: 'node-b',
      how: 'only',
    });
  });
});

describe('what tolerates what', () => {
  test('SCH-39 key, operator, value and effect decide, and what is left out', () => {
    const names = ['db-exact', 'db-no-effect', 'db-no-operator', 'db-exists', 'db-all'];
    expect(names.map((name) => nodeOf(name, 'cases'))).toEqual(names.map(() => 'node-a'));
    for (const name of ['db-other-value', 'db-other-effect', 'db-key-only']) {
      expect(said(name, 'node-a', 'cases')).toEqual([untolerated('dedicated: db')]);
      expect(nodeOf(name, 'cases')).toBeUndefined();
    }
    const refused = run('cases')
      .all('act')
      .flatMap(({ event }) => event.error ?? []);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toContain("value must be empty when `operator` is 'Exists'");
  });

  test('SCH-39 each taint needs a toleration; the first that has none is named', () => {
    expect(said('db-one-taint', 'node-a', 'cases')).toEqual([untolerated('disk: slow')]);
    expect(nodeOf('db-exact', 'cases')).toBe('node-a');
  });
});

describe('a taint that only asks', () => {
  const sums = (variant: string): Record<string, number> => {
    const { scores } = attemptAt(run(variant).first('sched.score', { pod: 'default/web' }), 'web');
    return Object.fromEntries(scores!.nodes.map((node, i) => [node, numberAt(scores!.total, i) - 1_000_000]));
  };

  test('SCH-39 PreferNoSchedule is a score among others', () => {
    expect(points('web', 'TaintToleration', 'prefer')).toEqual({ 'node-a': 100, 'node-b': 50, 'node-c': 0 });
    expect(sums('prefer')).toMatchObject({ 'node-a': 349, 'node-b': 374 });
    const others = ['NodeResourcesBalancedAllocation', 'NodeResourcesLeastAllocated'].map((plugin) => {
      const of = points('web', plugin, 'prefer');
      return of['node-b']! - of['node-a']!;
    });
    expect(others).toEqual([50, 25]);
    expect(nodeOf('web', 'prefer')).toBe('node-b');
    expect(text).toContain('374 and 349 points');
  });

  test('SCH-39 it never refuses: the node with two such taints is taken where there is no other', () => {
    const batch = run('prefer').first('sched.choose', { pod: 'default/batch' });
    expect(batch.event).toMatchObject({ node: 'node-c', how: 'only' });
  });

  test('with the weight of today the node without a taint wins', () => {
    expect(sums('heavier')['node-a']).toBe(sums('prefer')['node-a']! + 200);
    expect(nodeOf('web', 'heavier')).toBe('node-a');
  });
});

describe('pods that are there already', () => {
  test('SCH-39 NoExecute takes pods away: the taint manager does it, when their time is over', () => {
    const [schedule, execute] = run('evict').all('act').slice(-3);
    expect(schedule!.at).toBe(3000);
    expect(execute!.at).toBe(5000);
    expect(deleted('evict', 'web')).toEqual([5002, 'kube-controller-manager']);
    expect(deleted('evict', 'cache')).toEqual([11_002, 'kube-controller-manager']);
    expect(deleted('evict', 'etl')).toEqual([13_002, 'kube-controller-manager']);
    expect(deleted('evict', 'batch')).toBeUndefined();
    expect(deleted('evict', 'db')).toBeUndefined();
    const asked = run('evict').all('api.request', { verb: 'delete', program: 'kube-scheduler' });
    expect(asked).toEqual([]);
  });

  test('SCH-39 a taint that goes in time takes the alarm with it', () => {
    const told = run('evict')
      .all('store.write', { resource: 'events', verb: 'create' })
      .map(({ event }) => event.object as CoreEvent)
      .filter(({ reason }) => reason === 'TaintManagerEviction')
      .map(({ message }) => message);
    expect(told.at(-1)).toBe('Cancelling deletion of Pod default/batch');
    expect(told).toHaveLength(4);
  });
});

describe('five minutes that nobody asked for', () => {
  const tolerations = (variant: string): Toleration[] => {
    const { object } = run(variant).first('store.write', { verb: 'create', key: 'pods/default/web' }).event;
    return (object as Pod).spec?.tolerations ?? [];
  };

  test('admission adds two tolerations, and so the pod stays for 300 seconds', () => {
    expect(
      tolerations('silent').map(({ key, effect, tolerationSeconds }) => [key, effect, tolerationSeconds]),
    ).toEqual([
      ['node.kubernetes.io/not-ready', 'NoExecute', 300],
      ['node.kubernetes.io/unreachable', 'NoExecute', 300],
    ]);
    expect(deleted('silent', 'web')).toEqual([303_002, 'kube-controller-manager']);
  });

  test('without the plugin the pod goes at once', () => {
    expect(tolerations('without-default')).toEqual([]);
    expect(deleted('without-default', 'web')).toEqual([3002, 'kube-controller-manager']);
  });
});

test('a cordoned node keeps its pods, and takes one that tolerates the taint of such nodes', () => {
  expect(nodeOf('web', 'cordon')).toBe('node-a');
  expect(said('web-2', 'node-a', 'cordon')).toEqual(['NodeUnschedulable: node(s) were unschedulable']);
  expect(nodeOf('agent', 'cordon')).toBe('node-a');
});

test('SCH-40 by NotIn or by a taint the pod that says NotIn is kept off; only a taint keeps off the other', async () => {
  expect(said('web', 'node-gpu', 'not-in')).toEqual([
    "NodeAffinity: node(s) didn't match Pod's node affinity",
  ]);
  expect([nodeOf('web', 'not-in'), nodeOf('cron', 'not-in')]).toEqual(['node-a', 'node-gpu']);
  const story = scenarios.find(({ id }) => id.endsWith('#not-in'))!;
  const tainted = await Played.of({
    ...story,
    *story(user) {
      yield* user.sleep(500);
      user.act({ kind: 'label-node', node: 'node-gpu', labels: { gpu: null } });
      user.act({ kind: 'taint', node: 'node-gpu', taints: ['gpu=yes:NoSchedule'] });
      yield* story.story(user);
    },
  });
  const world = tainted.entries.at(-1)!.world;
  expect(['web', 'cron'].map((name) => podIn(world, name)?.spec?.nodeName)).toEqual(['node-a', 'node-a']);
  const { filters } = attemptAt(tainted.first('sched.filter', { pod: 'default/web' }), 'web');
  const [refusal] = verdictOf(filters!, placeOf(filters!, 'node-gpu'));
  expect(refusal).toMatchObject({ plugin: 'TaintToleration' });
});
