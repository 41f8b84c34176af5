import { describe, expect, test } from 'vitest';
import type { Policy } from '../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/legacy_types.ts';
import type {
  ExtensionPoint,
  PluginRef,
} from '../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';
import { profileOf } from '../../../../../src/runtime/kubernetes/pkg/scheduler/factory_policy.ts';
import { newInTreeRegistry } from '../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/registry.ts';

/** The plugins of an extension point, each with its weight if it has one. */
function told(policy: Policy, gate?: Parameters<typeof profileOf>[1]) {
  const [profile, err] = profileOf(policy, gate);
  if (err) throw err;
  const names = ({ name, weight }: PluginRef) => (weight === undefined ? name : `${name} ${weight}`);
  const at = (point: ExtensionPoint) => profile.plugins?.[point]?.enabled.map(names).join(', ');
  return { at, config: profile.pluginConfig };
}

const usual = { queueSort: 'PrioritySort', postFilter: 'DefaultPreemption', bind: 'DefaultBinder' } as const;

describe('TestCreateFromConfig', () => {
  test('a policy that says nothing has the default predicates and priorities', () => {
    const { at, config } = told({});
    expect(at('preFilter')).toBe(
      'NodeResourcesFit, NodePorts, VolumeBinding, PodTopologySpread, InterPodAffinity',
    );
    expect(at('filter')).toBe(
      'NodeUnschedulable, NodeResourcesFit, NodeName, NodePorts, NodeAffinity, VolumeRestrictions, TaintToleration, ' +
        'EBSLimits, GCEPDLimits, NodeVolumeLimits, AzureDiskLimits, VolumeBinding, VolumeZone, PodTopologySpread, ' +
        'InterPodAffinity',
    );
    expect(at('preScore')).toBe('PodTopologySpread, InterPodAffinity, TaintToleration');
    expect(at('score')).toBe(
      'NodeResourcesBalancedAllocation 1, PodTopologySpread 2, ImageLocality 1, InterPodAffinity 1, ' +
        'NodeResourcesLeastAllocated 1, NodeAffinity 1, NodePreferAvoidPods 10000, TaintToleration 1',
    );
    expect([at('reserve'), at('preBind')]).toEqual(['VolumeBinding', 'VolumeBinding']);
    for (const [point, plugin] of Object.entries(usual)) expect(at(point as ExtensionPoint)).toBe(plugin);
    expect(config).toEqual([{ name: 'PodTopologySpread', args: { defaultingType: 'System' } }]);
  });

  test('predicates and priorities of one’s own become arguments of plugins', () => {
    const labels = (label: string, presence: boolean) => ({ labelPreference: { label, presence } });
    const shape = [
      { utilization: 0, score: 0 },
      { utilization: 50, score: 7 },
    ];
    const { at, config } = told({
      predicates: [
        { name: 'TestZoneAffinity', argument: { serviceAffinity: { labels: ['zone'] } } },
        { name: 'TestZoneAffinity', argument: { serviceAffinity: { labels: ['foo'] } } },
        { name: 'TestRequireZone', argument: { labelsPresence: { labels: ['zone'], presence: true } } },
        { name: 'TestNoFooLabel', argument: { labelsPresence: { labels: ['foo'], presence: false } } },
      ],
      priorities: [
        { name: 'RackSpread', weight: 3, argument: { serviceAntiAffinity: { label: 'rack' } } },
        { name: 'ZoneSpread', weight: 3, argument: { serviceAntiAffinity: { label: 'zone' } } },
        {
          name: 'RequestedToCapacityRatioPriority',
          weight: 2,
          argument: { requestedToCapacityRatioArguments: { shape } },
        },
        { name: 'LabelPreference1', weight: 3, argument: labels('l1', true) },
        { name: 'LabelPreference2', weight: 3, argument: labels('l2', false) },
        { name: 'NodeAffinityPriority', weight: 2 },
        { name: 'InterPodAffinityPriority', weight: 1 },
      ],
    });
    expect(at('preFilter')).toBe('ServiceAffinity');
    expect(at('filter')).toBe('NodeUnschedulable, TaintToleration, NodeLabel, ServiceAffinity');
    expect(at('preScore')).toBe('InterPodAffinity');
    expect(at('score')).toBe(
      'InterPodAffinity 1, NodeAffinity 2, NodeLabel 6, RequestedToCapacityRatio 2, ServiceAffinity 6',
    );
    const byName = Object.fromEntries((config ?? []).map(({ name, args }) => [name, args]));
    expect(byName).toEqual({
      NodeLabel: {
        presentLabels: ['zone'],
        absentLabels: ['foo'],
        presentLabelsPreference: ['l1'],
        absentLabelsPreference: ['l2'],
      },
      RequestedToCapacityRatio: { shape, resources: [] },
      ServiceAffinity: { affinityLabels: ['zone', 'foo'], antiAffinityLabelsPreference: ['rack', 'zone'] },
    });
  });

  test('the weight of affinity to pods that run is an argument too', () => {
    const { at, config } = told({
      predicates: [{ name: 'PodFitsPorts' }, { name: 'PodFitsResources' }],
      priorities: [{ name: 'InterPodAffinityPriority', weight: 1 }],
      hardPodAffinitySymmetricWeight: 10,
    });
    expect(at('preFilter')).toBe('NodePorts, NodeResourcesFit');
    expect(at('filter')).toBe('NodeUnschedulable, NodePorts, NodeResourcesFit, TaintToleration');
    expect(at('score')).toBe('InterPodAffinity 1');
    expect(config).toEqual([{ name: 'InterPodAffinity', args: { hardPodAffinityWeight: 10 } }]);
  });
});

