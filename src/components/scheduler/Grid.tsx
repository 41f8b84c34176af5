import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useUniqueId } from '../base/ids.ts';

export interface GridColumn {
  readonly key: string;
  readonly label: string;
  /** `mark`: one sign, under a name that stands upright; `number`: the same, for a number; `amount`: under one that lies. */
  readonly as: 'mark' | 'number' | 'amount' | 'text';
  /** Says the same of all nodes: left out where there is little room. */
  readonly same?: boolean;
}

export interface GridCell {
  readonly text: string;
  /** For those who do not see the sign, in place of the text. */
  readonly says?: string;
  readonly tone?: 'good' | 'bad' | 'dim' | 'best';
  /** How full a bar in the cell is, from 0 to 1. */
  readonly bar?: number;
  /** How much fuller it would be. */
  readonly more?: number;
}

export interface GridRow {
  readonly name: string;
  readonly cells: readonly GridCell[];
  readonly tone?: 'chosen' | 'out';
  readonly changed?: boolean;
}

interface GridProps {
  readonly label: string;
  /** Of the first column, which names the rows. */
  readonly head: string;
  readonly columns: readonly GridColumn[];
  readonly count: number;
  readonly row: (place: number) => GridRow;
  readonly picked?: string;
  readonly onPick?: (name: string) => void;
  /** Rows that are otherwise in another run. */
  readonly marked?: ReadonlySet<string>;
  /** Opens what stands behind a cell. */
  readonly onOpen?: (place: number, column: number) => void;
  readonly empty: string;
}

const upright = /^(mark|number)$/;

/** The height of a row in rem, as the style sheet has it. */
const rowRem = 1.75;
/** How many rows a page holds that has no script yet. */
const builtRows = 12;

/**
 * A table of any length, of which the rows in sight are drawn. It is one stop for the Tab key: arrows, Home, End and the Page keys
 * move in it, Enter opens a cell.
 */
