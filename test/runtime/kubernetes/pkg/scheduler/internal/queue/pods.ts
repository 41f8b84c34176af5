import type { PodSpec, PodStatus } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newPlugin } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/queuesort/priority_sort.ts';
import type {
  Handle,
  LessFunc,
  QueueSortPlugin,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import type { QueuedPodInfo } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import type { SchedulingQueue } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';

/** A pod named `namespace/name`, whose uid is its name. */
export function podOf(key: string, spec: Partial<PodSpec> = {}, status: PodStatus = {}): Pod {
  const [namespace = '', name = ''] = key.split('/');
  const metadata = { name, namespace, uid: `${name}${namespace}`, resourceVersion: '1' };
  return { kind: 'Pod', apiVersion: 'v1', metadata, spec: { containers: [], ...spec }, status };
}

/** By priority, then by time, as the default profile has it. */
export function priorityFirst(): LessFunc {
  const [plugin] = newPlugin(undefined, {} as Handle);
  return (a, b) => (plugin as QueueSortPlugin).less(a, b);
}

/** What `pop` gives at once; throws if it would park. */
export function popped(queue: SchedulingQueue): QueuedPodInfo {
  const { done, value } = queue.pop().next();
  if (!done) throw new Error('expected a pod in the queue, found that pop parks');
  const [pInfo, err] = value;
  if (err) throw err;
  return pInfo;
}
