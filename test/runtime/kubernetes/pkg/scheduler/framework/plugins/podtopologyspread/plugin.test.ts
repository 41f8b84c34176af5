import { knownOf } from '../../../../../../accelerator/fast.ts';
import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  FilterPlugin,
  PreFilterPlugin,
  PreScorePlugin,
  ScorePlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newPlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/plugin.ts';
import { type World, handleOf, newPluginOf, node, pod, scoresOf, service } from '../handle.ts';
import { type Constraint, nodeOf, pendingOf, runningOf } from './spread.ts';

type Plugin = PreFilterPlugin & FilterPlugin & PreScorePlugin & ScorePlugin;

const nodes = ['node-a/zone1', 'node-b/zone2'].map(nodeOf);

function staged(world: World = {}, args: object = { defaultingType: 'List' }) {
  const handle = handleOf({ nodes, ...world });
  const plugin = newPluginOf<Plugin>(newPlugin, args, handle);
  return { plugin, known: knownOf(plugin, handle.snapshotSharedLister()), state: newCycleState() };
}

// What saves calls, and Kubernetes has not got in v1.20.
describe('what the plugin is asked once for a pod', () => {
  test.each<[string, readonly Constraint[], boolean, readonly string[], boolean]>([
    ['no constraints', [], true, [], true],
    ['wishes', [['~zone', 1]], true, [], false],
    ['force', [['zone', 1]], false, ['zone'], true],
    [
      'both',
      [
        ['zone', 1],
        ['node', 2],
        ['~zone', 3],
      ],
      false,
      ['zone', 'node'],
      false,
    ],
  ])('with %s', (_what, constraints, ignored, keys, alike) => {
    const { plugin, known, state } = staged();
    const pending = pendingOf('foo', constraints);
    expect(plugin.preFilter(state, pending)).toBeUndefined();
    expect(plugin.preScore(state, pending, nodes)).toBeUndefined();
    expect(known.ignores?.(pending, state)).toBe(ignored);
    expect(known.topologyKeys?.(state)).toEqual(keys);
    expect(known.scoresAlike?.(state, pending)).toBe(alike);
  });

  test('it does not know of a pod that it has not seen', () => {
    const { known, state } = staged();
    expect(known.ignores?.(pod(), state)).toBe(false);
    expect(known.ignores?.(pod())).toBe(false);
    expect(known.topologyKeys?.(state)).toEqual([]);
    expect(known.scoresAlike?.(state, pod())).toBe(false);
  });
});

describe('a selector that cannot be read', () => {
  const wrong = (whenUnsatisfiable: string) => ({
    topologyKey: 'zone',
    maxSkew: 1,
    whenUnsatisfiable,
    labelSelector: { matchExpressions: [{ key: 'foo', operator: 'Like' }] },
  });
  const why = '"Like" is not a valid pod selector operator';

  test('keeps a pod from being filtered', () => {
    const { plugin, state } = staged();
    const pending = pod({}, { topologySpreadConstraints: [wrong('DoNotSchedule')] });
    const status = plugin.preFilter(state, pending);
    expect(status?.code).toBe('Error');
    expect(status?.message()).toBe(`obtaining pod's hard topology spread constraints: ${why}`);
    expect(plugin.preScore(state, pending, nodes)).toBeUndefined();
  });

  test('keeps a pod from being scored', () => {
    const { plugin, state } = staged();
    const pending = pod({}, { topologySpreadConstraints: [wrong('ScheduleAnyway')] });
    expect(plugin.preFilter(state, pending)).toBeUndefined();
    const status = plugin.preScore(state, pending, nodes);
    const what = "calculating preScoreState: obtaining pod's soft topology spread constraints";
    expect([status?.code, status?.message()]).toEqual(['Error', `${what}: ${why}`]);
  });
});

// Upstream's TestPreScoreStateEmptyNodes.
describe('nothing is computed', () => {
  test.each<[string, World, readonly (typeof nodes)[number][]]>([
    ['if no node passed the filters', {}, []],
    ['if there are no nodes', { nodes: [] }, nodes],
  ])('%s', (_what, world, filtered) => {
    const { plugin, state } = staged(world);
    expect(plugin.preScore(state, pendingOf('foo', [['~zone', 1]]), filtered)).toBeUndefined();
    expect(state.read('PreScorePodTopologySpread')[1]?.message).toBe('not found');
  });
});

