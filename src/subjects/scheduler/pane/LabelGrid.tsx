import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import type { LabelRow } from '../../../runtime/subjects/scheduler/labels.ts';
import type { Attempt } from '../../../runtime/subjects/scheduler/world.ts';
import { Grid } from './Grid.tsx';
import type { GridCell, GridColumn, GridRow } from './grid-rows.ts';

/** What the pod asks of labels, as a tree, by nodes: which of it holds where, and what each node has. */
export function LabelGrid({ attempt }: { readonly attempt: Attempt }): VNode {
  const { labels, pod, filters } = attempt;
  if (!labels) {
    return (
      <p class="sched-empty">
        {filters
          ? t`${pod} asks nothing of the labels of nodes, or there are more nodes than have room here.`
          : t`No filter has been asked yet. What the pod asks of labels stands here then, each node a column.`}
      </p>
    );
  }
  const { nodes, rows } = labels;
  const columns = nodes.map((node): GridColumn => ({ key: node, label: node, as: 'amount' }));
  return (
    <Grid
      label={t`What ${pod} asks of labels, and how each node answers`}
      head={t`Asked`}
      columns={columns}
      count={rows.length}
      row={(place) => rowOf(rows[place] as LabelRow, nodes)}
      empty=""
    />
  );
}

function rowOf(row: LabelRow, nodes: readonly string[]): GridRow {
  const cells = nodes.map((_, i): GridCell => {
    const [holds, has] = [row.holds[i] ?? false, row.has?.[i]];
    if (typeof holds === 'number') return { text: String(holds), tone: holds > 0 ? undefined : 'dim' };
    const found = row.has ? (has ?? t`none`) : '';
    const word = holds ? t`holds` : t`does not hold`;
    return {
      text: `${found} ${holds ? '✓' : '✕'}`.trim(),
      says: found === '' ? word : `${found}, ${word}`,
      tone: holds ? 'good' : 'bad',
    };
  });
  // Two wide spaces a level: what belongs together stands together, in whatever is read out or copied too.
  return { name: '\u2003'.repeat(row.depth) + titleOf(row), cells };
}

function titleOf({ kind, asks }: LabelRow): string {
  if (kind === 'both') return t`both`;
  if (kind === 'selector') return t`selector: all`;
  if (kind === 'required') return t`required: any`;
  if (kind === 'term') return t`term ${asks}: all`;
  if (kind === 'preferred') return t`preferred: sum`;
  return kind === 'preference' ? t`weight ${asks}: all` : asks;
}
