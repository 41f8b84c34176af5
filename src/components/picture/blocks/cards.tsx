import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import type { BlockKind } from '../block-kind.ts';
import type { Chip, Tone } from '../description.ts';
import type { Rect } from '../geometry.ts';
import { More } from '../More.tsx';
import { type Flow, chipWords, flowChips } from '../place-chips.ts';
import { StateGlyph } from '../StateGlyph.tsx';
import { inset, smallSize, textSize } from '../sizes.ts';
import { fitted, textWidth } from '../text-width.ts';
import { toneWords } from '../tone-words.ts';

interface Meter {
  readonly label: string;
  /** What is taken of the whole, and what would be taken besides, from 0 to 1. */
  readonly value: number;
  readonly adds?: number;
  /** The same in figures. */
  readonly text: string;
}

export interface Card {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly tone?: Tone;
  /** True where the step has to do with it; such cards are kept in sight. */
  readonly lit?: boolean;
  /** How full it is, side by side. */
  readonly meters?: readonly Meter[];
  /** Below its name, in two rows where one is too short. */
  readonly line?: string;
  readonly chips: readonly Chip[];
}

/** Things that hold others, a box each. */
interface Cards {
  readonly cards: readonly Card[];
  /** How many there are that were not given. */
  readonly more?: number;
  readonly empty?: string;
}

declare module '../description.ts' {
  interface BlockMap {
    readonly cards: Cards;
  }
}

const gap = 6;
const [least, most] = [98, 190];
const [low, high] = [66, 136];
/** Where the meters, the line and the chips begin in a card. */
const rowsAt = { meters: 23, line: 41, chips: 45 } as const;

/** What stands below the name of a card so wide: in the usual type, or smaller, and then in two rows if need be. */
function lineRows(words: string, w: number, tall: boolean): readonly string[] {
  if (textWidth(words, textSize) <= w - 10) return [words];
  if (!tall || textWidth(words, smallSize) <= w - 8) return [fitted(words, w - 8, smallSize)];
  const all = words.split(' ');
  let first = all.shift() ?? '';
  while (all.length > 1 && textWidth(`${first} ${all[0]}`, smallSize) <= w - 8) first += ` ${all.shift()}`;
  return [fitted(first, w - 8, smallSize), fitted(all.join(' '), w - 8, smallSize)];
}

/** From the first of two rows to the second. */
const rowHigh = 12;
/** Cards from this height on have room for two rows. */
const tallFrom = 90;

interface Placed extends Rect {
  readonly card: Card;
  readonly flow: Flow;
}

function place(
  { cards, more: unseen = 0 }: Cards,
  at: Rect,
): { readonly placed: readonly Placed[]; readonly more: number } {
  const across = Math.max(1, Math.min(cards.length, Math.floor((at.w + gap) / (least + gap))));
  const rows = Math.max(
    1,
    Math.min(Math.ceil(cards.length / across), Math.floor((at.h + gap) / (low + gap))),
  );
  const all = cards.length <= across * rows && unseen === 0;
  const room = all ? cards.length : Math.max(1, across * rows - 1);
  const others = cards.slice(room).filter(({ lit }) => lit);
  const shown = [...cards.slice(0, Math.max(0, room - others.length)), ...others.slice(0, room)];
  const w = Math.min(most, (at.w - gap * (across - 1)) / across);
  const h = Math.min(high, (at.h - gap * (rows - 1)) / rows);
  const placed = shown.map((card, i): Placed => {
    const box = { x: at.x + (i % across) * (w + gap), y: at.y + Math.floor(i / across) * (h + gap), w, h };
    const rows = lineRows(card.line ?? '', w, h >= tallFrom).length - 1;
    const top = rowsAt.chips + rows * rowHigh;
    const body = { x: box.x + 5, y: box.y + top, w: w - 10, h: h - top - 2 };
    return { ...box, card, flow: flowChips(card.chips, body) };
  });
  return { placed, more: cards.length - shown.length + unseen };
}

