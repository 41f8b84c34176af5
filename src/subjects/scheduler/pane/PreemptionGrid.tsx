import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { listed } from '../../../recording/words.ts';
import type { PreemptionCandidate } from '../../../runtime/subjects/scheduler/world.ts';
import { Grid } from './Grid.tsx';
import type { GridCell, GridColumn, GridRow } from './grid-rows.ts';
import type { NodeGridProps } from './node-grid.ts';
import { type Measure, measures, struckOut } from './preemption-measures.ts';

/** The nodes on which pods of less priority could make room, and the measures by which one is chosen, in their order. */
export function PreemptionGrid({ attempt, onOpen: _, ...shared }: NodeGridProps): VNode {
  const { preemption, pod } = attempt;
  if (!preemption) {
    const why =
      attempt.result === 'unschedulable'
        ? t`Preemption was not tried for ${pod}.`
        : t`Preemption is tried where no node is found for a pod. The nodes on which it would help have a row here then.`;
    return <p class="sched-empty">{why}</p>;
  }
  const { candidates } = preemption;
  const struck = struckOut(candidates);
  const columns: GridColumn[] = [
    { key: 'victims', label: t`Pods that must go`, as: 'text' },
    ...measures.map(({ key }): GridColumn => ({ key, label: measureTitle(key), as: 'number' })),
    { key: 'choice', label: t`Choice`, as: 'text' },
  ];
  const row = (place: number): GridRow => {
    const candidate = candidates[place] as PreemptionCandidate;
    const chosen = candidate.node === preemption.node;
    const victims = candidate.victims.map((victim) => `${victim.pod} (${victim.priority})`);
    const cells = measures.map(({ key, of }): GridCell => ({
      text: key === 'earliestStart' ? timeOf(candidate.earliestStart) : String(of(candidate)),
      tone: struck.get(candidate.node) === key ? 'bad' : undefined,
    }));
    const by = struck.get(candidate.node);
    const words = chosen ? t`chosen` : by ? t`struck out by ${measureTitle(by)}` : '';
    return {
      name: candidate.node,
      cells: [{ text: listed(victims) }, ...cells, { text: words }],
      tone: chosen ? 'chosen' : undefined,
    };
  };
  return (
    <Grid
      label={t`Candidates for preemption by ${pod}`}
      head={t`Node`}
      columns={columns}
      count={candidates.length}
      row={row}
      {...shared}
      empty={t`No candidate: of ${preemption.all} nodes, pods could go from ${preemption.potential}, and on none would it help.`}
    />
  );
}

function measureTitle(measure: Measure): string {
  switch (measure) {
    case 'violations':
      return t`Budgets violated`;
    case 'highest':
      return t`Highest priority`;
    case 'sum':
      return t`Sum of priorities`;
    case 'count':
      return t`Pods`;
    case 'earliestStart':
      return t`Latest start`;
    default:
      return measure satisfies never;
  }
}

const timeOf = (ms: number): string => (ms === 0 ? '–' : new Date(ms).toISOString().slice(11, 19));
