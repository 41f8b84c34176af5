import type { Node } from '../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

/** Writes a line to the terminal of the program. */
export type Print = (line: string) => void;

/** Nodes with this label are masters, whatever its value. Since v1.20 kubeadm sets `control-plane` beside it. */
export const masterLabel = 'node-role.kubernetes.io/master';

/** Where the number of pods is written. */
export const podCountLabel = 'demo.example/pods';

/** A copy of a node with the count in its labels. The node itself may be shared, and stays as it is. */
export function withPodCount<T extends Node>(node: T, count: number): T {
  const { metadata } = node;
  return {
    ...node,
    metadata: { ...metadata, labels: { ...metadata.labels, [podCountLabel]: String(count) } },
  };
}
