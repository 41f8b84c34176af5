import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { Recording } from '../../../recording/recording.ts';
import type { Player } from '../player/player.ts';
import {
  type TimelineLayout,
  indexAt,
  laneHeight,
  percent,
  tickPath,
  timelineLayout,
  timelineWidth,
} from './timeline-layout.ts';
import { timeText } from '../../base/time-text.ts';

interface TimelineProps {
  readonly player: Player;
  /** What stands above the lanes, at the places of this layout. */
  readonly marks?: ((layout: TimelineLayout) => VNode) | undefined;
}

/** The whole run at a glance: a lane for each part of the cluster, a tick for each event, and a line where the reader is. */
export function Timeline({ player, marks }: TimelineProps): VNode {
  const recording = player.recording.value;
  const layout = useMemo(() => timelineLayout(recording), [recording]);
  const area = useRef<HTMLDivElement>(null);
  const place = percent(layout.xs[player.cursor.value] ?? 0);

  const scrub = (event: PointerEvent): void => {
    const box = area.current?.getBoundingClientRect();
    if (!box) return;
    player.pause();
    player.seekNear(indexAt(layout.xs, ((event.clientX - box.left) / box.width) * timelineWidth));
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      scrub(event);
    },
    onPointerMove: (event: PointerEvent) => {
      if ((event.currentTarget as Element).hasPointerCapture(event.pointerId)) scrub(event);
    },
    onKeyDown: (event: KeyboardEvent) => pageKeys(event, player),
  };
  return (
    <div class="timeline">
      {marks?.(layout)}
      {/* Those of another run are new elements: none has moved. */}
      <div class="timeline-names" aria-hidden="true" key={recording}>
        <span>{t`acts`}</span>
        {layout.lanes.map(({ id, name }) => (
          <span key={id} data-lane={id}>
            {name}
          </span>
        ))}
      </div>
      <div class="timeline-area" ref={area} {...handlers} {...sliderOf(player)}>
        <Ticks layout={layout} key={recording} />
        <Breakpoints player={player} layout={layout} />
        <ForkPoint player={player} layout={layout} />
        <div class="timeline-cursor" style={{ transform: `translateX(${place})` }} />
      </div>
      <div class="timeline-axis" aria-hidden="true">
        {layout.times.map(({ x, text }) => (
          <span key={x} style={{ insetInlineStart: percent(x) }}>
            {text}
          </span>
        ))}
      </div>
      <OtherBranch player={player} />
    </div>
  );
}

function sliderOf(player: Player): object {
  const { entries } = player.recording.value;
  const index = player.cursor.value;
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-label': t`Where you are in the run`,
    'aria-valuemin': 1,
    'aria-valuemax': entries.length,
    'aria-valuenow': index + 1,
    'aria-valuetext': t`step ${player.place.value.at} of ${player.place.value.of}, ${timeText(player.frame.value.at)}: ${player.sentence.value}`,
  };
}

/** Arrows, Home and End belong to the whole Scope; a slider has Page Up and Page Down besides. */
function pageKeys(event: KeyboardEvent, player: Player): void {
  if (event.key !== 'PageUp' && event.key !== 'PageDown') return;
  event.preventDefault();
  const tenth = Math.max(1, Math.round(player.recording.value.entries.length / 10));
  player.seekNear(player.cursor.value + (event.key === 'PageUp' ? -tenth : tenth));
}

/** Drawn once a recording: it has no signal of its own. */
function Ticks({ layout }: { readonly layout: TimelineLayout }): VNode {
  return useMemo(
    () => (
      <>
        <div class="timeline-acts">
          {layout.acts.map(({ x, index, text, by }) => (
            <i key={index} data-by={by} title={text} style={{ insetInlineStart: percent(x) }} />
          ))}
        </div>
        {layout.lanes.map(({ id, ticks }) => (
          <svg
            key={id}
            class="timeline-lane"
            data-lane={id}
            viewBox={`0 0 ${timelineWidth} ${laneHeight}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {ticks.map((alike) => (
              <path key={alike.look} data-look={alike.look} d={tickPath(alike)} />
            ))}
          </svg>
        ))}
      </>
    ),
    [layout],
  );
}

/** The most breakpoint marks drawn; more would cover everything. */
const mostMarks = 300;

function Breakpoints({
  player,
  layout,
}: {
  readonly player: Player;
  readonly layout: TimelineLayout;
}): VNode {
  const seen = new Set<number>();
  const shown = player.breakpointEntries.value.filter((index) => {
    const column = Math.round((layout.xs[index] ?? 0) / 3);
    return !seen.has(column) && seen.size < mostMarks && seen.add(column);
  });
  return (
    <>
      {shown.map((index) => (
        <i
          key={index}
          class="timeline-breakpoint"
          style={{ insetInlineStart: percent(layout.xs[index] ?? 0) }}
        />
      ))}
    </>
  );
}

function ForkPoint({
  player,
  layout,
}: {
  readonly player: Player;
  readonly layout: TimelineLayout;
}): VNode | null {
  const comparison = player.comparison.value;
  if (!comparison) return null;
  const x = layout.xs[Math.min(comparison.parts[player.branch.value], layout.xs.length - 1)] ?? 0;
  return (
    <div class="timeline-fork" title={t`here the two runs part`} style={{ insetInlineStart: percent(x) }} />
  );
}

/** The run that is not shown, in one thin lane, while there are two. */
function OtherBranch({ player }: { readonly player: Player }): VNode | null {
  const fork = player.fork.value;
  if (!fork) return null;
  const shownFork = player.branch.value === 'fork';
  return (
    <Strip
      recording={shownFork ? player.original.value : fork}
      name={shownFork ? t`the story` : t`yours`}
      onPick={() => player.switchBranch()}
    />
  );
}

function Strip({
  recording,
  name,
  onPick,
}: {
  readonly recording: Recording;
  readonly name: string;
  readonly onPick: () => void;
}): VNode {
  const d = useMemo(() => {
    const { xs } = timelineLayout(recording);
    return [...new Set(Array.from(xs, (x) => Math.round(x)))].map((x) => `M${x} 2v8`).join('');
  }, [recording]);
  return (
    <button type="button" class="timeline-other" onClick={onPick}>
      <span>{name}</span>
      <svg viewBox={`0 0 ${timelineWidth} ${laneHeight}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={d} />
      </svg>
      <span class="visually-hidden">{t`Show this run at the same moment`}</span>
    </button>
  );
}
