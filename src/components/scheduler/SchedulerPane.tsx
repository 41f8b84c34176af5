import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Attempt, SchedulerState } from '../../runtime/subjects/scheduler/world.ts';
import { mapGet } from '../../runtime/sim/pmap.ts';
import { useUniqueId } from '../base/ids.ts';
import { AttemptGrid } from './AttemptGrid.tsx';
import { ClusterView } from './ClusterView.tsx';
import { DomainGrid, domainWords } from './DomainGrid.tsx';
import { FilterGrid } from './FilterGrid.tsx';
import { LabelGrid } from './LabelGrid.tsx';
import { PhaseBar } from './PhaseBar.tsx';
import { PreemptionGrid } from './PreemptionGrid.tsx';
import { QueueStrip } from './QueueStrip.tsx';
import { ScoreGrid, type ScoreKind } from './ScoreGrid.tsx';
import { attemptChanges } from './attempt-changes.ts';
import type { RunDifferences } from './run-differences.ts';
import { resultWords, whyNot } from './scheduler-words.ts';
import { Tabs } from '../base/Tabs.tsx';

interface SchedulerPaneProps {
  readonly state: SchedulerState;
  /** The state at the stop before, of which the difference is shown. */
  readonly before?: SchedulerState;
  /** Virtual ms. */
  readonly at: number;
  /** The most nodes that the run has: the tables are as high as they need to be, up to a dozen. */
  readonly most: number;
  /** Nodes and pods that are marked, since they fare otherwise in another run. */
  readonly differs?: RunDifferences;
  /** Shows an entry of the run. Left out where there is none to show. */
  readonly onOpen?: (entry: number) => void;
}

type Tab = 'filters' | 'scores' | 'preemption' | 'nodes' | 'attempts' | 'labels' | 'domains';
const tabs: readonly Tab[] = ['filters', 'scores', 'preemption', 'nodes', 'attempts'];
/** Those that are there only where the pod asks for what they tell of, or while they are open. */
const moreTabs = ['labels', 'domains'] as const;

/**
 * A scheduler at one moment: its queue, and of the pod that is tried every node with what each plugin says of it. It follows
 * the run to the pod and the table that a step is about, until the reader picks others.
 */