describe('what a profile says', () => {
  const hostname = 'kubernetes.io/hostname';
  const zone = 'topology.kubernetes.io/zone';
  const world = {
    nodes: ['a/1', 'b/1', 'c/2'].map((text) => {
      const [name = '', of = ''] = text.split('/');
      return node(name, { [hostname]: name, [zone]: of });
    }),
    pods: [runningOf('a foo')],
    services: [service({ foo: '' })],
  };

  test('that lists nothing, of a pod without constraints: all nodes are alike', () => {
    const of = pod({ labels: { foo: '' } });
    expect(scoresOf(newPlugin, { defaultingType: 'List' }, world, of)).toEqual([100, 100, 100]);
  });

  test('that leaves it to Kubernetes: pods of a Service are spread over nodes, and over zones', () => {
    const of = pod({ labels: { foo: '' } });
    expect(scoresOf(newPlugin, { defaultingType: 'System' }, world, of)).toEqual([75, 87, 100]);
    expect(scoresOf(newPlugin, { defaultingType: 'System' }, world, pod())).toEqual([100, 100, 100]);
  });

  test('does not count for a pod that has constraints of its own', () => {
    const of = pendingOf('foo', [['~absent', 1]]);
    expect(scoresOf(newPlugin, { defaultingType: 'System' }, world, of)).toEqual([0, 0, 0]);
  });

  test('is refused if it contradicts itself', () => {
    const args = {
      defaultingType: 'System',
      defaultConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }],
    };
    expect(newPlugin(args, handleOf({}))[1]?.message).toContain('when .defaultConstraints are not empty');
  });
});

describe('scores', () => {
  test('are the same from a copy of the state', () => {
    const { plugin, state } = staged({ pods: [runningOf('node-a foo')] });
    const pending = pendingOf('foo', [['~zone', 2]]);
    plugin.preScore(state, pending, nodes);
    const [score] = plugin.score(state, pending, 'node-a');
    // One pod, weighed by the logarithm of two zones and 2, and the skew that is allowed beyond 1.
    expect(score).toBe(Math.trunc(Math.log(4) + 1));
    expect(plugin.score(state.clone(), pending, 'node-a')).toEqual([score, undefined]);
  });

  test('count pods only where the pod itself may go', () => {
    const running = ['node-a foo', 'node-a foo', 'node-b foo', 'node-c foo'].map(runningOf);
    const three = [...nodes, nodeOf('node-c/zone1')];
    const scored = (notOn?: string) => {
      const of = pendingOf('foo', [['~zone', 1]], notOn === undefined ? {} : { notOn });
      return scoresOf(newPlugin, { defaultingType: 'List' }, { nodes: three, pods: running }, of);
    };
    expect(scored()).toEqual([25, 100, 25]);
    expect(scored('node-a')).toEqual([100, 100, 100]);
  });

  test('of a node that lacks one of the keys is 0, whatever runs there', () => {
    const lacking = nodeOf('node-c/?zone1');
    const { plugin, state } = staged({ nodes: [...nodes, lacking], pods: [runningOf('node-c foo')] });
    const wishes = pendingOf('foo', [
      ['~node', 4],
      ['~zone', 4],
    ]);
    plugin.preScore(state, wishes, [...nodes, lacking]);
    expect(plugin.score(state, wishes, 'node-c')).toEqual([0, undefined]);
    expect(plugin.score(state, wishes, 'node-a')).toEqual([6, undefined]);
  });
});

test('a pod that comes to a node which lacks one of the keys, or goes from it, makes no difference', () => {
  const lacking = nodeOf('node-c/?zone1');
  const handle = handleOf({ nodes: [...nodes, lacking], pods: [runningOf('node-b foo')] });
  const plugin = newPluginOf<Plugin>(newPlugin, { defaultingType: 'List' }, handle);
  const state = newCycleState();
  const pending = pendingOf('foo', [
    ['zone', 1],
    ['node', 1],
  ]);
  plugin.preFilter(state, pending);
  const at = (name: string) => handle.snapshotSharedLister().nodeInfos().get(name)[0]!;
  const refused = () => ['node-a', 'node-b'].map((name) => plugin.filter(state, pending, at(name))?.code);
  expect(refused()).toEqual([undefined, 'Unschedulable']);
  const other = runningOf('node-c foo');
  plugin.preFilterExtensions()?.removePod(state, pending, other, at('node-c'));
  expect(refused()).toEqual([undefined, 'Unschedulable']);
  for (let i = 0; i < 3; i++) plugin.preFilterExtensions()?.addPod(state, pending, other, at('node-c'));
  expect(refused()).toEqual([undefined, 'Unschedulable']);
});
