import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useUniqueId } from '../../../components/base/ids.ts';
import { type GridPlace, GridTable } from './GridTable.tsx';
import { type GridColumn, type GridRows, rowsNamed } from './grid-rows.ts';
import { useRowsInSight } from './rows-in-sight.ts';

interface GridProps extends GridRows {
  readonly label: string;
  /** Of the first column, which names the rows. */
  readonly head: string;
  readonly columns: readonly GridColumn[];
  readonly picked?: string;
  readonly onPick?: (name: string) => void;
  /** Rows that differ in another run. */
  readonly marked?: ReadonlySet<string>;
  /** Only rows whose names hold this are shown. */
  readonly only?: string;
  readonly empty: string;
}

/**
 * A table of any length, of which the rows in sight are drawn. It is one stop for the Tab key: arrows, Home, End and the Page keys
 * move in it, Enter opens a cell.
 */
export function Grid(props: GridProps): VNode {
  const { label, head, columns, picked, onPick, marked, only = '', empty } = props;
  const { count, row, onOpen } = only === '' ? props : rowsNamed(props, only);
  const id = useUniqueId();
  const box = useRef<HTMLDivElement>(null);
  /** Kept, hidden, while there is no row: creating a table again takes longer than a frame. */
  const drawn = useRef<VNode | undefined>(undefined);
  const [at, setAt] = useState<GridPlace>({ row: 0, column: 0 });
  const isEmpty = count === 0;
  const rows = useRowsInSight(box, {
    count,
    columns: columns.length,
    drawn: !isEmpty || drawn.current !== undefined,
  });
  const { from, to } = rows;

  const go = (next: GridPlace): void => {
    const place = Math.min(Math.max(0, next.row), count - 1);
    setAt({ row: place, column: Math.min(Math.max(0, next.column), columns.length) });
    rows.show(place);
    onPick?.(row(place).name);
  };
  const open = (place: GridPlace): void => {
    if (place.column > 0) onOpen?.(place.row, place.column - 1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || isEmpty) return;
    const next = placeFrom(at, event.key, { page: rows.pageOf(), count });
    if (next) go(next);
    else if (event.key === 'Enter') open(at);
    else return;
    event.preventDefault();
    // These keys belong to the table here, not to the timeline.
    event.stopPropagation();
  };
  if (!isEmpty) {
    const onClick = (place: GridPlace): void => {
      go(place);
      open(place);
    };
    drawn.current = (
      <GridTable
        {...{ head, columns, count, row, from, to, picked, marked, onClick }}
        active={{ ...at, id: `${id}-active` }}
      />
    );
  }
  return (
    <>
      {isEmpty && <p class="sched-empty">{only === '' ? empty : t`There is no such node here.`}</p>}
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
          onScroll={rows.look}
          onKeyDown={onKeyDown}
        >
          {drawn.current}
        </div>
      )}
    </>
  );
}

/** Where a key leads from a place; undefined for keys that do not move. */
function placeFrom(
  { row, column }: GridPlace,
  key: string,
  { page, count }: { readonly page: number; readonly count: number },
): GridPlace | undefined {
  switch (key) {
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'PageDown':
      return { row: row + page, column };
    case 'PageUp':
      return { row: row - page, column };
    case 'Home':
      return { row: 0, column };
    case 'End':
      return { row: count - 1, column };
    default:
      return undefined;
  }
}
