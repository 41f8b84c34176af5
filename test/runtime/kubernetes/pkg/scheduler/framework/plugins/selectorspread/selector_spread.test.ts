import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  PreScorePlugin,
  ScorePlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newPlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/selectorspread/selector_spread.ts';
import {
  type Labels,
  type World,
  handleOf,
  newPluginOf,
  node,
  pod,
  rc,
  rs,
  scoresOf,
  service,
  ss,
} from '../handle.ts';

const labels1 = { foo: 'bar', baz: 'blah' };
const labels2 = { bar: 'foo', baz: 'blah' };
const both = { foo: 'bar', bar: 'foo' };

type On = readonly [nodeName: string, labels?: Labels, namespace?: string];

const running = (pods: readonly On[]) =>
  pods.map(([nodeName, labels, namespace]) =>
    pod({ ...(labels && { labels }), ...(namespace && { namespace }) }, { nodeName }),
  );

interface Case {
  readonly name: string;
  readonly of?: Parameters<typeof pod>;
  readonly pods?: readonly On[];
  readonly world?: World;
  readonly scores: readonly number[];
}

// Upstream's TestSelectorSpreadScore.
describe('pods of one Service or controller are kept apart', () => {
  const a: On = ['machine1', labels1];
  const b: On = ['machine2', labels1];
  const other: On = ['machine1', labels2];
  const three = [other, a, b];
  const spread = { topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'foo' }] };
  const baz = service({ baz: 'blah' });
  const one = [{ labels: labels1 }] as const;
  const inDefault: Parameters<typeof pod> = [{ labels: labels1, namespace: 'default' }];
  const inNs1: Parameters<typeof pod> = [{ labels: labels1, namespace: 'ns1' }];
  const cases: readonly Case[] = [
    { name: 'nothing scheduled', of: [{}], scores: [100, 100] },
    { name: 'no services', pods: [['machine1']], scores: [100, 100] },
    {
      name: 'different services',
      pods: [other],
      world: { services: [service({ key: 'value' })] },
      scores: [100, 100],
    },
    {
      name: 'two pods, one service pod',
      pods: [other, b],
      world: { services: [service(labels1)] },
      scores: [100, 0],
    },
    {
      name: 'five pods, one service pod in no namespace',
      pods: [other, ['machine1', labels1, 'default'], ['machine1', labels1, 'ns1'], b, ['machine2', labels2]],
      world: { services: [service(labels1)] },
      scores: [100, 0],
    },
    {
      name: 'four pods, one service pod in default namespace',
      of: inDefault,
      pods: [a, ['machine1', labels1, 'ns1'], ['machine2', labels1, 'default'], ['machine2', labels2]],
      world: { services: [service(labels1, 'default')] },
      scores: [100, 0],
    },
    {
      name: 'five pods, one service pod in specific namespace',
      of: inNs1,
      pods: [
        a,
        ['machine1', labels1, 'default'],
        ['machine1', labels1, 'ns2'],
        ['machine2', labels1, 'ns1'],
        ['machine2', labels2],
      ],
      world: { services: [service(labels1, 'ns1')] },
      scores: [100, 0],
    },
    {
      name: 'three pods, two service pods on different machines',
      pods: three,
      world: { services: [service(labels1)] },
      scores: [0, 0],
    },
    {
      name: 'four pods, three service pods',
      pods: [...three, b],
      world: { services: [service(labels1)] },
      scores: [50, 0],
    },
    {
      name: 'service with partial pod label matches',
      pods: three,
      world: { services: [baz] },
      scores: [0, 50],
    },
    {
      name: 'service with partial pod label matches with service and replication controller',
      pods: three,
      world: { services: [baz], rcs: [rc({ foo: 'bar' })] },
      scores: [0, 0],
    },
    {
      name: 'service with partial pod label matches with service and replica set',
      pods: three,
      world: { services: [baz], rss: [rs({ foo: 'bar' })] },
      scores: [0, 0],
    },
    {
      name: 'service with partial pod label matches with service and stateful set',
      pods: three,
      world: { services: [baz], sss: [ss({ foo: 'bar' })] },
      scores: [0, 0],
    },
    {
      name: 'disjoined service and replication controller matches no pods',
      of: [{ labels: both }],
      pods: three,
      world: { services: [service({ bar: 'foo' })], rcs: [rc({ foo: 'bar' })] },
      scores: [100, 100],
    },
    {
      name: 'disjoined service and replica set matches no pods',
      of: [{ labels: both }],
      pods: three,
      world: { services: [service({ bar: 'foo' })], rss: [rs({ foo: 'bar' })] },
      scores: [100, 100],
    },
    {
      name: 'disjoined service and stateful set matches no pods',
      of: [{ labels: both }],
      pods: three,
      world: { services: [service({ bar: 'foo' })], sss: [ss({ foo: 'bar' })] },
      scores: [100, 100],
    },
    {
      name: 'Replication controller with partial pod label matches',
      pods: three,
      world: { rcs: [rc({ foo: 'bar' })] },
      scores: [0, 0],
    },
    {
      name: 'Replica set with partial pod label matches',
      pods: three,
      world: { rss: [rs({ foo: 'bar' })] },
      scores: [0, 0],
    },
    {
      name: 'StatefulSet with partial pod label matches',
      pods: three,
      world: { sss: [ss({ foo: 'bar' })] },
      scores: [0, 0],
    },
    {
      name: 'Another replication controller with partial pod label matches',
      pods: three,
      world: { rcs: [rc({ baz: 'blah' })] },
      scores: [0, 50],
    },
    {
      name: 'Another replication set with partial pod label matches',
      pods: three,
      world: { rss: [rs({ baz: 'blah' })] },
      scores: [0, 50],
    },
    {
      name: 'Another stateful set with partial pod label matches',
      pods: three,
      world: { sss: [ss({ baz: 'blah' })] },
      scores: [0, 50],
    },
    {
      name: 'Another stateful set with TopologySpreadConstraints set in pod',
      of: [{ labels: labels1 }, spread],
      pods: three,
      world: { sss: [ss({ baz: 'blah' })] },
      scores: [0, 0],
    },
  ];
  test.each(cases)('$name', ({ of = one, pods = [], world, scores }) => {
    const nodes = [node('machine1'), node('machine2')];
    expect(
      scoresOf(newPlugin, undefined, { nodes, pods: running(pods), ...world }, pod(of[0], of[1])),
    ).toEqual(scores);
  });
});

