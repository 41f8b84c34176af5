import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import type { BlockKind } from '../block-kind.ts';
import type { Tone } from '../description.ts';
import type { Rect } from '../geometry.ts';
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
/** What lies below a row. */
const rowGap = 7;
const high = line + side + rowGap;
const most = 32;
/** From one place to the next, where there are many. */
const least = 7;

export const kind: BlockKind<Slots> = {
  height: ({ slots }) => slots.length * high,
  shrinks: true,
  least: ({ slots }) => Math.min(slots.length, 2) * high,
  draw({ slots }, at) {
    const room = Math.max(1, Math.floor((at.h + rowGap) / high));
    const shown = slots.length <= room ? slots : slots.slice(0, Math.max(1, room - 1));
    return (
      <>
        {shown.map((row, i) => (
          <OneRow key={row.id} row={row} at={{ ...at, y: at.y + i * high }} />
        ))}
        {shown.length < slots.length && (
          <text class="picture-more" x={at.x} y={at.y + shown.length * high + 11}>
            {t`+${slots.length - shown.length}`}
          </text>
        )}
      </>
    );
  },
  rows: ({ slots }) => slots.map(({ title, filled, of, note }) => [title, note ?? `${filled}/${of}`]),
};

/** The note stands behind the name, or, where there is no room, behind the places. */
function OneRow({ row, at }: { readonly row: SlotRow; readonly at: Rect }): VNode {
  const { title, filled, of, note = '', tone } = row;
  const noteWidth = note === '' ? 0 : textWidth(`${note} `, textSize);
  const beside = textWidth(title, textSize) + noteWidth <= at.w;
  const room = beside ? at.w : at.w - noteWidth;
  // As many as can be counted are all drawn, and smaller where they have no room.
  const step = Math.max(least, Math.min(side + 2, room / Math.min(of, most)));
  const drawn = Math.min(of, most, Math.floor(room / step));
  const full = Math.ceil((filled * drawn) / Math.max(1, of));
  return (
    <g data-tone={tone}>
      <text class="picture-line" x={at.x} y={at.y + 11}>
        {fitted(title, beside ? at.w - noteWidth : at.w, textSize)}
      </text>
      <text class="picture-quiet is-end" x={at.x + at.w} y={at.y + (beside ? 11 : line + side)}>
        {note}
      </text>
      {Array.from({ length: drawn }, (_, place) => (
        <rect
          key={place}
          class={place < full ? 'picture-slot is-full' : 'picture-slot'}
          x={at.x + place * step}
          y={at.y + line}
          width={step - 2}
          height={side}
          rx="2"
        />
      ))}
    </g>
  );
}
