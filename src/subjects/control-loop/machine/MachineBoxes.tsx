import { t, translated } from '../../../i18n/t.ts';
import type { ComponentChildren, VNode } from 'preact';
import type { ReadonlySignal } from '@preact/signals';
import { BoxLine, QueueInside, StoreInside, WorkersInside } from './MachineInside.tsx';
import type { PartsProps } from './MachinePipes.tsx';
import { type Rect, centre } from './machine-geometry.ts';
import type { LaneLayout, Pipe, Spot } from './machine-parts.ts';
import type { LaneModel } from './machine-model.ts';
import { classes, opens } from './machine-opens.ts';

interface BoxesProps extends PartsProps {
  readonly touched: ReadonlySignal<ReadonlySet<string>>;
}

/** What every box has to know of its drawing. */
type Shared = Pick<BoxesProps, 'lit' | 'player' | 'live'>;

/** The boxes with their headings and what they say of themselves; the tokens are drawn over them. */
export function MachineBoxes({ layout, model, touched, ...shared }: BoxesProps): VNode {
  const now = model.value;
  const narrow = layout.shape === 'narrow';
  return (
    <g class="machine-boxes">
      <Box
        {...shared}
        spot="store"
        rect={layout.store}
        title={t`API store`}
        hue="api"
        pane="store"
        note={t`revision ${now.revision}`}
      >
        <StoreInside layout={layout} model={now} />
      </Box>
      <Chip {...shared} spot="user" rect={layout.user} text="kubectl" hue="api" />
      {layout.standIns.map((rect, i) => (
        <StandIn key={rect.node} {...shared} rect={rect} scheduler={i === 0} narrow={narrow} />
      ))}
      {layout.lanes.map((at, i) => (
        <Lane key={at.resource} {...shared} at={at} lane={now.lanes[i] as LaneModel} narrow={narrow} />
      ))}
      <Box {...shared} spot="queue" rect={layout.queue} title={t`Workqueue`} hue="queue" pane="queue">
        <QueueInside layout={layout} />
      </Box>
      <Box
        {...shared}
        spot="workers"
        rect={layout.workers}
        title={narrow ? t`Controller` : t`${now.kind} controller`}
        hue="controller"
        pane="expectations"
        note={now.up ? undefined : t`down`}
        warns
      >
        <WorkersInside layout={layout} model={now} touched={touched.value.has('expectations')} />
      </Box>
    </g>
  );
}

interface StandInProps extends Shared {
  readonly rect: Rect & { readonly node: string };
  readonly scheduler: boolean;
  readonly narrow: boolean;
}

function StandIn({ rect, scheduler, narrow, ...shared }: StandInProps): VNode {
  const { node } = rect;
  if (scheduler) {
    return (
      <Chip
        {...shared}
        spot="scheduler"
        rect={rect}
        text="scheduler"
        hue="scheduler"
        pane="nodes"
        about={t`A stand-in.`}
      />
    );
  }
  return (
    <Chip
      {...shared}
      spot={`kubelet:${node}`}
      rect={rect}
      text={narrow ? node.replace('node-', 'node ') : `kubelet ${node.replace('node-', '')}`}
      hue="kubelet"
      pane="nodes"
      about={t`A stand-in for the kubelet of ${node}.`}
    />
  );
}

interface LaneProps extends Shared {
  readonly at: LaneLayout;
  readonly lane: LaneModel;
  readonly narrow: boolean;
}

function Lane({ at, lane, narrow, ...shared }: LaneProps): VNode {
  const { resource } = at;
  const of = { ...shared, hue: 'informer', about: t`Of ${resource}.` } as const;
  const behind = narrow ? `−${lane.behind}` : t`${lane.behind} behind`;
  const note = lane.behind > 0 ? behind : narrow ? undefined : t`cache`;
  return (
    <>
      <Box {...of} spot={`reflector:${resource}`} rect={at.reflector} title="Reflector" pane="watch">
        <BoxLine rect={at.reflector} text={translated(lane.reflector)} />
      </Box>
      <Box {...of} spot={`fifo:${resource}`} rect={at.fifo} title="DeltaFIFO" pane="fifo" />
      <Box
        {...of}
        spot={`indexer:${resource}`}
        rect={at.indexer}
        title="Indexer"
        pane="indexer"
        note={note}
        warns={lane.behind > 0}
      />
      <Chip {...of} spot={`handlers:${resource}`} rect={at.handlers} text={t`handlers`} pane="goroutines" />
    </>
  );
}

interface PlaceProps extends Shared {
  readonly spot: Spot;
  readonly rect: Rect;
  readonly hue: Pipe['hue'];
  /** The pane that it opens, if any. */
  readonly pane?: string;
  /** What its own words leave unsaid. */
  readonly about?: string;
}

interface BoxProps extends PlaceProps {
  readonly title: string;
  readonly note?: string | undefined;
  /** True if the note is of something that is not as it should be. */
  readonly warns?: boolean;
  readonly children?: ComponentChildren;
}

function Box({ title, note, warns, children, ...place }: BoxProps): VNode {
  const { rect } = place;
  return (
    <Place {...place} around={4}>
      <text class="box-title" x={rect.x + 10} y={rect.y + 17}>
        {title}
      </text>
      {note && (
        <text class={classes('box-note', warns && 'is-warn')} x={rect.x + rect.w - 10} y={rect.y + 17}>
          {note}
        </text>
      )}
      {children}
    </Place>
  );
}

/** A small box with one word in its middle. */
function Chip({ text, ...place }: PlaceProps & { readonly text: string }): VNode {
  const { x, y } = centre(place.rect);
  return (
    <Place {...place} kind="is-chip" around={3}>
      <text class="chip-text" x={x} y={y + 4}>
        {text}
      </text>
    </Place>
  );
}

interface FaceProps extends PlaceProps {
  readonly kind?: string;
  /** Units by which it glows beyond its edge. */
  readonly around: number;
  readonly children: ComponentChildren;
}

function Place({
  spot,
  rect,
  hue,
  pane,
  about = '',
  kind,
  around,
  lit,
  player,
  live,
  children,
}: FaceProps): VNode {
  return (
    <g
      class={classes('box', kind, lit.value.has(spot) && 'is-lit')}
      data-hue={hue}
      {...(live && pane ? opens(player, pane, about) : {})}
    >
      {live && (
        <rect
          class="box-halo"
          x={rect.x - around}
          y={rect.y - around}
          width={rect.w + 2 * around}
          height={rect.h + 2 * around}
        />
      )}
      <rect class="box-face" x={rect.x} y={rect.y} width={rect.w} height={rect.h} />
      {children}
    </g>
  );
}
