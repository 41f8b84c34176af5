import { describe, expect, test } from 'vitest';
import { decodeConfiguration } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/scheme/scheme.ts';

const header = { apiVersion: 'kubescheduler.config.k8s.io/v1beta1', kind: 'KubeSchedulerConfiguration' };

type Config = readonly { readonly name: string; readonly args?: unknown }[];

const decoded = (pluginConfig: Config) => decodeConfiguration({ ...header, profiles: [{ pluginConfig }] });

// Upstream's TestCodecsDecodePluginConfig.
describe('arguments of plugins', () => {
  test('of all plugins that take any', () => {
    const addedAffinity = {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'foo', operator: 'In', values: ['bar'] }] }],
      },
    };
    const cpu = { name: 'cpu', weight: 1 };
    const memory = { name: 'memory', weight: 1 };
    const zone = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' };
    const config: readonly (readonly [string, object, object?])[] = [
      ['DefaultPreemption', { minCandidateNodesPercentage: 50, minCandidateNodesAbsolute: 500 }],
      ['InterPodAffinity', { hardPodAffinityWeight: 5 }],
      ['NodeLabel', { presentLabels: ['foo'] }],
      ['NodeResourcesFit', { ignoredResources: ['foo'] }],
      [
        'RequestedToCapacityRatio',
        { shape: [{ utilization: 1 }] },
        { shape: [{ utilization: 1, score: 0 }], resources: [cpu, memory] },
      ],
      [
        'PodTopologySpread',
        { defaultConstraints: [zone] },
        { defaultConstraints: [zone], defaultingType: 'List' },
      ],
      ['ServiceAffinity', { affinityLabels: ['bar'] }],
      [
        'NodeResourcesLeastAllocated',
        {
          resources: [
            { ...cpu, weight: 2 },
            { name: 'unknown', weight: 1 },
          ],
        },
      ],
      ['NodeResourcesMostAllocated', { resources: [memory] }],
      ['VolumeBinding', { bindTimeoutSeconds: 300 }],
      ['NodeAffinity', { addedAffinity }],
      ['OutOfTreePlugin', { foo: 'bar' }],
    ];
    const [found, err] = decoded(config.map(([name, args]) => ({ name, args })));
    expect(err).toBeUndefined();
    const pluginConfig = config.map(([name, given, args = given]) => ({ name, args }));
    expect(found?.profiles).toEqual([{ schedulerName: 'default-scheduler', pluginConfig }]);
  });

  test('can include version and kind', () => {
    const args = { apiVersion: header.apiVersion, kind: 'NodeLabelArgs', presentLabels: ['bars'] };
    const [found] = decoded([{ name: 'NodeLabel', args }]);
    expect(found?.profiles[0]?.pluginConfig).toEqual([
      { name: 'NodeLabel', args: { presentLabels: ['bars'] } },
    ]);
  });

  test('empty and none', () => {
    const resources = [
      { name: 'cpu', weight: 1 },
      { name: 'memory', weight: 1 },
    ];
    const expected = [
      {
        name: 'DefaultPreemption',
        args: { minCandidateNodesPercentage: 10, minCandidateNodesAbsolute: 100 },
      },
      { name: 'InterPodAffinity', args: { hardPodAffinityWeight: 1 } },
      { name: 'NodeResourcesFit', args: {} },
      { name: 'OutOfTreePlugin' },
      { name: 'NodeResourcesLeastAllocated', args: { resources } },
      { name: 'NodeResourcesMostAllocated', args: { resources } },
      { name: 'VolumeBinding', args: { bindTimeoutSeconds: 600 } },
      { name: 'PodTopologySpread', args: { defaultingType: 'System' } },
      { name: 'NodeAffinity', args: {} },
    ];
    for (const args of [undefined, null]) {
      const [found] = decoded(expected.map(({ name }) => ({ name, ...(args === null && { args }) })));
      expect(found?.profiles[0]?.pluginConfig).toMatchObject(expected);
    }
  });

  const at = 'decoding .profiles[0].pluginConfig[0]: ';
  test.each([
    [
      'group and kind should match the type',
      'NodeLabel',
      { apiVersion: header.apiVersion, kind: 'InterPodAffinityArgs' },
      'args for plugin NodeLabel were not of type NodeLabelArgs.kubescheduler.config.k8s.io, got InterPodAffinityArgs.kubescheduler.config.k8s.io',
    ],
    [
      'the group too',
      'NodeLabel',
      { apiVersion: 'other/v1beta1', kind: 'NodeLabelArgs' },
      'args for plugin NodeLabel were not of type NodeLabelArgs.kubescheduler.config.k8s.io, got NodeLabelArgs.other',
    ],
    [
      'fields are strict',
      'RequestedToCapacityRatio',
      { shape: [{ Utilization: 1, Score: 2 }] },
      'decoding args for plugin RequestedToCapacityRatio: strict decoder error for {"shape":[{"Score":2,"Utilization":1}]}: v1beta1.UtilizationShapePoint.ReadObject: found unknown field: Score, at .shape[0]',
    ],
    [
      'types are strict',
      'InterPodAffinity',
      { hardPodAffinityWeight: '5' },
      'decoding args for plugin InterPodAffinity: v1beta1.InterPodAffinityArgs: .hardPodAffinityWeight: expected int32, found "5"',
    ],
  ])('%s', (_what, name, args, message) => {
    expect(decoded([{ name, args }])[1]?.message).toBe(at + message);
  });
});

