import type { Point, Rect } from './geometry.ts';

interface Ends {
  readonly from: Rect;
  readonly to: Rect;
  /** Which of the pipes between these two it is, from 0, and how many there are. */
  readonly nth: number;
  readonly of: number;
}

/**
 * The way of a pipe from one box to another: straight where they stand side by side or one above the other, else with one corner. Several
 * pipes between the same two lie side by side.
 */
export function route({ from, to, nth, of }: Ends): readonly Point[] {
  const x = overlap(from.x, from.w, to.x, to.w);
  const y = overlap(from.y, from.h, to.y, to.h);
  const place = (nth + 1) / (of + 1);
  if (y && (!x || apart(from.x, from.w, to.x, to.w) > 0)) {
    const at = Math.round(y[0] + (y[1] - y[0]) * place);
    const right = to.x > from.x;
    return [
      { x: right ? from.x + from.w : from.x, y: at },
      { x: right ? to.x : to.x + to.w, y: at },
    ];
  }
  const down = to.y > from.y;
  if (x) {
    const at = Math.round(x[0] + (x[1] - x[0]) * place);
    return [
      { x: at, y: down ? from.y + from.h : from.y },
      { x: at, y: down ? to.y : to.y + to.h },
    ];
  }
  // Out at the side, in from above or below.
  const right = to.x > from.x;
  const start = { x: right ? from.x + from.w : from.x, y: Math.round(from.y + from.h * place) };
  const end = { x: Math.round(to.x + to.w * place), y: down ? to.y : to.y + to.h };
  return [start, { x: end.x, y: start.y }, end];
}

function overlap(a: number, long: number, b: number, wide: number): readonly [number, number] | undefined {
  const [from, to] = [Math.max(a, b), Math.min(a + long, b + wide)];
  return to - from > 8 ? [from, to] : undefined;
}

const apart = (a: number, long: number, b: number, wide: number): number =>
  Math.max(a, b) - Math.min(a + long, b + wide);
