/** Keeps what is behind the open menu of chapters from being reached. */
export function guardMenu(): void {
  document.getElementById('menu')?.addEventListener('toggle', ({ newState }) => {
    for (const behind of document.querySelectorAll('.main-frame, .sl-skip-link'))
      behind.toggleAttribute('inert', newState === 'open');
  });
}
