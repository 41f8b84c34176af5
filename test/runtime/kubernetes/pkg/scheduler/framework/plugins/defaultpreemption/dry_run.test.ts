import { describe, expect, test } from 'vitest';
import type { PodDisruptionBudget } from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type FilterPlugin,
  newStatus,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { dryRunPreemption } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import { Registry } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import {
  type Running,
  at,
  frameworkOf,
  high,
  large,
  low,
  medium,
  mid,
  nodeOf,
  podOf,
  small,
  veryHigh,
  veryLarge,
} from './preemption.ts';

interface Case {
  /** Each as `name` or `name/zone`. */
  readonly nodes: readonly string[];
  readonly pods: Readonly<Record<string, Running>>;
  readonly of: { readonly name?: string } & Omit<Running, 'at'>;
  /** Besides the one that counts how often it is asked. */
  readonly filters?: readonly string[];
  readonly refuses?: boolean;
  readonly allowed?: {
    readonly disruptionsAllowed: number;
    readonly disruptedPods?: Readonly<Record<string, string>>;
  };
  readonly offset?: number;
  readonly most?: number;
}

/** The candidates with their victims and the count of budgets against which they go, and how often filters were run. */
function tried({
  nodes: names,
  pods,
  of,
  filters = ['NodeResourcesFit'],
  refuses,
  allowed,
  offset = 0,
  most = 100,
}: Case) {
  let asked = 0;
  const filter = (name: string, passes: (pod: string, node: string) => boolean) => () =>
    [
      {
        name: () => name,
        filter: (_state, { metadata }, info) =>
          passes(metadata.name, info.node()?.metadata.name ?? '')
            ? undefined
            : newStatus('Unschedulable', name),
      } as FilterPlugin,
      undefined,
    ] as [FilterPlugin, undefined];
  const own = new Registry({
    Counted: filter('Counted', () => (asked++, !refuses)),
    True: filter('True', () => true),
    False: filter('False', () => false),
    Match: filter('Match', (pod, node) => pod === node),
  });
  const world = {
    nodes: names.map(nodeOf),
    pods: Object.entries(pods).map(([name, running]) => podOf(name, running)),
  };
  const framework = frameworkOf(world, ['Counted', ...filters], {}, own);
  const pending = podOf(of.name ?? 'p', { ...of, at: '' });
  const state = newCycleState();
  expect(framework.runPreFilterPlugins(state, pending)).toBeUndefined();
  const infos = framework.snapshotSharedLister().nodeInfos().list();
  const budget = {
    metadata: { namespace: 'default', name: 'pdb' },
    spec: { selector: { matchLabels: { app: 'foo' } } },
    status: allowed,
  } as unknown as PodDisruptionBudget;
  const candidates = dryRunPreemption(
    framework.preemptHandle(),
    state,
    pending,
    infos,
    allowed ? [budget] : [],
    {
      offset,
      numCandidates: most,
      now: 0,
    },
  );
  const told = candidates.map(({ name, victims: { pods: victims, numPDBViolations } }) =>
    [
      name,
      ...victims.map(({ metadata }) => metadata.name).sort(),
      ...(numPDBViolations ? [`!${numPDBViolations}`] : []),
    ].join(' '),
  );
  return { candidates: told.sort(), asked };
}

const two = { nodes: ['node1', 'node2'], of: { priority: high, size: large } };
const twoLarge = { p1: at('node1', mid, large), p2: at('node2', mid, large) };
const foo = { labels: { app: 'foo' } };
const five = { nodes: ['node1', 'node2', 'node3', 'node4', 'node5'], of: { priority: high, size: large } };
const onFive = (more: (i: number) => Partial<Running> = () => ({})) =>
  Object.fromEntries([1, 2, 3, 4, 5].map((i) => [`p${i}`, at(`node${i}`, mid, large, more(i))]));

