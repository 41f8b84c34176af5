import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import type { BlockKind } from '../block-kind.ts';
import type { Tone } from '../description.ts';
import type { Rect } from '../geometry.ts';
import { line, textSize } from '../sizes.ts';
import { fitted, textWidth } from '../text-width.ts';

interface End {
  readonly id: string;
  readonly text: string;
  readonly tone?: Tone;
}

interface Wire {
  readonly from: string;
  readonly to: string;
  /** True where the step has to do with it. */
  readonly lit?: boolean;
}

/** Who uses what: two columns of names, and wires between them. Of many, those with a lit wire are kept in sight. */
interface Wires {
  readonly left: readonly End[];
  readonly right: readonly End[];
  readonly wires: readonly Wire[];
}

declare module '../description.ts' {
  interface BlockMap {
    readonly wires: Wires;
  }
}

/** Room for the wires: at least, and at most. */
const [between, longest] = [36, 160];

/** Lit names are bold, and so a little wider. */
const bold = 1.08;

/** How wide the two columns are: as their names want, and the left one at most what leaves the right one more than half. */
function widthsOf({ left, right }: Wires, w: number): readonly [number, number] {
  const wants = (ends: readonly End[]): number =>
    Math.max(0, ...ends.map(({ text }) => textWidth(text, textSize) * bold)) + 4;
  const one = Math.min(wants(left), w * 0.42);
  return [one, Math.min(wants(right), w - one - between)];
}

interface Column {
  readonly shown: readonly End[];
  readonly more: number;
}

/** So many of a column as have room, so that the lit ones are among them. */
function columnOf(ends: readonly End[], lit: ReadonlySet<string>, room: number): Column {
  if (ends.length <= room) return { shown: ends, more: 0 };
  const last = ends.findLastIndex(({ id }) => lit.has(id));
  const from = Math.max(0, Math.min(last - room + 2, ends.length - room + 1));
  const shown = ends.slice(from, from + room - 1);
  return { shown, more: ends.length - shown.length };
}

export const kind: BlockKind<Wires> = {
  height: ({ left, right }) => Math.max(left.length, right.length) * line,
  shrinks: true,
  draw(block, at) {
    const { left, right, wires } = block;
    const room = Math.max(2, Math.floor(at.h / line));
    const litWires = wires.filter(({ lit }) => lit);
    const [from, to] = [new Set(litWires.map((one) => one.from)), new Set(litWires.map((one) => one.to))];
    const [one, other] = [columnOf(left, from, room), columnOf(right, to, room)];
    const [leftWidth, rightWidth] = widthsOf(block, at.w);
    // Few names stand in the middle, as wires that are too long are hard to follow.
    const aside = Math.max(0, (at.w - leftWidth - rightWidth - longest) / 2);
    const [leftAt, rightAt] = [at.x + aside, at.x + at.w - rightWidth - aside];
    const y = (column: Column, id: string): number | undefined => {
      const place = column.shown.findIndex((end) => end.id === id);
      return place < 0 ? undefined : at.y + place * line + 8;
    };
    return (
      <>
        {wires.map((wire) => {
          const [a, b] = [y(one, wire.from), y(other, wire.to)];
          if (a === undefined || b === undefined) return null;
          const [x1, x2] = [leftAt + leftWidth + 3, rightAt - 3];
          const bend = (x2 - x1) / 2;
          return (
            <path
              key={`${wire.from} ${wire.to}`}
              class={wire.lit ? 'picture-wire is-lit' : 'picture-wire'}
              d={`M${x1} ${a}C${x1 + bend} ${a} ${x2 - bend} ${b} ${x2} ${b}`}
            />
          );
        })}
        <Names column={one} at={{ ...at, x: leftAt, w: leftWidth }} lit={from} end />
        <Names column={other} at={{ ...at, x: rightAt, w: rightWidth }} lit={to} />
      </>
    );
  },
  rows: ({ left, right, wires }) =>
    left.map(({ id, text }) => {
      const names = right.filter((end) => wires.some((wire) => wire.from === id && wire.to === end.id));
      return [text, names.map((end) => end.text).join(', ')];
    }),
};

interface NamesProps {
  readonly column: Column;
  readonly at: Rect;
  readonly lit: ReadonlySet<string>;
  /** True where the names end at the wires, and do not begin there. */
  readonly end?: true;
}

function Names({ column: { shown, more }, at, lit, end }: NamesProps): VNode {
  const x = end ? at.x + at.w : at.x;
  const side = end ? ' is-end' : '';
  return (
    <>
      {shown.map(({ id, text, tone }, i) => (
        <text
          key={id}
          class={`picture-line${side}${lit.has(id) ? ' is-lit' : ''}`}
          x={x}
          y={at.y + i * line + 12}
          data-tone={tone}
        >
          {fitted(text, lit.has(id) ? at.w / bold : at.w, textSize)}
        </text>
      ))}
      {more > 0 && (
        <text class={`picture-more${side}`} x={x} y={at.y + shown.length * line + 12}>
          {t`+${more}`}
        </text>
      )}
    </>
  );
}
