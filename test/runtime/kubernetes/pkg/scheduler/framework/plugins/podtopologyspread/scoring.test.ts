import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  PreScorePlugin,
  ScorePlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newPlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/plugin.ts';
import { handleOf, newPluginOf, node, pod } from '../handle.ts';

const hostname = 'kubernetes.io/hostname';

interface Case {
  /** By node: the matching pods on it. `foo` is the label of each, unless it says `bar` or `foo,bar`. */
  readonly pods: Readonly<Record<string, number | readonly string[]>>;
  /** The topology keys, each with the skew that is allowed, and the label that pods must have. */
  readonly constraints: readonly (readonly [key: string, maxSkew: number, label?: string])[];
  /** Each as `name` or `name/zone`; those that the filters refused begin with `~`, those without a host name with `?`. */
  readonly nodes: readonly string[];
  /** For each node that is a candidate. */
  readonly scores: readonly number[];
}

const one = (maxSkew = 1): Case['constraints'] => [[hostname, maxSkew]];
const both: Case['constraints'] = [
  ['zone', 1, 'foo'],
  [hostname, 1, 'bar'],
];
const zones = ['node-a/1', 'node-b/1', 'node-x/2', 'node-y/2'];

function scored(
  { pods, constraints, nodes: texts }: Case,
  more: readonly ReturnType<typeof pod>[] = [],
): number[] {
  const nodes = texts.map((text) => {
    const [name = '', zone] = text.replace(/^[~?]/, '').split('/');
    return node(name, {
      ...(text.startsWith('?') ? { n: name } : { [hostname]: name }),
      ...(zone && { zone }),
    });
  });
  const running = Object.entries(pods).flatMap(([nodeName, of]) =>
    (typeof of === 'number' ? Array.from({ length: of }, () => 'foo') : of).map((names) =>
      pod({ labels: Object.fromEntries(names.split(',').map((label) => [label, ''])) }, { nodeName }),
    ),
  );
  const topologySpreadConstraints = constraints.map(([topologyKey, maxSkew, key = 'foo']) => ({
    topologyKey,
    maxSkew,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchExpressions: [{ key, operator: 'Exists' }] },
  }));
  const pending = pod({ labels: { foo: '', bar: '' } }, { topologySpreadConstraints });
  const handle = handleOf({ nodes, pods: [...running, ...more] });
  const plugin = newPluginOf<PreScorePlugin & ScorePlugin>(newPlugin, { defaultingType: 'List' }, handle);
  const candidates = nodes.filter((_node, i) => !texts[i]?.startsWith('~'));
  const state = newCycleState();
  expect(plugin.preScore(state, pending, candidates)).toBeUndefined();
  const scores = candidates.map(({ metadata: { name } }) => {
    const [score, status] = plugin.score(state, pending, name);
    expect(status).toBeUndefined();
    return { name, score };
  });
  expect(plugin.scoreExtensions()?.normalizeScore(state, pending, scores)).toBeUndefined();
  return scores.map(({ score }) => score);
}