describe('TestDryRunPreemption', () => {
  const small2 = {
    nodes: two.nodes,
    of: { priority: high },
    pods: { p1: at('node1', mid), p2: at('node2', mid) },
  };
  const exists = { labelSelector: { matchExpressions: [{ key: 'foo', operator: 'Exists' }] } };
  const apart = {
    affinity: {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [{ ...exists, topologyKey: 'hostname' }],
      },
    },
  };
  const spread = ['zone', 'hostname'].map((topologyKey) => ({
    ...exists,
    topologyKey,
    maxSkew: 1,
    whenUnsatisfiable: 'DoNotSchedule',
  }));
  const labelled = { labels: { foo: '' } };
  const one = { nodes: ['node1'], of: { priority: high, size: veryLarge } };
  const twoOfFoo = { 'p1.1': at('node1', mid, medium, foo), 'p1.2': at('node1', mid, medium, foo) };

  test.each<[string, Case, string[], number]>([
    ['fits nowhere', { ...small2, filters: ['False'] }, [], 2],
    ['fits without any going', { ...small2, filters: ['True'] }, ['node1', 'node2'], 4],
    [
      'fits on one node so',
      { ...small2, of: { name: 'node1', priority: high }, filters: ['Match'] },
      ['node1'],
      3,
    ],
    ['fits on both if others go', { ...two, pods: twoLarge }, ['node1 p1', 'node2 p2'], 4],
    ['others are more important', { ...two, of: { priority: low, size: large }, pods: twoLarge }, [], 0],
    [
      'the small one may stay',
      {
        ...two,
        pods: {
          'p1.1': at('node1', low, small),
          'p1.2': at('node1', mid, large),
          p2: at('node2', mid, large),
        },
      },
      ['node1 p1.2', 'node2 p2'],
      5,
    ],
    [
      'the more important stay',
      {
        ...two,
        pods: {
          'p1.1': at('node1', mid, small),
          'p1.2': at('node1', low, small),
          'p1.3': at('node1', mid, medium),
          'p1.4': at('node1', high, small),
          p2: at('node2', high, large),
        },
      },
      ['node1 p1.2 p1.3'],
      4,
    ],
    [
      'of equal ones the one that runs longer stays',
      {
        ...two,
        pods: {
          'p1.1': at('node1', low, small, { start: 5 }),
          'p1.2': at('node1', low, small, { start: 4 }),
          'p1.3': at('node1', mid, medium, { start: 3 }),
          'p1.4': at('node1', high, small, { start: 2 }),
          p2: at('node2', high, large, { start: 1 }),
        },
      },
      ['node1 p1.1 p1.3'],
      4,
    ],
    [
      'one with anti-affinity goes',
      {
        nodes: two.nodes,
        of: { priority: high, size: small, ...labelled },
        filters: ['NodeResourcesFit', 'InterPodAffinity'],
        pods: {
          'p1.1': at('node1', low, small, { ...labelled, spec: apart }),
          'p1.2': at('node1', mid, small),
          'p1.3': at('node1', high, small),
          p2: at('node2', high, small),
        },
      },
      ['node1 p1.1'],
      3,
    ],
    [
      'one goes so that pods are spread',
      {
        nodes: ['node-a/zone1', 'node-b/zone1', 'node-x/zone2'],
        of: { priority: high, ...labelled, spec: { topologySpreadConstraints: spread } },
        filters: ['PodTopologySpread'],
        pods: {
          'pod-a1': at('node-a', mid, undefined, labelled),
          'pod-a2': at('node-a', low, undefined, labelled),
          'pod-b1': at('node-b', low, undefined, labelled),
          'pod-x1': at('node-x', high, undefined, labelled),
          'pod-x2': at('node-x', high, undefined, labelled),
        },
      },
      ['node-a pod-a2', 'node-b pod-b1'],
      5,
    ],
    ['a filter refuses in any case', { ...two, pods: twoLarge, refuses: true }, [], 2],
    [
      'against a budget',
      { ...one, pods: twoOfFoo, allowed: { disruptionsAllowed: 1 } },
      ['node1 p1.1 p1.2 !1'],
      3,
    ],
    [
      'a budget that another pod used',
      { ...one, pods: twoOfFoo, allowed: { disruptionsAllowed: 1, disruptedPods: { p2: '' } } },
      ['node1 p1.1 p1.2 !1'],
      3,
    ],
    [
      'a budget that a victim used already',
      { ...one, pods: twoOfFoo, allowed: { disruptionsAllowed: 1, disruptedPods: { 'p1.2': '' } } },
      ['node1 p1.1 p1.2'],
      3,
    ],
    [
      'a budget that one of three victims used already',
      {
        ...one,
        pods: { ...twoOfFoo, 'p1.3': at('node1', mid, medium, foo) },
        allowed: { disruptionsAllowed: 1, disruptedPods: { 'p1.3': '' } },
      },
      ['node1 p1.1 p1.2 p1.3 !1'],
      4,
    ],
    [
      'of two that a budget protects, one may stay',
      { ...one, of: { priority: high, size: medium }, pods: twoOfFoo, allowed: { disruptionsAllowed: 0 } },
      ['node1 p1.2 !1'],
      3,
    ],
    [
      'one that no budget protects goes first',
      {
        ...one,
        of: { priority: high, size: medium },
        pods: { 'p1.1': at('node1', mid, medium), 'p1.2': at('node1', mid, medium, foo) },
        allowed: { disruptionsAllowed: 0 },
      },
      ['node1 p1.1'],
      3,
    ],
    ['two are enough', { ...five, pods: onFive(), offset: 4, most: 2 }, ['node1 p1', 'node5 p5'], 4],
    ['from another node on', { ...five, pods: onFive(), offset: 1, most: 2 }, ['node2 p2', 'node3 p3'], 4],
    ['and round', { ...five, pods: onFive(), offset: 3, most: 2 }, ['node4 p4', 'node5 p5'], 4],
    [
      'not all nodes are possible',
      {
        ...five,
        pods: onFive((i) => (i === 2 || i === 5 ? { priority: veryHigh } : {})),
        offset: 4,
        most: 2,
      },
      ['node1 p1', 'node3 p3'],
      4,
    ],
    [
      'more, until one goes against no budget',
      {
        ...five,
        pods: onFive((i) => (i === 3 || i === 4 ? {} : foo)),
        allowed: { disruptionsAllowed: 0 },
        offset: 4,
        most: 2,
      },
      ['node1 p1 !1', 'node3 p3', 'node5 p5 !1'],
      8,
    ],
  ])('%s', (_what, given, candidates, asked) => {
    expect(tried(given)).toEqual({ candidates, asked });
  });
});
