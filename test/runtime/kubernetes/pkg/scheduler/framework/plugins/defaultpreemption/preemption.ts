import type { Node, Pod } from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { Framework } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newInTreeRegistry } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/registry.ts';
import { newFramework } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import type { FrameworkOptions } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { newPodNominator } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import { type Labels, type World, handleOf, node, pod } from '../handle.ts';

export const [negative, low, mid, high, veryHigh] = [-100, 0, 100, 1000, 10_000];
/** In hundredths of a processor, and as many bytes. */
export const [small, medium, large, veryLarge] = [1, 2, 3, 5];
const amounts = (size: number) => ({ cpu: `${size * 100}m`, memory: `${size * 100}` });

export interface Running {
  readonly at: string;
  readonly priority: number;
  readonly size?: number;
  readonly labels?: Labels;
  /** Seconds after the first. */
  readonly start?: number;
  readonly spec?: object;
  readonly status?: object;
  readonly deletionTimestamp?: string;
}

/** A pod in the namespace `default`, whose name is its uid. */
export function podOf(name: string, { at, priority, size, start, spec, status, ...metadata }: Running): Pod {
  const containers = size === undefined ? [] : [{ name: 'c', resources: { requests: amounts(size) } }];
  const made = pod(
    { name, namespace: 'default', ...metadata },
    { nodeName: at, priority, containers, ...spec },
  );
  const startTime = start === undefined ? undefined : `2006-01-02T15:04:0${start}Z`;
  return {
    ...made,
    metadata: { ...made.metadata, uid: name },
    status: { ...(startTime && { startTime }), ...status },
  };
}

/** `name` or `name/zone`: a node with room for one very large pod. */
export function nodeOf(text: string): Node {
  const [name = '', zone] = text.split('/');
  const allocatable = { ...amounts(veryLarge), pods: '32' };
  return node(name, { hostname: name, ...(zone && { zone }) }, { allocatable });
}

export const at = (node: string, priority: number, size?: number, more: Partial<Running> = {}): Running => ({
  at: node,
  priority,
  ...(size !== undefined && { size }),
  ...more,
});

/** A framework over the world with these filters, of which those that come with the scheduler are asked before, too. */
export function frameworkOf(
  world: World,
  filters: readonly string[],
  options: Partial<FrameworkOptions> = {},
  own = new Registry(),
): Framework {
  const handle = handleOf(world);
  const registry = newInTreeRegistry();
  const enabled = (names: readonly string[]) => ({ enabled: names.map((name) => ({ name })) });
  const plugins = {
    queueSort: enabled(['PrioritySort']),
    bind: enabled(['DefaultBinder']),
    preFilter: enabled(filters.filter((name) => registry.has(name))),
    filter: enabled(filters),
  };
  registry.merge(own);
  const [framework, err] = newFramework(registry, plugins, [], {
    sim: handle.sim(),
    clientSet: handle.clientSet(),
    informerFactory: handle.sharedInformerFactory(),
    snapshotSharedLister: handle.snapshotSharedLister(),
    podNominator: newPodNominator(),
    ...options,
  });
  if (err) throw err;
  return framework;
}
