/** A point of the drawing, in its own units. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where one box of the loop stands. */
interface Box extends Point {
  readonly w: number;
  readonly h: number;
}

type BoxName = 'store' | 'informer' | 'queue' | 'worker';

/** One arrangement of the loop: its size, its boxes, and the corners of the ways between them. */
export interface LoopLayout {
  readonly name: 'across' | 'down';
  readonly width: number;
  readonly height: number;
  readonly boxes: Readonly<Record<BoxName, Box>>;
  readonly ways: {
    readonly watch: readonly Point[];
    readonly handler: readonly Point[];
    readonly take: readonly Point[];
    readonly write: readonly Point[];
  };
}

/** For a wide page: left to right, and back below. */
export const across: LoopLayout = {
  name: 'across',
  width: 1120,
  height: 206,
  boxes: {
    store: { x: 2, y: 2, w: 220, h: 136 },
    informer: { x: 312, y: 2, w: 220, h: 136 },
    queue: { x: 622, y: 2, w: 190, h: 136 },
    worker: { x: 902, y: 2, w: 216, h: 136 },
  },
  ways: {
    watch: [
      { x: 222, y: 92 },
      { x: 312, y: 92 },
    ],
    handler: [
      { x: 532, y: 92 },
      { x: 622, y: 92 },
    ],
    take: [
      { x: 812, y: 92 },
      { x: 902, y: 92 },
    ],
    write: [
      { x: 1010, y: 138 },
      { x: 1010, y: 190 },
      { x: 112, y: 190 },
      { x: 112, y: 138 },
    ],
  },
};

/** For a phone: top to bottom, and back at the side. */
export const down: LoopLayout = {
  name: 'down',
  width: 340,
  height: 560,
  boxes: {
    store: { x: 2, y: 2, w: 270, h: 118 },
    informer: { x: 2, y: 158, w: 270, h: 118 },
    queue: { x: 2, y: 314, w: 270, h: 96 },
    worker: { x: 2, y: 448, w: 270, h: 96 },
  },
  ways: {
    watch: [
      { x: 220, y: 120 },
      { x: 220, y: 158 },
    ],
    handler: [
      { x: 220, y: 276 },
      { x: 220, y: 314 },
    ],
    take: [
      { x: 220, y: 410 },
      { x: 220, y: 448 },
    ],
    write: [
      { x: 272, y: 496 },
      { x: 314, y: 496 },
      { x: 314, y: 60 },
      { x: 272, y: 60 },
    ],
  },
};

/** An SVG path through the corners. */
export function path(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

/** CSS variables `--x0 --y0 …` for the corners of a way, so that one set of keyframes serves every arrangement. */
export function corners(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `--x${index}:${x}px;--y${index}:${y}px`).join(';');
}