describe('a configuration', () => {
  test('is what the document says, completed', () => {
    const [found, err] = decodeConfiguration({
      ...header,
      leaderElection: { leaderElect: false, leaseDuration: '30s' },
      enableContentionProfiling: false,
      percentageOfNodesToScore: 35,
      profiles: [
        {
          schedulerName: 'packing',
          plugins: {
            score: {
              disabled: [{ name: 'NodeResourcesLeastAllocated' }],
              enabled: [{ name: 'NodeResourcesMostAllocated', weight: 5 }],
            },
          },
        },
      ],
      extenders: [{ urlPrefix: 'http://extender', filterVerb: 'filter', httpTimeout: '5s' }],
    });
    expect(err).toBeUndefined();
    expect(found).toMatchObject({
      parallelism: 16,
      algorithmSource: { provider: 'DefaultProvider' },
      leaderElection: { leaderElect: false, leaseDuration: 30_000, renewDeadline: 10_000 },
      debugging: { enableProfiling: true, enableContentionProfiling: false },
      percentageOfNodesToScore: 35,
      extenders: [{ urlPrefix: 'http://extender', filterVerb: 'filter', httpTimeout: 5_000 }],
    });
    expect(found?.profiles[0]?.plugins?.score?.enabled).toEqual([
      { name: 'NodeResourcesMostAllocated', weight: 5 },
    ]);
  });

  test('that says nothing has one profile, and no extenders', () => {
    const [found] = decodeConfiguration(header);
    expect([found?.profiles, found?.extenders]).toEqual([[{ schedulerName: 'default-scheduler' }], []]);
  });

  const apiVersion = header.apiVersion;
  test.each([
    [{}, `Object 'Kind' is missing in '{}'`],
    [undefined, `Object 'Kind' is missing in 'null'`],
    [{ kind: '', apiVersion }, `Object 'Kind' is missing in '{"apiVersion":"${apiVersion}","kind":""}'`],
    [{ kind: 5, apiVersion }, `Object 'Kind' is missing in '{"apiVersion":"${apiVersion}","kind":5}'`],
    [{ kind: 'A', apiVersion: '' }, `Object 'apiVersion' is missing in '{"apiVersion":"","kind":"A"}'`],
    [{ kind: 'A' }, `Object 'apiVersion' is missing in '{"kind":"A"}'`],
    [
      { ...header, apiVersion: 'kubescheduler.config.k8s.io/v1alpha1' },
      'no kind "KubeSchedulerConfiguration" is registered for version "kubescheduler.config.k8s.io/v1alpha1" in scheme "k8s.io/kubernetes/pkg/scheduler/apis/config/scheme/scheme.go:30"',
    ],
    [
      { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'Policy' },
      `couldn't decode as KubeSchedulerConfiguration, got kubescheduler.config.k8s.io/v1, Kind=Policy: `,
    ],
    [
      { apiVersion, kind: 'NodeLabelArgs' },
      `couldn't decode as KubeSchedulerConfiguration, got ${apiVersion}, Kind=NodeLabelArgs: `,
    ],
    ...[
      { apiVersion, kind: 'Policy' },
      { apiVersion, kind: 'NodeNameArgs' },
      { apiVersion, kind: 'NodeArgsLabel' },
      { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'NodeLabelArgs' },
      { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration' },
    ].map((document): [object, string] => [
      document,
      `no kind "${document.kind}" is registered for version "${document.apiVersion}" in scheme "k8s.io/kubernetes/pkg/scheduler/apis/config/scheme/scheme.go:30"`,
    ]),
    [
      { ...header, percentageOfNodesToScores: 5 },
      `strict decoder error for {"apiVersion":"${apiVersion}","kind":"KubeSchedulerConfiguration","percentageOfNodesToScores":5}: v1beta1.KubeSchedulerConfiguration.ReadObject: found unknown field: percentageOfNodesToScores, at .`,
    ],
    [
      { ...header, profiles: [{ plugins: { filters: {} } }] },
      `strict decoder error for {"apiVersion":"${apiVersion}","kind":"KubeSchedulerConfiguration","profiles":[{"plugins":{"filters":{}}}]}: v1beta1.Plugins.ReadObject: found unknown field: filters, at .profiles[0].plugins`,
    ],
    [{ ...header, profiles: {} }, 'v1beta1.KubeSchedulerConfiguration: .profiles: expected a list, found {}'],
    [{ ...header, leaderElection: { retryPeriod: '5 s' } }, 'time: unknown unit " s" in duration "5 s"'],
  ])('%j', (document, message) => {
    expect(decodeConfiguration(document)[1]?.message).toBe(message);
  });
});

describe('the type of a field', () => {
  const whole = `${header.kind}: .`;
  test.each<[field: string, type: string, right: readonly unknown[], wrong: readonly unknown[]]>([
    [
      'parallelism',
      `v1beta1.${whole}parallelism: expected int32`,
      [-(2 ** 31), 2 ** 31 - 1],
      ['5', 1.5, 2 ** 31, -(2 ** 31) - 1, true, {}],
    ],
    [
      'podMaxBackoffSeconds',
      `v1beta1.${whole}podMaxBackoffSeconds: expected int64`,
      [2 ** 31, -(2 ** 63)],
      ['5', 1.5, 2 ** 63],
    ],
    ['healthzBindAddress', `v1beta1.${whole}healthzBindAddress: expected string`, [':1'], [5, true, {}, []]],
    ['enableProfiling', `v1beta1.${whole}enableProfiling: expected bool`, [true, false], [5, 'true', {}, []]],
    ['extenders', `v1beta1.${whole}extenders: expected a list`, [[]], [5, 'none', true, {}]],
    [
      'clientConnection',
      'v1alpha1.ClientConnectionConfiguration: .clientConnection: expected an object',
      [{ qps: 1.5 }],
      [5, 'a', true, []],
    ],
    [
      'clientConnection',
      'v1alpha1.ClientConnectionConfiguration: .clientConnection.qps: expected float32',
      [],
      [{ qps: '5' }, { qps: true }],
    ],
    [
      'leaderElection',
      'v1alpha1.LeaderElectionConfiguration: .leaderElection.retryPeriod: expected a duration such as "5s"',
      [{ retryPeriod: '5s' }],
      [{ retryPeriod: 5 }],
    ],
  ])('%s: %s', (field, expected, right, wrong) => {
    for (const value of [null, ...right])
      expect(decodeConfiguration({ ...header, [field]: value })[1]).toBeUndefined();
    for (const value of wrong) {
      const found =
        typeof value === 'object' && expected.includes(`${field}.`)
          ? Object.values(value as object)[0]
          : value;
      const message = `${expected}, found ${JSON.stringify(found)}`;
      expect(decodeConfiguration({ ...header, [field]: value })[1]?.message).toBe(message);
    }
  });

  test('of several things that are wrong the first is told', () => {
    const wrong = {
      ...header,
      parallelism: '5',
      metricsBindAddress: 5,
      zone: 1,
      leaderElection: { retryPeriod: 'x' },
    };
    expect(decodeConfiguration(wrong)[1]?.message).toBe('time: invalid duration "x"');
    expect(decodeConfiguration({ ...wrong, leaderElection: {} })[1]?.message).toContain(
      '.metricsBindAddress: expected',
    );
  });
});
