/** Where the parts of the machine stand. Pure arithmetic in the units of the drawing; 1 unit is about 1 px. */

/** `wide` runs as a loop from left to right and back; `middle` and `narrow` run down and up. */
export type Shape = 'wide' | 'middle' | 'narrow';

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

/** The parts that can glow, and that a hop can start from or lead to. */
export type Spot =
  | 'user'
  | 'store'
  | 'scheduler'
  | `kubelet:${string}`
  | `${'reflector' | 'fifo' | 'indexer' | 'handlers'}:${'replicasets' | 'pods'}`
  | 'queue'
  | 'workers';

export interface Pipe {
  readonly id: string;
  readonly from: Spot;
  readonly to: Spot;
  readonly points: readonly Point[];
  /** The hue of what flows in it. */
  readonly hue: 'api' | 'informer' | 'queue' | 'controller' | 'scheduler' | 'kubelet';
  /** A dashed pipe is looked through, not travelled. */
  readonly dashed?: boolean;
}

export interface LaneLayout {
  readonly resource: 'replicasets' | 'pods';
  /** The frame round one informer. */
  readonly frame: Rect;
  readonly reflector: Rect;
  readonly fifo: Rect;
  readonly indexer: Rect;
  readonly handlers: Rect;
  /** The watch: from the store to the reflector. */
  readonly watch: { readonly from: Point; readonly to: Point };
}

export interface MachineLayout {
  readonly shape: Shape;
  readonly width: number;
  readonly height: number;
  readonly user: Rect;
  readonly store: Rect;
  /** Where the ReplicaSets stand in the store. */
  readonly sets: Rect;
  /** Where pods stand, a column a node; the first is for those without one. */
  readonly columns: readonly (Rect & { readonly node: string })[];
  /** The scheduler's stand-in, then a kubelet's a node, each at its column. */
  readonly standIns: readonly (Rect & { readonly node: string })[];
  readonly lanes: readonly LaneLayout[];
  readonly queue: Rect;
  readonly workers: Rect;
  readonly pipes: readonly Pipe[];
}

/** The most columns for nodes; further nodes share the last one. */
const mostNodes = 4;

export function machineLayout(shape: Shape, nodes: readonly string[]): MachineLayout {
  const shown = nodes.length > mostNodes ? [...nodes.slice(0, mostNodes - 1), 'other nodes'] : nodes;
  return shape === 'wide' ? wideLayout(shown) : tallLayout(shape, shown);
}

/** Which shape suits a box of that many px; the same limits stand in machine.css. */
export function shapeFor(widthPx: number): Shape {
  return widthPx >= 880 ? 'wide' : widthPx >= 560 ? 'middle' : 'narrow';
}

const resources = ['replicasets', 'pods'] as const;
const title = 24;

/** `count` boxes side by side in a row of width `w`. */
function row(x: number, y: number, w: number, h: number, count: number, gap: number): Rect[] {
  const each = (w - gap * (count - 1)) / count;
  return Array.from({ length: count }, (_, i) => ({ x: x + i * (each + gap), y, w: each, h }));
}

function named(rects: readonly Rect[], nodes: readonly string[]): (Rect & { node: string })[] {
  return rects.map((rect, i) => ({ ...rect, node: i === 0 ? '' : (nodes[i - 1] ?? '') }));
}

export const centre = (rect: Rect): Point => ({ x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 });

