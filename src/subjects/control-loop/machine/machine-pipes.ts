/** What the shapes share: how parts are named, and the pipes that are alike in all of them. */
import { type Point, type Rect, centre } from './machine-geometry.ts';
import type { LaneLayout, Pipe, Spot } from './machine-parts.ts';

/** Room for a box's heading. */
export const title = 24;

/** Boxes in a row, one for each node; the first is for what has no node. */
export function named(rects: readonly Rect[], nodes: readonly string[]): (Rect & { node: string })[] {
  return rects.map((rect, i) => ({ ...rect, node: i === 0 ? '' : (nodes[i - 1] ?? '') }));
}

/** A pipe that is travelled, along points. */
export function pipe(id: string, from: Spot, to: Spot, hue: Pipe['hue'], points: readonly Point[]): Pipe {
  return { id, from, to, hue, points };
}

/** Inside an informer: reflector, DeltaFIFO, indexer, handlers, in a row or a column. */
export function lanePipes(lanes: readonly LaneLayout[]): Pipe[] {
  return lanes.flatMap((lane) => {
    const { resource } = lane;
    const steps = [
      [`reflector:${resource}`, lane.reflector, `fifo:${resource}`, lane.fifo],
      [`fifo:${resource}`, lane.fifo, `indexer:${resource}`, lane.indexer],
      [`indexer:${resource}`, lane.indexer, `handlers:${resource}`, lane.handlers],
    ] as const;
    return [
      pipe(`watch:${resource}`, 'store', `reflector:${resource}`, 'api', [lane.watch.from, lane.watch.to]),
      ...steps.map(([from, a, to, b]) => pipe(`${from}-${to}`, from, to, 'informer', between(a, b))),
    ];
  });
}

/** The straight line between two boxes that stand beside or below one another. */
function between(a: Rect, b: Rect): Point[] {
  const beside = b.x >= a.x + a.w;
  const from = centre(a);
  return beside
    ? [
        { x: a.x + a.w, y: from.y },
        { x: b.x, y: from.y },
      ]
    : [
        { x: from.x, y: a.y + a.h },
        { x: from.x, y: b.y },
      ];
}

/** From a stand-in's box to its column of the store. */
export function standInPipes(
  standIns: readonly (Rect & { readonly node: string })[],
  points: (rect: Rect) => readonly Point[],
): Pipe[] {
  return standIns.map((rect, i) => {
    const spot: Spot = i === 0 ? 'scheduler' : `kubelet:${rect.node}`;
    return pipe(spot, spot, 'store', i === 0 ? 'scheduler' : 'kubelet', points(rect));
  });
}