export const kind: BlockKind<Cards> = {
  height({ cards }, width) {
    const across = Math.max(1, Math.floor((width + gap) / (least + gap)));
    return Math.max(1, Math.ceil(cards.length / across)) * (high + gap) - gap;
  },
  shrinks: true,
  chips: (block, at) => place(block, at).placed.flatMap(({ flow }) => flow.placed),
  draw(block, at) {
    const { placed, more } = place(block, at);
    return (
      <>
        {placed.map((one) => (
          <OneCard key={one.card.id} {...one} />
        ))}
        {more > 0 && (
          <text class="picture-more is-end" x={at.x + at.w} y={at.y + at.h - 6}>
            {t`+${more}`}
          </text>
        )}
        {block.cards.length === 0 && block.empty !== undefined && (
          <text class="picture-quiet" x={at.x} y={at.y + 12}>
            {block.empty}
          </text>
        )}
      </>
    );
  },
  rows: ({ cards, empty = t`none` }) =>
    cards.length === 0
      ? [[empty]]
      : cards.map(({ title, note, tone, meters = [], line, chips }) => [
          note === undefined ? title : `${title} (${note})`,
          [
            ...(tone ? [toneWords(tone)] : []),
            ...(line ? [line] : []),
            ...meters.map(({ label, text }) => `${label} ${text}`),
            ...chips.map(chipWords),
          ].join(', '),
        ]),
};

function OneCard({
  card: { title, note = '', tone, lit, meters = [], line = '' },
  flow,
  x,
  y,
  w,
  h,
}: Placed): VNode {
  const left = x + 5 + (tone ? 13 : 0);
  const noteWidth = note === '' ? 0 : textWidth(`${note} `, textSize);
  const each = (w - inset - 6 * (meters.length - 1)) / Math.max(1, meters.length);
  return (
    <g data-tone={tone} class={lit ? 'picture-cell is-lit' : 'picture-cell'}>
      <rect x={x} y={y} width={w} height={h} rx="5" />
      {tone && <StateGlyph tone={tone} x={x + 11} y={y + 9} />}
      <text class="picture-line" x={left} y={y + 13}>
        {fitted(title, x + w - 5 - left - noteWidth, textSize)}
      </text>
      <text class="picture-quiet is-end" x={x + w - 5} y={y + 13}>
        {note}
      </text>
      {meters.map((meter, i) => (
        <OneMeter key={meter.label} meter={meter} x={x + 5 + i * (each + 6)} y={y + rowsAt.meters} w={each} />
      ))}
      {lineRows(line, w, h >= tallFrom).map((words, i) => (
        <text
          key={i}
          class={textWidth(line, textSize) > w - 10 ? 'picture-small' : 'picture-quiet'}
          x={x + 5}
          y={y + rowsAt.line + i * rowHigh}
        >
          {words}
        </text>
      ))}
      <More flow={flow} />
    </g>
  );
}

interface OneMeterProps {
  readonly meter: Meter;
  readonly x: number;
  readonly y: number;
  readonly w: number;
}

/** A name, and behind it how full it is; what is too much goes on to the end, and is marked. */
function OneMeter({ meter: { label, value, adds = 0 }, x, y, w }: OneMeterProps): VNode {
  const room = Math.ceil(textWidth(label, smallSize)) + 2;
  const from = x + room;
  const long = Math.max(4, w - room);
  const taken = Math.min(1, value) * long;
  const over = value + adds > 1.0001;
  return (
    <g>
      <text class="picture-small" x={x} y={y + 5}>
        {label}
      </text>
      <rect class="picture-meter" x={from} y={y - 2} width={long} height="7" rx="2" />
      <rect class="picture-fill" x={from} y={y - 2} width={taken} height="7" rx="2" />
      {adds > 0 && (
        <rect
          class="picture-ask"
          data-tone={over ? 'bad' : 'busy'}
          x={Math.min(from + taken, from + long - 4)}
          y={y - 2}
          width={Math.max(4, Math.min(adds * long, long - taken))}
          height="7"
        />
      )}
    </g>
  );
}
