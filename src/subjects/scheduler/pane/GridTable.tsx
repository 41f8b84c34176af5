import type { VNode } from 'preact';
import { Differs } from './Differs.tsx';
import type { GridCell, GridColumn, GridRow, GridRows } from './grid-rows.ts';
import { rowRem } from './rows-in-sight.ts';

/** A place in the table; column 0 names the rows. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

interface GridTableProps extends Pick<GridRows, 'count' | 'row'> {
  /** Of the first column, which names the rows. */
  readonly head: string;
  readonly columns: readonly GridColumn[];
  /** The rows that are drawn, `to` excluded. */
  readonly from: number;
  readonly to: number;
  readonly picked: string | undefined;
  readonly marked: ReadonlySet<string> | undefined;
  /** Where the keys are, and the id of that cell. */
  readonly active: GridPlace & { readonly id: string };
  readonly onClick: (place: GridPlace) => void;
}

/** The rows of a table that are in sight, between what stands for the others. */
export function GridTable(props: GridTableProps): VNode {
  const { head, columns, count, row, from, to, picked, marked, active, onClick } = props;
  const click = ({ target }: MouseEvent): void => {
    const cell = (target as Element).closest<HTMLTableCellElement>('td, th');
    const place = Number(cell?.parentElement?.getAttribute('aria-rowindex') ?? NaN) - 2;
    if (cell && place >= 0) onClick({ row: place, column: cell.cellIndex });
  };
  return (
    <table role="presentation">
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          <th role="columnheader">{head}</th>
          {columns.map(({ key, label, as, same }) => (
            <th role="columnheader" key={key} data-as={as} data-same={same || undefined}>
              <span>{as === 'mark' || as === 'number' ? humps(label) : label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" onClick={click}>
        {from > 0 && <Gap rows={from} />}
        {Array.from({ length: to - from }, (_, i) =>
          rowOf({ place: from + i, row: row(from + i), columns, picked, marked, active }),
        )}
        {to < count && <Gap rows={count - to} />}
      </tbody>
    </table>
  );
}

type RowProps = Pick<GridTableProps, 'columns' | 'picked' | 'marked' | 'active'> & {
  readonly place: number;
  readonly row: GridRow;
};

/** Drawn as a part of its table: as a component of its own each row would take longer. */
function rowOf({ place, row, columns, picked, marked, active }: RowProps): VNode {
  const { name, cells, tone, changed } = row;
  const activeAt = (column: number): object | undefined =>
    active.row === place && active.column === column ? { id: active.id, 'data-active': true } : undefined;
  return (
    <tr
      role="row"
      // Of one place, not of one node: a table of other nodes is drawn with the same elements.
      key={place}
      aria-rowindex={place + 2}
      aria-selected={picked === name}
      data-tone={tone}
      data-changed={changed || undefined}
    >
      <th role="rowheader" {...activeAt(0)}>
        {marked?.has(name) && <Differs />}
        {name}
      </th>
      {cells.map((cell, column) => cellOf(cell, columns[column], activeAt(column + 1)))}
    </tr>
  );
}

/** One element that shows and says: of these there are hundreds. */
function cellOf(
  { text, says, tone, bar, more }: GridCell,
  column: GridColumn | undefined,
  active: object | undefined,
): VNode {
  return (
    <td
      role="gridcell"
      key={column?.key}
      data-as={column?.as}
      data-same={column?.same || undefined}
      data-tone={tone}
      aria-label={says}
      title={says ?? text}
      {...active}
    >
      {bar !== undefined && <Bar full={bar} more={more} />}
      {text}
    </td>
  );
}

function Bar({ full, more = 0 }: { readonly full: number; readonly more: number | undefined }): VNode {
  const style = `--full:${Math.min(1, full).toFixed(3)};--more:${Math.min(1, full + more).toFixed(3)}`;
  return <span class="sched-bar" style={style} aria-hidden="true" />;
}

/** Stands for rows that are out of sight. */
function Gap({ rows }: { readonly rows: number }): VNode {
  return (
    <tr role="presentation" aria-hidden="true">
      <td style={`block-size:${rows * rowRem}rem;padding:0;border:0`} />
    </tr>
  );
}

/** Lets a name break before its capitals. */
function humps(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, '\u200b');
}
