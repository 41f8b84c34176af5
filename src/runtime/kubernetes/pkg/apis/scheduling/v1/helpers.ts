import type { PriorityClass } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { systemClusterCritical, systemCriticalPriority, systemNodeCritical } from '../types.ts';

const systemClass = (name: string, value: number, description: string): PriorityClass => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value,
  description,
});

/** The classes that every cluster has. */
// Mirrors: pkg/apis/scheduling/v1/helpers.go#systemPriorityClasses
export const systemPriorityClasses: readonly PriorityClass[] = [
  systemClass(
    systemNodeCritical,
    systemCriticalPriority + 1000,
    'Used for system critical pods that must not be moved from their current node.',
  ),
  systemClass(
    systemClusterCritical,
    systemCriticalPriority,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ),
];

/** Why a class is none of the system's; nothing if it is one. */
// Mirrors: pkg/apis/scheduling/v1/helpers.go#IsKnownSystemPriorityClass
export function isKnownSystemPriorityClass(
  name: string,
  value: number,
  globalDefault: boolean,
): Error | undefined {
  for (const spc of systemPriorityClasses) {
    if (spc.metadata.name !== name) continue;
    if (spc.value !== value) return new Error(`value of ${name} PriorityClass must be ${spc.value}`);
    const isDefault = spc.globalDefault ?? false;
    return isDefault === globalDefault
      ? undefined
      : new Error(`globalDefault of ${name} PriorityClass must be ${isDefault}`);
  }
  return new Error(`${name} is not a known system priority class`);
}