// Upstream's TestZoneSelectorSpreadPriority.
describe('zones count for two thirds', () => {
  const l1 = { label1: 'l1', baz: 'blah' };
  const l2 = { label2: 'l2', baz: 'blah' };
  const names = ['1.zone1', '1.zone2', '2.zone2', '1.zone3', '2.zone3', '3.zone3'];
  const nodes = names.map((name) => node(name, { 'failure-domain.beta.kubernetes.io/zone': name.slice(2) }));
  const all = [100, 100, 100, 100, 100, 100];
  const cases: readonly (Case & { readonly world?: World })[] = [
    { name: 'nothing scheduled', of: [{}], scores: all },
    { name: 'no services', pods: [['1.zone1']], scores: all },
    {
      name: 'different services',
      pods: [['1.zone1', l2]],
      world: { services: [service({ key: 'value' })] },
      scores: all,
    },
    {
      name: 'two pods, 0 matching',
      pods: [
        ['1.zone1', l2],
        ['1.zone2', l2],
      ],
      scores: all,
    },
    {
      name: 'two pods, 1 matching (in z2)',
      pods: [
        ['1.zone1', l2],
        ['1.zone2', l1],
      ],
      scores: [100, 0, 33, 100, 100, 100],
    },
    {
      name: 'five pods, 3 matching (z2=2, z3=1)',
      pods: [
        ['1.zone1', l2],
        ['1.zone2', l1],
        ['2.zone2', l1],
        ['1.zone3', l2],
        ['2.zone3', l1],
      ],
      scores: [100, 0, 0, 66, 33, 66],
    },
    {
      name: 'four pods, 3 matching (z1=1, z2=1, z3=1)',
      pods: [
        ['1.zone1', l1],
        ['1.zone2', l1],
        ['2.zone2', l2],
        ['1.zone3', l1],
      ],
      scores: [0, 0, 33, 0, 33, 33],
    },
    {
      name: 'five pods, 4 matching (z1=1, z2=2, z3=1)',
      pods: [
        ['1.zone1', l1],
        ['1.zone2', l1],
        ['2.zone2', l1],
        ['2.zone2', l2],
        ['1.zone3', l1],
      ],
      scores: [33, 0, 0, 33, 66, 66],
    },
    {
      name: 'Replication controller spreading (z1=0, z2=1, z3=2)',
      pods: [
        ['1.zone3', l1],
        ['1.zone2', l1],
        ['1.zone3', l1],
      ],
      world: { rcs: [rc(l1)] },
      scores: [100, 50, 66, 0, 33, 33],
    },
  ];
  test.each(cases)('$name', ({ of = [{ labels: l1 }], pods = [], world, scores }) => {
    const selecting = world ?? { services: [service(l1)] };
    expect(scoresOf(newPlugin, undefined, { nodes, pods: running(pods), ...selecting }, pod(of[0]))).toEqual(
      scores,
    );
  });
});

