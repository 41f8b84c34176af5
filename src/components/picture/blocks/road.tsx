import type { VNode } from 'preact';
import type { BlockKind } from '../block-kind.ts';
import type { Tone } from '../description.ts';
import type { Rect } from '../geometry.ts';
import { StateGlyph } from '../StateGlyph.tsx';
import { textSize } from '../sizes.ts';
import { fitted, textWidth } from '../text-width.ts';
import { toneWords } from '../tone-words.ts';

export interface Station {
  readonly id: string;
  readonly title: string;
  /** Left out while it has not been reached; `busy` where the run is now. */
  readonly tone?: Tone;
  /** Under its name. */
  readonly text?: string;
}

/** Stations in the order in which a run comes to them. */
interface Road {
  readonly stations: readonly Station[];
}

declare module '../description.ts' {
  interface BlockMap {
    readonly road: Road;
  }
}

interface Placed extends Rect {
  readonly station: Station;
}

const gap = 18;
const inside = 26;
const rowGap = 9;
/** Room for the arrow with which a further row begins. */
const turn = 16;

const tallOf = ({ stations }: Road): number => (stations.some(({ text }) => text !== undefined) ? 36 : 22);

/** In rows, as words in a paragraph, each as wide as its words want. */
function place(block: Road, at: Rect): readonly Placed[] {
  const h = tallOf(block);
  let [x, y] = [at.x, at.y];
  return block.stations.map((station) => {
    const words = Math.max(textWidth(station.title, textSize) + 2, textWidth(station.text ?? '', textSize));
    const w = Math.min(Math.ceil(words) + inside, at.w - turn);
    if (x > at.x && x + w > at.x + at.w) {
      x = at.x + turn;
      y += h + rowGap;
    }
    const placed = { station, x, y, w, h };
    x += w + gap;
    return placed;
  });
}

export const kind: BlockKind<Road> = {
  height(block, width) {
    const placed = place(block, { x: 0, y: 0, w: width, h: 0 });
    return (placed.at(-1)?.y ?? 0) + tallOf(block);
  },
  draw(block, at) {
    const placed = place(block, at);
    return (
      <>
        {placed.map((one, i) => {
          const before = placed[i - 1];
          const straight = before?.y === one.y;
          const y = one.y + one.h / 2;
          return (
            <g key={one.station.id} data-tone={one.station.tone} class="picture-station">
              {straight && (
                <path class="picture-way" d={`M${one.x - gap + 2} ${y}h${gap - 5}m-3-3 3 3-3 3`} />
              )}
              {before && !straight && (
                <path
                  class="picture-way"
                  d={`M${at.x + 4} ${one.y - rowGap + 2}V${y}h${turn - 7}m-3-3 3 3-3 3`}
                />
              )}
              <rect x={one.x} y={one.y} width={one.w} height={one.h} rx="5" />
              <StationWords {...one} />
            </g>
          );
        })}
      </>
    );
  },
  rows: ({ stations }) =>
    stations.map(({ title, text, tone }) => [title, [toneWords(tone), text].filter(Boolean).join(', ')]),
};

function StationWords({ station: { title, text, tone }, x, y, w, h }: Placed): VNode {
  // A station without a text is as high as the others.
  const first = text ? y + 11 : y + h / 2;
  return (
    <>
      <StateGlyph tone={tone} x={x + 12} y={first} />
      <text class="picture-line" x={x + 20} y={first + 4}>
        {fitted(title, w - inside + 2, textSize)}
      </text>
      {text && (
        <text class="picture-quiet" x={x + 20} y={y + 29}>
          {fitted(text, w - inside + 2, textSize)}
        </text>
      )}
    </>
  );
}
