import { t } from '../../../i18n/t.ts';
import type { BlockKind } from '../block-kind.ts';
import type { Tone } from '../description.ts';
import type { Rect } from '../geometry.ts';
import { StateGlyph } from '../StateGlyph.tsx';
import { textSize } from '../sizes.ts';
import { fitted } from '../text-width.ts';
import { toneWords } from '../tone-words.ts';

export interface Cell {
  readonly id: string;
  readonly text: string;
  readonly tone?: Tone;
  /** What its tone says of it, in a word; without it, what the tone says anywhere. */
  readonly means?: string;
  /** True where the step has to do with it. */
  readonly lit?: boolean;
}

/** Many of one kind side by side, each with how it stands. */
interface Board {
  readonly cells: readonly Cell[];
  /** True where a cell without a tone is as it should be, and does not wait for anything. */
  readonly bare?: true;
  /** How wide a cell is at least, in units; 108 if left out. */
  readonly least?: number;
}

declare module '../description.ts' {
  interface BlockMap {
    readonly board: Board;
  }
}

const high = 18;
const gap = 3;
const usual = 108;

interface Grid {
  readonly across: number;
  readonly w: number;
  readonly shown: number;
}

function gridOf({ cells, least = usual }: Board, { w, h }: Pick<Rect, 'w' | 'h'>): Grid {
  const across = Math.max(1, Math.floor((w + gap) / (least + gap)));
  const down = Math.max(1, Math.floor((h + gap) / (high + gap)));
  return { across, w: (w - gap * (across - 1)) / across, shown: Math.min(cells.length, across * down) };
}

export const kind: BlockKind<Board> = {
  height(block, width) {
    const { across } = gridOf(block, { w: width, h: 0 });
    return Math.ceil(block.cells.length / across) * (high + gap) - gap;
  },
  shrinks: true,
  signs: ({ cells }) => cells,
  draw(block, at) {
    const { across, w, shown } = gridOf(block, at);
    const more = block.cells.length - shown;
    return (
      <>
        {block.cells.slice(0, more > 0 ? shown - 1 : shown).map(({ id, text, tone, lit }, i) => {
          const x = at.x + (i % across) * (w + gap);
          const y = at.y + Math.floor(i / across) * (high + gap);
          return (
            <g key={id} data-tone={tone} class={lit ? 'picture-cell is-lit' : 'picture-cell'}>
              <rect x={x} y={y} width={w} height={high} rx="3" />
              {tone && <StateGlyph tone={tone} x={x + 10} y={y + high / 2} />}
              <text class="picture-line" x={x + 18} y={y + 13}>
                {fitted(text, w - 21, textSize)}
              </text>
            </g>
          );
        })}
        {more > 0 && (
          <text class="picture-more" x={at.x + ((shown - 1) % across) * (w + gap) + 4} y={at.y + at.h - 5}>
            {t`+${more + 1}`}
          </text>
        )}
      </>
    );
  },
  rows: ({ cells, bare }) =>
    cells.map(({ text, tone, means, lit }) =>
      bare && !tone ? (lit ? [text, toneWords('busy')] : [text]) : [text, means ?? toneWords(tone)],
    ),
};