function wideLayout(nodes: readonly string[]): MachineLayout {
  const store = { x: 16, y: 56, w: 316, h: 346 };
  const inner = { x: store.x + 10, w: store.w - 20 };
  const sets = { x: inner.x, y: store.y + title + 6, w: inner.w, h: 56 };
  const columnsTop = sets.y + sets.h + 12;
  const columns = row(inner.x, columnsTop, inner.w, store.y + store.h - columnsTop - 8, nodes.length + 1, 6);
  const standIns = row(inner.x, 424, inner.w, 34, nodes.length + 1, 6);
  const lanes = resources.map((resource, i): LaneLayout => {
    const frame = { x: 458, y: 12 + i * 142, w: 646, h: 128 };
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
  });
  const queue = { x: 788, y: 330, w: 316, h: 128 };
  const workers = { x: 458, y: 330, w: 284, h: 128 };
  const user = { x: 16, y: 10, w: 108, h: 30 };
  const parts = { user, store, standIns: named(standIns, nodes), lanes, queue, workers };
  const low = workers.y + 50;
  const handlersX = 1055;
  const pipes: Pipe[] = [
    ...lanePipes(lanes),
    ...lanes.map((lane, i): Pipe => {
      const from = { x: handlersX + (i === 0 ? 10 : -10), y: lane.handlers.y + lane.handlers.h };
      // The upper lane's pipe goes round the lower lane's handlers.
      const points =
        i === 0
          ? [
              { x: 1092, y: lane.handlers.y + 20 },
              { x: 1112, y: lane.handlers.y + 20 },
              { x: 1112, y: 310 },
              { x: 1075, y: 310 },
              { x: 1075, y: queue.y },
            ]
          : [from, { x: from.x, y: queue.y }];
      return {
        id: `wake:${lane.resource}`,
        from: `handlers:${lane.resource}`,
        to: 'queue',
        hue: 'queue',
        points,
      };
    }),
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
    ...standInPipes(parts.standIns, (rect) => [
      { x: rect.x + rect.w / 2, y: rect.y },
      { x: rect.x + rect.w / 2, y: store.y + store.h },
    ]),
  ];
  return { shape: 'wide', width: 1128, height: 474, ...parts, sets, columns: named(columns, nodes), pipes };
}

function tallLayout(shape: 'middle' | 'narrow', nodes: readonly string[]): MachineLayout {
  const narrow = shape === 'narrow';
  const width = narrow ? 360 : 720;
  const margin = narrow ? 4 : 12;
  const gap = narrow ? 10 : 26;
  const storeTop = 46;
  const store = { x: margin, y: storeTop, w: width - 2 * margin, h: narrow ? 196 : 184 };
  const pad = narrow ? 5 : 10;
  const setsWidth = narrow ? 76 : 178;
  const bodyTop = store.y + title + 2;
  const bodyHeight = store.h - title - 8;
  const sets = { x: store.x + pad, y: bodyTop, w: setsWidth, h: bodyHeight };
  const columnsLeft = sets.x + sets.w + (narrow ? 5 : 12);
  const columnsWidth = store.x + store.w - pad - columnsLeft;
  const across = nodes.length + 1;
  const columns = row(columnsLeft, bodyTop, columnsWidth, bodyHeight, across, narrow ? 3 : 8);
  const standIns = row(columnsLeft, 6, columnsWidth, 28, across, narrow ? 3 : 8);
  const user = { x: sets.x, y: 6, w: narrow ? setsWidth : 108, h: 28 };
  const [left, middle, right] = row(margin, 0, width - 2 * margin, 0, 3, gap) as [Rect, Rect, Rect];
  const top = store.y + store.h + (narrow ? 66 : 62);
  const inset = narrow ? 5 : 10;
  const lanes = [left, middle].map((at, i): LaneLayout => {
    // To the right of the frame's name.
    const watchX = at.x + at.w * 0.84;
    const frame = { x: at.x, y: top, w: at.w, h: 330 };
    const x = frame.x + inset;
    const w = frame.w - 2 * inset;
    const y = frame.y + title + 2;
    return {
      resource: resources[i] as 'replicasets' | 'pods',
      frame,
      reflector: { x, y, w, h: 44 },
      fifo: { x, y: y + 62, w, h: 70 },
      indexer: { x, y: y + 150, w, h: 92 },
      handlers: { x: x + w * 0.1, y: y + 262, w: w * 0.8, h: 30 },
      watch: { from: { x: watchX, y: store.y + store.h }, to: { x: watchX, y } },
    };
  });
  const workers = { x: right.x, y: top, w: right.w, h: 164 };
  const queue = { x: right.x, y: top + 198, w: right.w, h: 132 };
  const bottom = top + 330 + 20;
  const rightMid = right.x + right.w / 2;
  const parts = { user, store, standIns: named(standIns, nodes), lanes, queue, workers };
  const [, pods] = lanes as [LaneLayout, LaneLayout];
  const readX = right.x - gap / 2;
  const pipes: Pipe[] = [
    ...lanePipes(lanes),
    ...lanes.map((lane): Pipe => {
      const x = lane.handlers.x + lane.handlers.w / 2;
      const points = [
        { x, y: lane.handlers.y + lane.handlers.h },
        { x, y: bottom },
        { x: rightMid, y: bottom },
        { x: rightMid, y: queue.y + queue.h },
      ];
      return {
        id: `wake:${lane.resource}`,
        from: `handlers:${lane.resource}`,
        to: 'queue',
        hue: 'queue',
        points,
      };
    }),
    pipe('take', 'queue', 'workers', 'queue', [
      { x: rightMid, y: queue.y },
      { x: rightMid, y: workers.y + workers.h },
    ]),
    pipe('requests', 'workers', 'store', 'controller', [
      { x: rightMid, y: workers.y },
      { x: rightMid, y: store.y + store.h },
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
      { x: user.x + user.w / 2, y: user.y + user.h },
      { x: user.x + user.w / 2, y: store.y },
    ]),
    ...standInPipes(parts.standIns, (rect) => [
      { x: rect.x + rect.w / 2, y: rect.y + rect.h },
      { x: rect.x + rect.w / 2, y: store.y },
    ]),
  ];
  return { shape, width, height: bottom + 12, ...parts, sets, columns: named(columns, nodes), pipes };
}

