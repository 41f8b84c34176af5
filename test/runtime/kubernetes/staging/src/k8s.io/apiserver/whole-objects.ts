import type { APIRequest } from '../../../../../../../src/runtime/wire.ts';

/** An object of a kind with all that a client may say of it, and where it goes. */
export interface Whole {
  readonly resource: string;
  readonly groupVersion?: string;
  readonly subresource?: APIRequest['subresource'];
  readonly object: { readonly metadata: { readonly name: string }; readonly [field: string]: unknown };
}

const metadata = {
  name: 'one',
  namespace: 'default',
  labels: { app: 'web' },
  annotations: { note: 'a, b' },
  ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'u-1', controller: true }],
  finalizers: ['example.com/keep'],
};
const { namespace: _, ...clusterMetadata } = metadata;

const labelSelector = {
  matchLabels: { app: 'web' },
  matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }],
};
const nodeTerm = {
  matchExpressions: [{ key: 'zone', operator: 'In', values: ['z1'] }],
  matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }],
};
const podTerm = { labelSelector, namespaces: ['default'], topologyKey: 'zone' };
const podAffinity = {
  requiredDuringSchedulingIgnoredDuringExecution: [podTerm],
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: podTerm }],
};
const condition = {
  type: 'Ready',
  status: 'True',
  reason: 'Because',
  message: 'so',
  lastTransitionTime: '2021-01-16T12:00:00Z',
};
const reference = { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'a', uid: 'u-2' };

const container = {
  name: 'app',
  image: 'app:v1',
  command: ['app'],
  args: ['--fast'],
  ports: [{ name: 'http', containerPort: 80, protocol: 'TCP' }],
  env: [
    { name: 'A', value: 'a' },
    { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  ],
  envFrom: [{ prefix: 'C_', configMapRef: { name: 'c' } }],
  resources: { limits: { cpu: '1' }, requests: { cpu: '500m', memory: '64Mi' } },
  volumeMounts: [{ name: 'data', mountPath: '/data' }],
  livenessProbe: { httpGet: { path: '/', port: 80 }, periodSeconds: 5 },
  imagePullPolicy: 'Always',
  securityContext: { runAsUser: 7 },
};

const podSpec = {
  volumes: [
    { name: 'data', emptyDir: {} },
    { name: 'claim', persistentVolumeClaim: { claimName: 'one' } },
    { name: 'disk', rbd: { monitors: ['m'], image: 'i' } },
  ],
  initContainers: [{ ...container, name: 'init' }],
  containers: [container],
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 3,
  nodeSelector: { zone: 'z1' },
  securityContext: {},
  imagePullSecrets: [{ name: 's' }],
  hostname: 'web',
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [nodeTerm] },
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: nodeTerm }],
    },
    podAffinity,
    podAntiAffinity: podAffinity,
  },
  schedulerName: 'default-scheduler',
  tolerations: [
    { key: 'a', operator: 'Equal', value: 'b', effect: 'NoExecute', tolerationSeconds: 3 },
    { operator: 'Exists' },
  ],
  priorityClassName: '',
  overhead: { cpu: '1m' },
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector },
  ],
};
const template = { metadata: { labels: { app: 'web' } }, spec: podSpec };
const replicaStatus = { replicas: 1, readyReplicas: 1, observedGeneration: 1, conditions: [condition] };

const workload = (kind: string, resource: string): Whole => ({
  resource,
  object: {
    apiVersion: 'apps/v1',
    kind,
    metadata,
    spec: { replicas: 1, minReadySeconds: 1, selector: labelSelector, template },
    status: replicaStatus,
  },
});

