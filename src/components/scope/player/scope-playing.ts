import { watchSight } from './InSight.tsx';
import type { Player } from './player.ts';

let playing: Player | undefined;

/** At most one Scope of a page plays. */
export function playAlone(player: Player): void {
  if (playing !== player) playing?.pause();
  playing = player;
}

/** Pauses a Scope that nobody sees. */
export function pauseUnseen(element: HTMLElement, player: Player): () => void {
  const unwatch = watchSight(element, (inSight) => void (inSight || player.pause()));
  const hidden = (): void => {
    if (document.hidden) player.pause();
  };
  document.addEventListener('visibilitychange', hidden);
  return () => {
    unwatch();
    document.removeEventListener('visibilitychange', hidden);
    player.pause();
  };
}
