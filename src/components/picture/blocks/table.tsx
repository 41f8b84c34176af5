import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import type { BlockKind } from '../block-kind.ts';
import type { Tone } from '../description.ts';
import type { Rect } from '../geometry.ts';
import { line, textSize } from '../sizes.ts';
import { fitted, textWidth } from '../text-width.ts';

export interface TableLine {
  readonly id: string;
  readonly cells: readonly string[];
  readonly tone?: Tone;
  /** True where the step has to do with it; such rows are kept in sight. */
  readonly lit?: boolean;
}

/** At most four short columns, whose heads may take two lines. Of many rows those near a lit one are drawn. */
interface Table {
  readonly columns: readonly string[];
  readonly lines: readonly TableLine[];
  /** How wide columns are beside each other. */
  readonly widths?: readonly number[];
  readonly empty?: string;
}

declare module '../description.ts' {
  interface BlockMap {
    readonly table: Table;
  }
}

const high = line + 1;

/** Where each column begins, and how wide it is. */
function columnsOf(
  { columns, widths }: Table,
  { x, w }: Rect,
): readonly { readonly x: number; readonly w: number }[] {
  const weights = columns.map((_, i) => widths?.[i] ?? 1);
  const all = weights.reduce((sum, one) => sum + one, 0);
  let at = x;
  return weights.map((weight) => {
    const column = { x: at, w: (w * weight) / all };
    at += column.w;
    return column;
  });
}

/** A column's head: in one line, or in two where it has several words and no room. */
function headOf(text: string, w: number): readonly string[] {
  const words = text.split(' ');
  if (words.length === 1 || textWidth(text, textSize) <= w) return [text];
  let first = words.length - 1;
  while (first > 1 && textWidth(words.slice(0, first).join(' '), textSize) > w) first--;
  return [words.slice(0, first).join(' '), words.slice(first).join(' ')];
}

/** The height of the heads. */
function headHeight(block: Table, at: Rect): number {
  const columns = columnsOf(block, at);
  const lines = block.columns.map((text, i) => headOf(text, (columns[i]?.w ?? 0) - 6).length);
  return high + (Math.max(1, ...lines) - 1) * (line - 2);
}

/** The rows that are drawn: all, or as many as have room, so that the first lit one is among them. */
function window({ lines }: Table, height: number): { readonly from: number; readonly to: number } {
  const room = Math.max(1, Math.floor((height + 1) / high));
  if (lines.length <= room) return { from: 0, to: lines.length };
  const lit = lines.findIndex((each) => each.lit);
  // The last line says how many are left out.
  const shown = Math.max(1, room - 1);
  const from = lit < shown ? 0 : Math.min(lit, lines.length - shown);
  return { from, to: from + shown };
}

export const kind: BlockKind<Table> = {
  height(block, width) {
    const { lines, empty } = block;
    const heads = headHeight(block, { x: 0, y: 0, w: width, h: 0 });
    return heads + high * (lines.length === 0 && empty !== undefined ? 1 : lines.length);
  },
  shrinks: true,
  draw(block, at) {
    const columns = columnsOf(block, at);
    const heads = headHeight(block, at);
    const top = at.y + heads;
    const { from, to } = window(block, at.h - heads);
    const { lines, empty } = block;
    return (
      <>
        {columns.map((column, i) =>
          headOf(block.columns[i] ?? '', column.w - 6).map((text, nth, all) => (
            <text
              key={`${i} ${nth}`}
              class="picture-quiet"
              x={column.x}
              y={top - 5 - (all.length - 1 - nth) * (line - 2)}
            >
              {fitted(text, column.w - 6, textSize)}
            </text>
          )),
        )}
        <path class="picture-rule" d={`M${at.x} ${top - 1}h${at.w}`} />
        {lines.slice(from, to).map((each, i) => (
          <TableRow key={each.id} row={each} columns={columns} at={at} y={top + high * i} />
        ))}
        {lines.length === 0 && empty !== undefined && (
          <text class="picture-quiet" x={at.x} y={top + 12}>
            {empty}
          </text>
        )}
        {to - from < lines.length && (
          <text class="picture-more" x={at.x} y={top + high * (to - from) + 12}>
            {t`+${lines.length - (to - from)}`}
          </text>
        )}
      </>
    );
  },
  rows: ({ columns, lines, empty = t`none` }) =>
    lines.length === 0
      ? [[columns[0] ?? '', empty]]
      : lines.map(({ cells }) => [
          cells[0] ?? '',
          cells
            .slice(1)
            .map((cell, i) => (cell === '' ? '' : `${columns[i + 1]}: ${cell}`))
            .filter((cell) => cell !== '')
            .join(', '),
        ]),
};

interface RowProps {
  readonly row: TableLine;
  readonly columns: readonly { readonly x: number; readonly w: number }[];
  readonly at: Rect;
  readonly y: number;
}

function TableRow({ row, columns, at, y }: RowProps): VNode {
  return (
    <g data-tone={row.tone} class={row.lit ? 'is-lit' : undefined}>
      {row.lit && <rect class="picture-row" x={at.x - 4} y={y} width={at.w + 8} height={high} rx="3" />}
      {columns.map((column, i) => (
        <text key={i} class="picture-line" x={column.x} y={y + 12}>
          {fitted(row.cells[i] ?? '', column.w - 6, textSize)}
        </text>
      ))}
    </g>
  );
}
