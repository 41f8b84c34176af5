import { t } from '../../../i18n/t.ts';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Attempt, SchedulerState } from '../../../runtime/subjects/scheduler/world.ts';
import { mapGet } from '../../../runtime/sim/pmap.ts';
import { Tabs } from '../../../components/base/Tabs.tsx';
import { useUniqueId } from '../../../components/base/ids.ts';
import type { ScoreKind } from './ScoreGrid.tsx';
import { attemptChanges } from './attempt-changes.ts';
import { attemptTabs, tabsOf } from './attempt-tabs.tsx';
import type { NodeGridProps } from './node-grid.ts';
import { whyNot } from './scheduler-words.ts';

interface AttemptPaneProps extends Pick<NodeGridProps, 'marked' | 'only' | 'onOpen'> {
  readonly state: SchedulerState;
  /** The state at the stop before, of which the difference is shown. */
  readonly before?: SchedulerState;
  /** Key of the pod that is looked at; empty before the first. */
  readonly pod: string;
  /** The attempt of it that is shown; undefined before the first. */
  readonly attempt: Attempt | undefined;
  /** The number of the attempt that the reader asked for. */
  readonly asked?: number;
  readonly onAttempt: (number: number) => void;
  /** The table that the reader picked; undefined for the one that the attempt is about. */
  readonly tab: string | undefined;
  readonly onTab: (tab: string) => void;
  /** The tabs that are always there, by their ids; all that need not be held by an attempt if left out. */
  readonly tabs?: readonly string[];
  /** True where nodes are shown as they were in the attempt; else they are as the cache has them now. */
  readonly snapshot?: boolean;
  /** The most rows that are in sight: up to a dozen. */
  readonly most: number;
  /** More about a node, shown when it is picked. */
  readonly also?: ReadonlyMap<string, string>;
  /** Stands beside the tabs. */
  readonly children?: ComponentChildren;
}

/** An attempt to schedule a pod: every node with what each plugin says of it, and in words why one is not chosen. */
export function AttemptPane(props: AttemptPaneProps): VNode {
  const { state, before, pod, attempt, asked, onAttempt, tab, onTab, tabs } = props;
  const { snapshot, most, marked, only, onOpen, also, children } = props;
  const id = useUniqueId();
  const [node, pickNode] = useState<string | undefined>(undefined);
  const [kind, setKind] = useState<ScoreKind>('weighted');
  const attempts = mapGet(state.attempts, pod) ?? [];
  const open = tab ?? tabOf(attempt, state);
  const shown = tabsOf(attempt, open, tabs);
  const shared = { picked: node, onPick: pickNode, marked, only };
  const table = attemptTabs.find(({ id }) => id === open) ?? shown[0];
  const words = (attempt && table?.words?.(attempt)) ?? wordsOf(state, attempt, attempts, node);

  return (
    <>
      <div class="sched-bar-row">
        <Tabs
          class="sched-tabs"
          label={t`What the scheduler holds`}
          id={id}
          panel={`${id}-panel`}
          tabs={shown.map(({ id, title }) => ({ id, title: title() }))}
          open={open}
          onOpen={onTab}
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
        {children}
      </div>
      <div
        class="sched-body"
        style={`--rows:${Math.min(12, Math.max(3, most))}`}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${open}`}
      >
        {table?.show({ state, before, pod, attempt, asked, onAttempt, kind, snapshot, onOpen, shared })}
      </div>
      <p class="sched-why">{[words, also?.get(node ?? attempt?.node ?? '')].filter(Boolean).join(' ')}</p>
    </>
  );
}

/** The table that a step is about. */
function tabOf(attempt: Attempt | undefined, { nodes }: SchedulerState): string {
  if (!attempt) return nodes.size > 0 ? 'nodes' : 'filters';
  if (attempt.preemption?.candidates.length) return 'preemption';
  if ((attempt.domains ?? attempt.spread) && !attempt.filters) return 'domains';
  return attempt.scores ? 'scores' : 'filters';
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
