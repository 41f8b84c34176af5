import type { Container, PodSpec, Probe } from 'kubernetes-types/core/v1';
import type { Draft, Pod, Service } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

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

/**
 * How well a pod is protected when memory runs out, by what its containers ask for. Kubernetes compares
 * quantities here; Loopscope compares their texts, so that 1000m and 1 differ.
 */
// Mirrors: pkg/apis/core/helper/qos/qos.go#GetPodQOS
export function getPodQOS({ spec }: Pod): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const asked = (resources: Readonly<Record<string, string>> | undefined): [string, string][] =>
    Object.entries(resources ?? {}).filter(
      ([name, amount]) => ['cpu', 'memory'].includes(name) && amount !== '0',
    );
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])].map(({ resources }) => ({
    requests: asked(resources?.requests),
    limits: asked(resources?.limits),
  }));
  if (containers.every(({ requests, limits }) => requests.length + limits.length === 0)) return 'BestEffort';
  const guaranteed = containers.every(
    ({ requests, limits }) =>
      limits.length === 2 &&
      requests.every(([name, amount]) =>
        limits.some(([limited, most]) => limited === name && most === amount),
      ),
  );
  return guaranteed ? 'Guaranteed' : 'Burstable';
}
