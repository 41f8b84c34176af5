import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import styles from '../../diagrams/diagram.css?url';
import { t } from '../../i18n/t.ts';
import { fetchStyles } from '../base/fetch-styles.ts';
import { onUse } from '../base/on-use.ts';
import type { Player } from './player/player.ts';

/** The drawing of who asked whom. */
export const exchanges = onUse(async () => {
  const { Exchanges } = await import('./Exchanges.tsx');
  await fetchStyles(styles);
  return { Exchanges };
});

/** Who asked whom round the moment that is shown, as a drawing, which comes when it is opened. */
export function WhoAsked({ player }: { readonly player: Player }): VNode {
  const open = useSignal(false);
  const Exchanges = exchanges.value?.Exchanges;
  const toggled = (now: boolean): void => {
    open.value = now;
    if (now) void exchanges.load(player);
  };
  return (
    <details class="scope-transcript" onToggle={(event) => toggled(event.currentTarget.open)}>
      <summary>{t`Who asked whom`}</summary>
      {open.value && Exchanges && <Exchanges player={player} />}
    </details>
  );
}
