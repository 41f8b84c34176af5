import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import type { ReadonlySignal } from '@preact/signals';
import { type Point, pathOf } from './machine-geometry.ts';
import type { MachineLayout, Pipe } from './machine-parts.ts';
import type { LaneModel, MachineModel } from './machine-model.ts';
import { classes, opens } from './machine-opens.ts';
import type { Player } from '../../../components/scope/player/player.ts';

export interface PartsProps {
  readonly layout: MachineLayout;
  readonly model: ReadonlySignal<MachineModel>;
  /** Ids of spots and pipes that this step is about. */
  readonly lit: ReadonlySignal<ReadonlySet<string>>;
  readonly player: Player;
  /** False in the page as it was built. */
  readonly live: boolean;
}

/** The pipes, below everything else. */
export function MachinePipes({ layout, model, lit, player, live }: PartsProps): VNode {
  return (
    <g class="machine-pipes" marker-end={`url(#arrow-${layout.shape})`}>
      {layout.lanes.map(({ resource, frame }) => (
        <g key={resource} class="machine-frame">
          <rect x={frame.x} y={frame.y} width={frame.w} height={frame.h} />
          <text x={frame.x + 12} y={frame.y + 17}>
            {layout.shape === 'narrow' ? resource : t`informer of ${resource}`}
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
            player={player}
            live={live}
          />
        ) : (
          <g
            key={pipe.id}
            class={classes('pipe', lit.value.has(pipe.id) && 'is-lit', pipe.dashed && 'is-dashed')}
            data-hue={pipe.hue}
          >
            <path d={pathOf(pipe.points)} />
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
        <text x={(workers.x + store.x + store.w) / 2} y={workers.y + 40}>
          {t`requests`}
        </text>
        <text x={655} y={324}>
          {t`reads the cache`}
        </text>
        <text x={(queue.x + workers.x + workers.w) / 2} y={workers.y + 40}>
          {t`key`}
        </text>
      </g>
    );
  }
  const x = workers.x + workers.w / 2 + 8;
  return (
    <g class="pipe-name">
      <text x={x} y={store.y + store.h + 36}>
        {t`requests`}
      </text>
      <text x={x} y={queue.y - 12}>
        {t`key`}
      </text>
    </g>
  );
}

interface WatchPipeProps {
  readonly pipe: Pipe;
  readonly lane: LaneModel;
  readonly lit: boolean;
  readonly player: Player;
  readonly live: boolean;
}

/** A watch: straight while it is in time, stretched while it is delayed, in two pieces while it is cut. */
function WatchPipe({ pipe, lane, lit, player, live }: WatchPipeProps): VNode {
  const [from, to] = pipe.points as [Point, Point];
  const down = from.x === to.x;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const cut = lane.watch === 'cut';
  const state = cut ? 'cut' : lane.watch === 'open' ? (lane.delayMs > 0 ? 'late' : 'open') : 'none';
  const label = cut ? t`cut` : lane.delayMs > 0 ? `+${lane.delayMs} ms` : 'watch';
  const open = live ? opens(player, 'watch', t`Watch of ${lane.resource}.`) : {};
  return (
    <g
      class={classes('pipe', 'is-watch', down && 'is-down', lit && 'is-lit')}
      data-hue="api"
      data-state={state === 'open' ? undefined : state}
      {...open}
    >
      {live && (
        <rect
          class="pipe-touch"
          x={Math.min(from.x, to.x) - (down ? 16 : 0)}
          y={Math.min(from.y, to.y) - (down ? 0 : 16)}
          width={Math.abs(to.x - from.x) + (down ? 32 : 0)}
          height={Math.abs(to.y - from.y) + (down ? 0 : 32)}
        />
      )}
      {cut ? (
        <>
          <path d={pathOf([from, partOf(from, to, 0.36)])} marker-end="none" />
          <path d={pathOf([partOf(from, to, 0.64), to])} />
          <path
            class="pipe-cut"
            marker-end="none"
            transform={`translate(${middle.x} ${middle.y})`}
            d="M-6-6 6 6M6-6-6 6"
          />
        </>
      ) : (
        <path d={state === 'late' ? wave(from, to) : pathOf([from, to])} />
      )}
      <text class="pipe-label" x={down ? from.x - 13 : middle.x} y={down ? from.y + 20 : from.y - 14}>
        {label}
      </text>
    </g>
  );
}

function partOf(from: Point, to: Point, part: number): Point {
  return { x: Math.round(from.x + (to.x - from.x) * part), y: Math.round(from.y + (to.y - from.y) * part) };
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
