import { describe, expect, test } from 'vitest';
import type {
  Policy,
  PriorityArgument,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/legacy_types.ts';
import {
  maxWeight,
  validatePolicy,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/validation/validation_policy.ts';

const weighed = (name: string, weight?: number, argument?: PriorityArgument): Policy['priorities'] => [
  { name, ...(weight !== undefined && { weight }), ...(argument && { argument }) },
];
const two = (argument: PriorityArgument, weight = 2): Policy => ({
  priorities: [...(weighed('one', 1, argument) ?? []), ...(weighed('two', weight, argument) ?? [])],
});
const extender = (more: object) => ({ urlPrefix: 'http://127.0.0.1:8081/extender', ...more });
const managing = (name: string) => extender({ managedResources: [{ name }] });
const ratio = { requestedToCapacityRatioArguments: { shape: [] } };
const unweighed = (name: string) =>
  `priority ${name} should have a positive weight applied to it or it has overflown`;

describe('TestValidatePolicy', () => {
  const cases: [string, Policy, string | undefined][] = [
    ['no weight', { priorities: weighed('p') }, unweighed('p')],
    ['a weight of 0', { priorities: weighed('p', 0) }, unweighed('p')],
    ['a weight', { priorities: weighed('p', 2) }, undefined],
    ['a weight below 0', { priorities: weighed('p', -2) }, unweighed('p')],
    ['too great a weight', { priorities: weighed('p', maxWeight) }, unweighed('p')],
    ['an extender with a weight', { extenders: [extender({ prioritizeVerb: 'p', weight: 2 })] }, undefined],
    [
      'an extender with a weight below 0',
      { extenders: [extender({ prioritizeVerb: 'p', weight: -2 })] },
      'extenders[0].weight: Invalid value: -2: must have a positive weight applied to it',
    ],
    ['an extender that filters', { extenders: [extender({ filterVerb: 'f' })] }, undefined],
    ['an extender that preempts', { extenders: [extender({ preemptVerb: 'p' })] }, undefined],
    [
      'two extenders that bind',
      { extenders: [extender({ bindVerb: 'b' }), extender({ bindVerb: 'b' })] },
      'extenders: Invalid value: "found 2 extenders implementing bind": only one extender can implement bind',
    ],
    [
      'a resource that two extenders manage',
      { extenders: [managing('foo.com/bar'), managing('foo.com/bar')] },
      'extenders[1].managedResources[0].name: Invalid value: "foo.com/bar": duplicate extender managed resource name',
    ],
    [
      'a resource that is not extended',
      { extenders: [managing('kubernetes.io/foo')] },
      'extenders[0].managedResources[0].name: Invalid value: "kubernetes.io/foo": kubernetes.io/foo is an invalid extended resource name',
    ],
    [
      'two of RequestedToCapacityRatio',
      two(ratio, 1),
      'priority "two" redeclares custom priority "RequestedToCapacityRatio", from: "one"',
    ],
    [
      'label preferences of two weights',
      two({ labelPreference: { label: '' } }),
      'LabelPreference  priority "two" has a different weight with "one"',
    ],
    ['label preferences of one weight', two({ labelPreference: { label: '' } }, 1), undefined],
    [
      'anti-affinities of two weights',
      two({ serviceAntiAffinity: { label: '' } }),
      'ServiceAntiAffinity  priority "two" has a different weight with "one"',
    ],
    ['an empty argument', { priorities: weighed('p', 1, {}) }, 'no priority arguments set for priority p'],
    [
      'a weight of affinity above 100',
      { hardPodAffinitySymmetricWeight: 101 },
      'hardPodAffinitySymmetricWeight: Invalid value: 101: not in valid range [0-100]',
    ],
    ['a weight of affinity of 100', { hardPodAffinitySymmetricWeight: 100 }, undefined],
    ['nothing at all', {}, undefined],
    [
      'a weight of affinity below 0',
      { hardPodAffinitySymmetricWeight: -1 },
      'hardPodAffinitySymmetricWeight: Invalid value: -1: not in valid range [0-100]',
    ],
  ];
  test.each(cases)('%s', (_what, policy, expected) => {
    expect(validatePolicy(policy)?.message).toBe(expected);
  });
});
