/** Points, boxes and lines in the units of the drawing; 1 unit is about 1 px. */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An SVG path along points, with its corners rounded. */
export function pathOf(points: readonly Point[], radius = 8): string {
  return points
    .map((point, i) => {
      const before = points[i - 1];
      const after = points[i + 1];
      if (!before) return `M${point.x} ${point.y}`;
      if (!after) return lineTo(before, point);
      const a = towards(point, before, radius);
      const b = towards(point, after, radius);
      return `${lineTo(before, a)}Q${point.x} ${point.y} ${b.x} ${b.y}`;
    })
    .join('');
}

function lineTo(from: Point, to: Point): string {
  if (from.y === to.y) return `H${to.x}`;
  return from.x === to.x ? `V${to.y}` : `L${to.x} ${to.y}`;
}

function towards(from: Point, to: Point, by: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 0 : Math.min(by, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** How far along a polyline each of its points lies, from 0 to 1. */
export function offsetsOf(points: readonly Point[]): number[] {
  const lengths = points.map((point, i) => {
    const before = points[i - 1] ?? point;
    return Math.hypot(point.x - before.x, point.y - before.y);
  });
  const total = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let sum = 0;
  return lengths.map((length) => (sum += length) / total);
}
