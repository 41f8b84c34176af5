import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { listed } from '../../../recording/words.ts';
import type { PreemptionCandidate } from '../../../runtime/subjects/scheduler/world.ts';
import { Grid } from './Grid.tsx';
import type { GridCell, GridColumn, GridRow } from './grid-rows.ts';
import type { NodeGridProps } from './node-grid.ts';

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
  const deciding = decidingMeasure(candidates);
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
      tone: key === deciding ? 'best' : undefined,
    }));
    const words = chosen ? t`chosen` : '';
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

type Measure = 'violations' | 'highest' | 'sum' | 'count' | 'earliestStart';

/** In the order in which upstream asks them; the least is the best. */
const measures: readonly {
  readonly key: Measure;
  readonly of: (candidate: PreemptionCandidate) => number;
}[] = [
  { key: 'violations', of: ({ violations }) => violations },
  { key: 'highest', of: ({ highest }) => highest },
  { key: 'sum', of: ({ sum }) => sum },
  { key: 'count', of: ({ count }) => count },
  { key: 'earliestStart', of: ({ earliestStart }) => -earliestStart },
];

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

/** The first measure that leaves one candidate; undefined where the first of several is taken. */
function decidingMeasure(candidates: readonly PreemptionCandidate[]): Measure | undefined {
  let left = candidates;
  for (const { key, of } of measures) {
    const least = left.reduce((min, candidate) => Math.min(min, of(candidate)), Infinity);
    left = left.filter((candidate) => of(candidate) === least);
    if (left.length === 1 && candidates.length > 1) return key;
  }
  return undefined;
}

const timeOf = (ms: number): string => (ms === 0 ? '–' : new Date(ms).toISOString().slice(11, 19));
