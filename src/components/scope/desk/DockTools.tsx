import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import { onUse } from '../../base/on-use.ts';
import type { Player } from '../player/player.ts';
import { FollowChip } from './FollowChip.tsx';
import { foldDock, isFolded } from './dock-fold.ts';
import type { Follow } from './follow.ts';

const whole = onUse(() => import('./whole.ts'));

interface DockProps {
  readonly player: Player;
  readonly follow: Follow | undefined;
}

/** What a dock has for the room that it lacks: the way to the whole machine, and the one to a bar. Elsewhere nothing of it is seen. */
export function DockTools({ player, follow }: DockProps): VNode {
  const folded = useSignal(isFolded());
  const open = async (button: HTMLElement): Promise<void> => {
    (await whole.load(player))?.openWhole(button, t`Close`);
  };
  const fold = (button: HTMLElement): void => {
    folded.value = !folded.value;
    foldDock(folded.value, button);
  };
  return (
    <div class="dock-tools">
      {follow && follow.holder.value !== 'text' && <FollowChip follow={follow} />}
      <button
        type="button"
        class="scope-quiet dock-whole"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => void open(currentTarget)}
      >
        {t`whole machine`}
      </button>
      <button
        type="button"
        class="scope-quiet dock-fold"
        aria-expanded={!folded.value}
        aria-label={t`The picture above the text`}
        onClick={({ currentTarget }) => fold(currentTarget)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d={folded.value ? 'M3 6l5 5 5-5' : 'M3 10l5-5 5 5'} />
        </svg>
      </button>
    </div>
  );
}
