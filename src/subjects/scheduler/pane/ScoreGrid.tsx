import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { memoize } from '../../../recording/memoize.ts';
import {
  type Attempt,
  type Numbers,
  type ScoreColumn,
  type ScoreTable,
  addedByExtenders,
  numberAt,
} from '../../../runtime/subjects/scheduler/world.ts';
import { Grid } from './Grid.tsx';
import type { GridCell, GridColumn, GridRow } from './grid-rows.ts';
import type { NodeGridProps } from './node-grid.ts';

/** Which of the three numbers of a cell is shown. */
export type ScoreKind = 'raw' | 'normalized' | 'weighted';

interface ScoreGridProps extends NodeGridProps {
  readonly kind: ScoreKind;
}

/** Before any node is scored. */
const none: ScoreTable = { nodes: [], columns: [], total: 0 };

/** The nodes that passed, the best first, by the plugins that score them. */
export function ScoreGrid({ attempt, kind, onOpen, ...shared }: ScoreGridProps): VNode {
  const { scores = none, choice } = attempt;
  const ranked = ranking(scores);
  const extended = isExtended(scores);
  const columns: GridColumn[] = [
    { key: 'sum', label: t`Sum`, as: 'amount' },
    ...scores.columns.map(({ plugin, weight, normalized }): GridColumn => ({
      key: plugin,
      label: weight === 1 ? plugin : `${plugin} ×${weight}`,
      as: 'number',
      same: typeof normalized === 'number',
    })),
    ...(extended ? [{ key: 'extenders', label: t`Extenders`, as: 'number' } as const] : []),
    { key: 'rank', label: t`Result`, as: 'text' },
  ];
  const open = (row: number, column: number): void => {
    const place = ranked[row] ?? 0;
    const [node, plugin] = [scores.nodes[place], scores.columns[column - 1]?.plugin];
    if (node === undefined || plugin === undefined) return;
    const entry = scores.lines?.[place * scores.columns.length + column - 1];
    onOpen?.({ node, plugin, point: 'score', entry });
  };
  return (
    <Grid
      label={t`Nodes and what each plugin gives them for ${attempt.pod}`}
      head={t`Node`}
      columns={columns}
      count={scores.nodes.length}
      row={(row) => rowOf(attempt, scores, ranked[row] ?? 0, kind)}
      {...shared}
      onOpen={open}
      empty={
        attempt.scores
          ? t`No node passed the filters.`
          : choice?.how === 'only'
            ? t`One node passed the filters, so none is scored: it is ${choice.node}.`
            : t`No node has a score. Where several pass the filters, each has a row here, each plugin that scores a column.`
      }
    />
  );
}

function rowOf({ choice, node }: Attempt, scores: ScoreTable, place: number, kind: ScoreKind): GridRow {
  const name = scores.nodes[place] ?? '';
  const sum = numberAt(scores.total, place);
  const best = sum === maximumOf(scores);
  const cells = scores.columns.map((column): GridCell => ({
    text: String(numberOf(column, place, kind)),
    says: arithmetic(column, place),
    tone: typeof column.normalized === 'number' ? 'dim' : undefined,
  }));
  const draw = choice?.draws.find((one) => one.node === name);
  const drawn = draw ? t`drew ${draw.drawn} of ${draw.of}` : '';
  const words = [name === node ? t`chosen` : best && choice ? t`as good` : '', drawn].filter(Boolean);
  return {
    name,
    cells: [
      { text: String(sum), tone: best ? 'best' : undefined },
      ...cells,
      ...(isExtended(scores) ? [{ text: String(addedByExtenders(scores, place)) }] : []),
      { text: words.join(', ') },
    ],
    tone: name === node ? 'chosen' : undefined,
  };
}

function numberOf({ raw, normalized, weight }: ScoreColumn, place: number, kind: ScoreKind): number {
  if (kind === 'raw') return numberAt(raw, place);
  return numberAt(normalized, place) * (kind === 'weighted' ? weight : 1);
}

/** "raw 3, normalized 75, weighted 150". */
function arithmetic({ raw, normalized, weight }: ScoreColumn, place: number): string {
  const brought = numberAt(normalized, place);
  return t`raw ${numberAt(raw, place)}, normalized ${brought}, weighted ${brought * weight}`;
}

/** The places of the nodes, the highest sum first, equal ones in the order in which they came. */
const ranking = memoize(({ nodes, total }: ScoreTable): readonly number[] =>
  nodes.map((_name, place) => place).sort((a, b) => numberAt(total, b) - numberAt(total, a) || a - b),
);

/** True where extenders added to a sum. */
const isExtended = memoize((scores: ScoreTable): boolean =>
  scores.nodes.some((_name, place) => addedByExtenders(scores, place) !== 0),
);

const maximumOf = memoize(({ total, nodes }: ScoreTable): number => most(total, nodes.length));

function most(numbers: Numbers, count: number): number {
  let found = -Infinity;
  for (let i = 0; i < count; i++) found = Math.max(found, numberAt(numbers, i));
  return found;
}
