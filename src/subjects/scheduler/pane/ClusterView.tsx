import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { memoize } from '../../../recording/memoize.ts';
import { lastPart, listed } from '../../../recording/words.ts';
import type {
  Amounts,
  Attempt,
  CachedNode,
  SchedulerState,
} from '../../../runtime/subjects/scheduler/world.ts';
import { type PMap, mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import { NodeMap } from './NodeMap.tsx';
import { Grid } from './Grid.tsx';
import type { GridCell, GridColumn, GridRow } from './grid-rows.ts';
import type { NodeGridProps } from './node-grid.ts';
import { amountText } from './scheduler-words.ts';
import { SortedView, byName } from './sorted-view.ts';

interface ClusterViewProps extends Partial<Omit<NodeGridProps, 'onOpen'>> {
  readonly state: SchedulerState;
  /** The nodes at the stop before, where that is known. */
  readonly before?: PMap<CachedNode>;
  /** True for nodes as a snapshot had them: they have no generation, and no pod on its way to them. */
  readonly snapshot?: boolean;
}

const byZone = (a: CachedNode, b: CachedNode): number => byName(a.zone, b.zone) || byName(a.name, b.name);

/** From so many nodes on there is a map of them besides the table. */
const mapFrom = 40;

/** The nodes as the cache has them: their room, zones and taints. */
export function ClusterView({
  state,
  before,
  attempt,
  snapshot = false,
  ...shared
}: ClusterViewProps): VNode {
  const [view] = useState(() => new SortedView<CachedNode>(byZone));
  const nodes = view.of(state.nodes);
  const zoned = nodes.length > 0 && (nodes.at(-1)?.zone ?? '') !== '';
  const resources = ['cpu', 'memory', 'pods', ...extended(attempt)];
  // Until it has a node, the pod that is tried is shown on each as if it came there.
  const asks = attempt?.node === '' ? attempt.asks : nothing;
  const columns: GridColumn[] = [
    ...(zoned ? [{ key: 'zone', label: t`Zone`, as: 'text' } as const] : []),
    ...resources.map((name): GridColumn => ({ key: name, label: name, as: 'amount' })),
    ...(snapshot ? [] : [{ key: 'assumed', label: t`Assumed`, as: 'text' } as const]),
    { key: 'taints', label: t`Taints`, as: 'text' },
    ...(snapshot ? [] : [{ key: 'generation', label: t`Generation`, as: 'amount' } as const]),
  ];
  const row = (place: number): GridRow => {
    const node = nodes[place] as CachedNode;
    const { name, zone, taints, unschedulable, generation, known } = node;
    const stale = generation > state.snapshot.generation;
    const said = unschedulable ? [t`cordoned`, ...taints] : taints;
    const was = before && mapGet(before, name);
    return {
      name,
      cells: [
        ...(zoned ? [{ text: zone }] : []),
        ...resources.map((resource) => roomCell(node, resource, asks)),
        ...(snapshot ? [] : [{ text: listed(assumed.get(name) ?? []) }]),
        { text: known ? listed(said) : t`gone, its pods are not`, tone: said.length > 0 ? 'bad' : undefined },
        ...(snapshot ? [] : [generationCell(generation, stale)]),
      ],
      tone: attempt?.node === name ? 'chosen' : undefined,
      changed: before !== undefined && was !== node,
    };
  };
  const assumed = assumedOn(state.assumed);
  const many = nodes.length >= mapFrom;
  return (
    <div class="sched-cluster" data-many={many || undefined}>
      {many && <NodeMap nodes={nodes} attempt={attempt} {...shared} />}
      <Grid
        label={
          snapshot ? t`Nodes as they were in this attempt` : t`Nodes as the cache of the scheduler has them`
        }
        head={t`Node`}
        columns={columns}
        count={nodes.length}
        row={row}
        {...shared}
        empty={t`The scheduler has heard of no node yet.`}
      />
    </div>
  );
}

const generationCell = (generation: number, stale: boolean): GridCell =>
  stale
    ? { text: `${generation} ↑`, says: t`${generation}, newer than the snapshot` }
    : { text: String(generation) };

/** The pods that are on their way to each node, without their namespace. */
const assumedOn = memoize((assumed: PMap<string>): ReadonlyMap<string, readonly string[]> => {
  const pods = new Map<string, string[]>();
  for (const [pod, node] of mapEntries(assumed)) {
    const there = pods.get(node);
    if (there) there.push(lastPart(pod));
    else pods.set(node, [lastPart(pod)]);
  }
  return pods;
});

const nothing: Amounts = {};

/** What the pod asks for besides what all nodes have, such as `example.com/gpu`. */
function extended(attempt: Attempt | undefined): string[] {
  return Object.keys(attempt?.asks ?? nothing).filter((name) => name.includes('/'));
}

/** What is taken of what there is, and what would come to it. */
function roomCell({ allocatable, requested }: CachedNode, resource: string, asks: Amounts): GridCell {
  const [has, taken, asked] = [allocatable[resource] ?? 0, requested[resource] ?? 0, asks[resource] ?? 0];
  const of = (amount: number): string => amountText(resource, amount);
  const share = (amount: number): number => (has > 0 ? amount / has : amount > 0 ? 1 : 0);
  const text = asked > 0 ? `${of(taken)}/${of(has)} +${of(asked)}` : `${of(taken)}/${of(has)}`;
  const says = t`${of(taken)} of ${of(has)} is taken, the pod asks for ${of(asked)}`;
  return {
    text,
    // With what is seen, so that whoever speaks to the page can name it by that.
    says: asked > 0 ? `${text}: ${says}` : undefined,
    bar: share(taken),
    more: share(asked),
    tone: taken + asked > has ? 'bad' : undefined,
  };
}
