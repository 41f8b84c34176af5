import { t, translated } from '../../../i18n/t.ts';
import type { ComponentChildren, VNode } from 'preact';
import { useSignal } from '@preact/signals';
import { countOf } from '../../../recording/words.ts';
import { memo } from '../../base/memo.ts';
import {
  type Column,
  type MarkedCell,
  type Row,
  type TableModel,
  blank,
  capRows,
  rowsAtOnce,
} from './table.ts';

/** How many more rows are shown each time that the reader asks for more. */
export const rowsMore = 40;

const signs = { new: '+', gone: '−', changed: '•' } as const;

interface TableProps {
  readonly model: TableModel;
  /** Given, the first cell of each row is a button that picks the row. */
  readonly onPick?: (key: string) => void;
  readonly picked?: string;
  /** Given, a cell that opens something is a button: of which row, and what. */
  readonly onOpen?: (key: string, opens: string) => void;
  /** Asks for more rows of a model that has only those that are shown. */
  readonly onMore?: () => void;
}

/**
 * The one table of all panes. Roles are written out, because on a narrow screen each row is laid out as a card
 * and a table that is not displayed as one would lose them.
 */
export const Table = memo(({ model, onPick, picked, onOpen, onMore }: TableProps): VNode => {
  const most = useSignal(model.most ?? rowsAtOnce);
  const { rows, left } =
    model.left === undefined ? capRows(model.rows, most.value) : { rows: model.rows, left: model.left };
  const shares = model.columns.reduce((sum, column) => sum + (column.share ?? 0), 0);
  if (model.rows.length === 0) return <p class="pane-empty">{model.empty}</p>;
  return (
    <>
      <table class="pane-table" role="table" data-shared={shares > 0 || undefined}>
        <caption class="visually-hidden">{model.caption}</caption>
        {shares > 0 && <Widths columns={model.columns} shares={shares} />}
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" class="pane-sign">
              <span class="visually-hidden">{t`Change`}</span>
            </th>
            {model.columns.map((column) => (
              <th role="columnheader" scope="col" class={classOf(column)} key={column.label}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <TableRow
              key={row.key}
              row={row}
              columns={model.columns}
              onPick={onPick}
              picked={picked === row.key}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <button type="button" class="pane-more" onClick={onMore ?? (() => (most.value += rowsMore))}>
          {countOf(left, 'more row')}
        </button>
      )}
    </>
  );
});

interface RowProps {
  readonly row: Row;
  readonly columns: readonly Column[];
  readonly onPick: ((key: string) => void) | undefined;
  readonly picked: boolean;
  readonly onOpen: TableProps['onOpen'];
}

const TableRow = memo(({ row, columns, onPick, picked, onOpen }: RowProps): VNode => {
  const { change } = row;
  return (
    <tr role="row" data-change={change} data-picked={picked || undefined}>
      <td role="cell" class="pane-sign">
        {change && (
          <>
            <span aria-hidden="true">{signs[change]}</span>
            <span class="visually-hidden">{translated(change)}</span>
          </>
        )}
      </td>
      {columns.map((column, at) => {
        const value = row.cells[at] ?? { text: '' };
        return (
          <td
            role="cell"
            class={classOf(column)}
            data-label={column.label}
            data-blank={value.text === blank.text || undefined}
            data-changed={value.before !== undefined || undefined}
            key={column.label}
          >
            {onPick && at === 0 && change !== 'gone' ? (
              <button type="button" class="pane-pick" aria-pressed={picked} onClick={() => onPick(row.key)}>
                {value.text}
              </button>
            ) : onOpen && value.opens !== undefined && change !== 'gone' ? (
              <button type="button" class="pane-pick" onClick={() => onOpen(row.key, value.opens ?? '')}>
                <CellText value={value} />
              </button>
            ) : (
              <span>
                <CellText value={value} />
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
});

/** What a cell says, why it stands out, and what it said before. */
export function CellText({ value }: { readonly value: MarkedCell }): VNode {
  return (
    <>
      {value.chips ? (
        <span class="pane-chips">
          {value.chips.map((chip, at) => (
            <span class="pane-chip" data-tone={chip.tone} key={at}>
              {chip.text}
            </span>
          ))}
        </span>
      ) : (
        <span class="pane-value" data-tone={value.tone}>
          {breakable(value.text)}
        </span>
      )}
      {value.mark && <span class="pane-mark"> {value.mark}</span>}
      {value.before !== undefined && value.before !== blank.text && (
        <span class="pane-was">
          {t` was `}
          <del>{value.before}</del>
        </span>
      )}
    </>
  );
}

/** On a phone a name such as `replicaset/worker-1` breaks behind its slash, where it has no room, and not in a word. */
function breakable(text: string): ComponentChildren {
  if (!text.includes('/')) return text;
  return text.split(/(?<=\/)/).flatMap((part, at) => (at === 0 ? [part] : [<wbr key={at} />, part]));
}

function classOf(column: Column): string | undefined {
  return column.as && `pane-${column.as}`;
}

/** Stands before all cells, so that a heading has its place even while the rest of its row is still coming in. */
const Widths = ({ columns, shares }: { columns: readonly Column[]; shares: number }): VNode => (
  <colgroup>
    <col class="pane-sign" />
    {columns.map(({ label, share }) => (
      <col key={label} style={widthOf(share, shares)} />
    ))}
  </colgroup>
);

function widthOf(share: number | undefined, shares: number): string | undefined {
  return share === undefined ? undefined : `inline-size:${((share / shares) * 97).toFixed(1)}%`;
}
