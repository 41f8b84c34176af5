import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { type Signal, useSignal } from '@preact/signals';
import { t } from '../../../i18n/t.ts';
import type { Picture } from '../../picture/description.ts';
import type { Player } from '../player/player.ts';
import type { Desk } from '../desk/desk.ts';
import { Lectern } from './Lectern.tsx';
import { type PresenterKey, useOverPage } from './over-page.ts';
import { Stage } from './Stage.tsx';
import { type Notice, type Talk, talkOf } from './talk.ts';

export interface PresentingProps {
  readonly player: Player;
  readonly desk: Desk;
  readonly picture: Picture;
  /** Called when it was closed, and the focus is back where it was. */
  readonly onEnd: () => void;
}

/** The page for a room, over all of the window; the presenter's own desk while a projector shows it. */
export function Presenter({ player, desk, picture, onEnd }: PresentingProps): VNode {
  const talk = useMemo(() => talkOf(player, desk), [player, desk]);
  const { presentation, apart } = talk;
  /** True while the tools are to be seen: until the next step, and again when the pointer moves. */
  const tools = useSignal(true);
  const obey = (key: PresenterKey): void => {
    tools.value = false;
    if (key === 'end') dialog.current?.close();
    else if (key === 'reveal') presentation.reveal();
    else if (key === 'first') presentation.first();
    else talk.turn(key === 'on' ? 1 : -1);
  };
  const dialog = useOverPage('presenter', obey);
  useEffect(() => {
    player.pause();
    desk.follow.take();
  }, []);
  const focusStage = (): void => dialog.current?.focus();
  const reveal = (): void => {
    presentation.reveal();
    focusStage();
  };
  const stage = (
    <Stage
      player={player}
      picture={picture}
      desk={desk}
      questions={presentation.questions}
      onStage={talk.onStage.value}
      reveal={reveal}
      count={(answer, hands) => presentation.count(answer, hands)}
    />
  );
  return (
    <dialog
      class={apart.value ? 'presenter is-apart' : 'presenter'}
      tabIndex={-1}
      aria-label={t`Presentation`}
      ref={dialog}
      onClose={onEnd}
      onKeyDown={(event) => event.stopPropagation()}
      onPointerMove={() => (tools.value = true)}
    >
      <Said notice={talk.notice} problem={player.problem} />
      {apart.value ? <Lectern talk={talk}>{stage}</Lectern> : stage}
      <Tools
        talk={talk}
        seen={tools.value || apart.value}
        focusStage={focusStage}
        end={() => dialog.current?.close()}
      />
    </dialog>
  );
}

interface ToolsProps {
  readonly talk: Talk;
  readonly seen: boolean;
  readonly focusStage: () => void;
  readonly end: () => void;
}

/** What the presenter presses. It is not for the room: it goes with the next step, and comes with the pointer or the focus. */
function Tools({ talk, seen, focusStage, end }: ToolsProps): VNode {
  const apart = talk.apart.value;
  // What is pressed once has no use for the next key.
  const toStage = (press: () => void) => (): void => {
    press();
    focusStage();
  };
  const tool = (words: string, press: () => void, key?: string): VNode => (
    <button type="button" class="scope-quiet" onClick={press}>
      {words} {key && <kbd>{key}</kbd>}
    </button>
  );
  return (
    <div class={seen ? 'presenter-tools' : 'presenter-tools is-away'}>
      {tool(t`Back`, () => talk.turn(-1), '←')}
      {tool(t`On`, () => talk.turn(1), '→')}
      {tool(
        t`Open a projector window`,
        toStage(() => talk.openProjector()),
      )}
      {apart &&
        tool(
          t`Fill this window`,
          toStage(() => (talk.apart.value = false)),
        )}
      {tool(t`End`, end, 'Esc')}
    </div>
  );
}

interface SaidProps {
  readonly notice: Signal<Notice | undefined>;
  readonly problem: Signal<string | undefined>;
}

/** What went wrong, and what to do. */
function Said({ notice, problem }: SaidProps): VNode {
  const { says, address } = notice.value ?? (problem.value === undefined ? {} : { says: problem.value });
  const close = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    currentTarget.closest('dialog')?.focus();
    notice.value = undefined;
    problem.value = undefined;
  };
  return (
    <div role="alert" class="presenter-said">
      {says !== undefined && (
        <p>
          {says}{' '}
          {address !== undefined && (
            <a href={address} target="loopscope-projector">
              {t`the projector`}
            </a>
          )}{' '}
          <button type="button" class="scope-quiet" onClick={close}>
            {t`Close`}
          </button>
        </p>
      )}
    </div>
  );
}
