import type { Container, PodSpec, Taint } from 'kubernetes-types/core/v1';

/** Objects for stories of the scheduler, as a person would write them in YAML. */

type Manifest = Readonly<Record<string, unknown>>;

/** What differs between nodes. Resources that are not said are those of the kubelet's stand-in. */
export interface NodeShape {
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  readonly cpu?: string;
  readonly memory?: string;
  readonly pods?: string;
}

/** A node. Its name is its label `kubernetes.io/hostname`. */
export function node(name: string, shape: NodeShape = {}): Manifest {
  const { labels = {}, taints, cpu = '32', memory = '256Gi', pods = '110' } = shape;
  const room = { cpu, memory, pods, 'ephemeral-storage': '100Gi' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec: taints ? { taints } : {},
    status: { capacity: room, allocatable: room },
  };
}

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
