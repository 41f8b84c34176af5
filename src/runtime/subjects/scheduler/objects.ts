import type { Container, PodSpec } from 'kubernetes-types/core/v1';

/** Objects for stories of the scheduler, as a person would write them in YAML. */

type Manifest = Readonly<Record<string, unknown>>;

/** A pod of one container that requests resources. */
export function podOf(
  name: string,
  requests: Readonly<Record<string, string>> = {},
  spec: Partial<PodSpec> = {},
  labels: Readonly<Record<string, string>> = {},
): Manifest {
  const container: Container = { name: 'app', image: 'app:v1', resources: { requests } };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', ...(Object.keys(labels).length > 0 ? { labels } : {}) },
    spec: { containers: [container], ...spec },
  };
}

/** A file of the kind KubeSchedulerConfiguration, with the one profile of a scheduler: what in it is not as in the default one. */
export function configurationOf(profile: Readonly<Record<string, unknown>>): Manifest {
  return {
    apiVersion: 'kubescheduler.config.k8s.io/v1beta1',
    kind: 'KubeSchedulerConfiguration',
    profiles: [{ schedulerName: 'default-scheduler', ...profile }],
  };
}
