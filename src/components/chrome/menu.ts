/** Keeps what is behind the open menu of chapters from being reached, or scrolled. */
export function guardMenu(): void {
  document.getElementById('menu')?.addEventListener('toggle', ({ newState }) => {
    const open = newState === 'open';
    document.body.style.overflow = open ? 'hidden' : '';
    for (const behind of document.querySelectorAll('.main-frame, .sl-skip-link'))
      behind.toggleAttribute('inert', open);
  });
}
