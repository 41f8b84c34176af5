import type { BlockKind } from '../block-kind.ts';
import type { Tone } from '../description.ts';
import { line, textSize } from '../sizes.ts';
import { fitted, textWidth } from '../text-width.ts';

interface Mark {
  readonly at: number;
  readonly text: string;
}

/** How full something is, or how much of a time is left. */
interface Gauge {
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
  /** The same in figures. */
  readonly text: string;
  /** Where others stand, from 0 to 1, said below. */
  readonly marks?: readonly Mark[];
  readonly tone?: Tone;
}

declare module '../description.ts' {
  interface BlockMap {
    readonly gauge: Gauge;
  }
}

const thick = 7;

/** Marks with the ends of their texts, each left of the next and near its mark. */
function endsOf(marks: readonly Mark[], w: number): readonly (Mark & { readonly end: number })[] {
  let room = w;
  return marks
    .toSorted((a, b) => b.at - a.at)
    .map((mark) => {
      const width = textWidth(mark.text, textSize);
      const end = Math.max(width, Math.min(room, mark.at * w + width / 2));
      room = end - width - 8;
      return { ...mark, end };
    });
}

export const kind: BlockKind<Gauge> = {
  height: ({ marks = [] }) => line + thick + 3 + (marks.length > 0 ? line - 2 : 0),
  draw: ({ label, value, text, marks = [], tone }, { x, y, w }) => (
    <g data-tone={tone}>
      <text class="picture-quiet" x={x} y={y + 11}>
        {fitted(label, w - textWidth(`${text} `, textSize), textSize)}
      </text>
      <text class="picture-line is-end" x={x + w} y={y + 11}>
        {text}
      </text>
      <rect class="picture-channel" x={x} y={y + line} width={w} height={thick} rx={thick / 2} />
      <rect
        class="picture-level"
        x={x}
        y={y + line}
        width={w * Math.max(0, Math.min(1, value))}
        height={thick}
        rx={thick / 2}
      />
      {endsOf(marks, w).map((mark) => (
        <g key={mark.text}>
          <path class="picture-mark" d={`M${x + w * mark.at} ${y + line - 1}v${thick + 3}`} />
          <text class="picture-quiet is-end" x={x + mark.end} y={y + line + thick + 12}>
            {mark.text}
          </text>
        </g>
      ))}
    </g>
  ),
  rows: ({ label, text, marks = [] }) => [
    [label, [text, ...marks.map((mark) => mark.text)].filter(Boolean).join(', ')],
  ],
};
