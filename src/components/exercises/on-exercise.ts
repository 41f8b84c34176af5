/* What an exercise does before anybody works on it: this much is in a chapter that has one. */

document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>('.exercise .place > .do button');
  const section = button?.closest<HTMLElement>('.exercise');
  if (!button || !section || section.getAttribute('aria-busy') === 'true') return;
  section.setAttribute('aria-busy', 'true');
  const words = button.nextElementSibling as HTMLElement;
  words.setAttribute('role', 'status');
  words.textContent = words.dataset.coming ?? '';
  import('./open-workbench.tsx')
    .then(({ openWorkbench }) => openWorkbench(section))
    .catch((error: unknown) => {
      // What a browser says of a script that it cannot fetch helps nobody.
      const known = error instanceof Error && !(error instanceof TypeError);
      words.textContent = known ? error.message : (words.dataset.cannot ?? '');
    })
    .finally(() => section.removeAttribute('aria-busy'));
});
