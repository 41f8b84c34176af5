import { knownOf } from '../../../../../../accelerator/fast.ts';
import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  FilterPlugin,
  PreFilterPlugin,
  PreScorePlugin,
  ScorePlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newPlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/plugin.ts';
import type { PreScoreState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/scoring.ts';
import { handleOf, newPluginOf } from '../handle.ts';
import { type Told, nodeOf, podOf } from './pods.ts';

type Plugin = PreFilterPlugin & FilterPlugin & PreScorePlugin & ScorePlugin;

const nodes = ['a zone=z1,rack=r1', 'b zone=z2'].map(nodeOf);

function staged(running: readonly Told[], hardPodAffinityWeight = 1) {
  const handle = handleOf({ nodes, pods: running.map(podOf) });
  const plugin = newPluginOf<Plugin>(newPlugin, { hardPodAffinityWeight }, handle);
  const known = knownOf(plugin, handle.snapshotSharedLister());
  return { plugin, known, state: newCycleState() };
}

// What saves calls, and Kubernetes has not got in v1.20.
describe('the filter', () => {
  test.each<[string, Told, readonly Told[], boolean, readonly string[]]>([
    ['no pod wants anything', { is: 'foo' }, [{ is: 'foo', on: 'a' }], true, []],
    ['it wants to be near', { near: ['foo @zone'] }, [], false, ['zone']],
    ['it wants to be far', { far: ['foo @zone'] }, [], false, ['zone']],
    ['both', { near: ['foo @zone'], far: ['bar @rack'] }, [], false, ['zone', 'rack']],
    ['both by one key', { near: ['foo @zone'], far: ['bar @zone'] }, [], false, ['zone']],
    ['another does not want it', { is: 'foo' }, [{ on: 'a', far: ['foo @rack'] }], false, ['rack']],
    [
      'both want it',
      { is: 'foo', far: ['foo @zone'] },
      [{ on: 'a', far: ['foo @rack', 'foo @zone'] }],
      false,
      ['zone', 'rack'],
    ],
    ['another does not want others', { is: 'foo' }, [{ on: 'a', far: ['bar @rack'] }], true, []],
    [
      'another does not want it, by a key that its node has not',
      { is: 'foo' },
      [{ on: 'b', far: ['foo @rack'] }],
      true,
      [],
    ],
    ['another would like it far', { is: 'foo' }, [{ on: 'a', ratherFar: ['5 foo @zone'] }], true, []],
  ])(
    'ignores a pod that nothing keeps away, else looks at these keys: %s',
    (_what, asked, running, ignored, keys) => {
      const { plugin, known, state } = staged(running);
      const pod = podOf(asked);
      plugin.preFilter(state, pod);
      expect(known.ignores?.(pod, state)).toBe(ignored);
      expect(known.topologyKeys?.(state)).toEqual(keys);
    },
  );

  test('knows nothing of a pod that it has not seen', () => {
    const { known, state } = staged([]);
    expect(known.ignores?.(podOf({}), state)).toBe(false);
    expect(known.ignores?.(podOf({}))).toBe(false);
    expect(known.topologyKeys?.(state)).toEqual([]);
  });
});

describe('the score', () => {
  /** What each value of a topology key is worth, as `key: value weight, …`. */
  const weighed = (asked: Told, running: readonly Told[], weight?: number) => {
    const { plugin, known, state } = staged(running, weight);
    plugin.preScore(state, podOf(asked), nodes);
    const [s] = state.read('PreScoreInterPodAffinity');
    const { topologyScore } = s as PreScoreState;
    const told = [...topologyScore.entries()].map(([key, values]) => {
      return `${key}: ${[...values].map((each) => each.join(' ')).join(', ')}`;
    });
    return { told, alike: known.scoresAlike?.(state, podOf(asked)) };
  };
  test.each<[string, Told, readonly Told[], readonly string[]]>([
    ['nothing is preferred', { is: 'foo' }, [{ is: 'foo', on: 'a' }], []],
    [
      'each pod counts',
      { ratherNear: ['5 foo @zone'] },
      [
        { is: 'foo', on: 'a' },
        { is: 'foo', on: 'a' },
        { is: 'foo', on: 'b' },
      ],
      ['zone: z1 10, z2 5'],
    ],
    [
      'terms of one key are summed up',
      { ratherNear: ['5 foo @zone', '2 foo @rack'], ratherFar: ['3 foo @zone'] },
      [{ is: 'foo', on: 'a' }],
      ['zone: z1 2', 'rack: r1 2'],
    ],
    [
      'pods on nodes without the key do not count',
      { ratherNear: ['5 foo @rack'] },
      [
        { is: 'foo', on: 'a' },
        { is: 'foo', on: 'b' },
      ],
      ['rack: r1 5'],
    ],
    ['no node has the key', { ratherNear: ['5 foo @row'] }, [{ is: 'foo', on: 'a' }], []],
  ])('counts by the values of topology keys: %s', (_what, asked, running, expected) => {
    const { told, alike } = weighed(asked, running);
    expect(told).toEqual(expected);
    expect(alike, 'all nodes score 0 if nothing counts').toBe(expected.length === 0);
  });

  test('does not look at what running pods require, if that is to weigh nothing', () => {
    const running = [{ on: 'a', near: ['foo @zone'] }];
    expect(weighed({ is: 'foo' }, running, 3)).toEqual({ told: ['zone: z1 3'], alike: false });
    expect(weighed({ is: 'foo' }, running, 0)).toEqual({ told: [], alike: true });
  });

  test('is kept as it is where no term counts, and not computed for no nodes', () => {
    const { plugin, known, state } = staged([]);
    expect(known.scoresAlike?.(state, podOf({}))).toBe(false);
    expect(plugin.preScore(state, podOf({}), [])).toBeUndefined();
    expect(state.read('PreScoreInterPodAffinity')[1]?.message).toBe('not found');
    plugin.preScore(state, podOf({}), nodes);
    const scores = [
      { name: 'a', score: 5 },
      { name: 'b', score: 7 },
    ];
    expect(plugin.scoreExtensions()?.normalizeScore(state, podOf({}), scores)).toBeUndefined();
    expect(scores.map(({ score }) => score)).toEqual([5, 7]);
  });

  test('is the same in a copy of the state', () => {
    const { plugin, state } = staged([{ is: 'foo', on: 'a' }]);
    const pod = podOf({ ratherNear: ['5 foo @zone'] });
    plugin.preScore(state, pod, nodes);
    expect(plugin.score(state.clone(), pod, 'a')).toEqual([5, undefined]);
  });

  test('cannot be computed of a selector that cannot be read', () => {
    const { plugin, state } = staged([]);
    const status = plugin.preScore(
      state,
      podOf({ ratherNear: ['8 security={{.bad-value.}} @region'] }),
      nodes,
    );
    expect(status?.code).toBe('Error');
  });
});

test('a weight of more than 100 is refused', () => {
  const [, err] = newPlugin({ hardPodAffinityWeight: 101 }, handleOf({}));
  expect(err?.message).toContain('not in valid range [0-100]');
});
