import type { Frame } from '../../components/picture/description.ts';
import { SortedView, byName } from './pane/sorted-view.ts';
import { memoize } from '../../recording/memoize.ts';
import type { Recording } from '../../recording/recording.ts';
import { type PMap, mapEntries, mapGet } from '../../runtime/sim/pmap.ts';
import type {
  Attempt,
  CachedNode,
  Phase,
  QueuePlace,
  QueuedPod,
  SchedulerState,
} from '../../runtime/subjects/scheduler/world.ts';
import type { World } from '../../runtime/stage/world.ts';

/** The scheduler of a moment, and the pod that it has taken last. */
export interface Now {
  readonly state: SchedulerState;
  /** The name of its program. */
  readonly program: string;
  /** The attempt to schedule that pod; undefined before it begins. */
  readonly attempt: Attempt | undefined;
  /** Key of the pod while it is in the scheduling cycle: in no queue, and on no node. */
  readonly inCycle: string | undefined;
}

/** Of several schedulers, the one that tried a pod last, by the name of its program; undefined before any has started. */
export function schedulerOf({ schedulers }: World): readonly [string, SchedulerState] | undefined {
  const all = mapEntries(schedulers);
  const last = ({ pod, attempts }: SchedulerState): number => mapGet(attempts, pod)?.at(-1)?.entry ?? -1;
  const [first] = all;
  return first && all.reduce((one, other) => (last(other[1]) > last(one[1]) ? other : one), first);
}

/** What the picture shows of that scheduler. */
export function nowOf({ entry, world }: Frame): Now | undefined {
  const found = schedulerOf(world);
  if (!found) return undefined;
  const [program, state] = found;
  const { pod, queue, assumed } = state;
  // When a pod is taken, what is known of it is from the attempt before.
  const attempt = entry.event.kind === 'sched.pop' ? undefined : mapGet(state.attempts, pod)?.at(-1);
  const there = world.store.revision === 0 || mapGet(world.store.objects, `pods/${pod}`) !== undefined;
  const gone =
    pod === '' || !there || mapGet(queue.pods, pod) !== undefined || mapGet(assumed, pod) !== undefined;
  return { state, program, attempt, inCycle: gone || attempt?.result === 'bound' ? undefined : pod };
}

/** What keeps the order of the queue and the nodes from one frame of a recording to the next. */
export const viewsOf = memoize((_: Recording) => ({
  active: queueView('active', (a, b) => b.priority - a.priority),
  backoff: queueView('backoff', (a, b) => (a.until ?? 0) - (b.until ?? 0)),
  unschedulable: queueView('unschedulable', () => 0),
  nodes: new SortedView<CachedNode>((a, b) => byName(a.name, b.name)),
}));

function queueView(place: QueuePlace, before: (a: QueuedPod, b: QueuedPod) => number): SortedView<QueuedPod> {
  const usual = (a: QueuedPod, b: QueuedPod): number => a.timestamp - b.timestamp || byName(a.pod, b.pod);
  return new SortedView<QueuedPod>(
    (a, b) => before(a, b) || usual(a, b),
    (queued) => queued.place === place,
  );
}

/** Where a pod can be behind the cycle, as upstream calls it. */
const behind: Readonly<Partial<Record<Phase, string>>> = {
  permit: 'Permit',
  preBind: 'PreBind',
  bind: 'Bind',
};

/** Pods that have a node, and are on their way to be bound there, with the point at which each is. */
export function binding({ state }: Now): readonly { readonly pod: string; readonly point: string }[] {
  return mapEntries(state.assumed).flatMap(([pod]) => {
    const { phase = 'choose', result } = mapGet(state.attempts, pod)?.at(-1) ?? {};
    const point = behind[phase];
    return result === 'running' && point !== undefined ? [{ pod, point }] : [];
  });
}

/** The node that an object of the store has in its spec; empty where it has none, or is not there. */
export function nodeInStore({ world }: Frame, pod: string): string {
  const object = mapGet(world.store.objects as PMap<unknown>, `pods/${pod}`) as
    { readonly spec?: { readonly nodeName?: string } } | undefined;
  return object?.spec?.nodeName ?? '';
}