// What upstream's tables leave out.
describe('the spreading of pods', () => {
  const nodes = [node('machine1'), node('machine2')];
  const services = [service(labels1)];

  test('does not count pods that are being deleted', () => {
    const going = pod(
      { labels: labels1, deletionTimestamp: '2021-01-01T00:00:00Z' },
      { nodeName: 'machine1' },
    );
    const world = { nodes, pods: [going, ...running([['machine2', labels1]])], services };
    expect(scoresOf(newPlugin, undefined, world, pod({ labels: labels1 }))).toEqual([100, 0]);
  });

  test('leaves a pod alone that says itself how it is to be spread', () => {
    const plugin = newPluginOf<ScorePlugin & PreScorePlugin>(
      newPlugin,
      undefined,
      handleOf({ nodes, services }),
    );
    const spread = { topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'foo' }] };
    const [state, of] = [newCycleState(), pod({ labels: labels1 }, spread)];
    expect(plugin.preScore(state, of, nodes)).toBeUndefined();
    expect(state.read('PreScoreSelectorSpread')[1]?.message).toBe('not found');
    expect(plugin.score(state, of, 'machine1')).toEqual([0, undefined]);
    const scores = [{ name: 'lost', score: 7 }];
    expect(plugin.scoreExtensions()?.normalizeScore(state, of, scores)).toBeUndefined();
    expect(scores).toEqual([{ name: 'lost', score: 7 }]);
  });

  test('needs to know every node that it has scored', () => {
    const plugin = newPluginOf<ScorePlugin>(newPlugin, undefined, handleOf({ nodes }));
    const scores = [{ name: 'lost', score: 7 }];
    const status = plugin.scoreExtensions()?.normalizeScore(newCycleState(), pod(), scores);
    expect([status?.code, status?.message()]).toEqual([
      'Error',
      'getting node "lost" from Snapshot: nodeinfo not found for node name "lost"',
    ]);
  });

  test('gives a node without a zone what it has by itself, beside nodes with one', () => {
    const zoned = (name: string, zone: string) => node(name, { 'topology.kubernetes.io/zone': zone });
    const world = {
      nodes: [zoned('a', '1'), zoned('b', '2'), node('c')],
      pods: running([['a', labels1]]),
      services,
    };
    expect(scoresOf(newPlugin, undefined, world, pod({ labels: labels1 }))).toEqual([0, 100, 100]);
  });
});