function pipe(id: string, from: Spot, to: Spot, hue: Pipe['hue'], points: readonly Point[]): Pipe {
  return { id, from, to, hue, points };
}

/** Inside an informer: reflector, DeltaFIFO, indexer, handlers, in a row or a column. */
function lanePipes(lanes: readonly LaneLayout[]): Pipe[] {
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

function standInPipes(
  standIns: readonly (Rect & { readonly node: string })[],
  points: (rect: Rect) => readonly Point[],
): Pipe[] {
  return standIns.map((rect, i) => {
    const spot: Spot = i === 0 ? 'scheduler' : `kubelet:${rect.node}`;
    return pipe(spot, spot, 'store', i === 0 ? 'scheduler' : 'kubelet', points(rect));
  });
}

/** The box of a spot. A kubelet of a node that shares a column is found in that column. */
export function rectOf(layout: MachineLayout, spot: Spot): Rect {
  const [part, name = ''] = spot.split(/:(.*)/s) as [string, string?];
  switch (part) {
    case 'user':
      return layout.user;
    case 'queue':
      return layout.queue;
    case 'workers':
      return layout.workers;
    case 'scheduler':
      return layout.standIns[0] ?? layout.store;
    case 'kubelet':
      return layout.standIns.find(({ node }) => node === name) ?? layout.standIns.at(-1) ?? layout.store;
    case 'reflector':
    case 'fifo':
    case 'indexer':
    case 'handlers':
      return layout.lanes.find(({ resource }) => resource === name)?.[part] ?? layout.store;
    default:
      return layout.store;
  }
}

/** An SVG path along points, with its corners rounded. */
export function pathOf(points: readonly Point[], radius = 10): string {
  return points
    .map((point, i) => {
      const before = points[i - 1];
      const after = points[i + 1];
      if (!before) return `M${point.x} ${point.y}`;
      if (!after) return `L${point.x} ${point.y}`;
      const a = towards(point, before, radius);
      const b = towards(point, after, radius);
      return `L${a.x} ${a.y}Q${point.x} ${point.y} ${b.x} ${b.y}`;
    })
    .join('');
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

/** Places for `count` cells of that size in a box, row by row, and how many do not fit. */
export function cells(
  box: Rect,
  count: number,
  w: number,
  h: number,
  gap = 4,
): { places: Point[]; more: number } {
  const across = Math.max(1, Math.floor((box.w + gap) / (w + gap)));
  const down = Math.max(1, Math.floor((box.h + gap) / (h + gap)));
  const fits = Math.min(count, across * down);
  const places = Array.from({ length: fits }, (_, i) => ({
    x: box.x + (i % across) * (w + gap),
    y: box.y + Math.floor(i / across) * (h + gap),
  }));
  return { places, more: count - fits };
}
