import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Attempt, SchedulerState } from '../../../runtime/subjects/scheduler/world.ts';
import { mapGet } from '../../../runtime/sim/pmap.ts';
import { AttemptPane } from './AttemptPane.tsx';
import { resultWords } from './scheduler-words.ts';

interface SchedulerPaneProps {
  readonly state: SchedulerState;
  /** The state at the stop before, of which the difference is shown. */
  readonly before?: SchedulerState;
  /** The most nodes that the run has: the tables are as high as they need to be, up to a dozen. */
  readonly most: number;
  /** Shows an entry of the run. Left out where there is none to show. */
  readonly onOpen?: (entry: number) => void;
}

/**
 * Of the pod that a scheduler tries, every node with what each plugin says of it. It follows the run to the pod and the table that
 * a step is about, until the reader picks others.
 */
export function SchedulerPane({ state, before, most, onOpen }: SchedulerPaneProps): VNode {
  const [tab, setTab] = useState<string | undefined>(undefined);
  const [pinned, pin] = useState<{ readonly pod: string; readonly number?: number } | undefined>(undefined);
  // A line lies before the end of its phase: the table through which the reader came there stays.
  const [held, hold] = useState<Attempt | undefined>(undefined);

  const pod = pinned?.pod ?? state.pod;
  const attempts = mapGet(state.attempts, pod) ?? [];
  const asked = attempts.find(({ number }) => number === pinned?.number);
  const now = asked ?? attempts.at(-1);
  const attempt = held && now && comesTo(now, held) ? held : now;
  const follows = tab === undefined && pinned === undefined;

  return (
    <div class="sched">
      <p class="sched-pod">
        {attempt ? <Heading attempt={attempt} of={attempts.length} /> : <b>{pod}</b>}{' '}
        {!attempt && <span>{pod === '' ? t`No pod has been tried yet` : t`not tried yet`}</span>}
      </p>
      <AttemptPane
        state={state}
        before={before}
        pod={pod}
        attempt={attempt}
        asked={asked?.number}
        onAttempt={(number) => pin({ pod, number })}
        tab={tab}
        onTab={setTab}
        most={most}
        onOpen={({ point, entry }) => {
          if (entry === undefined) return;
          hold(attempt);
          setTab(point === 'filter' ? 'filters' : 'scores');
          onOpen?.(entry);
        }}
      >
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
      </AttemptPane>
    </div>
  );
}

/** True if an attempt is the same as another, and has not come as far. */
function comesTo(now: Attempt, held: Attempt): boolean {
  const same = now.pod === held.pod && now.uid === held.uid && now.number === held.number;
  return same && (!now.filters || (!now.scores && held.scores !== undefined));
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
