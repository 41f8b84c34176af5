import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import {
  type CachedNode,
  type FilterTable,
  nodeAt,
  numberAt,
} from '../../../runtime/subjects/scheduler/world.ts';
import { memoize } from '../../../recording/memoize.ts';
import type { NodeGridProps } from './node-grid.ts';

interface NodeMapProps extends Partial<Omit<NodeGridProps, 'only' | 'onOpen'>> {
  readonly nodes: readonly CachedNode[];
}

/** Shades of a node, from empty to full. */
const shades = 8;

/**
 * A square a node, the darker the fuller; one that was refused is hollow, the chosen one has a ring, one whose fate differs in
 * another run a ≠. The table below says the same.
 */
export function NodeMap({ nodes, attempt, picked, onPick, marked }: NodeMapProps): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const refused = attempt?.filters ? refusedBy(attempt.filters) : none;
  const seen = look(nodes, refused, [attempt?.node, picked], marked);
  const draw = useRef(() => {});
  draw.current = () => {
    if (canvas.current) paint(canvas.current, seen);
  };
  useEffect(() => draw.current());
  useEffect(() => {
    const observer = new ResizeObserver(() => draw.current());
    if (canvas.current) observer.observe(canvas.current);
    return () => observer.disconnect();
  }, []);
  const pick = (event: MouseEvent): void => {
    const element = event.currentTarget as HTMLCanvasElement;
    const { size, columns } = squares(element, nodes.length);
    const at =
      Math.floor(event.offsetY / size) * columns + Math.min(columns - 1, Math.floor(event.offsetX / size));
    const node = nodes[at];
    if (node) onPick?.(node.name);
  };
  const counted = t`Nodes: ${nodes.length}. Nine tenths full or more: ${seen.full}. Refused: ${refused.size}.`;
  const words = marked ? t`${counted} Different in the other run: ${marked.size}.` : counted;
  return (
    <figure class="sched-map">
      <canvas ref={canvas} role="img" aria-label={words} onClick={pick} />
      <figcaption>
        {words}{' '}
        {t`A square is a node: the darker, the fuller; hollow, if it is refused; with a ring, if it is chosen.`}
        {marked && t` ≠ marks those that differ in the other run.`}
      </figcaption>
    </figure>
  );
}

const none: ReadonlySet<string> = new Set();

/** The greatest share of what a node has that is taken. */
function fullness({ allocatable, requested }: CachedNode): number {
  return Math.max(
    share(requested.cpu, allocatable.cpu),
    share(requested.memory, allocatable.memory),
    share(requested.pods, allocatable.pods),
  );
}

const share = (taken = 0, has = 0): number => (has > 0 ? taken / has : 0);

const refusedBy = memoize((table: FilterTable): ReadonlySet<string> => {
  const names = new Set<string>();
  for (let place = 0; place < table.count; place++)
    if (numberAt(table.verdict, place) !== 0) names.add(nodeAt(table, place));
  return names;
});

/** The greatest squares of which all find room. */
function squares(
  { clientWidth: width, clientHeight: height }: HTMLElement,
  count: number,
): {
  readonly size: number;
  readonly columns: number;
} {
  let size = Math.max(2, Math.min(24, Math.floor(Math.sqrt((width * height) / Math.max(1, count)))));
  while (size > 2 && Math.ceil(count / Math.floor(width / size)) * size > height) size--;
  return { size, columns: Math.max(1, Math.floor(width / size)) };
}

/** What there is to see of nodes, by their places. */
interface Seen {
  /** A shade for each node, or that it is refused. */
  readonly looks: Uint8Array;
  /** How many are nine tenths full or more. */
  readonly full: number;
  readonly rings: readonly number[];
  readonly marks: readonly number[];
}

/** In one pass, which makes nothing for each node: they are thousands, at every step. */
function look(
  nodes: readonly CachedNode[],
  refused: ReadonlySet<string>,
  ringed: readonly (string | undefined)[],
  differ: ReadonlySet<string> = none,
): Seen {
  const looks = new Uint8Array(nodes.length);
  const [rings, marks]: [number[], number[]] = [[], []];
  let full = 0;
  for (let place = 0; place < nodes.length; place++) {
    const node = nodes[place] as CachedNode;
    const taken = fullness(node);
    if (taken >= 0.9) full++;
    looks[place] = refused.has(node.name) ? shades : Math.min(shades - 1, Math.floor(taken * shades));
    if (ringed.includes(node.name)) rings.push(place);
    if (differ.has(node.name)) marks.push(place);
  }
  return { looks, full, rings, marks };
}

/** What a canvas shows. */
interface Shown extends Seen {
  /** All that the look of every square depends on. */
  readonly ground: string;
}

const shown = new WeakMap<HTMLCanvasElement, Shown>();

/** Where the squares of a canvas are. */
interface Board {
  readonly context: CanvasRenderingContext2D;
  readonly style: CSSStyleDeclaration;
  readonly size: number;
  readonly columns: number;
  /** Of a square without the gap round it. */
  readonly side: number;
  readonly gap: number;
  /** Of the ring round the chosen node. */
  readonly radius: number;
  cornerOf(place: number): readonly [x: number, y: number];
}

