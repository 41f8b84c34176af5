import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { t } from '../../../i18n/t.ts';
import { type Follower, openWire } from './channel.ts';
import { followPresenter } from './follow-presenter.ts';
import { useOverPage } from './over-page.ts';
import type { PresentingProps } from './Presenter.tsx';
import type { OnStage } from './presentation.ts';
import { questionsOf } from './questions.ts';
import { Stage } from './Stage.tsx';

/** The stage in a window of its own: it shows what the presenter's window shows. A clicker that is pressed here is heard there. */
export function Projector({ player, desk, picture, onEnd }: PresentingProps): VNode {
  const { story } = desk;
  const questions = useMemo(() => questionsOf(desk.questions, story.moments), [desk]);
  const onStage = useSignal<OnStage>({ passage: story.lit.peek(), revealed: false });
  const problem = useSignal<string | undefined>(undefined);
  const follower = useRef<Follower>();
  const dialog = useOverPage('projector', (key) => {
    if (key === 'on' || key === 'back') follower.current?.turn(key === 'on' ? 1 : -1);
  });
  useEffect(() => {
    desk.follow.take();
    const wire = openWire();
    if (!wire) {
      problem.value = t`This browser lets no window follow another. Press Escape, and present from here.`;
      return;
    }
    problem.value = t`No window presents this page yet: press f in its machine.`;
    const following = followPresenter({
      desk,
      wire,
      page: location.pathname,
      name: `${Date.now()} ${Math.random()}`,
      questions: questions.length,
      show: (shown) => (onStage.value = shown),
      tell: (words) => (problem.value = words),
    });
    follower.current = following;
    const end = (): void => following.end();
    addEventListener('pagehide', end, { once: true });
    return () => {
      removeEventListener('pagehide', end);
      end();
    };
  }, [desk]);
  const says = problem.value ?? player.problem.value;
  return (
    <dialog
      class="presenter is-projector"
      tabIndex={-1}
      aria-label={t`Projector`}
      ref={dialog}
      onClose={onEnd}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div role="alert" class="presenter-said">
        {says !== undefined && <p>{says}</p>}
      </div>
      <Stage player={player} picture={picture} desk={desk} questions={questions} onStage={onStage.value} />
    </dialog>
  );
}
