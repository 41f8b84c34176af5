import { describe, expect, test } from 'vitest';
import type { Node, Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  FitError,
  GenericScheduler,
  errNoNodesAvailable,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import { newCycleState } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type { Extender } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/extender.ts';
import {
  type Code,
  type NodeScoreList,
  newStatus,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import type { NodeInfo } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { newSnapshot } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { Random } from '../../../../../../src/runtime/sim/random.ts';
import { node, pod } from '../framework/plugins/handle.ts';
import { type Fakes, fakeFramework, finished } from '../framework/runtime/fake.ts';

const fake = (code: Code = 'Unschedulable') => newStatus(code, 'fake');
const score = (of: (name: string) => number) => ({
  score: (_s: unknown, _p: unknown, name: string) => [of(name)],
});

const allPass = { filter: () => undefined };
const nonePasses = { filter: () => fake() };
const onlyItsName = {
  filter: (_state: unknown, { metadata }: Pod, { name }: NodeInfo) =>
    metadata.name === name ? undefined : fake(),
};
const onlyEmpty = {
  filter: (_state: unknown, _pod: unknown, { pods }: NodeInfo) => (pods.length === 0 ? undefined : fake()),
};
const byNumber = score(Number);
/** The least of the scores becomes the best, and comes to count twice. */
const byNumberReversed = {
  ...byNumber,
  scoreExtensions: () => ({
    normalizeScore(_state: unknown, _pod: unknown, scores: NodeScoreList): void {
      const max = Math.max(...scores.map((each) => each.score));
      const min = Math.min(...scores.map((each) => each.score));
      for (const each of scores) each.score = 2 * (max + min - each.score);
    },
  }),
};

interface World {
  readonly nodes: readonly string[];
  readonly fakes: Fakes;
  readonly pods?: readonly Pod[];
  readonly extenders?: readonly Partial<Extender>[];
  readonly percentage?: number;
  readonly stale?: Error;
}

function schedulerOf({ nodes, fakes, pods = [], extenders = [], percentage = 0, stale }: World) {
  const snapshot = newSnapshot(
    pods,
    nodes.map((name) => node(name)),
  );
  const scheduler = new GenericScheduler(
    new Random(1),
    { updateSnapshot: () => stale },
    snapshot,
    extenders as readonly Extender[],
    percentage,
  );
  const framework = fakeFramework(fakes, { snapshotSharedLister: snapshot });
  return { scheduler, framework, snapshot };
}

/** Whether the pod came to one of the hosts that it may come to, or what went wrong. */
function scheduled(world: World, asked = 'asked') {
  const { scheduler, framework } = schedulerOf(world);
  return finished(scheduler.schedule(framework, newCycleState(), pod({ name: asked })));
}

describe('TestGenericScheduler', () => {
  const counting = { allPass, byNumber };
  test.each<[string, readonly string[], Fakes, string, string, number, number]>([
    ['by number', ['3', '2', '1'], counting, 'ignore', '3', 3, 3],
    ['the only node that passes needs no score', ['3', '2', '1'], { onlyItsName, byNumber }, '2', '2', 3, 1],
    [
      'of two scores that of more weight',
      ['3', '2', '1'],
      { ...counting, byNumberReversed },
      'ignore',
      '1',
      3,
      3,
    ],
    [
      'a node that a filter refuses',
      ['3', '2'],
      {
        first: {
          filter: (_s: unknown, _p: unknown, { name }: NodeInfo) => (name === '3' ? fake() : undefined),
        },
        byNumber,
      },
      'ignore',
      '2',
      2,
      1,
    ],
  ])('%s', (_what, nodes, fakes, asked, suggestedHost, evaluatedNodes, feasibleNodes) => {
    const [result] = scheduled({ nodes, fakes }, asked);
    expect(result).toEqual({ suggestedHost, evaluatedNodes, feasibleNodes });
  });

  test('a score that would fail is not asked for where one node is left', () => {
    const fakes = { onlyItsName, broken: { score: () => [0, fake('Error')] } };
    expect(scheduled({ nodes: ['1', '2'], fakes }, '2')[0]?.suggestedHost).toBe('2');
    expect(scheduled({ nodes: ['1', '2'], fakes: { allPass, broken: fakes.broken } })[0]).toBeUndefined();
  });

  test('where nothing is scored, any node is as good', () => {
    const { scheduler, framework } = schedulerOf({ nodes: ['a', 'b'], fakes: { allPass } });
    const hosts = Array.from(
      { length: 30 },
      () => finished(scheduler.schedule(framework, newCycleState(), pod()))[0]?.suggestedHost,
    );
    expect(new Set(hosts)).toEqual(new Set(['a', 'b']));
  });

  const reasons = (err: Error | undefined) =>
    err instanceof FitError
      ? ['1', '2', '3'].map((name) => err.filteredNodesStatuses.get(name)?.message())
      : err;
  test.each<[string, Fakes, readonly (string | undefined)[]]>([
    ['each node is refused by one filter', { nonePasses }, ['fake', 'fake', 'fake']],
    [
      'what one filter lets pass another refuses',
      { allPass, nonePasses, byNumber },
      ['fake', 'fake', 'fake'],
    ],
    [
      'one node is refused for its pods, the others for their names',
      { onlyEmpty, onlyItsName },
      ['fake', 'fake', 'fake'],
    ],
    [
      'a pod that is refused before the filters is refused on each node',
      { early: { preFilter: () => newStatus('UnschedulableAndUnresolvable', 'injected') }, allPass },
      ['injected', 'injected', 'injected'],
    ],
  ])('fits nowhere: %s', (_what, fakes, expected) => {
    const running = pod({ name: '2' }, { nodeName: '2' });
    const [result, err] = scheduled({ nodes: ['1', '2', '3'], fakes, pods: [running] }, '2');
    expect(result).toBeUndefined();
    expect(reasons(err)).toEqual(expected);
    expect(err?.message).toBe(`0/3 nodes are available: 3 ${expected[0]}.`);
  });

  test.each<[string, Fakes, string]>([
    [
      'before the filters',
      { early: { preFilter: () => fake('Error') } },
      'running PreFilter plugin "early": fake',
    ],
    [
      'in a filter',
      { broken: { filter: () => fake('Error') } },
      'running "broken" filter plugin for pod "asked": fake',
    ],
    [
      'before the scores',
      { allPass, early: { preScore: () => fake('Error') }, byNumber },
      'running PreScore plugin "early": fake',
    ],
    [
      'in a score',
      { allPass, broken: { score: () => [0, fake('Error')] } },
      'running Score plugins: plugin "broken" failed with: fake',
    ],
  ])('an error %s ends the cycle', (_when, fakes, message) => {
    const [result, err] = scheduled({ nodes: ['1', '2'], fakes });
    expect(result).toBeUndefined();
    expect(err).not.toBeInstanceOf(FitError);
    expect(err?.message).toBe(message);
  });

  test('without nodes, and with a snapshot that is wrong, no plugin is asked', () => {
    const fakes = { broken: { preFilter: () => fake('Error') } };
    expect(scheduled({ nodes: [], fakes })).toEqual([undefined, errNoNodesAvailable]);
    const stale = new Error('stale');
    expect(scheduled({ nodes: ['1'], fakes, stale })).toEqual([undefined, stale]);
  });
});

describe('the search goes on where the last one ended', () => {
  const nodes = Array.from({ length: 250 }, (_, i) => `n${i}`);
  const found = (world: Partial<World>, times = 3) => {
    const { scheduler, framework } = schedulerOf({ nodes, fakes: { allPass }, percentage: 1, ...world });
    return Array.from({ length: times }, () => {
      const [fitting] = finished(scheduler.findNodesThatFitPod(framework, newCycleState(), pod()));
      const names = fitting?.feasibleNodes.map(({ metadata }) => metadata.name) ?? [];
      return [names[0], names.at(-1), names.length, fitting?.statuses.size];
    });
  };
  const odd = { filter: (_s: unknown, _p: unknown, { index }: NodeInfo) => (index % 2 ? fake() : undefined) };

  test.each<[string, Partial<World>, readonly unknown[]]>([
    [
      'a hundred nodes are enough, and after the last comes the first again',
      {},
      [
        ['n0', 'n99', 100, 0],
        ['n100', 'n199', 100, 0],
        ['n200', 'n49', 100, 0],
      ],
    ],
    [
      'without filters too',
      { fakes: {} },
      [
        ['n0', 'n99', 100, 0],
        ['n100', 'n199', 100, 0],
        ['n200', 'n49', 100, 0],
      ],
    ],
    [
      'those that were refused were looked at as well',
      { fakes: { odd } },
      [
        ['n0', 'n198', 100, 100],
        ['n200', 'n148', 100, 100],
        ['n150', 'n98', 100, 100],
      ],
    ],
    [
      'all nodes are looked at if there are too few that fit',
      { fakes: { nonePasses } },
      [
        [undefined, undefined, 0, 250],
        [undefined, undefined, 0, 250],
        [undefined, undefined, 0, 250],
      ],
    ],
  ])('%s', (_what, world, expected) => expect(found(world)).toEqual(expected));

  test('TestFairEvaluationForNodes: each node is looked at as often as any other', () => {
    const { scheduler, framework } = schedulerOf({ nodes, fakes: { allPass }, percentage: 40 });
    const times = new Map<string, number>();
    for (let i = 0; i < 5; i++) {
      const [fitting] = finished(scheduler.findNodesThatFitPod(framework, newCycleState(), pod()));
      for (const { metadata } of fitting?.feasibleNodes ?? [])
        times.set(metadata.name, (times.get(metadata.name) ?? 0) + 1);
    }
    expect(nodes.map((name) => times.get(name))).toEqual(nodes.map(() => 2));
  });
});

describe('what extenders say', () => {
  const names = (nodes: readonly Node[]) => nodes.map(({ metadata }) => metadata.name);
  /** Refuses these nodes, each with a word. */
  const refusing = (
    failed: Readonly<Record<string, string>>,
    more: Partial<Extender> = {},
  ): Partial<Extender> => ({
    isInterested: () => true,
    isIgnorable: () => false,
    *filter(_pod, nodes) {
      return [
        nodes.filter(({ metadata }) => !(metadata.name in failed)),
        new Map(Object.entries(failed)),
        undefined,
      ];
    },
    *prioritize() {
      return [new Map(), 1, undefined] as never;
    },
    ...more,
  });
  const wrong = new Error('no answer');
  const broken = (isIgnorable: boolean, isInterested = true): Partial<Extender> => ({
    isInterested: () => isInterested,
    isIgnorable: () => isIgnorable,
    *filter() {
      return [undefined, undefined, wrong] as never;
    },
    *prioritize() {
      return [undefined, 0, wrong] as never;
    },
  });
  const scoring = (weight: number, scores: Readonly<Record<string, number>>): Partial<Extender> => ({
    ...refusing({}),
    *prioritize() {
      return [new Map(Object.entries(scores)), weight, undefined] as never;
    },
  });
  const filtered = (extenders: readonly Partial<Extender>[], fakes: Fakes = { allPass }) => {
    const { scheduler, framework } = schedulerOf({ nodes: ['1', '2', '3'], fakes, extenders });
    const [fitting, err] = finished(scheduler.findNodesThatFitPod(framework, newCycleState(), pod()));
    if (err) return err;
    return [
      names(fitting.feasibleNodes),
      ['1', '2', '3', 'far'].map((name) => fitting.statuses.get(name)?.reasons),
    ];
  };

  test.each<[string, readonly Partial<Extender>[], unknown]>([
    [
      'is kept as the reason',
      [refusing({ 1: 'full' })],
      [
        ['2', '3'],
        [['full'], undefined, undefined, undefined],
      ],
    ],
    [
      'narrows what the next is asked about',
      [refusing({ 1: 'full' }), refusing({ 2: 'far' })],
      [['3'], [['full'], ['far'], undefined, undefined]],
    ],
    [
      'of a node that has a reason is one reason more',
      [refusing({ 1: 'full' }), refusing({ 1: 'slow' })],
      [
        ['2', '3'],
        [['full', 'slow'], undefined, undefined, undefined],
      ],
    ],
    [
      'of nodes that are not there is kept',
      [refusing({ far: 'away' })],
      [
        ['1', '2', '3'],
        [undefined, undefined, undefined, ['away']],
      ],
    ],
    [
      'does not matter if it ends in an error and is ignorable',
      [broken(true), refusing({ 2: 'full' })],
      [
        ['1', '3'],
        [undefined, ['full'], undefined, undefined],
      ],
    ],
    [
      'is not asked for a pod that is none of its business',
      [broken(false, false)],
      [
        ['1', '2', '3'],
        [undefined, undefined, undefined, undefined],
      ],
    ],
    ['ends the cycle if it is an error', [broken(false)], wrong],
    [
      'is not asked for when no node is left',
      [refusing({ 1: 'a', 2: 'b', 3: 'c' }), broken(false)],
      [[], [['a'], ['b'], ['c'], undefined]],
    ],
  ])('%s', (_what, extenders, expected) => expect(filtered(extenders)).toEqual(expected));

  test('is added to what the filters said', () => {
    const refuses1 = {
      filter: (_s: unknown, _p: unknown, { name }: NodeInfo) => (name === '1' ? fake() : undefined),
    };
    const said = filtered([refusing({ 1: 'full' })], { refuses1 });
    expect(said).toEqual([
      ['2', '3'],
      [['fake', 'full'], undefined, undefined, undefined],
    ]);
  });

  test.each<[string, Fakes, readonly Partial<Extender>[], readonly number[]]>([
    ['nobody has a say', {}, [], [1, 1, 1]],
    ['no plugin, but an extender that says nothing', {}, [refusing({})], [0, 0, 0]],
    [
      'an extender, ten times as much as a plugin, by its weight',
      { byNumber },
      [scoring(2, { 1: 3, 2: 1 })],
      [61, 22, 3],
    ],
    ['two extenders', {}, [scoring(1, { 1: 1 }), scoring(3, { 1: 1, 3: 2 })], [40, 0, 60]],
    [
      'an extender that fails counts nothing',
      { byNumber },
      [broken(false), scoring(1, { 3: 1 })],
      [1, 2, 13],
    ],
    [
      'one of another business counts nothing',
      { byNumber },
      [{ ...scoring(1, { 3: 1 }), isInterested: () => false }],
      [1, 2, 3],
    ],
  ])('scores: %s', (_what, fakes, extenders, expected) => {
    const { scheduler, framework, snapshot } = schedulerOf({ nodes: ['1', '2', '3'], fakes, extenders });
    const nodes = snapshot.list().map((info) => info.node() as Node);
    const [scores] = finished(scheduler.prioritizeNodes(framework, newCycleState(), pod(), nodes));
    expect(scores).toEqual(expected.map((each, i) => ({ name: `${i + 1}`, score: each })));
  });
});
