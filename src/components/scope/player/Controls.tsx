import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Signal } from '@preact/signals';
import { t, translated } from '../../../i18n/t.ts';
import { granularities } from '../../../recording/granularity.ts';
import { countOf } from '../../../recording/words.ts';
import { onUse } from '../../base/on-use.ts';
import type { Player, Speed } from './player.ts';
import { speeds } from './player.ts';
import { timeText } from '../../base/time-text.ts';

const help = onUse(() => import('./KeyHelp.tsx'));

interface ControlsProps {
  readonly player: Player;
  readonly keysOn: Signal<boolean>;
  readonly helpOpen: Signal<boolean>;
  /** What stands at their end. */
  readonly children?: ComponentChildren;
}

/** What moves the reader through the run. */
export function Controls({ player, keysOn, helpOpen, children }: ControlsProps): VNode {
  const KeyHelp = help.value?.KeyHelp;
  useEffect(() => void (helpOpen.value && help.load(player)), [helpOpen.value]);
  return (
    <div class="controls">
      <Moves player={player} />
      {/* A new element each time: a word that stands elsewhere now has not moved. */}
      <div
        class="controls-place"
        aria-hidden="true"
        key={`${player.place.value.at} ${player.frame.value.at}`}
      >
        <b>{player.place.value.at}</b>
        {t` of ${player.place.value.of}`}
        <span>{timeText(player.frame.value.at)}</span>
      </div>
      <div class="controls-set">
        <Pace player={player} />
        <Breakpoints player={player} />
        <button
          type="button"
          class="scope-quiet"
          aria-expanded={helpOpen.value}
          onClick={() => (helpOpen.value = !helpOpen.value)}
        >
          {t`Keys`}
        </button>
      </div>
      {children}
      {helpOpen.value && KeyHelp && <KeyHelp keysOn={keysOn} />}
    </div>
  );
}

interface PartProps {
  readonly player: Player;
}

/** One step on or back, to either end, and the button that plays. */
function Moves({ player }: PartProps): VNode {
  const [atStart, atEnd] = [!player.goesBack, !player.goesOn];
  const playing = player.playing.value;
  const button = (label: string, icon: string, action: () => void, off = false, more: object = {}): VNode => (
    <button
      type="button"
      class="scope-button"
      aria-label={label}
      title={label}
      aria-disabled={off}
      onClick={off ? undefined : action}
      {...more}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
  return (
    <div class="controls-move" role="group" aria-label={t`Move through the run`}>
      {button(t`To the start`, 'M5 4v12M15 4 7.5 10l7.5 6z', () => player.toStart(), atStart)}
      {button(t`One step back`, 'M14 4 6 10l8 6z', () => player.stepBack(), atStart)}
      {button(t`One step on`, 'M6 4l8 6-8 6z', () => player.stepForward(), atEnd, { 'data-main': true })}
      {button(t`To the end`, 'M15 4v12M5 4l7.5 6L5 16z', () => player.toEnd(), atEnd)}
      <button type="button" class="scope-button is-wide" onClick={() => player.togglePlay()}>
        <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
          <path d={playing ? 'M6 4v12M14 4v12' : 'M6 3.5 16 10 6 16.5z'} class={playing ? 'is-bars' : ''} />
        </svg>
        {playing ? t`Pause` : t`Play`}
      </button>
    </div>
  );
}

/** How large a step is, and how many of them are played in a second. */
function Pace({ player: { granularity, speed, told } }: PartProps): VNode {
  return (
    <>
      <label>
        <span>{t`Step`}</span>
        <select
          value={granularity.value}
          onChange={(event) => (granularity.value = event.currentTarget.value as typeof granularity.value)}
        >
          {granularities.map((one) => (
            <option key={one} value={one} selected={one === granularity.value}>
              {translated(one)}
            </option>
          ))}
          {told.value && (
            <option value="told in the text" selected={granularity.value === 'told in the text'}>
              {t`told in the text`}
            </option>
          )}
        </select>
      </label>
      <label>
        <span>{t`Speed`}</span>
        <select
          value={speed.value}
          onChange={(event) => (speed.value = Number(event.currentTarget.value) as Speed)}
        >
          {speeds.map((one) => (
            <option key={one} value={one} selected={one === speed.value}>
              {one}×
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** To the nearest breakpoint either way, while there are any. */
function Breakpoints({ player }: PartProps): VNode | null {
  const { length } = player.breakpoints.value;
  if (length === 0) return null;
  return (
    <>
      <button type="button" class="scope-quiet" onClick={() => player.runToBreakpoint(-1)}>
        ◀ <span aria-hidden="true">●</span>
        <span class="visually-hidden">{t`Back to the previous breakpoint`}</span>
      </button>
      <button type="button" class="scope-quiet" onClick={() => player.runToBreakpoint()}>
        <span aria-hidden="true">●</span> ▶<span class="visually-hidden">{t`On to the next breakpoint`}</span>
      </button>
      <button
        type="button"
        class="scope-quiet"
        aria-label={t`Clear ${countOf(length, 'breakpoint')}`}
        onClick={() => (player.breakpoints.value = [])}
      >
        {t`Clear ${length}`}
      </button>
    </>
  );
}
