import { useEffect, useRef } from 'preact/hooks';
import { commandOf } from '../player/keys.ts';

/** What a key asks for while a page is presented. */
export type PresenterKey = 'first' | 'on' | 'back' | 'reveal' | 'end';

/**
 * What a key means on a stage. A clicker's Page Up and Page Down are taken also from a field, where the presenter's cursor may have
 * stayed; other keys are left to what has the focus.
 */
export function presenterKey(
  key: Parameters<typeof commandOf>[0],
  target: NonNullable<Parameters<typeof commandOf>[1]>,
): PresenterKey | undefined {
  if (key.ctrlKey || key.altKey || key.metaKey || key.shiftKey) return undefined;
  if (key.key === 'PageDown') return 'on';
  if (key.key === 'PageUp') return 'back';
  if (key.key === 'Enter')
    return /^(BUTTON|A|TEXTAREA|INPUT|SELECT)$/.test(target.tagName ?? '') ? undefined : 'reveal';
  const command = commandOf(key, target);
  if (command === 'forward' || command === 'play') return 'on';
  if (command === 'back') return 'back';
  if (command === 'start') return 'first';
  return command === 'present' ? 'end' : undefined;
}

/** Puts a dialog over the page, as what `kind` says, and gives it the keys of the page. The browser gives the focus back. */
export function useOverPage(
  kind: 'presenter' | 'projector',
  obey: (key: PresenterKey) => void,
): { readonly current: HTMLDialogElement | null } {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(obey);
  latest.current = obey;
  useEffect(() => {
    const { documentElement: root } = document;
    // What had the focus may go with a press: a clicker's next one comes to the page.
    const onKey = (event: KeyboardEvent): void => {
      const { tagName, isContentEditable } = event.target as HTMLElement;
      const asked = presenterKey(event, { tagName, isContentEditable });
      if (!asked) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current(asked);
    };
    root.dataset.presenting = kind;
    dialog.current?.showModal();
    dialog.current?.focus();
    document.addEventListener('keydown', onKey, true);
    return () => {
      delete root.dataset.presenting;
      document.removeEventListener('keydown', onKey, true);
    };
  }, []);
  return dialog;
}
