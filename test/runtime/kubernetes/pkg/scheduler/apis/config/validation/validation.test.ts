import { describe, expect, test } from 'vitest';
import type {
  Policy,
  PriorityArgument,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/legacy_types.ts';
import {
  KubeSchedulerConfiguration,
  type KubeSchedulerProfile,
  maxWeight,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';
import {
  validateKubeSchedulerConfiguration,
  validatePolicy,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/validation/validation.ts';

const queueSort = (name: string) => ({ enabled: [{ name }] });

/** Upstream's configuration that is right, changed. */
function configWith(change: (config: KubeSchedulerConfiguration) => void): KubeSchedulerConfiguration {
  const config = new KubeSchedulerConfiguration();
  Object.assign(config, {
    parallelism: 8,
    healthzBindAddress: '0.0.0.0:10254',
    metricsBindAddress: '0.0.0.0:10254',
    podInitialBackoffSeconds: 1,
    podMaxBackoffSeconds: 1,
    percentageOfNodesToScore: 35,
    profiles: [
      { schedulerName: 'me', plugins: { queueSort: queueSort('CustomSort') } },
      { schedulerName: 'other', plugins: { queueSort: queueSort('CustomSort') } },
    ],
    extenders: [{ urlPrefix: '', prioritizeVerb: 'prioritize', weight: 1 }],
  });
  Object.assign(config.leaderElection, {
    resourceLock: 'configmap',
    leaderElect: true,
    leaseDuration: 30_000,
    renewDeadline: 15_000,
    retryPeriod: 5_000,
    resourceNamespace: 'name',
    resourceName: 'name',
  });
  change(config);
  return config;
}

const [me, other]: KubeSchedulerProfile[] = [
  { schedulerName: 'me', plugins: { queueSort: queueSort('CustomSort') } },
  { schedulerName: 'other', plugins: { queueSort: queueSort('CustomSort') } },
];

const printed = (name: string) =>
  `config.PluginSet{Enabled:[]config.Plugin{config.Plugin{Name:"${name}", Weight:0}}, Disabled:[]config.Plugin(nil)}`;

// Upstream's TestValidateKubeSchedulerConfiguration, with what it says.
describe('a configuration', () => {
  const cases: readonly (readonly [
    string,
    (config: KubeSchedulerConfiguration) => void,
    readonly string[],
  ])[] = [
    ['good', () => {}, []],
    [
      'bad parallelism',
      (c) => (c.parallelism = 0),
      ['parallelism: Invalid value: 0: should be an integer value greater than zero'],
    ],
    [
      'resource name not set',
      (c) => (c.leaderElection.resourceName = ''),
      ['leaderElection.resourceName: Invalid value: "": resourceName is required'],
    ],
    [
      'resource namespace not set',
      (c) => (c.leaderElection.resourceNamespace = ''),
      ['leaderElection.resourceNamespace: Invalid value: "": resourceNamespace is required'],
    ],
    [
      'renewed too late',
      (c) => (c.leaderElection.renewDeadline = 40_000),
      [
        'leaderElection.leaseDuration: Invalid value: v1.Duration{Duration:40000000000}: LeaseDuration must be greater than RenewDeadline',
      ],
    ],
    [
      'negative burst',
      (c) => (c.clientConnection.burst = -1),
      ['clientConnection.burst: Invalid value: -1: must be non-negative'],
    ],
    [
      'metrics host invalid',
      (c) => (c.metricsBindAddress = '0.0.0.0.0:9090'),
      [
        'metricsBindAddress: Invalid value: "0.0.0.0.0:9090": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
    ],
    [
      'metrics port invalid',
      (c) => (c.metricsBindAddress = '0.0.0.0:909090'),
      ['metricsBindAddress: Invalid value: "0.0.0.0:909090": must be between 1 and 65535, inclusive'],
    ],
    [
      'healthz is no address',
      (c) => (c.healthzBindAddress = '0.0.0.0'),
      [
        'healthzBindAddress: Invalid value: "0.0.0.0": must be a valid socket address format, (e.g. 0.0.0.0:10254 or [::]:10254)',
      ],
    ],
    [
      'percentage of nodes to score',
      (c) => (c.percentageOfNodesToScore = 101),
      ['percentageOfNodesToScore: Invalid value: 101: not in valid range [0-100]'],
    ],
    ['all nodes are scored', (c) => (c.percentageOfNodesToScore = 100), []],
    ['the size of the cluster decides how many are', (c) => (c.percentageOfNodesToScore = 0), []],
    [
      'a share of nodes below 0',
      (c) => (c.percentageOfNodesToScore = -1),
      ['percentageOfNodesToScore: Invalid value: -1: not in valid range [0-100]'],
    ],
    [
      'back-off',
      (c) => Object.assign(c, { podInitialBackoffSeconds: 0, podMaxBackoffSeconds: -1 }),
      [
        'podInitialBackoffSeconds: Invalid value: 0: must be greater than 0',
        'podMaxBackoffSeconds: Invalid value: -1: must be greater than or equal to PodInitialBackoffSeconds',
      ],
    ],
    ['no profiles', (c) => (c.profiles = []), ['profiles: Required value']],
    [
      'scheduler name not set',
      (c) => (c.profiles = [me as KubeSchedulerProfile, { ...other, schedulerName: '' }]),
      ['profiles[1].schedulerName: Required value'],
    ],
    [
      'repeated scheduler name',
      (c) => (c.profiles = [{ ...me, schedulerName: 'other' }, other as KubeSchedulerProfile]),
      ['profiles[1].schedulerName: Duplicate value: "profiles[0].schedulerName"'],
    ],
    [
      'different queue sort',
      (c) =>
        (c.profiles = [
          me as KubeSchedulerProfile,
          { schedulerName: 'other', plugins: { queueSort: queueSort('AnotherSort') } },
        ]),
      [
        `profiles[1].plugins.queueSort: Invalid value: ${printed('AnotherSort')}: has to match for all profiles`,
      ],
    ],
    [
      'one empty queue sort',
      (c) => (c.profiles = [me as KubeSchedulerProfile, { schedulerName: 'other' }]),
      ['profiles[1].plugins.queueSort: Invalid value: null: has to match for all profiles'],
    ],
    [
      'a queue sort of others only',
      (c) => (c.profiles = [{ schedulerName: 'other' }, me as KubeSchedulerProfile]),
      [
        `profiles[1].plugins.queueSort: Invalid value: ${printed('CustomSort')}: has to match for all profiles`,
      ],
    ],
    [
      'no queue sort, nor plugins',
      (c) => (c.profiles = [{ schedulerName: 'me' }, { schedulerName: 'other', plugins: {} }]),
      [],
    ],
    [
      'extender without weight',
      (c) => (c.extenders = [{ urlPrefix: '', prioritizeVerb: 'prioritize' }]),
      ['extenders[0].weight: Invalid value: 0: must have a positive weight applied to it'],
    ],
    [
      'extender with negative weight',
      (c) => (c.extenders = [{ urlPrefix: '', prioritizeVerb: 'prioritize', weight: -1 }]),
      ['extenders[0].weight: Invalid value: -1: must have a positive weight applied to it'],
    ],
    [
      'extenders manage a resource twice',
      (c) => {
        const managedResources = [{ name: 'foo.com/bar' }];
        c.extenders = [1, 2].map(() => ({ urlPrefix: '', managedResources }));
      },
      [
        'extenders[1].managedResources[0].name: Invalid value: "foo.com/bar": duplicate extender managed resource name',
      ],
    ],
    [
      'extender manages a resource that is not an extended one',
      (c) => (c.extenders = [{ urlPrefix: '', managedResources: [{ name: 'kubernetes.io/foo' }] }]),
      [
        'extenders[0].managedResources[0].name: Invalid value: "kubernetes.io/foo": kubernetes.io/foo is an invalid extended resource name',
      ],
    ],
    [
      'extender manages what is no name of a resource',
      (c) => (c.extenders = [{ urlPrefix: '', managedResources: [{ name: 'foo.com/_' }] }]),
      [
        `extenders[0].managedResources[0].name: Invalid value: "foo.com/_": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      ],
    ],
    [
      'two extenders bind',
      (c) => (c.extenders = ['foo', 'bar'].map((bindVerb) => ({ urlPrefix: '', bindVerb }))),
      [
        'extenders: Invalid value: "found 2 extenders implementing bind": only one extender can implement bind',
      ],
    ],
  ];
  test.each(cases)('%s', (_what, change, errs) => {
    expect(validateKubeSchedulerConfiguration(configWith(change)).map(({ message }) => message)).toEqual(
      errs,
    );
  });
});

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
