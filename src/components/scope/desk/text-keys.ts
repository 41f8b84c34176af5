import { commandOf } from '../player/keys.ts';
import type { Desk } from './desk.ts';

/** What keys ask for where no Scope has the focus. */
export interface TextKeys extends Pick<Desk, 'lead'> {
  /** Presents the page to a room. */
  readonly present: () => void;
  readonly isOn: () => boolean;
}

/**
 * Lets the keys that lead through the text, and present it, work where the focus is in it, or nowhere, and in no field. Gives what
 * ends that.
 */
export function onTextKeys({ lead, present, isOn }: TextKeys): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event;
    if (event.defaultPrevented || !isOn() || !(target instanceof HTMLElement)) return;
    const isInText = target === document.body || target.closest('main');
    if (!isInText || target.closest('.scope')) return;
    const { tagName, isContentEditable } = target;
    const command = commandOf(event, { tagName, isContentEditable });
    const does = { 'next passage': () => lead(1), 'previous passage': () => lead(-1), present }[
      command as string
    ];
    if (!does) return;
    event.preventDefault();
    does();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
