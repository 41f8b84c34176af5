import { t } from '../../../i18n/t.ts';
import type { Player } from '../../../components/scope/player/player.ts';

/** What makes a part of the drawing a button that opens its pane. Its name is the text that is drawn in it. */
export function opens(player: Player, pane: string, about: string): object {
  const open = (): void => void (player.openPane.value = pane);
  return {
    role: 'button',
    // In lower case: an element of SVG has no property of that name, and its attributes are spelt as they stand.
    tabindex: 0,
    'aria-description': t`${about} Opens its pane.`.trim(),
    'data-opens': pane,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      event.stopPropagation();
      open();
    },
  };
}

/** The names of classes that hold, as one attribute. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