/** One of each kind. */
export const wholeObjects: readonly Whole[] = [
  {
    resource: 'pods',
    object: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata,
      spec: podSpec,
      status: {
        phase: 'Running',
        conditions: [condition],
        podIPs: [{ ip: '10.0.0.1' }],
        containerStatuses: [{ name: 'app', ready: true, restartCount: 0, state: { running: {} } }],
      },
    },
  },
  {
    resource: 'pods',
    subresource: 'binding',
    object: { apiVersion: 'v1', kind: 'Binding', metadata, target: { kind: 'Node', name: 'n1' } },
  },
  {
    resource: 'nodes',
    object: {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: clusterMetadata,
      spec: {
        podCIDRs: ['10.0.0.0/24'],
        unschedulable: true,
        taints: [{ key: 'a', value: 'b', effect: 'NoSchedule' }],
      },
      status: {
        capacity: { cpu: '2', pods: '110' },
        allocatable: { cpu: '1', pods: '100' },
        conditions: [condition],
        addresses: [{ type: 'Hostname', address: 'n1' }],
        images: [{ names: ['app:v1'], sizeBytes: 7 }],
        volumesInUse: ['v'],
        volumesAttached: [{ name: 'v', devicePath: '/d' }],
      },
    },
  },
  {
    resource: 'namespaces',
    object: {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: clusterMetadata,
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active', conditions: [condition] },
    },
  },
  {
    resource: 'events',
    object: {
      apiVersion: 'v1',
      kind: 'Event',
      metadata,
      involvedObject: reference,
      reason: 'Because',
      message: 'so',
      source: { component: 'test', host: 'n1' },
      firstTimestamp: '2021-01-16T12:00:00Z',
      count: 1,
      type: 'Normal',
      series: { count: 2, lastObservedTime: '2021-01-16T12:00:00.000000Z' },
    },
  },
  {
    resource: 'events',
    groupVersion: 'events.k8s.io/v1',
    object: {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { ...metadata, name: 'two' },
      eventTime: '2021-01-16T12:00:00.000000Z',
      reportingController: 'example.com/test',
      reportingInstance: 'test-1',
      action: 'Do',
      reason: 'Because',
      regarding: reference,
      note: 'so',
      type: 'Normal',
      series: { count: 2, lastObservedTime: '2021-01-16T12:00:00.000000Z' },
    },
  },
  {
    resource: 'configmaps',
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
      data: { a: 'b' },
      binaryData: { c: 'ZA==' },
      immutable: false,
    },
  },
  {
    resource: 'secrets',
    object: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
      data: { a: 'Yg==' },
      stringData: { c: 'd' },
      type: 'Opaque',
    },
  },
  {
    resource: 'serviceaccounts',
    object: {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata,
      secrets: [{ name: 's' }],
      imagePullSecrets: [{ name: 's' }],
    },
  },
  {
    resource: 'serviceaccounts',
    subresource: 'token',
    object: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata,
      spec: { expirationSeconds: 600 },
    },
  },
  {
    resource: 'services',
    object: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: {
        ports: [{ name: 'http', protocol: 'TCP', port: 80, targetPort: 'http' }],
        selector: { app: 'web' },
        clusterIPs: ['None'],
        clusterIP: 'None',
        type: 'ClusterIP',
        externalIPs: ['1.2.3.4'],
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10 } },
      },
      status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } },
    },
  },
  {
    resource: 'endpoints',
    object: {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata,
      subsets: [
        {
          addresses: [{ ip: '10.0.0.1', nodeName: 'n1', targetRef: reference }],
          notReadyAddresses: [{ ip: '10.0.0.2' }],
          ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
        },
      ],
    },
  },
  {
    resource: 'replicationcontrollers',
    object: {
      apiVersion: 'v1',
      kind: 'ReplicationController',
      metadata,
      spec: { replicas: 1, minReadySeconds: 1, selector: { app: 'web' }, template },
      status: replicaStatus,
    },
  },
  workload('ReplicaSet', 'replicasets'),
  workload('Deployment', 'deployments'),
  workload('StatefulSet', 'statefulsets'),
  workload('DaemonSet', 'daemonsets'),
  {
    resource: 'replicasets',
    subresource: 'scale',
    object: { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata, spec: { replicas: 2 } },
  },
  {
    resource: 'persistentvolumes',
    object: {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: clusterMetadata,
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        claimRef: { namespace: 'default', name: 'one' },
        persistentVolumeReclaimPolicy: 'Retain',
        storageClassName: 'fast',
        mountOptions: ['ro'],
        volumeMode: 'Filesystem',
        nodeAffinity: { required: { nodeSelectorTerms: [nodeTerm] } },
        csi: { driver: 'd', volumeHandle: 'h' },
      },
      status: { phase: 'Bound' },
    },
  },
  {
    resource: 'persistentvolumeclaims',
    object: {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata,
      spec: {
        accessModes: ['ReadWriteOnce'],
        selector: labelSelector,
        resources: { requests: { storage: '1Gi' } },
        volumeName: 'one',
        storageClassName: 'fast',
        volumeMode: 'Filesystem',
      },
      status: { phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } },
    },
  },
  {
    resource: 'storageclasses',
    object: {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: clusterMetadata,
      provisioner: 'example.com/disk',
      parameters: { kind: 'fast' },
      reclaimPolicy: 'Delete',
      mountOptions: ['ro'],
      allowVolumeExpansion: true,
      volumeBindingMode: 'WaitForFirstConsumer',
      allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['z1'] }] }],
    },
  },
  {
    resource: 'csinodes',
    object: {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSINode',
      metadata: clusterMetadata,
      spec: { drivers: [{ name: 'd', nodeID: 'n', topologyKeys: ['zone'], allocatable: { count: 3 } }] },
    },
  },
  {
    resource: 'csidrivers',
    object: {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSIDriver',
      metadata: clusterMetadata,
      spec: { attachRequired: true, volumeLifecycleModes: ['Persistent'], storageCapacity: true },
    },
  },
  {
    resource: 'leases',
    object: {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata,
      spec: {
        holderIdentity: 'a',
        leaseDurationSeconds: 15,
        acquireTime: '2021-01-16T12:00:00.000000Z',
        renewTime: '2021-01-16T12:00:00.000000Z',
        leaseTransitions: 1,
      },
    },
  },
  {
    resource: 'poddisruptionbudgets',
    object: {
      apiVersion: 'policy/v1beta1',
      kind: 'PodDisruptionBudget',
      metadata,
      spec: { minAvailable: '50%', selector: labelSelector },
      status: { disruptionsAllowed: 1, disruptedPods: { a: '2021-01-16T12:00:00Z' } },
    },
  },
  {
    resource: 'priorityclasses',
    object: {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: clusterMetadata,
      value: 10,
      globalDefault: false,
      description: 'd',
      preemptionPolicy: 'Never',
    },
  },
  {
    resource: 'podpools',
    object: {
      apiVersion: 'demo.example/v1',
      kind: 'PodPool',
      metadata,
      spec: { size: 3, image: 'app:v2' },
    },
  },
];
