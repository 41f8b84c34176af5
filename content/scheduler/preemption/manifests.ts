import type { User } from '../../../src/runtime/stage/scenario.ts';
import { podOf } from '../../../src/runtime/subjects/scheduler/objects.ts';

/** What the stories of this chapter apply. */
export type Manifest = Readonly<Record<string, unknown>>;

interface PriorityClass extends Manifest {
  readonly metadata: { readonly name: string };
}

/** A class of pods, which gives them their priority. */
export function priorityClass(name: string, value: number, more: object = {}): PriorityClass {
  return { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value, ...more };
}

/** A node with four cores, and no kubelet there to start pods. */
export function node(name: string): Manifest {
  const room = { cpu: '4', memory: '8Gi', pods: '110' };
  const labels = { 'kubernetes.io/hostname': name };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, status: { allocatable: room } };
}

/** What a pod is, besides its name. It stands on `on` from the beginning, or the scheduler has to find a node for it. */
interface Shape {
  readonly cpu: number;
  /** Its class, or the name of that. */
  readonly of?: PriorityClass | string;
  readonly on?: string;
  readonly app?: string;
  /** How long it takes to end. */
  readonly endsInMs?: number;
  readonly spec?: object;
}

/** A pod of one container. */
export function pod(name: string, { cpu, of, on, app = name, endsInMs, spec }: Shape): Manifest {
  const made = podOf(
    name,
    { cpu: String(cpu) },
    {
      ...(of !== undefined && { priorityClassName: typeof of === 'string' ? of : of.metadata.name }),
      ...(on !== undefined && { nodeName: on }),
      ...spec,
    },
    { app },
  );
  const annotations = endsInMs === undefined ? {} : { 'fake/term-ms': String(endsInMs) };
  return { ...made, metadata: { ...(made.metadata as object), annotations } };
}

/** A budget as its controller has filled it in: none of the pods may go. */
export function usedUpBudget(app: string): Manifest {
  return {
    apiVersion: 'policy/v1beta1',
    kind: 'PodDisruptionBudget',
    metadata: { name: app, namespace: 'default' },
    spec: { minAvailable: 1, selector: { matchLabels: { app } } },
    status: { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
  };
}

/** Applies objects, one after the other. */
export function apply(user: User, ...objects: readonly Manifest[]): void {
  for (const object of objects) user.act({ kind: 'apply', object });
}
