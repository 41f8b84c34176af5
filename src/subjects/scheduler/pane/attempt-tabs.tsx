import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import type { Attempt, SchedulerState } from '../../../runtime/subjects/scheduler/world.ts';
import { AttemptGrid } from './AttemptGrid.tsx';
import { ClusterView } from './ClusterView.tsx';
import { DomainGrid, domainWords } from './DomainGrid.tsx';
import { FilterGrid } from './FilterGrid.tsx';
import { LabelGrid } from './LabelGrid.tsx';
import { PreemptionGrid } from './PreemptionGrid.tsx';
import { ScoreGrid, type ScoreKind } from './ScoreGrid.tsx';
import type { NodeGridProps } from './node-grid.ts';

/** What tabs are given to show. */
interface TabProps {
  readonly state: SchedulerState;
  /** The state at the stop before, of which the difference is shown. */
  readonly before?: SchedulerState;
  readonly pod: string;
  /** Undefined before the first. */
  readonly attempt: Attempt | undefined;
  /** The number of the attempt that the reader asked for. */
  readonly asked?: number;
  readonly onAttempt: (number: number) => void;
  readonly kind: ScoreKind;
  readonly snapshot?: boolean;
  readonly onOpen: NodeGridProps['onOpen'];
  /** What all tables of nodes share. */
  readonly shared: Omit<NodeGridProps, 'attempt' | 'onOpen'>;
}

/** A table of the pane. */
interface AttemptTab {
  readonly id: string;
  title(): string;
  /** Of a tab that joins the others only where an attempt holds what it tells of, or while it is open. */
  readonly heldBy?: (attempt: Attempt) => unknown;
  show(props: TabProps): VNode;
  /** What is said below it of an attempt, where that is not of a node. */
  readonly words?: (attempt: Attempt) => string;
}

/** Stands for the attempt of a pod that was not tried yet: the same component shows it, so its table is kept from one pod to the next. */
const untried: Attempt = {
  pod: '',
  uid: '',
  number: 0,
  profile: '',
  priority: 0,
  asks: {},
  why: '',
  at: 0,
  entry: 0,
  phase: 'preFilter',
  result: 'running',
  message: '',
  node: '',
  entries: {},
};

/** In the order in which they stand, those that an attempt has to hold last. */
export const attemptTabs: readonly AttemptTab[] = [
  {
    id: 'filters',
    title: () => t`Filters`,
    show: ({ attempt = untried, onOpen, shared }) => (
      <FilterGrid attempt={attempt} onOpen={onOpen} {...shared} />
    ),
  },
  {
    id: 'scores',
    title: () => t`Scores`,
    show: ({ attempt = untried, kind, onOpen, shared }) => (
      <ScoreGrid attempt={attempt} kind={kind} onOpen={onOpen} {...shared} />
    ),
  },
  {
    id: 'preemption',
    title: () => t`Preemption`,
    show: ({ attempt = untried, shared }) => <PreemptionGrid attempt={attempt} {...shared} />,
  },
  {
    id: 'nodes',
    title: () => t`Nodes`,
    show: ({ state, before, attempt, snapshot, shared }) => (
      <ClusterView state={state} before={before?.nodes} attempt={attempt} snapshot={snapshot} {...shared} />
    ),
  },
  {
    id: 'attempts',
    title: () => t`Attempts`,
    show: ({ state, pod, asked, onAttempt }) => (
      <AttemptGrid state={state} pod={pod} picked={asked} onPick={({ number }) => onAttempt(number)} />
    ),
  },
  {
    id: 'labels',
    title: () => t`Labels`,
    heldBy: ({ labels }) => labels,
    show: ({ attempt = untried }) => <LabelGrid attempt={attempt} />,
  },
  {
    id: 'domains',
    title: () => t`Domains`,
    heldBy: ({ domains, spread }) => domains ?? spread,
    show: ({ attempt = untried, state }) => <DomainGrid attempt={attempt} nodes={state.nodes} />,
    words: domainWords,
  },
];

/** The tabs of an attempt: those of `always`, all where it is left out, and those whose matter it holds or that are open. */
export function tabsOf(
  attempt: Attempt | undefined,
  open: string,
  always: readonly string[] | undefined,
): readonly AttemptTab[] {
  return attemptTabs.filter(({ id, heldBy }) =>
    heldBy ? id === open || (attempt && heldBy(attempt)) : always?.includes(id) !== false,
  );
}
