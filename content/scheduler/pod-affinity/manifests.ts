import type {
  Affinity,
  PodAffinityTerm,
  WeightedPodAffinityTerm as Weighted,
} from 'kubernetes-types/core/v1';
import type { User } from '../../../src/runtime/stage/scenario.ts';
import { podOf } from '../../../src/runtime/subjects/scheduler/objects.ts';

/** What the stories of this chapter apply. */
export type Manifest = Readonly<Record<string, unknown>>;

export const zone = 'topology.kubernetes.io/zone';
export const host = 'kubernetes.io/hostname';

type Labels = Readonly<Record<string, string>>;

/** Pods of this app, or with these labels, in a domain of the key, and in the pod's own namespace or in those given. */
export function term(
  of: string | Labels,
  topologyKey: string,
  ...namespaces: readonly string[]
): PodAffinityTerm {
  const matchLabels = typeof of === 'string' ? { app: of } : { ...of };
  const term = { labelSelector: { matchLabels }, topologyKey };
  return namespaces.length === 0 ? term : { ...term, namespaces: [...namespaces] };
}

export function weighted(weight: number, podAffinityTerm: PodAffinityTerm): Weighted {
  return { weight, podAffinityTerm };
}

/** Must be near such pods. */
export function near(...terms: readonly PodAffinityTerm[]): Affinity {
  return { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [...terms] } };
}

/** Must not be near such pods. */
export function away(...terms: readonly PodAffinityTerm[]): Affinity {
  return { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [...terms] } };
}

/** Had rather be near the first, and not near the second. */
export function rather(nearTo: readonly Weighted[], awayFrom: readonly Weighted[] = []): Affinity {
  return {
    ...(nearTo.length > 0 && {
      podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [...nearTo] },
    }),
    ...(awayFrom.length > 0 && {
      podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [...awayFrom] },
    }),
  };
}

/** What a pod is, besides its name. It stands on `on` from the beginning, or the scheduler has to find a node for it. */
interface Shape {
  readonly app?: string;
  /** Besides `app`. */
  readonly labels?: Labels;
  readonly on?: string;
  readonly namespace?: string;
  readonly affinity?: Affinity;
  /** For the stand-in of the kubelet. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A pod that asks for no resources. */
export function pod(name: string, shape: Shape = {}): Manifest {
  const { app = name, labels = {}, on, namespace = 'default', affinity, annotations = {} } = shape;
  const spec = { ...(on !== undefined && { nodeName: on }), ...(affinity && { affinity }) };
  const made = podOf(name, {}, spec, { app, ...labels });
  return { ...made, metadata: { ...(made.metadata as object), namespace, annotations } };
}

export function namespace(name: string): Manifest {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

/** A node with room for many pods, and no kubelet there to start them. */
export function node(name: string, inZone: string): Manifest {
  const labels = { [host]: name, [zone]: inZone };
  const allocatable = { cpu: '32', memory: '256Gi', pods: '110' };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, status: { allocatable } };
}

/** Applies objects, one after the other. */
export function apply(user: User, ...objects: readonly Manifest[]): void {
  for (const object of objects) user.act({ kind: 'apply', object });
}
