import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';

/** The sign of what differs in another run. */
export function Differs(): VNode {
  return (
    <>
      <span aria-hidden="true" class="sched-differs">
        ≠{' '}
      </span>
      <span class="visually-hidden">{t`differs:`} </span>
    </>
  );
}
