import { describe, expect, test } from 'vitest';
import { KubeSchedulerConfiguration } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/kube-scheduler/config/v1beta1/types.ts';
import {
  setDefaultsKubeSchedulerConfiguration,
  shippedGate,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/v1beta1/defaults.ts';
import { pluginArgsWithDefaults } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/v1beta1/zz_generated.defaults.ts';

function defaulted(given: Partial<KubeSchedulerConfiguration>): KubeSchedulerConfiguration {
  const config = Object.assign(new KubeSchedulerConfiguration(), given);
  setDefaultsKubeSchedulerConfiguration(config);
  return config;
}

// Upstream's TestSchedulerDefaults.
describe('a configuration', () => {
  const empty = {
    parallelism: 16,
    healthzBindAddress: '0.0.0.0:10251',
    metricsBindAddress: '0.0.0.0:10251',
    debugging: { enableProfiling: true, enableContentionProfiling: true },
    leaderElection: {
      leaderElect: true,
      leaseDuration: 15_000,
      renewDeadline: 10_000,
      retryPeriod: 2_000,
      resourceLock: 'leases',
      resourceNamespace: 'kube-system',
      resourceName: 'kube-scheduler',
    },
    clientConnection: {
      qps: 50,
      burst: 100,
      contentType: 'application/vnd.kubernetes.protobuf',
      kubeconfig: '',
      acceptContentTypes: '',
    },
    percentageOfNodesToScore: 0,
    podInitialBackoffSeconds: 1,
    podMaxBackoffSeconds: 10,
    profiles: [{ schedulerName: 'default-scheduler' }],
    extenders: [],
  };
  const pluginConfig = [{ name: 'FooPlugin' }];
  const two = [
    { pluginConfig },
    { schedulerName: 'custom-scheduler', plugins: { bind: { enabled: [{ name: 'BarPlugin' }] } } },
  ];
  const at = (address: string) => ({ healthzBindAddress: address, metricsBindAddress: address });
  const cases: readonly (readonly [string, Partial<KubeSchedulerConfiguration>, object])[] = [
    ['empty config', {}, {}],
    [
      'no scheduler name',
      { profiles: [{ pluginConfig }] },
      { profiles: [{ schedulerName: 'default-scheduler', pluginConfig }] },
    ],
    [
      'a scheduler name of one’s own',
      { profiles: [{ schedulerName: 'mine' }] },
      { profiles: [{ schedulerName: 'mine' }] },
    ],
    [
      'no profiling: nothing is said of contention',
      { debugging: { enableProfiling: false, enableContentionProfiling: undefined } },
      { debugging: { enableProfiling: false, enableContentionProfiling: undefined } },
    ],
    ['two profiles', { profiles: [...two] }, { profiles: two }],
    ['metrics and healthz address with no port', at('1.2.3.4'), at('1.2.3.4:10251')],
    ['metrics and healthz port with no address', at(':12345'), at('0.0.0.0:12345')],
    ['metrics and healthz address of IPv6', at('[::1]:80'), at('[::1]:80')],
    ['what is no address', at('nowhere'), at('0.0.0.0:10251')],
    ['set non default parallelism', { parallelism: 8 }, { parallelism: 8 }],
  ];
  test.each(cases)('%s', (_what, given, differs) => {
    expect(defaulted(given)).toEqual({ ...empty, ...differs });
  });
});

// Upstream's TestPluginArgsDefaults.
describe('arguments', () => {
  const resources = [
    { name: 'cpu', weight: 1 },
    { name: 'memory', weight: 1 },
  ];
  const own = { resources: [{ name: 'resource', weight: 2 }] };
  const defaultConstraints = [{ topologyKey: 'planet', whenUnsatisfiable: 'DoNotSchedule', maxSkew: 2 }];
  const cases: readonly (readonly [string, object, object | undefined])[] = [
    ['DefaultPreemption', {}, { minCandidateNodesPercentage: 10, minCandidateNodesAbsolute: 100 }],
    [
      'DefaultPreemption',
      { minCandidateNodesPercentage: 50 },
      { minCandidateNodesPercentage: 50, minCandidateNodesAbsolute: 100 },
    ],
    ['InterPodAffinity', {}, { hardPodAffinityWeight: 1 }],
    ['InterPodAffinity', { hardPodAffinityWeight: 0 }, { hardPodAffinityWeight: 0 }],
    ['InterPodAffinity', { hardPodAffinityWeight: 5 }, { hardPodAffinityWeight: 5 }],
    ['NodeResourcesLeastAllocated', {}, { resources }],
    ['NodeResourcesLeastAllocated', own, own],
    ['NodeResourcesMostAllocated', {}, { resources }],
    ['NodeResourcesMostAllocated', own, own],
    ['PodTopologySpread', {}, { defaultingType: 'System' }],
    ['PodTopologySpread', { defaultConstraints }, { defaultConstraints, defaultingType: 'List' }],
    ['VolumeBinding', {}, { bindTimeoutSeconds: 600 }],
    ['ImageLocality', {}, undefined],
    ['constructor', {}, undefined],
  ];
  test.each(cases)('%s %j', (name, given, expected) => {
    expect(pluginArgsWithDefaults(name, given)).toEqual(expected);
  });
  test('features are as they are shipped, and one that is not known is off', () => {
    expect(
      ['DefaultPodTopologySpread', 'LocalStorageCapacityIsolationFSQuotaMonitoring', 'Mine'].map(
        shippedGate.enabled,
      ),
    ).toEqual([true, false, false]);
  });

  test('PodTopologySpread without the feature DefaultPodTopologySpread', () => {
    const off = { enabled: () => false };
    expect(pluginArgsWithDefaults('PodTopologySpread', {}, off)).toEqual({ defaultingType: 'List' });
  });
});
