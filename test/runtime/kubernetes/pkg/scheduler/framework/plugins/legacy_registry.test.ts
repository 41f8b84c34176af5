import { describe, expect, test } from 'vitest';
import {
  appendPredicateConfigs,
  appendPriorityConfigs,
  type ConfigProducerArgs,
  predicateOrdering,
  predicateToPlugins,
  priorityToPlugins,
  processPredicatePolicy,
  processPriorityPolicy,
  type Produced,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/legacy_registry.ts';

const shipped = { enabled: () => false };

/** What becomes of a profile without anything: by extension point the plugins, each with its weight. */
function produced(grow: (of: Produced) => Error | undefined) {
  const of: Produced = { plugins: {}, pluginConfig: [] };
  const err = grow(of);
  if (err) throw err;
  return Object.fromEntries(
    Object.entries(of.plugins).map(([point, { enabled }]) => [
      point,
      enabled.map(({ name, ...more }) => ('weight' in more ? `${name} ${more.weight}` : name)).join(' '),
    ]),
  );
}

// The names that upstream's NewLegacyRegistry registers.
describe('a predicate is', () => {
  const mandatory = new Set(['CheckNodeUnschedulable', 'PodToleratesNodeTaints']);
  const general = 'NodeResourcesFit NodeName NodePorts NodeAffinity';
  test.each([
    ['GeneralPredicates', { filter: general, preFilter: 'NodeResourcesFit NodePorts' }],
    ['PodFitsResources', { filter: 'NodeResourcesFit', preFilter: 'NodeResourcesFit' }],
    ['HostName', { filter: 'NodeName' }],
    ['PodFitsHostPorts', { filter: 'NodePorts', preFilter: 'NodePorts' }],
    ['MatchNodeSelector', { filter: 'NodeAffinity' }],
    [
      'CheckVolumeBinding',
      {
        preFilter: 'VolumeBinding',
        filter: 'VolumeBinding',
        reserve: 'VolumeBinding',
        preBind: 'VolumeBinding',
      },
    ],
    ['NoDiskConflict', { filter: 'VolumeRestrictions' }],
    ['NoVolumeZoneConflict', { filter: 'VolumeZone' }],
    ['MaxCSIVolumeCountPred', { filter: 'NodeVolumeLimits' }],
    ['MaxEBSVolumeCount', { filter: 'EBSLimits' }],
    ['MaxGCEPDVolumeCount', { filter: 'GCEPDLimits' }],
    ['MaxAzureDiskVolumeCount', { filter: 'AzureDiskLimits' }],
    ['MaxCinderVolumeCount', { filter: 'CinderLimits' }],
    ['MatchInterPodAffinity', { filter: 'InterPodAffinity', preFilter: 'InterPodAffinity' }],
    ['CheckNodeLabelPresence', { filter: 'NodeLabel' }],
    ['CheckServiceAffinity', { filter: 'ServiceAffinity', preFilter: 'ServiceAffinity' }],
    ['EvenPodsSpread', { preFilter: 'PodTopologySpread', filter: 'PodTopologySpread' }],
  ])('%s, these plugins; and with it come the two that are always there', (key, expected) => {
    const { filter = '', ...others } = produced((of) => appendPredicateConfigs(new Set([key]), {}, of));
    const without = filter.split(' ').filter((name) => !/^(NodeUnschedulable|TaintToleration)$/.test(name));
    expect({ filter: without.join(' '), ...others }).toEqual(expected);
    expect(filter.split(' ')).toHaveLength(without.length + 2);
  });

  test('one of nineteen, all of which have a place in the order', () => {
    expect([...predicateToPlugins.keys()].sort()).toEqual([...predicateOrdering].sort());
    expect(predicateOrdering).toHaveLength(19);
    const all = produced((of) => appendPredicateConfigs(new Set(predicateOrdering), {}, of));
    expect(all.filter).toBe(
      'NodeUnschedulable NodeResourcesFit NodeName NodePorts NodeAffinity VolumeRestrictions TaintToleration ' +
        'NodeLabel ServiceAffinity EBSLimits GCEPDLimits NodeVolumeLimits AzureDiskLimits CinderLimits ' +
        'VolumeBinding VolumeZone PodTopologySpread InterPodAffinity',
    );
  });

  test('unknown by another name, of which the first is told', () => {
    const of: Produced = { plugins: {}, pluginConfig: [] };
    const err = appendPredicateConfigs(new Set(['Mine', ...mandatory, 'Another']), {}, of);
    expect(err?.message).toBe('no framework config producer registered for "Another"');
  });

  test('given its arguments once', () => {
    const args: ConfigProducerArgs = {
      serviceAffinityArgs: { affinityLabels: ['zone'], antiAffinityLabelsPreference: [] },
      interPodAffinityArgs: { hardPodAffinityWeight: 5 },
    };
    const of: Produced = { plugins: {}, pluginConfig: [] };
    const keys = new Set(['CheckServiceAffinity', 'MatchInterPodAffinity']);
    expect(appendPredicateConfigs(keys, args, of)).toBeUndefined();
    expect(appendPredicateConfigs(keys, args, of)).toBeUndefined();
    expect(of.pluginConfig).toEqual([{ name: 'ServiceAffinity', args: args.serviceAffinityArgs }]);
  });
});

describe('a priority is', () => {
  const both = (name: string) => ({ score: `${name} 3`, preScore: name });
  test.each([
    ['SelectorSpreadPriority', both('SelectorSpread')],
    ['TaintTolerationPriority', both('TaintToleration')],
    ['NodeAffinityPriority', { score: 'NodeAffinity 3' }],
    ['ImageLocalityPriority', { score: 'ImageLocality 3' }],
    ['InterPodAffinityPriority', both('InterPodAffinity')],
    ['NodePreferAvoidPodsPriority', { score: 'NodePreferAvoidPods 3' }],
    ['MostRequestedPriority', { score: 'NodeResourcesMostAllocated 3' }],
    ['BalancedResourceAllocation', { score: 'NodeResourcesBalancedAllocation 3' }],
    ['LeastRequestedPriority', { score: 'NodeResourcesLeastAllocated 3' }],
    ['RequestedToCapacityRatio', { score: 'RequestedToCapacityRatio 3' }],
    ['NodeLabel', { score: 'NodeLabel 3' }],
    ['ServiceAffinity', { score: 'ServiceAffinity 3' }],
    ['EvenPodsSpreadPriority', both('PodTopologySpread')],
  ])('%s, this plugin', (key, expected) => {
    expect(priorityToPlugins(shipped).size).toBe(13);
    expect(produced((of) => appendPriorityConfigs(new Map([[key, 3]]), {}, of, shipped))).toEqual(expected);
  });

  test('unknown by another name, of which the first is told', () => {
    const of: Produced = { plugins: {}, pluginConfig: [] };
    const keys = new Map([
      ['Zebra', 1],
      ['Ape', 1],
    ]);
    expect(appendPriorityConfigs(keys, {}, of, shipped)?.message).toBe(
      'no config producer registered for "Ape"',
    );
  });

  test('given its arguments, and to the spreading of pods only if that is the usual one', () => {
    const spreading = { enabled: () => true };
    const config = (...keys: readonly string[]) => {
      const of: Produced = { plugins: {}, pluginConfig: [{ name: 'NodeLabel', args: {} }] };
      appendPriorityConfigs(new Map(keys.map((key) => [key, 1])), {}, of, spreading);
      return of.pluginConfig.slice(1);
    };
    const spread = (defaultingType: string) => [{ name: 'PodTopologySpread', args: { defaultingType } }];
    expect(config('EvenPodsSpreadPriority')).toEqual(spread('List'));
    expect(config('EvenPodsSpreadPriority', 'SelectorSpreadPriority')).toEqual(spread('System'));
  });
});

describe('a policy', () => {
  const predicate = (name: string, argument?: object, args: ConfigProducerArgs = {}) => {
    const [key, err] = processPredicatePolicy({ name, ...(argument && { argument }) } as never, args);
    return [key ?? err?.message, args];
  };
  const priority = (name: string, argument?: object, args: ConfigProducerArgs = {}) => {
    const of = { name, weight: 1, ...(argument && { argument }) } as never;
    const [key, err] = processPriorityPolicy(of, args, shipped);
    return [key ?? err?.message, args];
  };
  const noLabels = {
    presentLabels: [],
    absentLabels: [],
    presentLabelsPreference: [],
    absentLabelsPreference: [],
  };

  test.each([
    ['PodFitsPorts', undefined, 'PodFitsHostPorts', {}],
    ['HostName', undefined, 'HostName', {}],
    ['HostName', { serviceAffinity: { labels: ['zone'] } }, 'HostName', {}],
    [
      'Mine',
      { serviceAffinity: { labels: ['zone'] }, labelsPresence: undefined },
      'CheckServiceAffinity',
      { serviceAffinityArgs: { affinityLabels: ['zone'], antiAffinityLabelsPreference: [] } },
    ],
    [
      'Mine',
      { serviceAffinity: {} },
      'CheckServiceAffinity',
      { serviceAffinityArgs: { affinityLabels: [], antiAffinityLabelsPreference: [] } },
    ],
    [
      'Mine',
      { serviceAffinity: null, labelsPresence: { labels: ['a'], presence: true } },
      'CheckNodeLabelPresence',
      { nodeLabelArgs: { ...noLabels, presentLabels: ['a'] } },
    ],
    [
      'Mine',
      { labelsPresence: { labels: ['a'], presence: false } },
      'CheckNodeLabelPresence',
      { nodeLabelArgs: { ...noLabels, absentLabels: ['a'] } },
    ],
    ['Mine', { labelsPresence: {} }, 'CheckNodeLabelPresence', { nodeLabelArgs: noLabels }],
    ['Mine', undefined, 'Invalid configuration: Predicate type not found for "Mine"', {}],
    ['Mine', { other: {} }, 'Invalid configuration: Predicate type not found for "Mine"', {}],
    [
      'Mine',
      { serviceAffinity: {}, labelsPresence: {} },
      'Exactly 1 predicate argument is required, numArgs: 2, Predicate: Mine',
      {},
    ],
  ])('of the predicate %s with %j is %s', (name, argument, key, args) => {
    expect(predicate(name, argument)).toEqual([key, args]);
  });

  test.each([
    ['ServiceSpreadingPriority', undefined, 'SelectorSpreadPriority', {}],
    ['MostRequestedPriority', undefined, 'MostRequestedPriority', {}],
    [
      'Mine',
      { serviceAntiAffinity: { label: 'rack' } },
      'ServiceAffinity',
      { serviceAffinityArgs: { affinityLabels: [], antiAffinityLabelsPreference: ['rack'] } },
    ],
    [
      'Mine',
      { labelPreference: { label: 'a', presence: true } },
      'NodeLabel',
      { nodeLabelArgs: { ...noLabels, presentLabelsPreference: ['a'] } },
    ],
    [
      'Mine',
      { labelPreference: { label: 'a', presence: false } },
      'NodeLabel',
      { nodeLabelArgs: { ...noLabels, absentLabelsPreference: ['a'] } },
    ],
    [
      'Mine',
      { requestedToCapacityRatioArguments: { shape: [], resources: [{ name: 'cpu', weight: 2 }] } },
      'RequestedToCapacityRatio',
      { requestedToCapacityRatioArgs: { shape: [], resources: [{ name: 'cpu', weight: 2 }] } },
    ],
    ['Mine', undefined, 'Invalid configuration: Priority type not found for "Mine"', {}],
    ['Mine', {}, 'Exactly 1 priority argument is required, numArgs: 0, Priority: Mine', {}],
  ])('of the priority %s with %j is %s', (name, argument, key, args) => {
    expect(priority(name, argument)).toEqual([key, args]);
  });

  test('adds to what others say', () => {
    const args: ConfigProducerArgs = {};
    predicate('A', { serviceAffinity: { labels: ['zone'] } }, args);
    priority('B', { serviceAntiAffinity: { label: 'rack' } }, args);
    predicate('C', { serviceAffinity: { labels: ['row'] } }, args);
    expect(args.serviceAffinityArgs).toEqual({
      affinityLabels: ['zone', 'row'],
      antiAffinityLabelsPreference: ['rack'],
    });
  });
});
