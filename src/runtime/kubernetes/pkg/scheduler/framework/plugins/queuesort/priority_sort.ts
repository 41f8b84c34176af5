import { podPriority } from '../../../../../staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import type { QueueSortPlugin } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { QueuedPodInfo } from '../../types.ts';

// Mirrors: pkg/scheduler/framework/plugins/queuesort/priority_sort.go#Name
export const name = 'PrioritySort';

/** Pods of higher priority first; of the same priority, the one that waits longer. */
// Mirrors: pkg/scheduler/framework/plugins/queuesort/priority_sort.go#PrioritySort
class PrioritySort implements QueueSortPlugin {
  // Mirrors: pkg/scheduler/framework/plugins/queuesort/priority_sort.go#PrioritySort.Name
  name(): string {
    return name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/queuesort/priority_sort.go#PrioritySort.Less
  less(pInfo1: QueuedPodInfo, pInfo2: QueuedPodInfo): boolean {
    const p1 = podPriority(pInfo1.pod);
    const p2 = podPriority(pInfo2.pod);
    return p1 > p2 || (p1 === p2 && pInfo1.timestamp < pInfo2.timestamp);
  }
}

// Mirrors: pkg/scheduler/framework/plugins/queuesort/priority_sort.go#New
export const newPlugin: PluginFactory = () => [new PrioritySort(), undefined];
