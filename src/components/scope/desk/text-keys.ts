import { commandOf } from '../player/keys.ts';
import type { Desk } from './desk.ts';

/** Lets the keys that lead through the text work in it, too, where the focus is in it and in no field. Gives what ends that. */
export function onTextKeys(desk: Pick<Desk, 'lead'>, isOn: () => boolean): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event;
    if (event.defaultPrevented || !isOn() || !(target instanceof HTMLElement)) return;
    if (!target.closest('main') || target.closest('.scope')) return;
    const { tagName, isContentEditable } = target;
    const command = commandOf(event, { tagName, isContentEditable });
    if (command !== 'next passage' && command !== 'previous passage') return;
    event.preventDefault();
    desk.lead(command === 'next passage' ? 1 : -1);
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
