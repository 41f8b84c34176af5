import type { NodeCondition } from 'kubernetes-types/core/v1';
import type { Node } from '../api/objects.ts';
import { semanticDeepEqual } from '../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import {
  type QueueEvent,
  nodeAllocatableChange,
  nodeConditionChange,
  nodeLabelChange,
  nodeSpecUnschedulableChange,
  nodeTaintChange,
} from './internal/queue/events.ts';

/**
 * The first change that may let a pod fit on the node; undefined if there is none.
 *
 * Mirrors: pkg/scheduler/eventhandlers.go#nodeSchedulingPropertiesChange
 */
export function nodeSchedulingPropertiesChange(newNode: Node, oldNode: Node): QueueEvent | undefined {
  if (nodeSpecUnschedulableChanged(newNode, oldNode)) return nodeSpecUnschedulableChange;
  if (nodeAllocatableChanged(newNode, oldNode)) return nodeAllocatableChange;
  if (nodeLabelsChanged(newNode, oldNode)) return nodeLabelChange;
  if (nodeTaintsChanged(newNode, oldNode)) return nodeTaintChange;
  if (nodeConditionsChanged(newNode, oldNode)) return nodeConditionChange;
  return undefined;
}

// Mirrors: pkg/scheduler/eventhandlers.go#nodeAllocatableChanged
export function nodeAllocatableChanged(newNode: Node, oldNode: Node): boolean {
  return !semanticDeepEqual(oldNode.status?.allocatable, newNode.status?.allocatable);
}

// Mirrors: pkg/scheduler/eventhandlers.go#nodeLabelsChanged
export function nodeLabelsChanged(newNode: Node, oldNode: Node): boolean {
  return !semanticDeepEqual(oldNode.metadata.labels, newNode.metadata.labels);
}

// Mirrors: pkg/scheduler/eventhandlers.go#nodeTaintsChanged
export function nodeTaintsChanged(newNode: Node, oldNode: Node): boolean {
  return !semanticDeepEqual(newNode.spec?.taints, oldNode.spec?.taints);
}

/**
 * Heartbeats, reasons and messages do not count.
 *
 * Mirrors: pkg/scheduler/eventhandlers.go#nodeConditionsChanged
 */
export function nodeConditionsChanged(newNode: Node, oldNode: Node): boolean {
  const strip = (conditions: readonly NodeCondition[] = []): object =>
    Object.fromEntries(conditions.map(({ type, status }) => [type, status]));
  return !semanticDeepEqual(strip(oldNode.status?.conditions), strip(newNode.status?.conditions));
}

/**
 * True if the node was cordoned, and is no longer.
 *
 * Mirrors: pkg/scheduler/eventhandlers.go#nodeSpecUnschedulableChanged
 */
export function nodeSpecUnschedulableChanged(newNode: Node, oldNode: Node): boolean {
  const unschedulable = Boolean(newNode.spec?.unschedulable);
  return unschedulable !== Boolean(oldNode.spec?.unschedulable) && !unschedulable;
}
