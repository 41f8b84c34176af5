import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import type { Flow } from './place-chips.ts';

/** "+3", where three have no room. */
export function More({ flow: { more, moreAt } }: { readonly flow: Flow }): VNode | null {
  if (more === 0) return null;
  return (
    <text class="picture-more" x={moreAt.x} y={moreAt.y}>
      {t`+${more}`}
    </text>
  );
}