function boardOf(canvas: HTMLCanvasElement, count: number): Board | undefined {
  const context = canvas.getContext('2d');
  if (!context || canvas.clientWidth === 0) return undefined;
  const { size, columns } = squares(canvas, count);
  const gap = size > 5 ? 1 : size > 3 ? 0.5 : 0;
  const side = size - 2 * gap;
  const radius = Math.max(side, 6) / 2 + 2;
  const cornerOf: Board['cornerOf'] = (place) => [
    (place % columns) * size,
    Math.floor(place / columns) * size,
  ];
  return { context, style: getComputedStyle(canvas), size, columns, side, gap, radius, cornerOf };
}

/** Draws the squares that differ from what the canvas shows: of 5,000 nodes a step changes a few. With marks it draws all. */
function paint(canvas: HTMLCanvasElement, seen: Seen): void {
  const { looks, rings, marks } = seen;
  const count = looks.length;
  const board = boardOf(canvas, count);
  if (!board) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio;
  const ground = [width, height, ratio, count, board.style.color, marks.length > 0].join(' ');
  const before = shown.get(canvas);
  shown.set(canvas, { ...seen, ground });
  if (before?.ground === ground && marks.length === 0) {
    paintSquares(board, looks, wipe(board, before, looks));
  } else {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    board.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintSquares(board, looks, looks.keys());
  }
  paintRings(board, rings);
  paintMarks(board, marks);
  board.context.lineWidth = 1;
}

/** Clears the squares whose look has changed, and those under the former rings; returns their places. */
function wipe(board: Board, before: Seen, looks: Uint8Array): ReadonlySet<number> {
  const { context, size, columns, radius, cornerOf } = board;
  const stale = new Set<number>();
  for (let place = 0; place < looks.length; place++)
    if (looks[place] !== before.looks[place]) stale.add(place);
  // A ring lies over the squares round its own.
  const reach = Math.ceil((radius + 1) / size);
  for (const place of before.rings) {
    const [x, y] = cornerOf(place);
    context.clearRect(x - reach * size, y - reach * size, (2 * reach + 1) * size, (2 * reach + 1) * size);
    for (const near of around(place, reach, columns)) if (near < looks.length) stale.add(near);
  }
  for (const place of stale) context.clearRect(...cornerOf(place), size, size);
  return stale;
}

/** A shade at a time, so that the context changes no more often than that. */
function paintSquares(
  { context, style, side, gap, cornerOf }: Board,
  looks: Uint8Array,
  places: Iterable<number>,
): void {
  context.fillStyle = style.color;
  context.strokeStyle = style.color;
  const byLook: number[][] = Array.from({ length: shades + 1 }, () => []);
  for (const place of places) byLook[looks[place] as number]?.push(place);
  byLook.forEach((alike, look) => {
    const inset = look === shades ? Math.min(0.5, side / 4) : 0;
    context.globalAlpha = look === shades ? 0.7 : 0.15 + (0.8 * look) / (shades - 1);
    for (const place of alike) {
      const [x, y] = cornerOf(place);
      const square = [x + gap + inset, y + gap + inset, side - 2 * inset, side - 2 * inset] as const;
      if (look === shades) context.strokeRect(...square);
      else context.fillRect(...square);
    }
  });
  context.globalAlpha = 1;
}

function paintRings({ context, style, size, radius, cornerOf }: Board, rings: readonly number[]): void {
  context.strokeStyle = style.outlineColor;
  context.lineWidth = 2;
  for (const place of rings) {
    const [x, y] = cornerOf(place);
    context.beginPath();
    context.arc(x + size / 2, y + size / 2, radius, 0, 2 * Math.PI);
    context.stroke();
  }
}

/** A ≠ on each place: first the ground round it, so that it is seen on any shade. */
function paintMarks({ context, style, size, side, cornerOf }: Board, marks: readonly number[]): void {
  const half = Math.min(Math.max(side, 7), 12) / 2;
  for (const [thick, colour] of [
    [3.5, style.backgroundColor],
    [1.25, style.outlineColor],
  ] as const) {
    context.lineWidth = thick;
    context.strokeStyle = colour;
    context.beginPath();
    for (const place of marks) {
      const [x, y] = cornerOf(place);
      const at = (across: number, down: number) =>
        [x + size / 2 + across * half, y + size / 2 + down * half] as const;
      for (const [fromX, fromY, toX, toY] of notEqual) {
        context.moveTo(...at(fromX, fromY));
        context.lineTo(...at(toX, toY));
      }
    }
    context.stroke();
  }
}

/** The strokes of ≠, in a square from -1 to 1. */
const notEqual = [
  [-0.8, -0.3, 0.8, -0.3],
  [-0.8, 0.3, 0.8, 0.3],
  [-0.5, 0.9, 0.5, -0.9],
] as const;

/** The places of squares that are at most so many squares away from one, with its own. */
function around(place: number, reach: number, columns: number): number[] {
  const [row, column] = [Math.floor(place / columns), place % columns];
  const places: number[] = [];
  for (let y = Math.max(0, row - reach); y <= row + reach; y++)
    for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x++)
      places.push(y * columns + x);
  return places;
}
