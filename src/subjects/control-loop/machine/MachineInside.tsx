import { t, translated } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { type Rect, cells } from './machine-geometry.ts';
import type { MachineLayout } from './machine-parts.ts';
import type { MachineModel, OwnerMark } from './machine-model.ts';
import { classes } from './machine-opens.ts';
import { queueRooms, workerPlace, workerRows } from './machine-place.ts';

/** What a box says of itself, below its heading. */
export function BoxLine({ rect, text }: { readonly rect: Rect; readonly text: string }): VNode {
  return (
    <text class="box-line" x={rect.x + 10} y={rect.y + 35}>
      {text}
    </text>
  );
}

/** The store: how many pods are wanted, and the nodes' columns. */
export function StoreInside({
  layout,
  model,
}: {
  readonly layout: MachineLayout;
  readonly model: MachineModel;
}): VNode {
  const { owners, columns, shape } = layout;
  const [first, ...others] = model.owners;
  return (
    <>
      <rect class="store-room" x={owners.x} y={owners.y} width={owners.w} height={owners.h} />
      {first ? (
        <Gauge kind={model.kind} owner={first} room={owners} narrow={shape === 'narrow'} />
      ) : (
        <text class="box-line" x={owners.x + 8} y={owners.y + 20}>
          {shape === 'narrow' ? t`no set` : t`no ${model.kind} yet`}
        </text>
      )}
      {others.length > 0 && (
        <text class="machine-more" x={owners.x + owners.w - 6} y={owners.y + owners.h - 5}>
          {t`+${others.length} more`}
        </text>
      )}
      {columns.map((column, i) => (
        <g key={column.node}>
          <rect class="store-room" x={column.x} y={column.y} width={column.w} height={column.h} />
          <text class="column-name" x={column.x + column.w / 2} y={column.y + 13}>
            {i === 0 ? t`no node` : translated(column.node)}
          </text>
        </g>
      ))}
    </>
  );
}

/** Desired and actual: a place for each pod that is wanted, filled by each that is there. */
function Gauge({
  kind,
  owner,
  room,
  narrow,
}: {
  readonly kind: string;
  readonly owner: OwnerMark;
  readonly room: Rect;
  readonly narrow: boolean;
}): VNode {
  const inner = {
    x: room.x + 8,
    y: room.y + (narrow ? 42 : 28),
    w: room.w - 16,
    h: room.h - (narrow ? 48 : 34),
  };
  const count = Math.max(owner.desired, owner.actual);
  const { places, more } = cells(inner, count, 11, 11, 3);
  const met = owner.actual === owner.desired && owner.ready === owner.desired;
  return (
    <g class="gauge" data-met={met}>
      <text class="gauge-name" x={room.x + 8} y={room.y + 18}>
        {narrow ? owner.name : `${kind} ${owner.name}`}
      </text>
      <text class="gauge-count" x={narrow ? room.x + 8 : room.x + room.w - 8} y={room.y + (narrow ? 34 : 18)}>
        {owner.actual}/{owner.desired}
      </text>
      {more > 0 ? (
        <>
          <rect class="slot" x={inner.x} y={inner.y} width={inner.w} height="11" />
          <rect
            class="slot is-ready"
            x={inner.x}
            y={inner.y}
            width={(inner.w * Math.min(owner.ready, count)) / count}
            height="11"
          />
        </>
      ) : (
        places.map(({ x, y }, i) => (
          <rect
            key={i}
            class={classes(
              'slot',
              i < owner.actual && 'is-there',
              i < owner.ready && 'is-ready',
              i >= owner.desired && 'is-over',
            )}
            x={x}
            y={y}
            width="11"
            height="11"
          />
        ))
      )}
    </g>
  );
}

/** The queue: a place for keys that wait, and one for those that come later. */
export function QueueInside({ layout }: { readonly layout: MachineLayout }): VNode {
  const { waiting, delayed } = queueRooms(layout.queue);
  return (
    <>
      <rect class="store-room" x={waiting.x - 3} y={waiting.y - 3} width={waiting.w + 6} height={28} />
      <path class="queue-line" d={`M${layout.queue.x + 8} ${delayed.y - 16}h${layout.queue.w - 16}`} />
      <text class="box-line" x={delayed.x} y={delayed.y - 4}>
        {t`later`}
      </text>
    </>
  );
}

/** The workers, and what the controller expects. */
export function WorkersInside({
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
        <text class="machine-more" x={workers.x + workers.w - 8} y={y - 4}>
          {t`+${model.workers.length - rows} workers`}
        </text>
      )}
      <g class={classes('expects', waits && 'is-waiting', touched && 'is-touched')}>
        <rect x={workers.x + 8} y={y} width={workers.w - 16} height="18" />
        <text x={workers.x + 15} y={y + 13}>
          {waits ? t`expects +${owed(first.add)} −${owed(first.del)}` : t`expects nothing`}
        </text>
      </g>
    </>
  );
}

/** More was seen than was noted, where the controller does not heed its notes: the number is below zero. */
function owed(count: number): string {
  return count < 0 ? `(−${-count})` : String(count);
}

/** What a worker waits for, cut to a width: "waits" goes first, then the end. */
function fitted(waits: string, width: number): string {
  const most = Math.floor(width / 6.2);
  const short = waits.length > most ? waits.replace(/^waits /, '') : waits;
  return short.length > most ? `${short.slice(0, most - 1)}…` : short;
}
