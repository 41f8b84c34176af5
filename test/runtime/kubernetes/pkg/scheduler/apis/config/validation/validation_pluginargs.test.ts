import { describe, expect, test } from 'vitest';
import {
  validateDefaultPreemptionArgs,
  validateInterPodAffinityArgs,
  validateNodeAffinityArgs,
  validateNodeLabelArgs,
  validateNodeResourcesLeastAllocatedArgs,
  validateNodeResourcesMostAllocatedArgs,
  validatePodTopologySpreadArgs,
  validateRequestedToCapacityRatioArgs,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/validation/validation_pluginargs.ts';
import { newFit } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/noderesources/fit.ts';
import { handleOf } from '../../../framework/plugins/handle.ts';

// Upstream's tables; an empty text is no error.
const says = (err: Error | undefined) => err?.message ?? '';

test.each([
  [10, 100, ''],
  [-1, 100, 'minCandidateNodesPercentage is not in the range [0, 100]'],
  [900, 100, 'minCandidateNodesPercentage is not in the range [0, 100]'],
  [20, -1, 'minCandidateNodesAbsolute is not in the range [0, inf)'],
  [100, 1, ''],
  [0, 1, ''],
  [1, 0, ''],
  [101, 100, 'minCandidateNodesPercentage is not in the range [0, 100]'],
  [0, 0, 'both minCandidateNodesPercentage and minCandidateNodesAbsolute cannot be zero'],
])(
  'DefaultPreemption: %d percent, %d nodes',
  (minCandidateNodesPercentage, minCandidateNodesAbsolute, err) => {
    const args = { minCandidateNodesPercentage, minCandidateNodesAbsolute };
    expect(says(validateDefaultPreemptionArgs(args))).toBe(err);
  },
);

test.each([
  [10, ''],
  [0, ''],
  [100, ''],
  [-1, 'hardPodAffinityWeight: Invalid value: -1: not in valid range [0-100]'],
  [101, 'hardPodAffinityWeight: Invalid value: 101: not in valid range [0-100]'],
])('InterPodAffinity: %d', (hardPodAffinityWeight, err) => {
  expect(says(validateInterPodAffinityArgs({ hardPodAffinityWeight }))).toBe(err);
});

describe('NodeLabel', () => {
  const conflict =
    'detecting at least one label (e.g., "label") that exist in both the present([label]) and absent([label]) label list';
  test.each([
    [{ presentLabels: ['a'], absentLabels: ['b'], presentLabelsPreference: ['c'] }, ''],
    [{}, ''],
    [{ presentLabels: ['label'], absentLabelsPreference: ['label'] }, ''],
    [{ presentLabels: ['label'], absentLabels: ['label'] }, conflict],
    [{ presentLabelsPreference: ['label'], absentLabelsPreference: ['label'] }, conflict],
  ])('%j', (args, err) => {
    expect(says(validateNodeLabelArgs(args))).toBe(err);
  });
});

describe('PodTopologySpread', () => {
  const one = { maxSkew: 1, topologyKey: 'node', whenUnsatisfiable: 'DoNotSchedule' };
  test.each([
    ['valid', [one, { maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }], ''],
    [
      'maxSkew less than zero',
      [{ ...one, maxSkew: -1 }],
      'defaultConstraints[0].maxSkew: Invalid value: -1: must be greater than zero',
    ],
    [
      'maxSkew of zero',
      [{ ...one, maxSkew: 0 }],
      'defaultConstraints[0].maxSkew: Invalid value: 0: must be greater than zero',
    ],
    [
      'empty topology key',
      [{ ...one, topologyKey: '' }],
      'defaultConstraints[0].topologyKey: Required value: can not be empty',
    ],
    [
      'whenUnsatisfiable is empty',
      [{ ...one, whenUnsatisfiable: '' }],
      'defaultConstraints[0].whenUnsatisfiable: Required value: can not be empty',
    ],
    [
      'whenUnsatisfiable contains unsupported action',
      [{ ...one, whenUnsatisfiable: 'unknown action' }],
      'defaultConstraints[0].whenUnsatisfiable: Unsupported value: "unknown action": supported values: "DoNotSchedule", "ScheduleAnyway"',
    ],
    [
      'duplicated constraints',
      [one, { ...one, maxSkew: 2 }],
      'defaultConstraints[1]: Duplicate value: "{node, DoNotSchedule}"',
    ],
    [
      'label selector present',
      [{ ...one, labelSelector: { matchLabels: { a: 'b' } } }],
      'defaultConstraints[0].labelSelector: Forbidden: constraint must not define a selector, as they deduced for each pod',
    ],
    ['no constraints', [], ''],
  ])('%s', (_what, defaultConstraints, err) => {
    expect(says(validatePodTopologySpreadArgs({ defaultConstraints, defaultingType: 'List' }))).toBe(err);
  });

  test('constraints of one’s own and those of the system exclude each other', () => {
    expect(says(validatePodTopologySpreadArgs({ defaultingType: 'System' }))).toBe('');
    expect(says(validatePodTopologySpreadArgs({ defaultConstraints: [one], defaultingType: 'System' }))).toBe(
      'defaultingType: Invalid value: "System": when .defaultConstraints are not empty',
    );
    const wrong = { defaultingType: 'None' as 'List' };
    expect(says(validatePodTopologySpreadArgs(wrong))).toBe(
      'defaultingType: Invalid value: "None": must be one of {"System", "List"}',
    );
  });
});

describe('RequestedToCapacityRatio', () => {
  test.each([
    ['20,5 30,3 50,2', 5, ''],
    ['', 5, 'at least one point must be specified'],
    ['-10,3 10,2', 5, 'utilization values must not be less than 0. Utilization[0]==-10'],
    ['10,3 110,2', 5, 'utilization values must not be greater than 100. Utilization[1]==110'],
    ['30,3 20,2 10,1', 5, 'utilization values must be sorted. Utilization[0]==30 >= Utilization[1]==20'],
    ['10,3 20,2 20,1', 5, 'utilization values must be sorted. Utilization[1]==20 >= Utilization[2]==20'],
    ['10,-1 20,2', 5, 'score values must not be less than 0. Score[0]==-1'],
    ['10,3 20,11', 5, 'score values must not be greater than 10. Score[1]==11'],
    ['0,0 100,10', 1, ''],
    ['10,1', 0, 'resource custom weight 0 must not be less than 1'],
  ])('%s, weight %d', (points, weight, err) => {
    const shape = points
      .split(' ')
      .filter((point) => point !== '')
      .map((point) => point.split(',').map(Number))
      .map(([utilization = 0, score = 0]) => ({ utilization, score }));
    const args = { shape, resources: [{ name: 'custom', weight }] };
    expect(says(validateRequestedToCapacityRatioArgs(args))).toBe(err);
  });
});

test.each([
  ['cpu', 50, ''],
  ['cpu', 1, ''],
  ['cpu', 100, ''],
  ['cpu', 0, 'resource Weight of cpu should be a positive value, got 0'],
  ['cpu', -1, 'resource Weight of cpu should be a positive value, got -1'],
  ['memory', 101, 'resource Weight of memory should be less than 100, got 101'],
])('LeastAllocated and MostAllocated: %s %d', (name, weight, err) => {
  expect(says(validateNodeResourcesLeastAllocatedArgs({ resources: [{ name, weight }] }))).toBe(err);
  expect(says(validateNodeResourcesMostAllocatedArgs({ resources: [{ name, weight }] }))).toBe(err);
});

describe('NodeAffinity', () => {
  const affinity = (key: string, ...names: string[]) => ({
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: ['label-1-val'] }] }],
    },
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight: 1, preference: { matchFields: [{ key: 'metadata.name', operator: 'In', values: names }] } },
    ],
  });

  test('none, and one that can be read', () => {
    expect(validateNodeAffinityArgs({})).toBeUndefined();
    expect(validateNodeAffinityArgs({ addedAffinity: affinity('label-1', 'node-1') })).toBeUndefined();
  });

  test('both parts are told, with the value as Go prints it', () => {
    const err = validateNodeAffinityArgs({
      addedAffinity: affinity('invalid/label/key', 'node-1', 'node-2'),
    });
    expect(err?.message).toContain(
      'addedAffinity.requiredDuringSchedulingIgnoredDuringExecution: Invalid value: v1.NodeSelector{NodeSelectorTerms:[]v1.NodeSelectorTerm{v1.NodeSelectorTerm{MatchExpressions:[]v1.NodeSelectorRequirement{v1.NodeSelectorRequirement{Key:"invalid/label/key", Operator:"In", Values:[]string{"label-1-val"}}}, MatchFields:[]v1.NodeSelectorRequirement(nil)}}}: ',
    );
    expect(err?.message).toContain(
      'addedAffinity.preferredDuringSchedulingIgnoredDuringExecution: Invalid value: []v1.PreferredSchedulingTerm{v1.PreferredSchedulingTerm{Weight:1, Preference:v1.NodeSelectorTerm{MatchExpressions:[]v1.NodeSelectorRequirement(nil), MatchFields:[]v1.NodeSelectorRequirement{v1.NodeSelectorRequirement{Key:"metadata.name", Operator:"In", Values:[]string{"node-1", "node-2"}}}}}}: ',
    );
  });
});

// Upstream's TestValidateFitArgs.
describe('NodeResourcesFit', () => {
  test.each([
    ['ignoredResources', 'longvalue'.repeat(20), 'ignoredResources[0]: Invalid value: '],
    ['ignoredResources', 'example.com/a', ''],
    ['ignoredResources', 'example.com', ''],
    ['ignoredResourceGroups', 'example.com/foo', "resource group name can't contain '/'"],
    ['ignoredResourceGroups', 'longvalue'.repeat(20), 'ignoredResourceGroups[0]: Invalid value: '],
    ['ignoredResourceGroups', 'example.com', ''],
  ])('%s %s', (field, value, err) => {
    const [, found] = newFit({ [field]: [value] }, handleOf({}));
    if (err === '') expect(found).toBeUndefined();
    else expect(found?.message).toContain(err);
  });
});
