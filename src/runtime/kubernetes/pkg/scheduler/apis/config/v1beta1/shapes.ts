import { extensionPoints } from '../types.ts';
import type { ObjectShape, Shape } from './strict-decoder.ts';

const typeMeta = { apiVersion: 'string', kind: 'string' } as const;
const strings: Shape = { list: 'string' };

const plugin: ObjectShape = {
  type: 'v1beta1.Plugin',
  fields: { name: 'string', weight: 'int32' },
  zero: { name: '' },
};

const pluginSet: ObjectShape = {
  type: 'v1beta1.PluginSet',
  fields: { enabled: { list: plugin }, disabled: { list: plugin } },
  zero: { enabled: [] },
};

const profile: ObjectShape = {
  type: 'v1beta1.KubeSchedulerProfile',
  fields: {
    schedulerName: 'string',
    plugins: {
      type: 'v1beta1.Plugins',
      fields: Object.fromEntries(extensionPoints.map((point) => [point, pluginSet])),
    },
    pluginConfig: {
      list: { type: 'v1beta1.PluginConfig', fields: { name: 'string', args: 'any' }, zero: { name: '' } },
    },
  },
};

const extender: ObjectShape = {
  type: 'v1beta1.Extender',
  fields: {
    urlPrefix: 'string',
    filterVerb: 'string',
    preemptVerb: 'string',
    prioritizeVerb: 'string',
    weight: 'int64',
    bindVerb: 'string',
    enableHTTPS: 'bool',
    tlsConfig: {
      type: 'v1.ExtenderTLSConfig',
      fields: {
        insecure: 'bool',
        serverName: 'string',
        certFile: 'string',
        keyFile: 'string',
        caFile: 'string',
        certData: 'string',
        keyData: 'string',
        caData: 'string',
      },
    },
    httpTimeout: 'duration',
    nodeCacheCapable: 'bool',
    managedResources: {
      list: {
        type: 'v1.ExtenderManagedResource',
        fields: { name: 'string', ignoredByScheduler: 'bool' },
        zero: { name: '' },
      },
    },
    ignorable: 'bool',
  },
  zero: { urlPrefix: '' },
};

/** The fields of a KubeSchedulerConfiguration of v1beta1. */
export const configurationShape: ObjectShape = {
  type: 'v1beta1.KubeSchedulerConfiguration',
  fields: {
    ...typeMeta,
    parallelism: 'int32',
    leaderElection: {
      type: 'v1alpha1.LeaderElectionConfiguration',
      fields: {
        leaderElect: 'bool',
        leaseDuration: 'duration',
        renewDeadline: 'duration',
        retryPeriod: 'duration',
        resourceLock: 'string',
        resourceName: 'string',
        resourceNamespace: 'string',
      },
    },
    clientConnection: {
      type: 'v1alpha1.ClientConnectionConfiguration',
      fields: {
        kubeconfig: 'string',
        acceptContentTypes: 'string',
        contentType: 'string',
        qps: 'float32',
        burst: 'int32',
      },
    },
    healthzBindAddress: 'string',
    metricsBindAddress: 'string',
    enableProfiling: 'bool',
    enableContentionProfiling: 'bool',
    percentageOfNodesToScore: 'int32',
    podInitialBackoffSeconds: 'int64',
    podMaxBackoffSeconds: 'int64',
    profiles: { list: profile },
    extenders: { list: extender },
  },
};

const argsOf = (name: string, fields: ObjectShape['fields']): ObjectShape => ({
  type: `v1beta1.${name}Args`,
  fields: { ...typeMeta, ...fields },
});

const resources: Shape = {
  list: {
    type: 'v1beta1.ResourceSpec',
    fields: { name: 'string', weight: 'int64' },
    zero: { name: '', weight: 0 },
  },
};

const shape: Shape = {
  list: {
    type: 'v1beta1.UtilizationShapePoint',
    fields: { utilization: 'int32', score: 'int32' },
    zero: { utilization: 0, score: 0 },
  },
};

const topologySpreadConstraint: ObjectShape = {
  type: 'v1.TopologySpreadConstraint',
  fields: { maxSkew: 'int32', topologyKey: 'string', whenUnsatisfiable: 'string', labelSelector: 'any' },
};

/** The fields of the arguments of each plugin that takes any. */
export const argsShapes: Readonly<Record<string, ObjectShape>> = {
  DefaultPreemption: argsOf('DefaultPreemption', {
    minCandidateNodesPercentage: 'int32',
    minCandidateNodesAbsolute: 'int32',
  }),
  InterPodAffinity: argsOf('InterPodAffinity', { hardPodAffinityWeight: 'int32' }),
  NodeAffinity: argsOf('NodeAffinity', { addedAffinity: 'any' }),
  NodeLabel: argsOf('NodeLabel', {
    presentLabels: strings,
    absentLabels: strings,
    presentLabelsPreference: strings,
    absentLabelsPreference: strings,
  }),
  NodeResourcesFit: argsOf('NodeResourcesFit', { ignoredResources: strings, ignoredResourceGroups: strings }),
  NodeResourcesLeastAllocated: argsOf('NodeResourcesLeastAllocated', { resources }),
  NodeResourcesMostAllocated: argsOf('NodeResourcesMostAllocated', { resources }),
  PodTopologySpread: argsOf('PodTopologySpread', {
    defaultConstraints: { list: topologySpreadConstraint },
    defaultingType: 'string',
  }),
  RequestedToCapacityRatio: argsOf('RequestedToCapacityRatio', { shape, resources }),
  ServiceAffinity: argsOf('ServiceAffinity', {
    affinityLabels: strings,
    antiAffinityLabelsPreference: strings,
  }),
  VolumeBinding: argsOf('VolumeBinding', { bindTimeoutSeconds: 'int64' }),
};
