import { overriding } from '../../../../../../../src/runtime/stage/overriding.ts';
import { knownOf } from '../../../../../accelerator/fast.ts';
import { describe, expect, test } from 'vitest';
import { pluginArgsWithDefaults } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/v1beta1/zz_generated.defaults.ts';
import { newCycleState } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  FilterPlugin,
  Handle,
  Plugin,
  PreFilterPlugin,
  PreScorePlugin,
  ScorePlugin,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newInTreeRegistry } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/registry.ts';
import { newNodeInfo } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { handleOf, node, pod } from './handle.ts';
import { claim, podWith, volumeHandle } from './volumes.ts';

/** What a profile has to say for those that cannot do without. */
const args: Readonly<Record<string, object>> = {
  NodeLabel: {},
  ServiceAffinity: { affinityLabels: ['zone'] },
  RequestedToCapacityRatio: { shape: [{ utilization: 0, score: 0 }] },
};

const handle = volumeHandle({});

function madeWith(of: Handle): ReadonlyMap<string, Plugin> {
  const made = [...newInTreeRegistry().entries()].map(([name, factory]) => {
    const [plugin, err] = factory(args[name] ?? pluginArgsWithDefaults(name), of);
    if (err) throw err;
    return [name, plugin] as const;
  });
  return new Map(made);
}

const having = <T extends Plugin>(method: string, of = madeWith(handle)) =>
  [...of.values()].filter((plugin) => method in plugin) as T[];

describe('the plugins that come with the scheduler', () => {
  // Upstream's TestNewInTreeRegistry of later releases; in v1.20 the names are in its compatibility test.
  test('are called as they are registered', () => {
    const plugins = madeWith(handle);
    expect(plugins.size).toBe(28);
    for (const [name, plugin] of plugins) expect(plugin.name()).toBe(name);
  });

  test('may be remembered for pods that are alike, if they look at nothing but the pod and one node', () => {
    const local = [...madeWith(handle)]
      .filter(([, plugin]) => knownOf(plugin).local === true)
      .map(([name]) => name);
    expect(local.sort()).toEqual([
      'ImageLocality',
      'NodeAffinity',
      'NodeLabel',
      'NodeName',
      'NodePorts',
      'NodePreferAvoidPods',
      'NodeResourcesBalancedAllocation',
      'NodeResourcesFit',
      'NodeResourcesLeastAllocated',
      'NodeResourcesMostAllocated',
      'NodeUnschedulable',
      'RequestedToCapacityRatio',
      'TaintToleration',
    ]);
  });

  test('are all called if somebody watches them: then nothing is known of them', () => {
    for (const plugin of madeWith(handle).values()) expect(knownOf(overriding(plugin, {}))).toEqual({});
  });

  test('keep their state right while pods are tried away, if it is of other pods', () => {
    const extended = having<PreFilterPlugin>('preFilter').filter((plugin) => plugin.preFilterExtensions());
    expect(extended.map((plugin) => plugin.name()).sort()).toEqual([
      'InterPodAffinity',
      'PodTopologySpread',
      'ServiceAffinity',
    ]);
  });

  test('stretch their scores, if those are not from 0 to 100 already', () => {
    const stretched = having<ScorePlugin>('score').filter((plugin) => plugin.scoreExtensions());
    expect(stretched.map((plugin) => plugin.name()).sort()).toEqual([
      'InterPodAffinity',
      'NodeAffinity',
      'PodTopologySpread',
      'SelectorSpread',
      'ServiceAffinity',
      'TaintToleration',
    ]);
  });
});

const asked = podWith(claim('claim'));
const saying = (status: { code: string; message(): string } | undefined) =>
  status && `${status.code}: ${status.message()}`;

/** A cycle in which everything is computed that comes before filters and scores. */
function computed(of: ReadonlyMap<string, Plugin>) {
  const state = newCycleState();
  for (const plugin of having<PreFilterPlugin>('preFilter', of)) plugin.preFilter(state, asked);
  for (const plugin of having<PreScorePlugin>('preScore', of)) plugin.preScore(state, asked, [node('a')]);
  return state;
}

describe('a node that is not there', () => {
  test('has no score, as all plugins say in the same words', () => {
    const plugins = madeWith(handle);
    const state = computed(plugins);
    for (const plugin of having<ScorePlugin>('score', plugins)) {
      const [score, status] = plugin.score(state, asked, 'lost');
      expect(score).toBe(0);
      const why = 'nodeinfo not found for node name "lost"';
      expect(saying(status), plugin.name()).toContain(`Error: getting node "lost" from Snapshot: ${why}`);
    }
  });

  test('is refused by filters, each in its words', () => {
    const gone = newNodeInfo();
    const plugins = madeWith(handle);
    const state = computed(plugins);
    const answers = having<FilterPlugin>('filter', plugins).map((plugin) => [
      plugin.name(),
      saying(plugin.filter(state, asked, gone)),
    ]);
    expect(Object.fromEntries(answers)).toEqual({
      AzureDiskLimits: undefined,
      CinderLimits: undefined,
      EBSLimits: undefined,
      GCEPDLimits: undefined,
      InterPodAffinity: 'Error: node not found',
      NodeAffinity: 'Error: node not found',
      NodeLabel: 'Error: node not found',
      NodeName: 'Error: node not found',
      NodePorts: undefined,
      NodeResourcesFit: 'Unschedulable: Too many pods',
      NodeUnschedulable: 'UnschedulableAndUnresolvable: node(s) had unknown conditions',
      NodeVolumeLimits: 'Error: node not found',
      PodTopologySpread: 'Error: node not found',
      ServiceAffinity: 'Error: node not found',
      TaintToleration: 'Error: invalid nodeInfo',
      VolumeBinding: 'Error: node not found',
      VolumeRestrictions: undefined,
      VolumeZone: 'Error: node not found',
    });
  });
});

