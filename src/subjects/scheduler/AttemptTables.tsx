import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { fetchStyles } from '../../components/base/fetch-styles.ts';
import { SchedulerPane } from './pane/SchedulerPane.tsx';
import css from './pane/scheduler.css?url&no-inline';
import type { PaneBodyProps } from '../../components/scope/panes/pane.ts';
import { t } from '../../i18n/t.ts';
import { mapEntries } from '../../runtime/sim/pmap.ts';
import { schedulerOf } from './scheduler-now.ts';

/** The tables of the scheduler that tried a pod last, with their styles. */
export function AttemptTables({ view: { recording, now, before }, onOpen }: PaneBodyProps): VNode | null {
  const [styled, setStyled] = useState(false);
  useEffect(() => void fetchStyles(css).then(() => setStyled(true)), []);
  if (!styled) return null;
  const [, state] = schedulerOf(now.world) ?? [];
  if (!state) return <p class="pane-empty">{t`The scheduler has not been started yet.`}</p>;
  const [, last] = mapEntries(recording.entries.at(-1)?.world.schedulers ?? now.world.schedulers)[0] ?? [];
  const [, was] = (before && schedulerOf(before.world)) ?? [];
  return <SchedulerPane state={state} before={was} most={last?.nodes.size ?? 0} onOpen={onOpen} />;
}
