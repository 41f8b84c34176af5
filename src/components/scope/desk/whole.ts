/**
 * Shows the Scope round a button as a whole, over the page: the same Scope, which goes back to its place when it is closed; so do focus and
 * scroll.
 */
export function openWhole(button: HTMLElement, close: string): void {
  const scope = button.closest<HTMLElement>('.scope');
  const box = scope?.parentElement;
  const home = box?.parentElement;
  if (!scope || !box || !home) return;
  const dialog = document.createElement('dialog');
  dialog.className = 'scope-whole';
  dialog.setAttribute('aria-label', scope.getAttribute('aria-label') ?? '');
  const closing = document.createElement('button');
  closing.type = 'button';
  closing.className = 'scope-quiet';
  closing.textContent = close;
  closing.addEventListener('click', () => dialog.close());
  const top = scrollY;
  dialog.addEventListener('close', () => {
    home.append(box);
    dialog.remove();
    scrollTo({ top, behavior: 'instant' });
    button.focus({ preventScroll: true });
  });
  // The boundary of a page that is behind: what is pressed there is not for this.
  dialog.append(closing, box);
  home.append(dialog);
  dialog.showModal();
}
