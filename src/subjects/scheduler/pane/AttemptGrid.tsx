import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import type { Attempt, SchedulerState } from '../../../runtime/subjects/scheduler/world.ts';
import { mapGet } from '../../../runtime/sim/pmap.ts';
import { Grid } from './Grid.tsx';
import type { GridColumn, GridRow } from './grid-rows.ts';
import { attemptChanges } from './attempt-changes.ts';
import { resultWords } from './scheduler-words.ts';

interface AttemptGridProps {
  readonly state: SchedulerState;
  /** The pod whose attempts are shown. */
  readonly pod: string;
  readonly picked: number | undefined;
  readonly onPick?: (attempt: Attempt) => void;
}

/** All attempts of a pod, and in each what is different from the one before. */
export function AttemptGrid({ state, pod, picked, onPick }: AttemptGridProps): VNode {
  const attempts = mapGet(state.attempts, pod) ?? [];
  const columns: GridColumn[] = [
    { key: 'at', label: t`At`, as: 'amount' },
    { key: 'why', label: t`Came by`, as: 'text' },
    { key: 'result', label: t`Result`, as: 'text' },
    { key: 'changed', label: t`What changed since the last`, as: 'text' },
  ];
  const row = (place: number): GridRow => {
    const attempt = attempts[place] as Attempt;
    const changes = attemptChanges(attempts[place - 1], attempt);
    const words = attempt.message === '' ? resultWords(attempt) : attempt.message;
    return {
      name: t`Attempt ${attempt.number}`,
      cells: [
        { text: `${attempt.at} ms` },
        { text: attempt.why },
        { text: words, tone: attempt.result === 'bound' ? 'good' : attempt.message ? 'bad' : undefined },
        { text: changes },
      ],
    };
  };
  return (
    <Grid
      label={t`Attempts to schedule ${pod}`}
      head={pod}
      columns={columns}
      count={attempts.length}
      row={row}
      picked={picked === undefined ? undefined : t`Attempt ${picked}`}
      onPick={(name) => {
        const attempt = attempts.find(({ number }) => name === t`Attempt ${number}`);
        if (attempt) onPick?.(attempt);
      }}
      empty={t`No pod has been tried yet.`}
    />
  );
}
