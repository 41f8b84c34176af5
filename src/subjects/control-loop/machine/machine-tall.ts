/** The middle and the narrow shape: the store above, below it the informers and the controller side by side. */
import { type Rect, centre, row } from './machine-geometry.ts';
import type { LaneLayout, MachineLayout, Pipe } from './machine-parts.ts';
import { lanePipes, named, pipe, standInPipes, title } from './machine-pipes.ts';

type Parts = Omit<MachineLayout, 'pipes'>;

/** Height of the informers, and of controller and queue beside them. */
const lower = 330;

export function tallLayout(
  shape: 'middle' | 'narrow',
  nodes: readonly string[],
  informers: readonly string[],
): MachineLayout {
  const measures = shape === 'narrow' ? narrow() : middle();
  const parts = partsOf(measures, nodes, informers);
  return { ...parts, pipes: pipesOf(parts) };
}

function middle(): Measures {
  const store = { x: 12, y: 46, w: 696, h: 184 };
  const owners = { x: 22, y: store.y + title + 2, w: 178, h: store.h - title - 8 };
  const user = { x: owners.x, y: 6, w: 108, h: 28 };
  const columns = { x: 212, w: 486, gap: 8 };
  return { shape: 'middle', width: 720, store, owners, user, columns, gap: 26, inset: 10 };
}

function narrow(): Measures {
  const store = { x: 4, y: 46, w: 352, h: 196 };
  const owners = { x: 9, y: store.y + title + 2, w: 76, h: store.h - title - 8 };
  const user = { x: owners.x, y: 6, w: owners.w, h: 28 };
  const columns = { x: 90, w: 261, gap: 3 };
  return { shape: 'narrow', width: 360, store, owners, user, columns, gap: 10, inset: 5 };
}

interface Measures extends Pick<MachineLayout, 'width' | 'store' | 'owners' | 'user'> {
  readonly shape: 'middle' | 'narrow';
  /** Where the nodes' columns stand, and how far apart. */
  readonly columns: { readonly x: number; readonly w: number; readonly gap: number };
  /** Between the three parts below the store. */
  readonly gap: number;
  /** Between an informer's frame and its boxes. */
  readonly inset: number;
}

function partsOf(
  { columns, gap, inset, ...given }: Measures,
  nodes: readonly string[],
  informers: readonly string[],
): Parts {
  const { store, owners } = given;
  const across = nodes.length + 1;
  const columnRow = row(columns.x, owners.y, columns.w, owners.h, across, columns.gap);
  const standIns = row(columns.x, 6, columns.w, 28, across, columns.gap);
  const below = row(store.x, 0, store.w, 0, informers.length + 1, gap);
  const right = below.at(-1) as Rect;
  const top = store.y + store.h + (given.shape === 'narrow' ? 66 : 62);
  return {
    ...given,
    height: top + lower + 32,
    columns: named(columnRow, nodes),
    standIns: named(standIns, nodes),
    lanes: informers.map((resource, i) =>
      laneIn({ ...(below[i] as Rect), y: top, h: lower }, resource, store, inset),
    ),
    workers: { x: right.x, y: top, w: right.w, h: 164 },
    queue: { x: right.x, y: top + 198, w: right.w, h: 132 },
  };
}

function laneIn(frame: Rect, resource: string, store: Rect, inset: number): LaneLayout {
  // To the right of the frame's name.
  const watchX = Math.round(frame.x + frame.w * 0.84);
  const x = frame.x + inset;
  const w = frame.w - 2 * inset;
  const y = frame.y + title + 2;
  return {
    resource,
    frame,
    reflector: { x, y, w, h: 44 },
    fifo: { x, y: y + 62, w, h: 70 },
    indexer: { x, y: y + 150, w, h: 92 },
    handlers: { x: Math.round(x + w * 0.1), y: y + 262, w: Math.round(w * 0.8), h: 30 },
    watch: { from: { x: watchX, y: store.y + store.h }, to: { x: watchX, y } },
  };
}

function pipesOf({ store, lanes, queue, workers, user, standIns }: Parts): Pipe[] {
  const bottom = queue.y + queue.h + 20;
  const { x } = centre(workers);
  const last = lanes.at(-1) as LaneLayout;
  const readX = Math.round((last.frame.x + last.frame.w + workers.x) / 2);
  const wake = ({ resource, handlers }: LaneLayout): Pipe =>
    pipe(`wake:${resource}`, `handlers:${resource}`, 'queue', 'queue', [
      { x: centre(handlers).x, y: handlers.y + handlers.h },
      { x: centre(handlers).x, y: bottom },
      { x, y: bottom },
      { x, y: queue.y + queue.h },
    ]);
  return [
    ...lanePipes(lanes),
    ...lanes.map(wake),
    pipe('take', 'queue', 'workers', 'queue', [
      { x, y: queue.y },
      { x, y: workers.y + workers.h },
    ]),
    pipe('requests', 'workers', 'store', 'controller', [
      { x, y: workers.y },
      { x, y: store.y + store.h },
    ]),
    {
      ...pipe('read', `indexer:${last.resource}`, 'workers', 'informer', [
        { x: last.indexer.x + last.indexer.w, y: last.indexer.y + 20 },
        { x: readX, y: last.indexer.y + 20 },
        { x: readX, y: workers.y + 130 },
        { x: workers.x, y: workers.y + 130 },
      ]),
      dashed: true,
    },
    pipe('act', 'user', 'store', 'api', [
      { x: centre(user).x, y: user.y + user.h },
      { x: centre(user).x, y: store.y },
    ]),
    ...standInPipes(standIns, (rect) => [
      { x: centre(rect).x, y: rect.y + rect.h },
      { x: centre(rect).x, y: store.y },
    ]),
  ];
}
