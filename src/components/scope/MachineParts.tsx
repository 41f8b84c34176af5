import type { ComponentChildren, VNode } from 'preact';
import type { ReadonlySignal } from '@preact/signals';
import {
  type MachineLayout,
  type Pipe,
  type Point,
  type Rect,
  type Spot,
  cells,
  pathOf,
} from './machine-layout.ts';
import type { LaneModel, MachineModel, SetMark } from './machine-model.ts';
import { queueRooms, workerPlace, workerRows } from './machine-place.ts';
import type { PaneId } from './panes/pane-list.ts';
import type { Player } from './player.ts';

interface PartsProps {
  readonly layout: MachineLayout;
  readonly model: ReadonlySignal<MachineModel>;
  /** Ids of spots and pipes that this step is about. */
  readonly lit: ReadonlySignal<ReadonlySet<string>>;
  readonly player: Player;
  readonly live: boolean;
}

/** The pipes, below everything else. */
export function MachinePipes({ layout, model, lit, player, live }: PartsProps): VNode {
  return (
    <g class="machine-pipes">
      {layout.lanes.map(({ resource, frame }) => (
        <g key={resource} class="machine-frame" data-down={!model.value.up}>
          <rect x={frame.x} y={frame.y} width={frame.w} height={frame.h} rx="12" />
          <text x={frame.x + 12} y={frame.y + 17}>
            {layout.shape === 'narrow' ? resource : `informer of ${resource}`}
          </text>
        </g>
      ))}
      {layout.pipes.map((pipe) => {
        const lane = model.value.lanes.find(({ resource }) => pipe.id === `watch:${resource}`);
        return lane ? (
          <WatchPipe
            key={pipe.id}
            pipe={pipe}
            lane={lane}
            lit={lit.value.has(pipe.id)}
            shape={layout.shape}
            player={player}
            live={live}
          />
        ) : (
          <g
            key={pipe.id}
            class={classes('pipe', lit.value.has(pipe.id) && 'is-lit', pipe.dashed && 'is-dashed')}
            data-hue={pipe.hue}
          >
            <path d={pathOf(pipe.points)} marker-end={`url(#arrow-${layout.shape})`} />
          </g>
        );
      })}
      <PipeNames layout={layout} />
    </g>
  );
}

/** What the two long pipes carry, where there is room to say it. */
function PipeNames({ layout }: { readonly layout: MachineLayout }): VNode {
  const { shape, workers, queue, store } = layout;
  if (shape === 'wide') {
    return (
      <g class="pipe-name">
        <text x={(workers.x + store.x + store.w) / 2} y={workers.y + 40} text-anchor="middle">
          requests
        </text>
        <text x={608} y={324}>
          reads the cache
        </text>
        <text x={(queue.x + workers.x + workers.w) / 2} y={workers.y + 40} text-anchor="middle">
          key
        </text>
      </g>
    );
  }
  const x = workers.x + workers.w / 2 + 8;
  return (
    <g class="pipe-name">
      <text x={x} y={store.y + store.h + 36}>
        requests
      </text>
      <text x={x} y={queue.y - 12}>
        key
      </text>
    </g>
  );
}

interface WatchPipeProps {
  readonly pipe: Pipe;
  readonly lane: LaneModel;
  readonly lit: boolean;
  readonly shape: MachineLayout['shape'];
  readonly player: Player;
  readonly live: boolean;
}

/** A watch: straight while it is in time, stretched while it is delayed, in two pieces while it is cut. */
function WatchPipe({ pipe, lane, lit, shape, player, live }: WatchPipeProps): VNode {
  const [from, to] = pipe.points as [Point, Point];
  const down = from.x === to.x;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const cut = lane.watch === 'cut';
  const state = cut ? 'cut' : lane.watch === 'open' ? (lane.delayMs > 0 ? 'late' : 'open') : 'none';
  const label = cut ? 'cut' : lane.delayMs > 0 ? `+${lane.delayMs} ms` : 'watch';
  const open = live ? opens(player, 'watch', `Watch of ${lane.resource}.`) : {};
  return (
    <g class={classes('pipe', 'is-watch', lit && 'is-lit')} data-hue="api" data-state={state} {...open}>
      <rect
        class="pipe-touch"
        x={Math.min(from.x, to.x) - (down ? 16 : 0)}
        y={Math.min(from.y, to.y) - (down ? 0 : 16)}
        width={Math.abs(to.x - from.x) + (down ? 32 : 0)}
        height={Math.abs(to.y - from.y) + (down ? 0 : 32)}
      />
      {cut ? (
        <>
          <path d={pathOf([from, partOf(from, to, 0.36)])} />
          <path d={pathOf([partOf(from, to, 0.64), to])} marker-end={`url(#arrow-${shape})`} />
          <path class="pipe-cut" transform={`translate(${middle.x} ${middle.y})`} d="M-6-6 6 6M6-6-6 6" />
        </>
      ) : (
        <path
          d={state === 'late' ? wave(from, to) : pathOf([from, to])}
          marker-end={`url(#arrow-${shape})`}
        />
      )}
      <text
        class="pipe-label"
        x={down ? from.x - 13 : middle.x}
        y={down ? from.y + 20 : from.y - 14}
        text-anchor={down ? 'end' : 'middle'}
      >
        {label}
      </text>
    </g>
  );
}

