import type { PodSpec, Taint, Toleration } from 'kubernetes-types/core/v1';
import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import { podOf } from '../../../src/runtime/subjects/scheduler/objects.ts';
import type { NodeShape } from '../../../src/runtime/subjects/nodes/stand-ins/kubelet-node.ts';

type Settings = NonNullable<Scenario['settings']>;
type NodeShapes = Readonly<Record<string, NodeShape>>;

/** The taint that this chapter is about. */
export const dedicated = (effect: string): Taint => ({ key: 'dedicated', value: 'db', effect });

/** What tolerates it, with any effect. */
export const ofDb: Toleration = { key: 'dedicated', operator: 'Equal', value: 'db' };

/** A node with so many CPUs, and that taint with these effects. */
export const node = (cpu: string, ...effects: readonly string[]): NodeShape => ({
  allocatable: { cpu },
  ...(effects.length > 0 && { taints: effects.map(dedicated) }),
});

/** Applies a pod that asks for so many CPUs. */
export function pod(
  user: User,
  name: string,
  cpu: number,
  tolerations: readonly Toleration[] = [],
  spec: Partial<PodSpec> = {},
): void {
  const tolerates = tolerations.length > 0 ? { tolerations: [...tolerations] } : {};
  user.act({ kind: 'apply', object: podOf(name, { cpu: String(cpu) }, { ...tolerates, ...spec }) });
}

/** For a pod that is for one node. */
export const onHost = (name: string): Partial<PodSpec> => ({
  nodeSelector: { 'kubernetes.io/hostname': name },
});

/** Taints a node, as `kubectl taint` does. */
export function taint(user: User, name: string, ...taints: readonly string[]): void {
  user.act({ kind: 'taint', node: name, taints });
}

/** A cluster of these nodes. */
export const settings = (nodeShapes: NodeShapes): Settings => ({
  nodes: Object.keys(nodeShapes),
  nodeShapes,
  readyMs: 0,
});

/** The same, where no pod is to be taken from a node. */
export const quiet = (nodeShapes: NodeShapes): Settings => ({
  ...settings(nodeShapes),
  idle: ['kube-controller-manager'],
});
