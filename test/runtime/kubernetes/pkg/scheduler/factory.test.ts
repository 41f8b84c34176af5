import { describe, expect, test } from 'vitest';
import {
  StatusError,
  newConflict,
  newNotFound,
} from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  makeDefaultErrorFunc,
  profileOf,
} from '../../../../../src/runtime/kubernetes/pkg/scheduler/factory.ts';
import type { QueuedPodInfo } from '../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { newInTreeRegistry } from '../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/registry.ts';
import type { Policy } from '../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/legacy_types.ts';
import type {
  ExtensionPoint,
  PluginRef,
} from '../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';
import { SchedulerStage } from './stage.ts';

/** A scheduler that is busy elsewhere, with one pod that it took from its queue. */
function busy() {
  const stage = new SchedulerStage();
  stage.pod('test-pod', '0', { schedulerName: 'nobody' });
  const { schedulingQueue, schedulerCache } = stage.sched.parts;
  const pod = stage.pods().get('test-pod');
  if (!pod) throw new Error('expected the pod, found none');
  const info: QueuedPodInfo = { pod, timestamp: 0, attempts: 1, initialAttemptTimestamp: 0 };
  const lister = { pods: () => ({ get: (name: string) => cached(name) }) } as never;
  const cached = (name: string) => [stage.pods().get(name), undefined];
  const failed = (err: Error): void => {
    const { client } = stage.sched.parts;
    const errFunc = makeDefaultErrorFunc(client, lister, schedulingQueue, schedulerCache);
    stage.sim.go('error', errFunc(info, err));
    stage.sim.runFor(20);
  };
  return { stage, failed, waiting: () => schedulingQueue.pendingPods() };
}

// Upstream's TestDefaultErrorFunc.
describe('a pod that could not be scheduled', () => {
  test('is in the queue again as it is now, if it was updated meanwhile', () => {
    const { stage, failed, waiting } = busy();
    const body = { metadata: { labels: { foo: '' } } };
    stage.do({ verb: 'patch', resource: 'pods', namespace: 'default', name: 'test-pod', body });
    failed(new Error('nil'));
    expect(waiting().map(({ metadata }) => metadata.labels)).toEqual([{ foo: '' }]);
  });

  test('is in the queue again', () => {
    const { failed, waiting } = busy();
    failed(new Error('nil'));
    expect(waiting().map(({ metadata }) => metadata.name)).toEqual(['test-pod']);
  });

  test('is gone, if it was deleted meanwhile', () => {
    const { stage, failed, waiting } = busy();
    stage.delete('test-pod');
    failed(new Error('nil'));
    expect(waiting()).toEqual([]);
  });
});

// Upstream's TestDefaultErrorFunc_NodeNotFound.
describe('a node that was not found', () => {
  const gone = newNotFound({ group: '', resource: 'node' }, 'foo');
  const nodes = (stage: SchedulerStage) => [...stage.sched.parts.schedulerCache.dump().nodes.keys()].sort();

  test('is taken out of the cache, if the API server does not have it either', () => {
    const { stage, failed } = busy();
    stage.node('bar');
    const node = { metadata: { name: 'foo' }, status: {} } as never;
    stage.sched.parts.schedulerCache.addNode(node);
    failed(gone);
    expect(nodes(stage)).toEqual(['bar']);
  });

  test.each<[string, Error]>([
    ['it is a pod that was not found', newNotFound({ group: '', resource: 'pods' }, 'foo')],
    ['the node is in conflict', newConflict({ group: '', resource: 'node' }, 'foo', new Error('x'))],
    ['nobody says what was not found', new StatusError(404, 'NotFound', 'foo')],
  ])('stays, if %s', (_what, err) => {
    const { stage, failed, waiting } = busy();
    const node = { metadata: { name: 'foo' }, status: {} } as never;
    stage.sched.parts.schedulerCache.addNode(node);
    failed(err);
    expect(nodes(stage)).toEqual(['foo']);
    expect(waiting()).toHaveLength(1);
  });

  test('stays, if the API server has it', () => {
    const { stage, failed } = busy();
    stage.node('foo');
    stage.node('bar');
    failed(gone);
    expect(nodes(stage)).toEqual(['bar', 'foo']);
  });
});

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
