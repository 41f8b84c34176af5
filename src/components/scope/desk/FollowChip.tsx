import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import type { Follow } from './follow.ts';

/** Says who moves the machine, and gives it back to the text. */
export function FollowChip({ follow }: { readonly follow: Follow }): VNode {
  const holder = follow.holder.value;
  const words = {
    text: t`follows the text`,
    yours: t`yours · back to the text`,
    off: t`does not follow the text`,
  }[holder];
  const does = {
    text: t`The machine shows what you read. Press to let it stand still.`,
    yours: t`You moved the machine. Press to let it show what you read again.`,
    off: t`The machine stands still while you read. Press to let it show what you read.`,
  }[holder];
  return (
    <button
      type="button"
      class="follow-chip"
      data-holder={holder}
      aria-pressed={holder === 'text'}
      title={does}
      onClick={() => follow.press()}
    >
      {words}
    </button>
  );
}
