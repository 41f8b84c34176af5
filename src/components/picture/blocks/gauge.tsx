import type { BlockKind } from '../block-kind.ts';
import type { Tone } from '../description.ts';
import { line, textSize } from '../sizes.ts';
import { fitted, textWidth } from '../text-width.ts';

/** How full something is, or how much of a time is left. */
interface Gauge {
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
  /** The same in figures. */
  readonly text: string;
  /** Where something changes, from 0 to 1. */
  readonly marks?: readonly number[];
  readonly tone?: Tone;
}

declare module '../description.ts' {
  interface BlockMap {
    readonly gauge: Gauge;
  }
}

const thick = 7;

export const kind: BlockKind<Gauge> = {
  height: () => line + thick + 3,
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
      {marks.map((mark) => (
        <path key={mark} class="picture-mark" d={`M${x + w * mark} ${y + line}v${thick + 3}`} />
      ))}
    </g>
  ),
  rows: ({ label, text }) => [[label, text]],
};