export function Grid(props: GridProps): VNode {
  const { label, head, columns, count, row, picked, onPick, marked, onOpen, empty } = props;
  const id = useUniqueId();
  const box = useRef<HTMLDivElement>(null);
  /** Kept, unseen, while there is no row: to make a table anew takes longer than a frame has. */
  const drawn = useRef<VNode | undefined>(undefined);
  const [window, setWindow] = useState({ from: 0, to: builtRows });
  const [at, setAt] = useState({ row: 0, column: 0 });

  const look = (): void => {
    const element = box.current;
    // Drawn before it is in the page, it has no height yet, and keeps the rows that it begins with.
    if (!element?.clientHeight || count === 0) return;
    const height = rowHeight();
    const from = Math.max(0, Math.floor(element.scrollTop / height) - 2);
    const head = element.querySelector('thead')?.clientHeight ?? 0;
    const to = from + Math.ceil((element.clientHeight - head) / height) + 4;
    setWindow((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  useEffect(look, [count, columns.length]);
  // It is mounted before its styles are there, or where it is not seen yet: then it has no height.
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [count > 0 || drawn.current !== undefined]);

  const go = (toRow: number, toColumn: number): void => {
    const place = Math.min(Math.max(0, toRow), count - 1);
    setAt({ row: place, column: Math.min(Math.max(0, toColumn), columns.length) });
    const element = box.current;
    if (!element) return;
    const height = rowHeight();
    const top = element.querySelector('thead')?.clientHeight ?? 0;
    if (place * height < element.scrollTop) element.scrollTop = place * height;
    const under = (place + 1) * height + top - element.clientHeight;
    if (under > element.scrollTop) element.scrollTop = under;
    look();
    onPick?.(row(place).name);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || count === 0) return;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight()) - 4);
    const to: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [at.row + 1, at.column],
      ArrowUp: [at.row - 1, at.column],
      ArrowRight: [at.row, at.column + 1],
      ArrowLeft: [at.row, at.column - 1],
      PageDown: [at.row + page, at.column],
      PageUp: [at.row - page, at.column],
      Home: [0, at.column],
      End: [count - 1, at.column],
    };
    const next = to[event.key];
    if (next) go(...next);
    else if (event.key === 'Enter') onOpen?.(at.row, at.column - 1);
    else return;
    event.preventDefault();
    // These keys belong to the table here, not to the timeline.
    event.stopPropagation();
  };

  const onClick = ({ target }: MouseEvent): void => {
    const cell = (target as Element).closest<HTMLTableCellElement>('td, th');
    const place = Number(cell?.parentElement?.getAttribute('aria-rowindex') ?? NaN) - 2;
    if (!cell || !(place >= 0)) return;
    go(place, cell.cellIndex);
    if (cell.cellIndex > 0) onOpen?.(place, cell.cellIndex - 1);
  };

  const isEmpty = count === 0;
  const from = Math.min(window.from, Math.max(0, count - 1));
  const to = Math.min(count, Math.max(window.to, from + 1));
  const activeAt = (place: number, column: number): object | undefined =>
    at.row === place && at.column === column ? { id: `${id}-active`, 'data-active': true } : undefined;
  const draw = (): VNode => (
    <table role="presentation">
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          <th role="columnheader">{head}</th>
          {columns.map((column) => (
            <th role="columnheader" key={column.key} data-as={column.as} data-same={column.same || undefined}>
              <span>{upright.test(column.as) ? humps(column.label) : column.label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" onClick={onClick}>
        {from > 0 && <Gap rows={from} />}
        {Array.from({ length: to - from }, (_, i) => {
          const place = from + i;
          const { name, cells, tone, changed } = row(place);
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
              <th role="rowheader" {...activeAt(place, 0)}>
                {marked?.has(name) && <Differs />}
                {name}
              </th>
              {cells.map(({ text, says, tone, bar, more }, column) => (
                // One element that shows and says: of these there are hundreds.
                <td
                  role="gridcell"
                  key={columns[column]?.key}
                  data-as={columns[column]?.as}
                  data-same={columns[column]?.same || undefined}
                  data-tone={tone}
                  aria-label={says}
                  title={says ?? text}
                  {...activeAt(place, column + 1)}
                >
                  {bar !== undefined && <Bar full={bar} more={more} />}
                  {text}
                </td>
              ))}
            </tr>
          );
        })}
        {to < count && <Gap rows={count - to} />}
      </tbody>
    </table>
  );
  if (!isEmpty) drawn.current = draw();
  return (
    <>
      {isEmpty && <p class="sched-empty">{empty}</p>}
      {drawn.current && (
        <div
          class="sched-grid"
          ref={box}
          tabIndex={isEmpty ? -1 : 0}
          role="grid"
          aria-hidden={isEmpty || undefined}
          aria-label={label}
          aria-rowcount={count + 1}
          aria-colcount={columns.length + 1}
          aria-activedescendant={at.row >= from && at.row < to ? `${id}-active` : undefined}
          onScroll={look}
          onKeyDown={onKeyDown}
        >
          {drawn.current}
        </div>
      )}
    </>
  );
}

function Bar({ full, more = 0 }: { readonly full: number; readonly more: number | undefined }): VNode {
  const style = `--full:${Math.min(1, full).toFixed(3)};--more:${Math.min(1, full + more).toFixed(3)}`;
  return <span class="sched-bar" style={style} aria-hidden="true" />;
}

/** The sign of what is otherwise in another run. */
export function Differs(): VNode {
  return (
    <>
      <span aria-hidden="true" class="sched-differs">
        ≠{' '}
      </span>
      <span class="visually-hidden">{t`differs:`} </span>
    </>
  );
}

/** Stands for rows that are out of sight. */
function Gap({ rows }: { readonly rows: number }): VNode {
  return (
    <tr role="presentation" aria-hidden="true">
      <td style={`block-size:${rows * rowRem}rem;padding:0;border:0`} />
    </tr>
  );
}

function rowHeight(): number {
  return rowRem * parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** Lets a name break before its capitals. */
function humps(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, '\u200b');
}
