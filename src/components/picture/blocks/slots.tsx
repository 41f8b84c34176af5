import type { BlockKind } from '../block-kind.ts';
import type { Tone } from '../description.ts';
import { line, textSize } from '../sizes.ts';
import { fitted, textWidth } from '../text-width.ts';

export interface SlotRow {
  readonly id: string;
  readonly title: string;
  readonly filled: number;
  readonly of: number;
  readonly note?: string;
  readonly tone?: Tone;
}

/** Places of which so many are taken: a buffer, a bucket. */
interface Slots {
  readonly slots: readonly SlotRow[];
}

declare module '../description.ts' {
  interface BlockMap {
    readonly slots: Slots;
  }
}

const side = 8;
const high = line + side + 7;
const most = 32;

export const kind: BlockKind<Slots> = {
  height: ({ slots }) => slots.length * high,
  draw: ({ slots }, at) => (
    <>
      {slots.map(({ id, title, filled, of, note = '', tone }, i) => {
        const y = at.y + i * high;
        const drawn = Math.min(of, most, Math.floor(at.w / (side + 2)));
        return (
          <g key={id} data-tone={tone}>
            <text class="picture-line" x={at.x} y={y + 11}>
              {fitted(title, at.w - textWidth(`${note} `, textSize), textSize)}
            </text>
            <text class="picture-quiet is-end" x={at.x + at.w} y={y + 11}>
              {note}
            </text>
            {Array.from({ length: drawn }, (_, place) => (
              <rect
                key={place}
                class={
                  place < Math.ceil((filled * drawn) / Math.max(1, of))
                    ? 'picture-slot is-full'
                    : 'picture-slot'
                }
                x={at.x + place * (side + 2)}
                y={y + line}
                width={side}
                height={side}
                rx="2"
              />
            ))}
          </g>
        );
      })}
    </>
  ),
  rows: ({ slots }) => slots.map(({ title, filled, of, note }) => [title, note ?? `${filled}/${of}`]),
};