export function SchedulerPane({ state, before, at, most, differs, onOpen }: SchedulerPaneProps): VNode {
  const id = useUniqueId();
  const [tab, setTab] = useState<Tab | undefined>(undefined);
  const [pinned, pin] = useState<{ readonly pod: string; readonly number?: number } | undefined>(undefined);
  const [node, pickNode] = useState<string | undefined>(undefined);
  const [kind, setKind] = useState<ScoreKind>('weighted');
  // A line lies before the end of its phase: the table through which the reader came there stays.
  const [held, hold] = useState<Attempt | undefined>(undefined);

  const pod = pinned?.pod ?? state.pod;
  const attempts = mapGet(state.attempts, pod) ?? [];
  const asked = attempts.find(({ number }) => number === pinned?.number);
  const now = asked ?? attempts.at(-1);
  const attempt = held && now && comesTo(now, held) ? held : now;
  const open = tab ?? tabOf(attempt, state);
  const shown = [
    ...tabs,
    ...moreTabs.filter((one) => attempt?.[one] || open === one || (one === 'domains' && attempt?.spread)),
  ];
  const follows = tab === undefined && pinned === undefined;
  const shared = { picked: node, onPick: pickNode, marked: differs?.nodes };
  const openCell = (entry: number): void => {
    hold(attempt);
    setTab(open);
    onOpen?.(entry);
  };

  const body = (): VNode => {
    if (open === 'nodes')
      return <ClusterView state={state} before={before?.nodes} attempt={attempt} {...shared} />;
    // The table of a pod that is not tried yet is the same component, so that it is not made anew for each pod.
    const of = attempt ?? untried;
    if (open === 'filters') return <FilterGrid attempt={of} onOpen={openCell} {...shared} />;
    if (open === 'labels') return <LabelGrid attempt={of} />;
    if (open === 'scores') return <ScoreGrid attempt={of} kind={kind} onOpen={openCell} {...shared} />;
    if (open === 'domains') return <DomainGrid attempt={of} nodes={state.nodes} />;
    if (open === 'preemption') return <PreemptionGrid attempt={of} {...shared} />;
    return (
      <AttemptGrid
        state={state}
        pod={pod}
        picked={asked?.number}
        onPick={({ number }) => pin({ pod, number })}
      />
    );
  };

  return (
    <div class="sched">
      <QueueStrip
        state={state}
        before={before}
        at={at}
        marked={differs?.pods}
        onPick={onOpen && ((picked) => pin({ pod: picked }))}
      />
      <div class="sched-head">
        <p class="sched-pod">
          {attempt ? <Heading attempt={attempt} of={attempts.length} /> : <b>{pod}</b>}{' '}
          {!attempt && <span>{pod === '' ? t`No pod has been tried yet` : t`not tried yet`}</span>}
        </p>
        <PhaseBar attempt={attempt} onOpen={onOpen} />
      </div>
      <div class="sched-bar-row">
        <Tabs
          class="sched-tabs"
          label={t`What the scheduler holds`}
          id={id}
          panel={`${id}-panel`}
          tabs={shown.map((tab) => ({ id: tab, title: titleOf(tab) }))}
          open={open}
          onOpen={setTab}
        />
        <label class="sched-kind" data-shown={open === 'scores' || undefined}>
          <span class="visually-hidden">{t`Scores are shown`}</span>
          <select
            value={kind}
            disabled={open !== 'scores'}
            onChange={({ currentTarget }) => setKind(currentTarget.value as ScoreKind)}
          >
            <option value="raw">{t`raw`}</option>
            <option value="normalized">{t`normalized`}</option>
            <option value="weighted">{t`weighted`}</option>
          </select>
        </label>
        <button
          type="button"
          class="sched-follow"
          aria-pressed={follows}
          onClick={() => {
            setTab(undefined);
            pin(undefined);
            hold(undefined);
          }}
        >
          {t`Follow the run`}
        </button>
      </div>
      <div
        class="sched-body"
        style={`--rows:${Math.min(12, Math.max(3, most))}`}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${open}`}
      >
        {body()}
      </div>
      <p class="sched-why">
        {attempt && open === 'domains' ? domainWords(attempt) : wordsOf(state, attempt, attempts, node)}
      </p>
    </div>
  );
}

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

/** True if an attempt is the same as another, and has not come as far. */
function comesTo(now: Attempt, held: Attempt): boolean {
  const same = now.pod === held.pod && now.uid === held.uid && now.number === held.number;
  return same && (!now.filters || (!now.scores && held.scores !== undefined));
}

/** The table that a step is about. */
function tabOf(attempt: Attempt | undefined, { nodes }: SchedulerState): Tab {
  if (!attempt) return nodes.size > 0 ? 'nodes' : 'filters';
  if (attempt.preemption?.candidates.length) return 'preemption';
  if ((attempt.domains ?? attempt.spread) && !attempt.filters) return 'domains';
  return attempt.scores ? 'scores' : 'filters';
}

function Heading({ attempt, of }: { readonly attempt: Attempt; readonly of: number }): VNode {
  const { pod, number, priority, result } = attempt;
  return (
    <>
      <b>{pod}</b> <span>{of > 1 ? t`attempt ${number} of ${of}` : t`attempt ${number}`}</span>{' '}
      {priority !== 0 && <span>{t`priority ${priority}`} </span>}
      <span data-result={result}>{resultWords(attempt)}</span>
    </>
  );
}

/** What is said below the tables: of the node that was picked, else of the one that was found, else of the attempt. */
function wordsOf(
  { nodes }: SchedulerState,
  attempt: Attempt | undefined,
  attempts: readonly Attempt[],
  picked: string | undefined,
): string {
  if (!attempt) return t`Pick a node to learn why a pod is not on it.`;
  const name = picked ?? attempt.node;
  if (name !== '') return whyNot(attempt, name, mapGet(nodes, name));
  const before = attempts[attempts.indexOf(attempt) - 1];
  const changes = attemptChanges(before, attempt);
  return (
    [attempt.message, changes].filter(Boolean).join(' ') || t`Pick a node to learn why a pod is not on it.`
  );
}

const titleOf = (tab: Tab): string => {
  const titles: Readonly<Record<Tab, string>> = {
    filters: t`Filters`,
    labels: t`Labels`,
    scores: t`Scores`,
    preemption: t`Preemption`,
    nodes: t`Nodes`,
    attempts: t`Attempts`,
    domains: t`Domains`,
  };
  return titles[tab];
};
