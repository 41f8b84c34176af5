import { t } from '../../../i18n/t.ts';
import type { BlockKind } from '../block-kind.ts';
import type { Chip } from '../description.ts';
import type { Rect } from '../geometry.ts';
import { chipWords, flowChips, flowHeight } from '../place-chips.ts';
import { More } from '../More.tsx';
import { line } from '../sizes.ts';

/** Things in no order that matters, or in the order in which they go, where `ordered`: then the first goes next. */
interface Chips {
  readonly chips: readonly Chip[];
  /** Stands above them. */
  readonly label?: string;
  /** Stands in their place where there are none. */
  readonly empty?: string;
  /** How many there are that were not given. */
  readonly more?: number;
}

declare module '../description.ts' {
  interface BlockMap {
    readonly chips: Chips;
  }
}

/** What lies between a label and the chips below it. */
const labelGap = 3;

const above = ({ label }: Chips): number => (label === undefined ? 0 : line + labelGap);
const below = (block: Chips, at: Rect): Rect => ({ ...at, y: at.y + above(block), h: at.h - above(block) });

export const kind: BlockKind<Chips> = {
  height: (block, width) => above(block) + flowHeight(block.chips, width, block.more),
  shrinks: true,
  chips: (block, at) => flowChips(block.chips, below(block, at), block.more).placed,
  signs: ({ chips }) => chips,
  draw(block, at) {
    const { chips, label, empty, more } = block;
    const inner = below(block, at);
    return (
      <>
        {label !== undefined && (
          <text class="picture-quiet" x={at.x} y={at.y + 11}>
            {label}
          </text>
        )}
        {chips.length === 0 && empty !== undefined && (
          <text class="picture-quiet" x={at.x} y={inner.y + 13}>
            {empty}
          </text>
        )}
        <More flow={flowChips(chips, inner, more)} />
      </>
    );
  },
  rows: ({ chips, label, empty = t`none` }) => [
    [...(label === undefined ? [] : [label]), chips.length === 0 ? empty : chips.map(chipWords).join(', ')],
  ],
};
