import type { BlockKind } from '../block-kind.ts';
import type { Tone } from '../description.ts';
import { line, textSize } from '../sizes.ts';
import { fitted, textWidth } from '../text-width.ts';

export interface Line {
  readonly text: string;
  /** Stands in front of it, quieter. */
  readonly label?: string;
  readonly tone?: Tone;
  /** How many rows it may take where one is too short for it. */
  readonly rows?: number;
}

/** A few short lines of text. */
interface Lines {
  readonly lines: readonly Line[];
}

declare module '../description.ts' {
  interface BlockMap {
    readonly lines: Lines;
  }
}

type Row = Omit<Line, 'rows'>;

/** What is drawn below each other. The label stands in the first row of its line. */
const rowsOf = ({ lines }: Lines, w: number): readonly Row[] =>
  lines.flatMap(({ text, label, tone, rows = 1 }) => {
    const first = label === undefined ? w : w - textWidth(`${label} `, textSize);
    return wrapped(text, first, w, rows).map((part, i): Row => ({
      text: part,
      ...(i === 0 && label !== undefined && { label }),
      ...(tone && { tone }),
    }));
  });

/** A text in rows, the first of which may be shorter, broken where a word ends; what has no room in the last one is left out. */
function wrapped(text: string, first: number, w: number, rows: number): readonly string[] {
  const words = text.split(/(?<=[ /.,-])/);
  const all: string[] = [];
  while (words.length > 0 && all.length < rows) {
    const room = all.length === 0 ? first : w;
    let row = words.shift() ?? '';
    const reach = all.length === rows - 1 ? Infinity : room;
    while (words.length > 0 && textWidth(row + words[0], textSize) <= reach) row += words.shift();
    all.push(fitted(row.trimEnd(), room, textSize));
  }
  return all.length === 0 ? [''] : all;
}

export const kind: BlockKind<Lines> = {
  height: (block, width) => rowsOf(block, width).length * line,
  draw: (block, { x, y, w }) => (
    <>
      {rowsOf(block, w).map(({ text, label, tone }, i) => (
        <text key={i} class="picture-line" x={x} y={y + i * line + 11} data-tone={tone}>
          {label !== undefined && <tspan class="picture-quiet">{label} </tspan>}
          {text}
        </text>
      ))}
    </>
  ),
  rows: ({ lines }) => lines.map(({ text, label }) => (label === undefined ? [text] : [label, text])),
};
