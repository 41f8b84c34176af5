/** The wide shape: the store at the left, informers above, queue and workers below; the loop runs clockwise. */
import { centre, row } from './machine-geometry.ts';
import type { LaneLayout, MachineLayout, Pipe } from './machine-parts.ts';
import { lanePipes, named, pipe, resources, standInPipes, title } from './machine-pipes.ts';

const store = { x: 16, y: 56, w: 316, h: 346 };
const queue = { x: 788, y: 330, w: 316, h: 128 };
const workers = { x: 458, y: 330, w: 284, h: 128 };
const user = { x: 16, y: 10, w: 108, h: 30 };

export function wideLayout(nodes: readonly string[]): MachineLayout {
  const inner = { x: store.x + 10, w: store.w - 20 };
  const sets = { x: inner.x, y: store.y + title + 6, w: inner.w, h: 56 };
  const top = sets.y + sets.h + 12;
  const columns = row(inner.x, top, inner.w, store.y + store.h - top - 8, nodes.length + 1, 6);
  const standIns = named(row(inner.x, 424, inner.w, 34, nodes.length + 1, 6), nodes);
  const lanes = [laneAt(0), laneAt(1)];
  const pipes = [
    ...loopPipes(lanes),
    ...standInPipes(standIns, (rect) => [
      { x: centre(rect).x, y: rect.y },
      { x: centre(rect).x, y: store.y + store.h },
    ]),
  ];
  const parts = { user, store, sets, columns: named(columns, nodes), standIns, lanes, queue, workers };
  return { shape: 'wide', width: 1128, height: 474, ...parts, pipes };
}

function laneAt(at: 0 | 1): LaneLayout {
  const frame = { x: 458, y: 12 + at * 142, w: 646, h: 128 };
  const top = frame.y + title + 6;
  const y = top + 45;
  return {
    resource: resources[at],
    frame,
    reflector: { x: 472, y: top, w: 104, h: 90 },
    fifo: { x: 606, y: top, w: 172, h: 90 },
    indexer: { x: 808, y: top, w: 180, h: 90 },
    handlers: { x: 1018, y: top + 25, w: 74, h: 40 },
    watch: { from: { x: store.x + store.w, y }, to: { x: 472, y } },
  };
}

function loopPipes(lanes: readonly LaneLayout[]): Pipe[] {
  const low = workers.y + 50;
  return [
    ...lanePipes(lanes),
    ...lanes.map(wakePipe),
    pipe('take', 'queue', 'workers', 'queue', [
      { x: queue.x, y: low },
      { x: workers.x + workers.w, y: low },
    ]),
    pipe('requests', 'workers', 'store', 'controller', [
      { x: workers.x, y: low },
      { x: store.x + store.w, y: low },
    ]),
    {
      ...pipe('read', 'indexer:pods', 'workers', 'informer', [
        { x: 898, y: (lanes[1] as LaneLayout).indexer.y + 90 },
        { x: 898, y: 310 },
        { x: 600, y: 310 },
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

/** From the handlers to the queue; the upper lane's goes round the lower lane's handlers. */
function wakePipe({ resource, handlers }: LaneLayout): Pipe {
  const { x } = centre(handlers);
  const y = handlers.y + 20;
  const round = [
    { x: 1092, y },
    { x: 1112, y },
    { x: 1112, y: 310 },
    { x: 1075, y: 310 },
    { x: 1075, y: queue.y },
  ];
  const straight = [
    { x: x - 10, y: handlers.y + handlers.h },
    { x: x - 10, y: queue.y },
  ];
  const points = resource === 'replicasets' ? round : straight;
  return pipe(`wake:${resource}`, `handlers:${resource}`, 'queue', 'queue', points);
}
