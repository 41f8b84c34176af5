import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import type { BlockKind } from '../block-kind.ts';
import type { Tone } from '../description.ts';
import type { Rect } from '../geometry.ts';
import { StateGlyph } from '../StateGlyph.tsx';
import { textSize } from '../sizes.ts';
import { fitted, textWidth } from '../text-width.ts';
import { toneWords } from '../tone-words.ts';

export interface Cell {
  readonly id: string;
  readonly text: string;
  readonly tone?: Tone;
  /** What its tone says of it, in a word; without it, what the tone says anywhere. */
  readonly means?: string;
  /** Stands at the right of its name, where there is room for it. */
  readonly note?: string;
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
/** Between a name and its note; and how much of a note says more than nothing. */
const [noteGap, leastNote] = [18, 12];

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
        {block.cells.slice(0, more > 0 ? shown - 1 : shown).map((cell, i) => (
          <OneCell
            key={cell.id}
            cell={cell}
            bare={block.bare === true}
            x={at.x + (i % across) * (w + gap)}
            y={at.y + Math.floor(i / across) * (high + gap)}
            w={w}
          />
        ))}
        {more > 0 && (
          <text class="picture-more" x={at.x + ((shown - 1) % across) * (w + gap) + 4} y={at.y + at.h - 5}>
            {t`+${more + 1}`}
          </text>
        )}
      </>
    );
  },
  rows: ({ cells, bare }) =>
    cells.map(({ text, tone, means = toneWords(tone), note, lit }) => {
      const says = bare && !tone ? (lit ? toneWords('busy') : '') : means;
      const behind = [says, note].filter(Boolean).join(', ');
      return behind === '' ? [text] : [text, behind];
    }),
};

interface OneCellProps {
  readonly cell: Cell;
  readonly bare: boolean;
  readonly x: number;
  readonly y: number;
  readonly w: number;
}

function OneCell({ cell: { text, tone, note = '', lit }, bare, x, y, w }: OneCellProps): VNode {
  const signed = tone !== undefined || !bare;
  const left = signed ? 18 : 7;
  const room = w - left - 3 - textWidth(text, textSize) - noteGap;
  const beside = fitted(note, room, textSize);
  // What stands in it is alike in all cells, so a page with many is not much larger.
  return (
    <g
      data-tone={tone}
      class={lit ? 'picture-cell is-lit' : 'picture-cell'}
      transform={`translate(${x} ${y})`}
    >
      <rect width={w} height={high} rx="3" />
      {signed && <StateGlyph tone={tone} x={10} y={high / 2} />}
      <text class="picture-line" x={left} y="13">
        {fitted(text, w - left - 3, textSize)}
      </text>
      {note !== '' && (beside === note || beside.length > leastNote) && (
        <text class="picture-quiet is-end" x={w - 5} y="13">
          {beside}
        </text>
      )}
    </g>
  );
}
