import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import {
  type Attempt,
  type CachedNode,
  type FilterTable,
  nodeAt,
  numberAt,
} from '../../runtime/observe/scheduler-world.ts';
import { memoize } from '../../recording/memoize.ts';

interface NodeMapProps {
  readonly nodes: readonly CachedNode[];
  readonly attempt: Attempt | undefined;
  readonly picked: string | undefined;
  readonly onPick: ((node: string) => void) | undefined;
}

/** Shades of a node, from empty to full. */
const shades = 8;

/** A square a node, the darker the fuller; one that was refused is hollow, the chosen one has a ring. The table below says the same. */
export function NodeMap({ nodes, attempt, picked, onPick }: NodeMapProps): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const filters = attempt?.filters;
  const marked = [attempt?.node, picked];
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = (): void => paint(element, nodes, filters ? refusedBy(filters) : none, marked);
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  });
  const pick = (event: MouseEvent): void => {
    const element = event.currentTarget as HTMLCanvasElement;
    const { size, columns } = squares(element, nodes.length);
    const at =
      Math.floor(event.offsetY / size) * columns + Math.min(columns - 1, Math.floor(event.offsetX / size));
    const node = nodes[at];
    if (node) onPick?.(node.name);
  };
  const refused = filters ? refusedBy(filters).size : 0;
  const full = nodes.filter((node) => fullness(node) >= 0.9).length;
  const words = t`Nodes: ${nodes.length}. Nine tenths full or more: ${full}. Refused: ${refused}.`;
  return (
    <figure class="sched-map">
      <canvas ref={canvas} role="img" aria-label={words} onClick={pick} />
      <figcaption>
        {words}{' '}
        {t`A square is a node: the darker, the fuller; hollow, if it is refused; with a ring, if it is chosen.`}
      </figcaption>
    </figure>
  );
}

const none: ReadonlySet<string> = new Set();

/** The greatest share of what a node has that is taken. */
function fullness({ allocatable, requested }: CachedNode): number {
  const share = (resource: string): number => {
    const has = allocatable[resource] ?? 0;
    return has > 0 ? (requested[resource] ?? 0) / has : 0;
  };
  return Math.max(share('cpu'), share('memory'), share('pods'));
}

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

function paint(
  canvas: HTMLCanvasElement,
  nodes: readonly CachedNode[],
  refused: ReadonlySet<string>,
  [chosen, picked]: readonly (string | undefined)[],
): void {
  const context = canvas.getContext('2d');
  const ratio = devicePixelRatio;
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!context || width === 0) return;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const { size, columns } = squares(canvas, nodes.length);
  const gap = size > 5 ? 1 : size > 3 ? 0.5 : 0;
  context.fillStyle = style.color;
  context.strokeStyle = style.color;
  // A shade at a time, so that the context changes no more often than that.
  const byShade: number[][] = Array.from({ length: shades + 1 }, () => []);
  const rings: (readonly [place: number, name: string])[] = [];
  nodes.forEach((node, place) => {
    const full = Math.min(shades - 1, Math.floor(fullness(node) * shades));
    byShade[refused.has(node.name) ? shades : full]?.push(place);
    if (node.name === chosen || node.name === picked) rings.push([place, node.name]);
  });
  const at = (place: number): readonly [number, number] => [
    (place % columns) * size + gap,
    Math.floor(place / columns) * size + gap,
  ];
  const side = size - 2 * gap;
  byShade.forEach((places, shade) => {
    if (shade === shades) {
      context.globalAlpha = 0.7;
      const inset = Math.min(0.5, side / 4);
      for (const place of places) {
        const [x, y] = at(place);
        context.strokeRect(x + inset, y + inset, side - 2 * inset, side - 2 * inset);
      }
      return;
    }
    context.globalAlpha = 0.15 + (0.8 * shade) / (shades - 1);
    for (const place of places) context.fillRect(...at(place), side, side);
  });
  context.globalAlpha = 1;
  context.strokeStyle = style.getPropertyValue('--accent-line') || style.outlineColor;
  context.lineWidth = 2;
  for (const [place] of rings) {
    const [x, y] = at(place);
    const around = Math.max(side, 6) / 2 + 2;
    context.beginPath();
    context.arc(x + side / 2, y + side / 2, around, 0, 2 * Math.PI);
    context.stroke();
  }
  context.lineWidth = 1;
}
