import type { BlockKind } from '../block-kind.ts';
import type { Tone } from '../description.ts';
import { line, textSize } from '../sizes.ts';
import { fitted, textWidth } from '../text-width.ts';

export interface Line {
  readonly text: string;
  /** Stands in front of it, quieter. */
  readonly label?: string;
  readonly tone?: Tone;
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

export const kind: BlockKind<Lines> = {
  height: ({ lines }) => lines.length * line,
  draw: ({ lines }, { x, y, w }) => (
    <>
      {lines.map(({ text, label, tone }, i) => {
        const room = label === undefined ? w : w - textWidth(`${label} `, textSize);
        return (
          <text key={i} class="picture-line" x={x} y={y + i * line + 11} data-tone={tone}>
            {label !== undefined && <tspan class="picture-quiet">{label} </tspan>}
            {fitted(text, room, textSize)}
          </text>
        );
      })}
    </>
  ),
  rows: ({ lines }) => lines.map(({ text, label }) => (label === undefined ? [text] : [label, text])),
};
