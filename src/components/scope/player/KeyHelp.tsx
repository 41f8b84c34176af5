import { t, translated } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import type { Signal } from '@preact/signals';

/** Every key and what it does, in the order in which the help lists them. */
export const keyHelp: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: '→ ←', does: 'one step on, one step back' },
  { keys: 'Shift + → ←', does: 'one larger step' },
  { keys: 'Home End', does: 'to the start, to the end' },
  { keys: 'Space', does: 'play or pause' },
  { keys: '[ ]', does: 'slower, faster' },
  { keys: 'b', does: 'set or remove a breakpoint here' },
  { keys: 'w', does: 'why did this happen?' },
  { keys: 't', does: 'where is it told in the text?' },
  { keys: 'n p', does: 'to the next passage of the text, to the previous one' },
  { keys: 'o', does: 'open or fold what is said many times' },
  { keys: 'r', does: 'read along with the text, or not' },
  { keys: 'f', does: 'present to a room, or end it' },
  { keys: '?', does: 'this list' },
];

/** What the keys do, and whether they do it. */
export function KeyHelp({ keysOn }: { readonly keysOn: Signal<boolean> }): VNode {
  return (
    <div class="controls-help">
      <dl>
        {keyHelp.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{translated(does)}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={keysOn.value}
          onChange={(event) => (keysOn.value = event.currentTarget.checked)}
        />{' '}
        {t`Keys work while the focus is in this box`}
      </label>
    </div>
  );
}