describe('a plugin that was not called before', () => {
  test('cannot filter', () => {
    const info = newNodeInfo();
    info.setNode(node('a'));
    const answers = having<FilterPlugin>('filter').flatMap((plugin) => {
      const said = saying(plugin.filter(newCycleState(), pod(), info));
      return said === undefined ? [] : [[plugin.name(), said]];
    });
    expect(Object.fromEntries(answers)).toEqual({
      InterPodAffinity: 'Error: error reading "PreFilterInterPodAffinity" from cycleState: not found',
      NodePorts: 'Error: reading "PreFilterNodePorts" from cycleState: not found',
      NodeResourcesFit: 'Error: error reading "PreFilterNodeResourcesFit" from cycleState: not found',
      PodTopologySpread: 'Error: reading "PreFilterPodTopologySpread" from cycleState: not found',
      ServiceAffinity: 'Error: error reading "PreFilterServiceAffinity" from cycleState: not found',
      VolumeBinding: 'Error: not found',
    });
  });

  test('cannot take other pods into account', () => {
    const answers = having<PreFilterPlugin>('preFilter').flatMap((plugin) => {
      const extensions = plugin.preFilterExtensions();
      if (!extensions) return [];
      const added = saying(extensions.addPod(newCycleState(), pod(), pod(), newNodeInfo()));
      expect(saying(extensions.removePod(newCycleState(), pod(), pod(), newNodeInfo()))).toBe(added);
      return [[plugin.name(), added]];
    });
    expect(Object.fromEntries(answers)).toEqual({
      InterPodAffinity: 'Error: error reading "PreFilterInterPodAffinity" from cycleState: not found',
      PodTopologySpread: 'Error: reading "PreFilterPodTopologySpread" from cycleState: not found',
      ServiceAffinity: 'Error: error reading "PreFilterServiceAffinity" from cycleState: not found',
    });
  });

  test('cannot score', () => {
    const { snapshotSharedLister } = handleOf({ nodes: [node('a')] });
    const answers = having<ScorePlugin>('score', madeWith({ ...handle, snapshotSharedLister })).flatMap(
      (plugin) => {
        if (!('preScore' in plugin)) return [];
        const state = newCycleState();
        const normalized = plugin.scoreExtensions()?.normalizeScore(state, pod(), [{ name: 'a', score: 1 }]);
        const [score, status] = plugin.score(state, pod(), 'a');
        return [[plugin.name(), [score, saying(status), saying(normalized)]]];
      },
    );
    const affinity = 'Error: failed to read "PreScoreInterPodAffinity" from cycleState: not found';
    const spread = 'Error: error reading "PreScorePodTopologySpread" from cycleState: not found';
    expect(Object.fromEntries(answers)).toEqual({
      InterPodAffinity: [0, affinity, affinity],
      PodTopologySpread: [0, spread, spread],
      SelectorSpread: [0, 'Error: reading "PreScoreSelectorSpread" from cycleState: not found', undefined],
      TaintToleration: [
        0,
        'Error: failed to read "PreScoreTaintToleration" from cycleState: not found',
        undefined,
      ],
    });
  });
});

test('a copy of what was computed says the same', () => {
  const nodes = [node('a', { zone: '1' })];
  const { snapshotSharedLister } = handleOf({ nodes });
  const plugins = madeWith({ ...handle, snapshotSharedLister });
  const [info] = snapshotSharedLister().nodeInfos().get('a');
  const of = pod();
  const state = newCycleState();
  for (const plugin of having<PreFilterPlugin>('preFilter', plugins)) plugin.preFilter(state, of);
  for (const plugin of having<PreScorePlugin>('preScore', plugins)) plugin.preScore(state, of, nodes);
  const copy = state.clone();
  for (const plugin of having<FilterPlugin>('filter', plugins))
    expect(plugin.filter(copy, of, info!), plugin.name()).toEqual(plugin.filter(state, of, info!));
  for (const plugin of having<ScorePlugin>('score', plugins)) {
    if (plugin.name() === 'NodeLabel') continue;
    expect(plugin.score(copy, of, 'a'), plugin.name()).toEqual(plugin.score(state, of, 'a'));
  }
});
