import type { VNode } from 'preact';
import type { BlockKind } from '../block-kind.ts';
import type { Tone } from '../description.ts';
import type { Rect } from '../geometry.ts';
import { line, textSize } from '../sizes.ts';
import { fitted, textWidth } from '../text-width.ts';

interface Bar {
  readonly from: number;
  readonly to: number;
  readonly tone?: Tone;
  readonly text?: string;
}

export interface Lane {
  readonly id: string;
  readonly title: string;
  readonly bars: readonly Bar[];
  /** Moments in it. */
  readonly ticks?: readonly { readonly at: number; readonly tone?: Tone }[];
}

/** What several did in time, a lane each, up to now. Times are in virtual ms. */
interface Lanes {
  readonly lanes: readonly Lane[];
  readonly from: number;
  readonly to: number;
  readonly now: number;
  /** What stands at the two ends. */
  readonly ends?: readonly [from: string, to: string];
}

declare module '../description.ts' {
  interface BlockMap {
    readonly lanes: Lanes;
  }
}

const high = 19;

export const kind: BlockKind<Lanes> = {
  height: ({ lanes, ends }) => lanes.length * high + (ends ? line : 0),
  draw(block, at) {
    const { lanes, from, to, now, ends } = block;
    const names = Math.min(
      at.w * 0.35,
      Math.max(...lanes.map(({ title }) => textWidth(title, textSize))) + 10,
    );
    const left = at.x + names;
    const w = at.w - names;
    const x = (time: number): number =>
      left + (w * Math.max(0, Math.min(to, time) - from)) / Math.max(1, to - from);
    return (
      <>
        {lanes.map((lane, i) => (
          <OneLane key={lane.id} lane={lane} x={x} at={{ ...at, y: at.y + i * high, w: names }} />
        ))}
        <path class="picture-now" d={`M${x(now)} ${at.y - 1}v${lanes.length * high}`} />
        {ends && (
          <>
            <text class="picture-quiet" x={left} y={at.y + lanes.length * high + 11}>
              {ends[0]}
            </text>
            <text class="picture-quiet is-end" x={at.x + at.w} y={at.y + lanes.length * high + 11}>
              {ends[1]}
            </text>
          </>
        )}
      </>
    );
  },
  rows: ({ lanes }) =>
    lanes.map(({ title, bars, ticks = [] }) => [
      title,
      [...bars.map(barWords), ...(ticks.length > 0 ? [`× ${ticks.length}`] : [])].join(', '),
    ]),
};

/** A bar in the words of the table: what it is, and its seconds. */
const barWords = ({ from, to, tone, text = tone === 'bad' ? '✕' : '' }: Bar): string =>
  `${text} ${(from / 1000).toFixed(1)}–${(to / 1000).toFixed(1)} s`.trim();

interface OneLaneProps {
  readonly lane: Lane;
  readonly x: (time: number) => number;
  /** Of its name. */
  readonly at: Rect;
}

function OneLane({ lane: { title, bars, ticks = [] }, x, at }: OneLaneProps): VNode {
  return (
    <g>
      <text class="picture-line" x={at.x} y={at.y + 12}>
        {fitted(title, at.w - 6, textSize)}
      </text>
      {bars.map(({ from, to, tone, text }, i) => {
        const width = Math.max(1, x(to) - x(from));
        return (
          <g key={i} data-tone={tone}>
            <rect class="picture-bar" x={x(from)} y={at.y + 3} width={width} height={high - 7} rx="3" />
            {text !== undefined && textWidth(text, textSize) < width - 6 && (
              <text class="picture-line" x={x(from) + 4} y={at.y + 12.5}>
                {text}
              </text>
            )}
          </g>
        );
      })}
      {ticks.map((tick, i) => (
        <path
          key={i}
          class="picture-tick"
          data-tone={tick.tone}
          d={`M${x(tick.at)} ${at.y + 3}v${high - 7}`}
        />
      ))}
    </g>
  );
}
