import type { BlockKind } from '../block-kind.ts';
import type { Tone } from '../description.ts';
import { textSize } from '../sizes.ts';
import { fitted } from '../text-width.ts';

interface Dial {
  readonly label: string;
  /** What is left of the whole turn, from 0 to 1. */
  readonly value: number;
  /** Stands in the middle. */
  readonly text: string;
  readonly tone?: Tone;
}

/** Clocks that run out: side by side, or in rows where there is no room for all. */
interface Dials {
  readonly dials: readonly Dial[];
  /** Of each, in units; 22 if left out. */
  readonly radius?: number;
}

declare module '../description.ts' {
  interface BlockMap {
    readonly dials: Dials;
  }
}

const usual = 22;

/** An arc from twelve o'clock, clockwise; of a whole turn as much as does not end where it begins, which would draw nothing. */
function arc(cx: number, cy: number, radius: number, value: number): string {
  const turn = Math.min(0.995, Math.max(0, value)) * 2 * Math.PI;
  const x = cx + radius * Math.sin(turn);
  const y = cy - radius * Math.cos(turn);
  return `M${cx} ${cy - radius}A${radius} ${radius} 0 ${turn > Math.PI ? 1 : 0} 1 ${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** How many stand side by side. */
const acrossOf = ({ dials, radius = usual }: Dials, w: number): number =>
  Math.max(1, Math.min(dials.length, Math.floor(w / (2 * radius + 12))));

const highOf = ({ radius = usual }: Dials): number => 2 * radius + 24;

export const kind: BlockKind<Dials> = {
  height: (block, width) => highOf(block) * Math.ceil(block.dials.length / acrossOf(block, width)),
  draw(block, at) {
    const { dials, radius = usual } = block;
    const across = acrossOf(block, at.w);
    const each = at.w / across;
    return (
      <>
        {dials.map(({ label, value, text, tone }, i) => {
          const cx = at.x + each * ((i % across) + 0.5);
          const cy = at.y + Math.floor(i / across) * highOf(block) + radius + 4;
          return (
            <g key={label} data-tone={tone}>
              <circle class="picture-dial" cx={cx} cy={cy} r={radius} />
              {value > 0 && <path class="picture-arc" d={arc(cx, cy, radius, value)} />}
              <text class="picture-line is-middle" x={cx} y={cy + 4}>
                {text}
              </text>
              <text class="picture-quiet is-middle" x={cx} y={cy + radius + 15}>
                {fitted(label, each - 4, textSize)}
              </text>
            </g>
          );
        })}
      </>
    );
  },
  rows: ({ dials }) => dials.map(({ label, text }) => [label, text]),
};
