import type {
  Container,
  ContainerStatus,
  NodeSelector,
  NodeSelectorTerm,
  ObjectReference,
  PodAffinity,
  PodAffinityTerm,
  PodSpec,
  PodStatus,
  PodTemplateSpec,
  ResourceRequirements,
} from 'kubernetes-types/core/v1';
import {
  anyObject,
  conditions,
  labelSelector,
  texts,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import {
  type ShapeOf,
  quantity,
  text,
  truth,
  whole,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';

/** Amounts by resource. */
export const resourceList = { '*': quantity } as const;

/** What a container or a claim asks for. */
export const resources: ShapeOf<ResourceRequirements> = { limits: resourceList, requests: resourceList };

/** Which object. */
export const objectReference: ShapeOf<ObjectReference> = {
  kind: text,
  namespace: text,
  name: text,
  uid: text,
  apiVersion: text,
};

const nodeSelectorTerm: ShapeOf<NodeSelectorTerm> = {
  matchExpressions: [{ key: text, operator: text, values: [text] }],
  matchFields: [{ key: text, operator: text, values: [text] }],
};

/** Which nodes. */
export const nodeSelector: ShapeOf<NodeSelector> = { nodeSelectorTerms: [nodeSelectorTerm] };

const podAffinityTerm: ShapeOf<PodAffinityTerm> = {
  labelSelector,
  namespaces: [text],
  topologyKey: text,
};

const podAffinity: ShapeOf<PodAffinity> = {
  requiredDuringSchedulingIgnoredDuringExecution: [podAffinityTerm],
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight: whole, podAffinityTerm }],
};

const container: ShapeOf<Container> = {
  name: text,
  image: text,
  command: [text],
  args: [text],
  ports: [{ name: text, hostPort: whole, containerPort: whole, protocol: text }],
  env: [{ name: text, value: text, valueFrom: {} }],
  envFrom: [{}],
  resources,
  volumeMounts: [{ name: text }],
  livenessProbe: {},
  readinessProbe: {},
  startupProbe: {},
};

/** The spec of a pod. */
const podSpec: ShapeOf<PodSpec> = {
  volumes: [
    {
      name: text,
      emptyDir: {},
      configMap: {},
      secret: {},
      persistentVolumeClaim: { claimName: text },
      rbd: { monitors: [text] },
    },
  ],
  initContainers: [container],
  containers: [container],
  restartPolicy: text,
  terminationGracePeriodSeconds: whole,
  activeDeadlineSeconds: whole,
  nodeSelector: texts,
  nodeName: text,
  imagePullSecrets: [{}],
  hostname: text,
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: nodeSelector,
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: whole, preference: nodeSelectorTerm }],
    },
    podAffinity,
    podAntiAffinity: podAffinity,
  },
  schedulerName: text,
  tolerations: [{ key: text, operator: text, value: text, effect: text, tolerationSeconds: whole }],
  priorityClassName: text,
  priority: whole,
  overhead: resourceList,
  topologySpreadConstraints: [{ maxSkew: whole, topologyKey: text, whenUnsatisfiable: text, labelSelector }],
};

const containerStatus: ShapeOf<ContainerStatus> = {
  name: text,
  ready: truth,
  restartCount: whole,
};

const podStatus: ShapeOf<PodStatus> = {
  phase: text,
  conditions,
  nominatedNodeName: text,
  podIPs: [{ ip: text }],
  initContainerStatuses: [containerStatus],
  containerStatuses: [containerStatus],
};

/**
 * A pod: what Loopscope reads of it, and what people write most. So are the shapes of all kinds; whole ones would be three times
 * as long.
 */
export const pod = { ...anyObject, spec: podSpec, status: podStatus } as const;

/** What pods are made after. */
export const podTemplateSpec: ShapeOf<PodTemplateSpec> = { metadata: anyObject.metadata, spec: podSpec };