describe('TestPodTopologySpreadScore', () => {
  const four = ['node-a', 'node-b', 'node-c', 'node-d'];
  const onFour = { 'node-a': 2, 'node-b': 1, 'node-d': 3 };
  const refused = { 'node-a': 4, 'node-b': 2, 'node-x': 1, 'node-y': 3 };
  const mixed = { 'node-a': ['foo'], 'node-b': ['foo,bar'], 'node-y': ['foo', 'bar'] };
  test.each<[string, Case]>([
    ['no pods', { pods: {}, constraints: one(), nodes: ['node-a', 'node-b'], scores: [100, 100] }],
    [
      'one candidate',
      { pods: { 'node-a': 2, 'node-b': 1 }, constraints: one(), nodes: ['node-a', '~node-b'], scores: [100] },
    ],
    [
      'as many on each',
      {
        pods: { 'node-a': 1, 'node-b': 1 },
        constraints: one(),
        nodes: ['node-a', 'node-b'],
        scores: [100, 100],
      },
    ],
    ['fewer is better', { pods: onFour, constraints: one(), nodes: four, scores: [40, 80, 100, 0] }],
    [
      'and less so if a skew of 2 is allowed',
      { pods: onFour, constraints: one(2), nodes: four, scores: [50, 83, 100, 16] },
    ],
    [
      'or of 3',
      {
        pods: { 'node-a': 4, 'node-b': 3, 'node-c': 2, 'node-d': 1 },
        constraints: one(3),
        nodes: four,
        scores: [33, 55, 77, 100],
      },
    ],
    [
      'what filters refused is not scored',
      {
        pods: refused,
        constraints: one(),
        nodes: ['node-a', 'node-b', 'node-x', '~node-y'],
        scores: [16, 66, 100],
      },
    ],
    [
      'a node without the key is last',
      {
        pods: refused,
        constraints: one(),
        nodes: ['node-a', '?node-b', 'node-x', '~node-y'],
        scores: [20, 0, 100],
      },
    ],
    [
      'pods of a zone count wherever they are in it',
      {
        pods: refused,
        constraints: [['zone', 1]],
        nodes: ['node-a/1', 'node-b/1', 'node-x/2', '~node-y/2'],
        scores: [62, 62, 100],
      },
    ],
    [
      'zone and node',
      {
        pods: { 'node-a': 2, 'node-b': 1, 'node-x': 2, 'node-y': 4 },
        constraints: [
          ['zone', 1],
          [hostname, 1],
        ],
        nodes: ['node-a/1', '~node-b/1', 'node-x/2', '~node-y/2'],
        scores: [100, 54],
      },
    ],
    ['of different pods', { pods: mixed, constraints: both, nodes: zones, scores: [75, 25, 100, 50] }],
    [
      'of which some nodes have none',
      {
        pods: { 'node-b': ['bar'], 'node-x': ['foo'], 'node-y': ['foo,bar'] },
        constraints: both,
        nodes: zones,
        scores: [100, 75, 50, 0],
      },
    ],
    [
      'and some are no candidates',
      { pods: mixed, constraints: both, nodes: [...zones.slice(0, 3), '~node-y/2'], scores: [75, 25, 100] },
    ],
  ])('%s', (_what, given) => {
    expect(scored(given)).toEqual(given.scores);
  });

  const two: Case = {
    pods: { 'node-a': 1, 'node-b': 2 },
    constraints: one(),
    nodes: ['node-a', 'node-b'],
    scores: [],
  };
  const onA = (metadata: object) => [pod({ labels: { foo: '' }, ...metadata }, { nodeName: 'node-a' })];

  test('pods of another namespace do not count', () => {
    expect(scored(two, onA({ namespace: 'ns1' }))).toEqual([100, 50]);
    expect(scored(two, onA({}))).toEqual([100, 100]);
  });

  test('pods that are being deleted do not count, neither of a node nor of a zone', () => {
    const deleted = onA({ deletionTimestamp: '2021-01-16T12:00:00Z' });
    expect(scored({ ...two, pods: { 'node-b': 1 } }, deleted)).toEqual([100, 0]);
    const byZone: Case = {
      ...two,
      pods: { 'node-b': 1 },
      constraints: [['zone', 1]],
      nodes: ['node-a/1', 'node-b/2'],
    };
    expect(scored(byZone, deleted)).toEqual([100, 0]);
  });

  test('pods on nodes that the pod may not use do not count', () => {
    const byZone: Case = {
      ...two,
      pods: { 'node-b': 2, 'node-x': 1 },
      constraints: [
        ['zone', 1],
        [hostname, 1],
      ],
      nodes: ['node-a/1', '?node-b/1', 'node-x/2'],
    };
    // Node b lacks a topology key: its pods do not count for zone 1.
    expect(scored(byZone)).toEqual([100, 0, 0]);
  });
});
