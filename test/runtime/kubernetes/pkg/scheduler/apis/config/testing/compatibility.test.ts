import { describe, expect, test } from 'vitest';
import { OS } from '../../../../../../../../src/runtime/go/os.ts';
import type { Clientset } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Result } from '../../../../../../../../src/runtime/go/result.ts';
import type { Policy } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/legacy_types.ts';
import type {
  ExtensionPoint,
  PluginConfig,
  PluginsConfig,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';
import {
  type SchedulerOptions,
  initPolicy,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/scheduler.ts';
import { Sim } from '../../../../../../../../src/runtime/sim/sim.ts';
import { SchedulerStage } from '../../../stage.ts';

type Listed = Partial<Record<ExtensionPoint, string>>;

/** The plugins of each extension point in their order, with weights where they score. */
function listed(options: SchedulerOptions): Listed {
  const stage = new SchedulerStage(options);
  const plugins = stage.sched.parts.profiles.get('default-scheduler')?.listPlugins() ?? {};
  const points = Object.entries(plugins as Readonly<PluginsConfig>).map(([point, { enabled }]) => {
    const names = enabled.map(({ name, weight }) => (point === 'score' ? `${name} ${weight || 1}` : name));
    return [point, names.join(' ')];
  });
  return Object.fromEntries(points.filter(([, names]) => names !== '')) as Listed;
}

/** As it is read from a file. */
function read(policy: object): Policy {
  const files = { '/policy': JSON.stringify({ kind: 'Policy', apiVersion: 'v1', ...policy }) };
  const os = new OS(new Sim(), { args: ['kube-scheduler'], files });
  const { value } = initPolicy(os, {} as Clientset, { file: { path: '/policy' } }).next();
  const [made, err] = value as Result<Policy>;
  if (err) throw err;
  return made;
}

const fromPolicy = (policy: Policy): SchedulerOptions => ({ policy });

/** What every policy gives. */
const always: Listed = { queueSort: 'PrioritySort', postFilter: 'DefaultPreemption', bind: 'DefaultBinder' };

const of2 = (...names: readonly string[]) => names.map((name) => ({ name, weight: 2 }));
const region = {
  name: 'TestServiceAffinity',
  argument: { serviceAffinity: { labels: ['region'] } },
};
const present = {
  name: 'TestLabelsPresence',
  argument: { labelsPresence: { labels: ['foo'], presence: true } },
};
const apart = (name: string, label: string) => ({
  name,
  weight: 3,
  argument: { serviceAntiAffinity: { label } },
});
const prefer = (name: string, label: string, presence: boolean) => ({
  name,
  weight: 4,
  argument: { labelPreference: { label, presence } },
});

/** Names of predicates, those that releases added last, before the two that have arguments. */
const predicates = (...names: readonly string[]) => [...names.map((name) => ({ name })), region, present];
const of11 = ['MatchNodeSelector', 'PodFitsHostPorts', 'PodFitsResources', 'NoDiskConflict', 'HostName'];
const of12 = [
  ...of11,
  'NoVolumeZoneConflict',
  'MaxEBSVolumeCount',
  'MaxGCEPDVolumeCount',
  'MaxAzureDiskVolumeCount',
];
const of13 = [...of12, 'PodToleratesNodeTaints', 'MatchInterPodAffinity'];
const of19 = [...of13, 'CheckVolumeBinding'];
const of112 = [...of19, 'MaxCSIVolumeCountPred'];
const of114 = [...of112, 'MaxCinderVolumeCount'];

const prioritiesOf13 = of2(
  ...['EqualPriority', 'ImageLocalityPriority', 'LeastRequestedPriority', 'BalancedResourceAllocation'],
  ...[
    'SelectorSpreadPriority',
    'NodeAffinityPriority',
    'TaintTolerationPriority',
    'InterPodAffinityPriority',
  ],
);
const prioritiesOf14 = [...prioritiesOf13, ...of2('NodePreferAvoidPodsPriority', 'MostRequestedPriority')];
const shape = [
  { utilization: 0, score: 0 },
  { utilization: 50, score: 7 },
];
const prioritiesOf111 = [
  ...prioritiesOf14,
  {
    name: 'RequestedToCapacityRatioPriority',
    weight: 2,
    argument: { requestedToCapacityRatioArguments: { shape } },
  },
];

const extender = {
  urlPrefix: '/prefix',
  filterVerb: 'filter',
  prioritizeVerb: 'prioritize',
  weight: 1,
  bindVerb: 'bind',
  enableHttps: true,
  tlsConfig: { Insecure: true },
  httpTimeout: 1,
  nodeCacheCapable: true,
};
const managed = {
  ...extender,
  managedResources: [{ name: 'example.com/foo', ignoredByScheduler: true }],
  ignorable: true,
};
const readExtender = {
  urlPrefix: '/prefix',
  filterVerb: 'filter',
  prioritizeVerb: 'prioritize',
  weight: 1,
  bindVerb: 'bind',
  enableHTTPS: true,
  tlsConfig: { insecure: true },
  httpTimeout: 1e-6,
  nodeCacheCapable: true,
};
const readManaged = {
  ...readExtender,
  managedResources: [{ name: 'example.com/foo', ignoredByScheduler: true }],
  ignorable: true,
};

const first =
  'NodeUnschedulable NodeName NodePorts NodeAffinity NodeResourcesFit VolumeRestrictions TaintToleration';
const withLabels = `${first} NodeLabel ServiceAffinity`;
const limits = 'EBSLimits GCEPDLimits AzureDiskLimits';
const binding = { reserve: 'VolumeBinding', preBind: 'VolumeBinding' };
const preFilter = 'NodePorts NodeResourcesFit ServiceAffinity';
const preScore = 'InterPodAffinity PodTopologySpread TaintToleration';
const scoreOf14 =
  'NodeResourcesBalancedAllocation 2 ImageLocality 2 InterPodAffinity 2 NodeResourcesLeastAllocated 2 ' +
  'NodeResourcesMostAllocated 2 NodeAffinity 2 NodePreferAvoidPods 2 PodTopologySpread 2 TaintToleration 2';
const pluginsOf14 = {
  preFilter: `${preFilter} InterPodAffinity`,
  filter: `${withLabels} ${limits} VolumeZone InterPodAffinity`,
  preScore,
  score: scoreOf14,
};
const pluginsOf19 = {
  ...pluginsOf14,
  ...binding,
  preFilter: `${preFilter} VolumeBinding InterPodAffinity`,
  filter: `${withLabels} ${limits} VolumeBinding VolumeZone InterPodAffinity`,
};
const pluginsOf111 = {
  ...pluginsOf19,
  score: scoreOf14.replace('PodTopologySpread', 'RequestedToCapacityRatio 2 PodTopologySpread'),
};
const pluginsOf112 = {
  ...pluginsOf111,
  filter: pluginsOf111.filter.replace('AzureDiskLimits', 'NodeVolumeLimits AzureDiskLimits'),
};

// Upstream's TestCompatibility_v1_Scheduler.
describe('a policy that was written for', () => {
  test.each<[string, object, Listed, extenders?: object]>([
    [
      'GeneralPredicates',
      { predicates: [{ name: 'GeneralPredicates' }], priorities: [] },
      {
        preFilter: 'NodeResourcesFit NodePorts',
        filter: 'NodeUnschedulable NodeResourcesFit NodeName NodePorts NodeAffinity TaintToleration',
      },
    ],
    ['no filter', { predicates: [], priorities: [] }, { filter: 'NodeUnschedulable TaintToleration' }],
    [
      'v1.0',
      {
        predicates: predicates('MatchNodeSelector', 'PodFitsResources', 'PodFitsPorts', 'NoDiskConflict'),
        priorities: [
          { name: 'LeastRequestedPriority', weight: 1 },
          { name: 'ServiceSpreadingPriority', weight: 2 },
          apart('TestServiceAntiAffinity', 'zone'),
          prefer('TestLabelPreference', 'bar', true),
        ],
      },
      {
        preFilter,
        filter: withLabels.replace('NodeName ', ''),
        preScore: 'PodTopologySpread',
        score: 'NodeResourcesLeastAllocated 1 NodeLabel 4 PodTopologySpread 2 ServiceAffinity 3',
      },
    ],
    [
      'v1.1',
      {
        predicates: predicates(...of11),
        priorities: [
          ...of2(
            ...[
              'EqualPriority',
              'LeastRequestedPriority',
              'BalancedResourceAllocation',
              'SelectorSpreadPriority',
            ],
          ),
          apart('TestServiceAntiAffinity1', 'zone'),
          apart('TestServiceAntiAffinity2', 'region'),
          prefer('TestLabelPreference1', 'bar', true),
          prefer('TestLabelPreference2', 'foo', false),
        ],
      },
      {
        preFilter,
        filter: withLabels,
        preScore: 'PodTopologySpread',
        // Two of each kind have become one plugin, with the weight of both.
        score:
          'NodeResourcesBalancedAllocation 2 NodeResourcesLeastAllocated 2 NodeLabel 8 PodTopologySpread 2 ServiceAffinity 6',
      },
    ],
    [
      'v1.2',
      {
        predicates: predicates(...of12),
        priorities: [
          ...of2(
            ...['EqualPriority', 'NodeAffinityPriority', 'ImageLocalityPriority', 'LeastRequestedPriority'],
            ...['BalancedResourceAllocation', 'SelectorSpreadPriority'],
          ),
          apart('TestServiceAntiAffinity', 'zone'),
          prefer('TestLabelPreference', 'bar', true),
        ],
      },
      {
        preFilter,
        filter: `${withLabels} ${limits} VolumeZone`,
        preScore: 'PodTopologySpread',
        score:
          'NodeResourcesBalancedAllocation 2 ImageLocality 2 NodeResourcesLeastAllocated 2 NodeAffinity 2 ' +
          'NodeLabel 4 PodTopologySpread 2 ServiceAffinity 3',
      },
    ],
    [
      'v1.3',
      { predicates: predicates(...of13), priorities: prioritiesOf13 },
      {
        ...pluginsOf14,
        score: scoreOf14.replace('NodeResourcesMostAllocated 2 ', '').replace('NodePreferAvoidPods 2 ', ''),
      },
    ],
    ['v1.4', { predicates: predicates(...of13), priorities: prioritiesOf14 }, pluginsOf14],
    // It wrote the verb of binding without a name of its own in JSON, and so with a capital.
    [
      'v1.7',
      {
        predicates: predicates(...of13),
        priorities: prioritiesOf14,
        extenders: [{ ...extender, bindVerb: undefined, BindVerb: 'bind' }],
      },
      pluginsOf14,
      [readExtender],
    ],
    [
      'v1.8',
      { predicates: predicates(...of13), priorities: prioritiesOf14, extenders: [extender] },
      pluginsOf14,
      [readExtender],
    ],
    [
      'v1.9',
      { predicates: predicates(...of19), priorities: prioritiesOf14, extenders: [extender] },
      pluginsOf19,
      [readExtender],
    ],
    [
      'v1.10',
      { predicates: predicates(...of19), priorities: prioritiesOf14, extenders: [managed] },
      pluginsOf19,
      [readManaged],
    ],
    [
      'v1.11',
      { predicates: predicates(...of19), priorities: prioritiesOf111, extenders: [managed] },
      pluginsOf111,
      [readManaged],
    ],
    [
      'v1.12',
      { predicates: predicates(...of112), priorities: prioritiesOf111, extenders: [managed] },
      pluginsOf112,
      [readManaged],
    ],
    [
      'v1.14',
      { predicates: predicates(...of114), priorities: prioritiesOf111, extenders: [managed] },
      { ...pluginsOf112, filter: pluginsOf112.filter.replace('VolumeBinding', 'CinderLimits VolumeBinding') },
      [readManaged],
    ],
  ])('%s', (_name, document, plugins, extenders) => {
    const policy = read(document);
    expect(listed(fromPolicy(policy))).toEqual({ ...always, ...plugins });
    expect(policy.extenders).toEqual(extenders);
  });
});

const byDefault: Listed = {
  ...always,
  ...binding,
  preFilter: 'NodeResourcesFit NodePorts PodTopologySpread InterPodAffinity VolumeBinding',
  filter:
    'NodeUnschedulable NodeName TaintToleration NodeAffinity NodePorts NodeResourcesFit VolumeRestrictions EBSLimits ' +
    'GCEPDLimits NodeVolumeLimits AzureDiskLimits VolumeBinding VolumeZone PodTopologySpread InterPodAffinity',
  preScore,
  score:
    'NodeResourcesBalancedAllocation 1 ImageLocality 1 InterPodAffinity 1 NodeResourcesLeastAllocated 1 NodeAffinity 1 ' +
    'NodePreferAvoidPods 10000 PodTopologySpread 2 TaintToleration 1',
};

// Upstream's TestAlgorithmProviderCompatibility.
test.each<[string | undefined, Listed]>([
  [undefined, byDefault],
  ['DefaultProvider', byDefault],
  [
    'ClusterAutoscalerProvider',
    { ...byDefault, score: byDefault.score!.replace('LeastAllocated', 'MostAllocated') },
  ],
])('the plugins of provider %s', (provider, plugins) => {
  expect(listed(provider ? { provider } : {})).toEqual(plugins);
});

const names = (text: string, weight?: number) =>
  text.split(' ').map((name) => ({ name, ...(weight && { weight }) }));
const none = [{ name: '*' }];
const backwards = {
  preFilter: 'InterPodAffinity NodePorts NodeResourcesFit',
  filter:
    'InterPodAffinity VolumeZone VolumeBinding AzureDiskLimits NodeVolumeLimits GCEPDLimits EBSLimits TaintToleration ' +
    'VolumeRestrictions NodeAffinity NodePorts NodeName NodeResourcesFit NodeUnschedulable',
  preScore: 'PodTopologySpread TaintToleration SelectorSpread InterPodAffinity',
};
const scoreBackwards =
  'PodTopologySpread TaintToleration SelectorSpread NodePreferAvoidPods NodeAffinity NodeResourcesLeastAllocated ' +
  'InterPodAffinity ImageLocality NodeResourcesBalancedAllocation';

// Upstream's TestPluginsConfigurationCompatibility.
describe('a profile', () => {
  const disabled = (text: string) => ({ enabled: [], disabled: names(text) });
  test.each<[string, object, readonly PluginConfig[], Listed]>([
    ['that says nothing', {}, [], byDefault],
    [
      'that adds plugins, which need arguments',
      {
        filter: { enabled: names('NodeLabel ServiceAffinity') },
        score: { enabled: names('RequestedToCapacityRatio') },
      },
      [
        {
          name: 'RequestedToCapacityRatio',
          args: { shape: [{ utilization: 5, score: 5 }], resources: [{ name: 'cpu', weight: 10 }] },
        },
        { name: 'NodeLabel', args: { presentLabels: ['foo', 'bar'], absentLabels: ['apple'] } },
        { name: 'ServiceAffinity', args: { affinityLabels: ['foo', 'bar'] } },
      ],
      {
        ...byDefault,
        filter: `${byDefault.filter} NodeLabel ServiceAffinity`,
        score: `${byDefault.score} RequestedToCapacityRatio 1`,
      },
    ],
    [
      'that takes most away, and some that were not there',
      {
        preFilter: disabled(byDefault.preFilter!),
        filter: disabled(byDefault.filter!),
        postFilter: disabled('DefaultPreemption'),
        preScore: disabled(`${preScore} SelectorSpread`),
        score: disabled(`${byDefault.score!.replaceAll(/ \d+/g, '')} SelectorSpread`),
        preBind: disabled('VolumeBinding'),
        postBind: disabled('VolumeBinding'),
        reserve: disabled('VolumeBinding'),
      },
      [],
      { queueSort: 'PrioritySort', bind: 'DefaultBinder' },
    ],
    [
      'that turns them round',
      {
        queueSort: { enabled: names('PrioritySort'), disabled: none },
        preFilter: { enabled: names(backwards.preFilter), disabled: none },
        filter: { enabled: names(backwards.filter), disabled: none },
        preScore: { enabled: names(backwards.preScore), disabled: none },
        score: { enabled: names(scoreBackwards, 24), disabled: none },
        bind: { enabled: names('DefaultBinder'), disabled: none },
      },
      [],
      { ...always, ...binding, ...backwards, score: `${scoreBackwards.replaceAll(' ', ' 24 ')} 24` },
    ],
  ])('%s', (_name, plugins, pluginConfig, expected) => {
    const profile = { schedulerName: 'default-scheduler', plugins: plugins as PluginsConfig, pluginConfig };
    expect(listed({ profiles: [profile] })).toEqual(expected);
  });
});
