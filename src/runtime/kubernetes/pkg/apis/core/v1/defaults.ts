import type { Container, PodSpec, Probe } from 'kubernetes-types/core/v1';
import type {
  Draft,
  Endpoints,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  ReplicationController,
  Secret,
  Service,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

/** Fills in what a ReplicationController leaves out: its selector and its labels are those of its template. */
// Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_ReplicationController
export function setDefaultsReplicationController(rc: Draft<ReplicationController>): void {
  if (!rc.spec) return;
  const labels = rc.spec.template?.metadata?.labels;
  if (labels) {
    if (Object.keys(rc.spec.selector ?? {}).length === 0) rc.spec.selector = { ...labels };
    if (Object.keys(rc.metadata.labels ?? {}).length === 0) rc.metadata.labels = { ...labels };
  }
  rc.spec.replicas ??= 1;
  if (rc.spec.template?.spec) setDefaultsPodSpec(rc.spec.template.spec);
}

// Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_Container
function setDefaultsContainer(container: Draft<Container>): void {
  container.imagePullPolicy ||= isLatest(container.image ?? '') ? 'Always' : 'IfNotPresent';
  container.terminationMessagePath ||= '/dev/termination-log';
  container.terminationMessagePolicy ||= 'File';
  container.resources ??= {};
  for (const port of container.ports ?? []) port.protocol ||= 'TCP';
  for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
    if (probe) setDefaultsProbe(probe);
  }
}

/** How long a client keeps to one pod, where sessions have an affinity: three hours, in seconds. */
const defaultClientIPServiceAffinitySeconds = 10800;

/** Fills in what a Service leaves out. A target port that is not said is the port itself. */
// Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_Service
export function setDefaultsService(service: Draft<Service>): void {
  const spec = (service.spec ??= {});
  spec.sessionAffinity ||= 'None';
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity === 'ClientIP') {
    const timeoutSeconds =
      spec.sessionAffinityConfig?.clientIP?.timeoutSeconds ?? defaultClientIPServiceAffinitySeconds;
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds } };
  }
  spec.type ||= 'ClusterIP';
  for (const port of spec.ports ?? []) {
    port.protocol ||= 'TCP';
    port.targetPort ||= port.port;
  }
  // Go's JSON leaves out what is false.
  if (spec.publishNotReadyAddresses === false) delete spec.publishNotReadyAddresses;
  if (spec.type === 'NodePort' || spec.type === 'LoadBalancer') spec.externalTrafficPolicy ||= 'Cluster';
}

/** Fills in what a pod leaves out. Requests that are not set are as high as the limits. */
// Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_Pod
export function setDefaultsPod(pod: Draft<Pod>): void {
  const spec = (pod.spec ??= { containers: [] });
  setDefaultsPodSpec(spec);
  for (const { resources } of [...(spec.containers ?? []), ...(spec.initContainers ?? [])]) {
    if (resources?.limits) resources.requests = { ...resources.limits, ...resources.requests };
  }
  spec.enableServiceLinks ??= true;
}

/** Fills in what the spec of a pod, or of a template for pods, leaves out. */
// Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_PodSpec
export function setDefaultsPodSpec(spec: Draft<PodSpec>): void {
  spec.dnsPolicy ||= 'ClusterFirst';
  spec.restartPolicy ||= 'Always';
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds ??= 30;
  spec.schedulerName ||= 'default-scheduler';
  for (const container of [...(spec.containers ?? []), ...(spec.initContainers ?? [])]) {
    setDefaultsContainer(container);
    if (!spec.hostNetwork) continue;
    // Mirrors: pkg/apis/core/v1/defaults.go#defaultHostNetworkPorts
    for (const port of container.ports ?? []) port.hostPort ??= port.containerPort;
  }
  for (const volume of spec.volumes ?? []) if (Object.keys(volume).length === 1) volume.emptyDir = {};
}

// Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_Probe
function setDefaultsProbe(probe: Draft<Probe>): void {
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
}

/** True for an image whose tag is `latest`, or that names neither tag nor digest. */
function isLatest(image: string): boolean {
  if (image.includes('@')) return false;
  const name = image.slice(image.lastIndexOf('/') + 1);
  const tag = name.includes(':') ? name.slice(name.indexOf(':') + 1) : 'latest';
  return tag === 'latest';
}

// Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_Secret
export function setDefaultsSecret(secret: Draft<Secret>): void {
  secret.type ||= 'Opaque';
}

// Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_PersistentVolume
export function setDefaultsPersistentVolume(pv: Draft<PersistentVolume>): void {
  pv.status ??= {};
  pv.status.phase ??= 'Pending';
  pv.spec ??= {};
  pv.spec.persistentVolumeReclaimPolicy ??= 'Retain';
  pv.spec.volumeMode ??= 'Filesystem';
}

// Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_PersistentVolumeClaim
export function setDefaultsPersistentVolumeClaim(pvc: Draft<PersistentVolumeClaim>): void {
  pvc.status ??= {};
  pvc.status.phase ??= 'Pending';
  pvc.spec ??= {};
  pvc.spec.volumeMode ??= 'Filesystem';
}

// Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_Endpoints
export function setDefaultsEndpoints(endpoints: Draft<Endpoints>): void {
  for (const { ports } of endpoints.subsets ?? []) for (const port of ports ?? []) port.protocol ||= 'TCP';
}

/** What pods may take of a node is all that it has, if the node says nothing else. */
// Mirrors: pkg/apis/core/v1/defaults.go#SetDefaults_NodeStatus
export function setDefaultsNodeStatus(node: Draft<Node>): void {
  if (node.status?.capacity) node.status.allocatable ??= { ...node.status.capacity };
}