function partOf(from: Point, to: Point, part: number): Point {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** A line that swings: longer than the straight one, as the way of a delayed event is. */
function wave(from: Point, to: Point): string {
  const swings = 7;
  let path = `M${from.x} ${from.y}`;
  for (let i = 1; i <= swings; i++) {
    const bend = partOf(from, to, (i - 0.5) / swings);
    const end = partOf(from, to, i / swings);
    const side = i % 2 === 0 ? -11 : 11;
    const across = from.x === to.x;
    path += `Q${bend.x + (across ? side : 0)} ${bend.y + (across ? 0 : side)} ${end.x} ${end.y}`;
  }
  return path;
}

interface BoxesProps extends PartsProps {
  readonly touched: ReadonlySignal<ReadonlySet<string>>;
}

/** The boxes with their headings and what they say of themselves; the tokens are drawn over them. */
export function MachineBoxes({ layout, model, lit, touched, player, live }: BoxesProps): VNode {
  const now = model.value;
  const box = (
    spot: Spot,
    rect: Rect,
    title: string,
    hue: Pipe['hue'],
    pane: PaneId | undefined,
    children?: ComponentChildren,
    note?: string,
    of?: string,
  ) => (
    <Box
      key={spot}
      rect={rect}
      title={title}
      note={note}
      hue={hue}
      lit={lit.value.has(spot)}
      {...(live && pane ? opens(player, pane, of ? `Of ${of}.` : '') : {})}
    >
      {children}
    </Box>
  );
  const narrow = layout.shape === 'narrow';
  return (
    <g class="machine-boxes">
      {box(
        'store',
        layout.store,
        'API store',
        'api',
        'store',
        <StoreInside layout={layout} model={now} />,
        `revision ${now.revision}`,
      )}
      {chip('user', layout.user, 'kubectl', 'api', lit.value)}
      {layout.standIns.map((rect, i) =>
        i === 0
          ? chip(
              'scheduler',
              rect,
              'scheduler',
              'scheduler',
              lit.value,
              live ? opens(player, 'nodes', 'A stand-in.') : {},
            )
          : chip(
              `kubelet:${rect.node}`,
              rect,
              narrow ? rect.node.replace('node-', 'node ') : `kubelet ${rect.node.replace('node-', '')}`,
              'kubelet',
              lit.value,
              live ? opens(player, 'nodes', `A stand-in for the kubelet of ${rect.node}.`) : {},
            ),
      )}
      {layout.lanes.map((at, i) => {
        const lane = now.lanes[i] as LaneModel;
        const note = lane.behind > 0 ? `${lane.behind} behind` : undefined;
        return (
          <g key={at.resource} data-down={!now.up}>
            {box(
              `reflector:${at.resource}`,
              at.reflector,
              'Reflector',
              'informer',
              'watch',
              <Line rect={at.reflector} text={lane.reflector} />,
              undefined,
              at.resource,
            )}
            {box(
              `fifo:${at.resource}`,
              at.fifo,
              'DeltaFIFO',
              'informer',
              'fifo',
              undefined,
              undefined,
              at.resource,
            )}
            {box(
              `indexer:${at.resource}`,
              at.indexer,
              'Indexer',
              'informer',
              'indexer',
              undefined,
              narrow ? note && `−${lane.behind}` : (note ?? 'cache'),
              at.resource,
            )}
            {chip(
              `handlers:${at.resource}`,
              at.handlers,
              'handlers',
              'informer',
              lit.value,
              live ? opens(player, 'goroutines', `Of ${at.resource}.`) : {},
            )}
          </g>
        );
      })}
      {box('queue', layout.queue, 'Workqueue', 'queue', 'queue', <QueueInside layout={layout} />)}
      {box(
        'workers',
        layout.workers,
        narrow ? 'Controller' : 'ReplicaSet controller',
        'controller',
        'expectations',
        <WorkersInside layout={layout} model={now} touched={touched.value.has('expectations')} />,
        now.up ? undefined : 'down',
      )}
    </g>
  );
}

interface BoxProps {
  readonly rect: Rect;
  readonly title: string;
  readonly note?: string;
  readonly hue: Pipe['hue'];
  readonly lit: boolean;
  readonly children?: ComponentChildren;
}

function Box({ rect, title, note, hue, lit, children, ...rest }: BoxProps): VNode {
  return (
    <g class={classes('box', lit && 'is-lit')} data-hue={hue} {...rest}>
      <rect class="box-halo" x={rect.x - 4} y={rect.y - 4} width={rect.w + 8} height={rect.h + 8} rx="13" />
      <rect class="box-face" x={rect.x} y={rect.y} width={rect.w} height={rect.h} rx="9" />
      <text class="box-title" x={rect.x + 10} y={rect.y + 16.5}>
        {title}
      </text>
      {note && (
        <text
          class={classes(
            'box-note',
            note.includes('behind') || note.startsWith('−') || note === 'down' ? 'is-warn' : '',
          )}
          x={rect.x + rect.w - 10}
          y={rect.y + 16.5}
          text-anchor="end"
        >
          {note}
        </text>
      )}
      {children}
    </g>
  );
}

/** A small box with one word in its middle. */
function chip(
  spot: Spot,
  rect: Rect,
  text: string,
  hue: Pipe['hue'],
  lit: ReadonlySet<string>,
  rest: object = {},
): VNode {
  return (
    <g key={spot} class={classes('box', 'is-chip', lit.has(spot) && 'is-lit')} data-hue={hue} {...rest}>
      <rect class="box-halo" x={rect.x - 3} y={rect.y - 3} width={rect.w + 6} height={rect.h + 6} rx="10" />
      <rect class="box-face" x={rect.x} y={rect.y} width={rect.w} height={rect.h} rx="7" />
      <text class="chip-text" x={rect.x + rect.w / 2} y={rect.y + rect.h / 2 + 4} text-anchor="middle">
        {text}
      </text>
    </g>
  );
}

function Line({ rect, text }: { readonly rect: Rect; readonly text: string }): VNode {
  return (
    <text class="box-line" x={rect.x + 10} y={rect.y + 35}>
      {text}
    </text>
  );
}

function StoreInside({
  layout,
  model,
}: {
  readonly layout: MachineLayout;
  readonly model: MachineModel;
}): VNode {
  const { sets, columns, shape } = layout;
  const [first, ...others] = model.sets;
  return (
    <>
      <rect class="store-room" x={sets.x} y={sets.y} width={sets.w} height={sets.h} rx="6" />
      {first ? (
        <Gauge set={first} room={sets} narrow={shape === 'narrow'} />
      ) : (
        <text class="box-line" x={sets.x + 8} y={sets.y + 20}>
          {shape === 'narrow' ? 'no set' : 'no ReplicaSet yet'}
        </text>
      )}
      {others.length > 0 && (
        <text class="machine-more" x={sets.x + sets.w - 6} y={sets.y + sets.h - 5} text-anchor="end">
          +{others.length} more
        </text>
      )}
      {columns.map((column, i) => (
        <g key={column.node}>
          <rect class="store-room" x={column.x} y={column.y} width={column.w} height={column.h} rx="6" />
          <text class="column-name" x={column.x + column.w / 2} y={column.y + 13} text-anchor="middle">
            {i === 0 ? 'no node' : column.node}
          </text>
        </g>
      ))}
    </>
  );
}

/** Desired and actual: a place for each pod that is wanted, filled by each that is there. */
function Gauge({
  set,
  room,
  narrow,
}: {
  readonly set: SetMark;
  readonly room: Rect;
  readonly narrow: boolean;
}): VNode {
  const inner = {
    x: room.x + 8,
    y: room.y + (narrow ? 42 : 28),
    w: room.w - 16,
    h: room.h - (narrow ? 48 : 34),
  };
  const count = Math.max(set.desired, set.actual);
  const { places, more } = cells(inner, count, 11, 11, 3);
  const met = set.actual === set.desired && set.ready === set.desired;
  return (
    <g class="gauge" data-met={met}>
      <text class="gauge-name" x={room.x + 8} y={room.y + 18}>
        {narrow ? set.name : `ReplicaSet ${set.name}`}
      </text>
      <text
        class="gauge-count"
        x={narrow ? room.x + 8 : room.x + room.w - 8}
        y={room.y + (narrow ? 34 : 18)}
        text-anchor={narrow ? 'start' : 'end'}
      >
        {set.actual}/{set.desired}
      </text>
      {more > 0 ? (
        <>
          <rect class="slot" x={inner.x} y={inner.y} width={inner.w} height="11" rx="3" />
          <rect
            class="slot is-ready"
            x={inner.x}
            y={inner.y}
            width={(inner.w * Math.min(set.ready, count)) / count}
            height="11"
            rx="3"
          />
        </>
      ) : (
        places.map(({ x, y }, i) => (
          <rect
            key={i}
            class={classes(
              'slot',
              i < set.actual && 'is-there',
              i < set.ready && 'is-ready',
              i >= set.desired && 'is-over',
            )}
            x={x}
            y={y}
            width="11"
            height="11"
            rx="3"
          />
        ))
      )}
    </g>
  );
}

function QueueInside({ layout }: { readonly layout: MachineLayout }): VNode {
  const { waiting, delayed } = queueRooms(layout.queue);
  return (
    <>
      <rect class="store-room" x={waiting.x - 3} y={waiting.y - 3} width={waiting.w + 6} height={28} rx="6" />
      <path class="queue-line" d={`M${layout.queue.x + 8} ${delayed.y - 16}h${layout.queue.w - 16}`} />
      <text class="box-line" x={delayed.x} y={delayed.y - 4}>
        later
      </text>
    </>
  );
}

function WorkersInside({
  layout,
  model,
  touched,
}: {
  readonly layout: MachineLayout;
  readonly model: MachineModel;
  readonly touched: boolean;
}): VNode {
  const { workers, shape } = layout;
  const rows = workerRows(workers);
  const shown = model.workers.slice(0, rows);
  const [first] = model.expectations;
  const y = workers.y + workers.h - 24;
  const waits = first && (first.add > 0 || first.del > 0);
  return (
    <>
      {shown.map((worker, i) => {
        const place = workerPlace(workers, i);
        return (
          <g key={worker.name}>
            <text class="worker-name" x={place.x} y={place.y + (worker.waits && shape !== 'narrow' ? 9 : 14)}>
              {shape === 'narrow' ? worker.name.replace('worker-', 'w') : worker.name}
            </text>
            {shape !== 'narrow' && worker.waits && (
              <text class="box-line" x={place.x} y={place.y + 22}>
                {fitted(worker.waits, worker.key === undefined ? workers.w - 20 : workers.w - 122)}
              </text>
            )}
          </g>
        );
      })}
      {model.workers.length > rows && (
        <text class="machine-more" x={workers.x + workers.w - 8} y={y - 4} text-anchor="end">
          +{model.workers.length - rows} workers
        </text>
      )}
      <g class={classes('expects', waits && 'is-waiting', touched && 'is-touched')}>
        <rect x={workers.x + 8} y={y} width={workers.w - 16} height="18" rx="5" />
        <text x={workers.x + 15} y={y + 13}>
          {waits ? `expects +${first.add} −${first.del}` : 'expects nothing'}
        </text>
      </g>
    </>
  );
}

/** What a worker waits for, cut to a width: "waits" goes first, then the end. */
function fitted(waits: string, width: number): string {
  const most = Math.floor(width / 6.2);
  const short = waits.length > most ? waits.replace(/^waits /, '') : waits;
  return short.length > most ? `${short.slice(0, most - 1)}…` : short;
}

/** What makes a part of the drawing a button that opens its pane. Its name is the text that is drawn in it. */
function opens(player: Player, pane: PaneId, about: string): object {
  const open = (): void => void (player.openPane.value = pane);
  return {
    role: 'button',
    tabIndex: 0,
    'aria-description': `${about} Opens its pane.`.trim(),
    'data-opens': pane,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      event.stopPropagation();
      open();
    },
  };
}

function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
