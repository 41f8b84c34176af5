import type { VNode } from 'preact';
import { t } from '../../i18n/t.ts';
import type { Picture } from '../../components/scope/picture.ts';
import type { Player } from '../../components/scope/player/player.ts';

/** A bell, which swings while the chime rings. */
function Bell({ player }: { readonly player: Player }): VNode {
  const { event } = player.view.value.now;
  const rings = event.kind === 'bell.ring';
  const words = rings ? t`The chime rings: ${event.tone}.` : t`The chime, silent.`;
  return (
    <svg class="bell" role="img" aria-label={words} viewBox="0 0 100 60" data-rings={rings || undefined}>
      <path d="M30 48h40l-6-8V26a14 14 0 0 0-28 0v14Z" transform={rings ? 'rotate(12 50 10)' : undefined} />
    </svg>
  );
}

export const picture: Picture = { Live: Bell, everyPane: true };
