import { t } from '../../../i18n/t.ts';
import type { BlockKind, PlacedChip } from '../block-kind.ts';
import type { Chip } from '../description.ts';
import type { Rect } from '../geometry.ts';
import { More } from '../More.tsx';
import { chipWidth, chipWords } from '../place-chips.ts';
import { chipGap, chipHeight, line } from '../sizes.ts';

/** Things that wait in a row: the first goes next, out at the left. */
interface Queue {
  readonly chips: readonly Chip[];
  readonly label?: string;
  readonly empty?: string;
}

declare module '../description.ts' {
  interface BlockMap {
    readonly queue: Queue;
  }
}

/** Room for the arrow at the left, by which things leave. */
const mouth = 18;
const tall = chipHeight + 8;

interface Row {
  readonly placed: readonly PlacedChip[];
  readonly more: number;
  readonly moreAt: { readonly x: number; readonly y: number };
  readonly y: number;
}

function rowOf({ chips, label }: Queue, at: Rect): Row {
  const y = at.y + (label === undefined ? 0 : line);
  const placed: PlacedChip[] = [];
  let x = at.x + mouth;
  for (const [i, chip] of chips.entries()) {
    const w = Math.min(chipWidth(chip), at.w - mouth - chipGap);
    const end = at.x + at.w - chipGap - (i === chips.length - 1 ? 0 : 30);
    if (x + w > end) break;
    placed.push({ chip, x, y: y + 4, w, h: chipHeight });
    x += w + chipGap;
  }
  return { placed, more: chips.length - placed.length, moreAt: { x, y: y + 17 }, y };
}

export const kind: BlockKind<Queue> = {
  height: ({ label }) => tall + (label === undefined ? 0 : line),
  chips: (block, at) => rowOf(block, at).placed,
  signs: ({ chips }) => chips,
  draw(block, at) {
    const row = rowOf(block, at);
    return (
      <>
        {block.label !== undefined && (
          <text class="picture-quiet" x={at.x} y={at.y + 11}>
            {block.label}
          </text>
        )}
        <rect
          class="picture-trough"
          x={at.x + mouth - 6}
          y={row.y}
          width={at.w - mouth + 6}
          height={tall}
          rx="5"
        />
        <path class="picture-mouth" d={`M${at.x + 9} ${row.y + tall / 2}H${at.x}m4-4-4 4 4 4`} />
        {block.chips.length === 0 && (
          <text class="picture-quiet" x={at.x + mouth + 2} y={row.y + 17}>
            {block.empty ?? t`empty`}
          </text>
        )}
        <More flow={{ ...row, height: 0 }} />
      </>
    );
  },
  rows: ({ chips, label, empty = t`empty` }) => [
    [
      ...(label === undefined ? [] : [label]),
      chips.length === 0 ? empty : chips.map((chip, i) => `${i + 1}. ${chipWords(chip)}`).join(', '),
    ],
  ],
};
