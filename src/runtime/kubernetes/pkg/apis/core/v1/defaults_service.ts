import type { Draft, Service } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

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
