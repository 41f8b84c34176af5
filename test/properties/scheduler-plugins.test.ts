import { knownOf } from '../runtime/accelerator/fast.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Node, Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCycleState } from '../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  FilterPlugin,
  PreFilterPlugin,
  PreScorePlugin,
  ScorePlugin,
} from '../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import * as interpodaffinity from '../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/plugin.ts';
import * as podtopologyspread from '../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/plugin.ts';
import type { PluginFactory } from '../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { type NodeInfo, newNodeInfo } from '../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { handleOf, newPluginOf } from '../runtime/kubernetes/pkg/scheduler/framework/plugins/handle.ts';
import { type Cluster, affinityRefusal, affinitySum, clusters, spreadRefusal } from './scheduler-plugins.ts';

type All = PreFilterPlugin & FilterPlugin & PreScorePlugin & ScorePlugin;

const args = { hardPodAffinityWeight: 1, defaultingType: 'System' };

function pluginFor(factory: PluginFactory, cluster: Cluster) {
  const handle = handleOf(cluster);
  const plugin = newPluginOf<All>(factory, args, handle);
  const state = newCycleState();
  expect(plugin.preFilter(state, cluster.pending)).toBeUndefined();
  const infoOf = ({ metadata }: Node): NodeInfo =>
    handle.snapshotSharedLister().nodeInfos().get(metadata.name)[0] ?? newNodeInfo();
  return { plugin, state, infoOf };
}

/** What a plugin says of each node. */
function refusals(factory: PluginFactory, cluster: Cluster): (string | undefined)[] {
  const { plugin, state, infoOf } = pluginFor(factory, cluster);
  return cluster.nodes.map((at) => plugin.filter(state, cluster.pending, infoOf(at))?.reasons.at(-1));
}

/** What it says after a pod that was on a node is taken away, or put back, in a copy of what it had counted. */
function afterChange(
  factory: PluginFactory,
  before: Cluster,
  changed: Pod,
  sign: 1 | -1,
): (string | undefined)[] {
  const { plugin, state, infoOf } = pluginFor(factory, before);
  const copy = state.clone();
  const at = before.nodes.find(({ metadata }) => metadata.name === changed.spec.nodeName) as Node;
  const extensions = plugin.preFilterExtensions();
  if (sign === 1) extensions?.addPod(copy, before.pending, changed, infoOf(at));
  else extensions?.removePod(copy, before.pending, changed, infoOf(at));
  return before.nodes.map((each) => plugin.filter(copy, before.pending, infoOf(each))?.reasons.at(-1));
}

const says = {
  affinity: "node(s) didn't match pod affinity rules",
  'anti-affinity': "node(s) didn't match pod anti-affinity rules",
  existing: "node(s) didn't satisfy existing pods anti-affinity rules",
  label: "node(s) didn't match pod topology spread constraints (missing required label)",
  skew: "node(s) didn't match pod topology spread constraints",
} as const;

const rules = [
  ['InterPodAffinity', interpodaffinity.newPlugin, affinityRefusal],
  ['PodTopologySpread', podtopologyspread.newPlugin, spreadRefusal],
] as const;

describe.each(rules)('%s', (_name, factory, refusal) => {
  test('property: refuses what a search through all pairs of pods refuses', () => {
    fc.assert(
      fc.property(clusters, (cluster) => {
        const expected = cluster.nodes.map((at) => {
          const found = refusal(cluster, at);
          return found && says[found];
        });
        expect(refusals(factory, cluster)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('property: says the same of nodes that have the same values of the labels that it names', () => {
    fc.assert(
      fc.property(clusters, (cluster) => {
        const { plugin, state } = pluginFor(factory, cluster);
        const keys = knownOf(plugin).topologyKeys?.(state) ?? [];
        const found = refusals(factory, cluster);
        const said = new Map<string, string | undefined>();
        for (const [i, { metadata }] of cluster.nodes.entries()) {
          const values = JSON.stringify(keys.map((key) => metadata.labels?.[key] ?? null));
          if (said.has(values)) expect(found[i]).toBe(said.get(values));
          said.set(values, found[i]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('property: what was counted stays right when a pod goes, and when it comes back', () => {
    fc.assert(
      fc.property(clusters, fc.nat(), (cluster, which) => {
        const changed = cluster.pods[which % Math.max(cluster.pods.length, 1)];
        // Upstream's spreading counts a pod that is being deleted when it is taken away, though it did not before.
        if (!changed || changed.metadata.deletionTimestamp) return;
        // Upstream counts on spreading being tried on nodes only that have all topology keys, and that the pod's selector
        // allows.
        const hard = cluster.pending.spec.topologySpreadConstraints ?? [];
        const at = cluster.nodes.find(({ metadata }) => metadata.name === changed.spec.nodeName);
        if (hard.some(({ topologyKey }) => at?.metadata.labels?.[topologyKey] === undefined)) return;
        const { nodeSelector: _none, ...spec } = cluster.pending.spec;
        const whole = { ...cluster, pending: { ...cluster.pending, spec } as Pod };
        const without = { ...whole, pods: whole.pods.filter((each) => each !== changed) };
        expect(afterChange(factory, whole, changed, -1)).toEqual(refusals(factory, without));
        expect(afterChange(factory, without, changed, 1)).toEqual(refusals(factory, whole));
      }),
      { numRuns: 300 },
    );
  });
});

test('property: affinity to pods scores what a sum over all pairs of pods scores', () => {
  fc.assert(
    fc.property(clusters, (cluster) => {
      const { plugin, state } = pluginFor(interpodaffinity.newPlugin, cluster);
      expect(plugin.preScore(state, cluster.pending, cluster.nodes)).toBeUndefined();
      const scores = cluster.nodes.map(
        ({ metadata }) => plugin.score(state, cluster.pending, metadata.name)[0],
      );
      expect(scores).toEqual(cluster.nodes.map((at) => affinitySum(cluster, at)));
      const list = scores.map((score, i) => ({ name: `node-${i}`, score }));
      plugin.scoreExtensions()?.normalizeScore(state, cluster.pending, list);
      expect(list.filter(({ score }) => !(score >= 0 && score <= 100))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
