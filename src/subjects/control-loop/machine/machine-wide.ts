/** The wide shape: the store at the left, informers above, queue and workers below; the loop runs clockwise. */
import { type Rect, centre, row } from './machine-geometry.ts';
import type { LaneLayout, MachineLayout, Pipe } from './machine-parts.ts';
import { lanePipes, named, pipe, standInPipes, title } from './machine-pipes.ts';

/** Height of an informer with the gap below it. */
const each = 142;

/** What stands below the informers, and beside them. */
interface Below {
  readonly store: Rect;
  readonly queue: Rect;
  readonly workers: Rect;
}

const user = { x: 16, y: 10, w: 108, h: 30 };

export function wideLayout(nodes: readonly string[], informers: readonly string[]): MachineLayout {
  const down = (informers.length - 2) * each;
  const store = { x: 16, y: 56, w: 316, h: 346 + down };
  const queue = { x: 788, y: 330 + down, w: 316, h: 128 };
  const workers = { x: 458, y: 330 + down, w: 284, h: 128 };
  const inner = { x: store.x + 10, w: store.w - 20 };
  const owners = { x: inner.x, y: store.y + title + 6, w: inner.w, h: 56 };
  const top = owners.y + owners.h + 12;
  const columns = row(inner.x, top, inner.w, store.y + store.h - top - 8, nodes.length + 1, 6);
  const standIns = named(row(inner.x, 424 + down, inner.w, 34, nodes.length + 1, 6), nodes);
  const lanes = informers.map((resource, i) => laneAt(i, resource, store));
  const pipes = [
    ...loopPipes(lanes, { store, queue, workers }),
    ...standInPipes(standIns, (rect) => [
      { x: centre(rect).x, y: rect.y },
      { x: centre(rect).x, y: store.y + store.h },
    ]),
  ];
  const parts = { user, store, owners, columns: named(columns, nodes), standIns, lanes, queue, workers };
  return { shape: 'wide', width: 1128, height: 474 + down, ...parts, pipes };
}

function laneAt(at: number, resource: string, store: Rect): LaneLayout {
  const frame = { x: 458, y: 12 + at * each, w: 646, h: 128 };
  const top = frame.y + title + 6;
  const y = top + 45;
  return {
    resource,
    frame,
    reflector: { x: 472, y: top, w: 104, h: 90 },
    fifo: { x: 606, y: top, w: 172, h: 90 },
    indexer: { x: 808, y: top, w: 180, h: 90 },
    handlers: { x: 1018, y: top + 25, w: 74, h: 40 },
    watch: { from: { x: store.x + store.w, y }, to: { x: 472, y } },
  };
}

function loopPipes(lanes: readonly LaneLayout[], { store, queue, workers }: Below): Pipe[] {
  const low = workers.y + 50;
  const last = lanes.at(-1) as LaneLayout;
  /** Where what goes round runs, between the informers and what stands below them. */
  const aisle = queue.y - 20;
  return [
    ...lanePipes(lanes),
    ...lanes.map((lane) => wakePipe(lane, lane === last, queue, aisle)),
    pipe('take', 'queue', 'workers', 'queue', [
      { x: queue.x, y: low },
      { x: workers.x + workers.w, y: low },
    ]),
    pipe('requests', 'workers', 'store', 'controller', [
      { x: workers.x, y: low },
      { x: store.x + store.w, y: low },
    ]),
    {
      ...pipe('read', `indexer:${last.resource}`, 'workers', 'informer', [
        { x: 898, y: last.indexer.y + 90 },
        { x: 898, y: aisle },
        { x: 600, y: aisle },
        { x: 600, y: workers.y },
      ]),
      dashed: true,
    },
    pipe('act', 'user', 'store', 'api', [
      { x: 70, y: user.y + user.h },
      { x: 70, y: store.y },
    ]),
  ];
}

/** From the handlers to the queue; those of upper lanes go round the handlers below. */
function wakePipe({ resource, handlers }: LaneLayout, straight: boolean, queue: Rect, aisle: number): Pipe {
  const { x } = centre(handlers);
  const y = handlers.y + 20;
  const round = [
    { x: 1092, y },
    { x: 1112, y },
    { x: 1112, y: aisle },
    { x: 1075, y: aisle },
    { x: 1075, y: queue.y },
  ];
  const down = [
    { x: x - 10, y: handlers.y + handlers.h },
    { x: x - 10, y: queue.y },
  ];
  return pipe(`wake:${resource}`, `handlers:${resource}`, 'queue', 'queue', straight ? down : round);
}