describe('TestAppendPriorityConfigs', () => {
  const spreading = (enabled: boolean) => ({ enabled: () => enabled });
  const priorities = (...names: string[]) => ({
    predicates: [],
    priorities: names.map((name, i) => ({ name, weight: i + 1 })),
  });

  test.each([
    [true, ['SelectorSpreadPriority', 'EvenPodsSpreadPriority'], 'PodTopologySpread 2', 'System'],
    [true, ['EvenPodsSpreadPriority'], 'PodTopologySpread 1', 'List'],
    [true, ['ServiceSpreadingPriority'], 'PodTopologySpread 1', 'System'],
    [
      false,
      ['SelectorSpreadPriority', 'EvenPodsSpreadPriority'],
      'PodTopologySpread 2, SelectorSpread 1',
      undefined,
    ],
    [false, ['EvenPodsSpreadPriority'], 'PodTopologySpread 1', undefined],
  ] as const)('with DefaultPodTopologySpread %s, %j', (gate, names, score, defaultingType) => {
    const { at, config } = told(priorities(...names), spreading(gate));
    expect(at('score')).toBe(score);
    const expected = defaultingType ? [{ name: 'PodTopologySpread', args: { defaultingType } }] : [];
    expect(config).toEqual(expected);
  });

  test('a priority that scores all nodes the same is left out', () => {
    expect(told(priorities('EqualPriority', 'MostRequestedPriority')).at('score')).toBe(
      'NodeResourcesMostAllocated 2',
    );
  });
});

test('every predicate and priority has a plugin that is there', () => {
  const predicates = [
    'CheckNodeUnschedulable',
    'GeneralPredicates',
    'HostName',
    'PodFitsHostPorts',
    'MatchNodeSelector',
    'PodFitsResources',
    'NoDiskConflict',
    'PodToleratesNodeTaints',
    'CheckNodeLabelPresence',
    'CheckServiceAffinity',
    'MaxEBSVolumeCount',
    'MaxGCEPDVolumeCount',
    'MaxCSIVolumeCountPred',
    'MaxAzureDiskVolumeCount',
    'MaxCinderVolumeCount',
    'CheckVolumeBinding',
    'NoVolumeZoneConflict',
    'EvenPodsSpread',
    'MatchInterPodAffinity',
  ].map((name) => ({ name }));
  const priorities = [
    'MostRequestedPriority',
    'SelectorSpreadPriority',
    'InterPodAffinityPriority',
    'LeastRequestedPriority',
    'BalancedResourceAllocation',
    'NodePreferAvoidPodsPriority',
    'NodeAffinityPriority',
    'TaintTolerationPriority',
    'ImageLocalityPriority',
    'EvenPodsSpreadPriority',
    'RequestedToCapacityRatio',
  ].map((name) => ({ name, weight: 1 }));
  const [profile, err] = profileOf({ predicates, priorities });
  expect(err).toBeUndefined();
  const known = new Set([...newInTreeRegistry().entries()].map(([name]) => name));
  for (const set of Object.values(profile?.plugins ?? {}))
    for (const { name } of set.enabled) expect(known).toContain(name);
  expect(profile?.plugins?.filter?.enabled).toHaveLength(18);
  expect(profile?.plugins?.score?.enabled).toHaveLength(10);
});

test.each([
  [
    { predicates: [{ name: 'Mine', argument: {} }] },
    'Exactly 1 predicate argument is required, numArgs: 0, Predicate: Mine',
  ],
  [
    { priorities: [{ name: 'Mine', weight: 1 }] },
    'Invalid configuration: Priority type not found for "Mine"',
  ],
])('%j makes no sense', (policy, why) => {
  expect(profileOf(policy)[1]?.message).toBe(why);
});
