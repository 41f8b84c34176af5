/** The middle and the narrow shape: the store above, below it both informers and the controller side by side. */
import { type Rect, centre, row } from './machine-geometry.ts';
import type { LaneLayout, MachineLayout, Pipe } from './machine-parts.ts';
import { lanePipes, named, pipe, resources, standInPipes, title } from './machine-pipes.ts';

type Parts = Omit<MachineLayout, 'pipes'>;

/** Height of the informers, and of controller and queue beside them. */
const lower = 330;

export function tallLayout(shape: 'middle' | 'narrow', nodes: readonly string[]): MachineLayout {
  const parts = shape === 'narrow' ? narrowParts(nodes) : middleParts(nodes);
  return { ...parts, pipes: pipesOf(parts) };
}

function middleParts(nodes: readonly string[]): Parts {
  const store = { x: 12, y: 46, w: 696, h: 184 };
  const sets = { x: 22, y: store.y + title + 2, w: 178, h: store.h - title - 8 };
  const user = { x: sets.x, y: 6, w: 108, h: 28 };
  const columns = { x: 212, w: 486, gap: 8 };
  return partsOf({ shape: 'middle', width: 720, store, sets, user, columns, gap: 26, inset: 10 }, nodes);
}

function narrowParts(nodes: readonly string[]): Parts {
  const store = { x: 4, y: 46, w: 352, h: 196 };
  const sets = { x: 9, y: store.y + title + 2, w: 76, h: store.h - title - 8 };
  const user = { x: sets.x, y: 6, w: sets.w, h: 28 };
  const columns = { x: 90, w: 261, gap: 3 };
  return partsOf({ shape: 'narrow', width: 360, store, sets, user, columns, gap: 10, inset: 5 }, nodes);
}

interface Measures extends Pick<MachineLayout, 'width' | 'store' | 'sets' | 'user'> {
  readonly shape: 'middle' | 'narrow';
  /** Where the nodes' columns stand, and how far apart. */
  readonly columns: { readonly x: number; readonly w: number; readonly gap: number };
  /** Between the three parts below the store. */
  readonly gap: number;
  /** Between an informer's frame and its boxes. */
  readonly inset: number;
}

function partsOf({ columns, gap, inset, ...given }: Measures, nodes: readonly string[]): Parts {
  const { store, sets } = given;
  const across = nodes.length + 1;
  const columnRow = row(columns.x, sets.y, columns.w, sets.h, across, columns.gap);
  const standIns = row(columns.x, 6, columns.w, 28, across, columns.gap);
  const [left, middle, right] = row(store.x, 0, store.w, 0, 3, gap) as [Rect, Rect, Rect];
  const top = store.y + store.h + (given.shape === 'narrow' ? 66 : 62);
  return {
    ...given,
    height: top + lower + 32,
    columns: named(columnRow, nodes),
    standIns: named(standIns, nodes),
    lanes: [left, middle].map((at, i) => laneIn({ ...at, y: top, h: lower }, i as 0 | 1, store, inset)),
    workers: { x: right.x, y: top, w: right.w, h: 164 },
    queue: { x: right.x, y: top + 198, w: right.w, h: 132 },
  };
}

function laneIn(frame: Rect, at: 0 | 1, store: Rect, inset: number): LaneLayout {
  // To the right of the frame's name.
  const watchX = Math.round(frame.x + frame.w * 0.84);
  const x = frame.x + inset;
  const w = frame.w - 2 * inset;
  const y = frame.y + title + 2;
  return {
    resource: resources[at],
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
  const [, pods] = lanes as [LaneLayout, LaneLayout];
  const readX = Math.round((pods.frame.x + pods.frame.w + workers.x) / 2);
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
      ...pipe('read', 'indexer:pods', 'workers', 'informer', [
        { x: pods.indexer.x + pods.indexer.w, y: pods.indexer.y + 20 },
        { x: readX, y: pods.indexer.y + 20 },
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
