const key = 'starlight-theme';
const light = matchMedia('(prefers-color-scheme: light)');

/** The theme that the reader chose; empty when it is that of the system, or when nothing can be kept. */
function chosen(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function show(theme: string): void {
  document.documentElement.dataset.theme = theme || (light.matches ? 'light' : 'dark');
  for (const select of document.querySelectorAll<HTMLSelectElement>('.theme-select select'))
    select.value = theme;
}

/** Lets every switch of the page choose the theme, and follows the system while the reader chose none. */
export function switchThemes(): void {
  show(chosen());
  light.addEventListener('change', () => show(chosen()));
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement && target.closest('.theme-select'))) return;
    try {
      localStorage.setItem(key, target.value);
    } catch {
      // It holds on this page alone.
    }
    show(target.value);
  });
}
