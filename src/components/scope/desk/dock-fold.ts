/** Where the browser remembers that the dock is folded. The head of every page reads it too. */
const key = 'loopscope-dock';

/** True if the reader folded the dock, on this page or another. */
export const isFolded = (): boolean => document.documentElement.dataset.dock === 'folded';

/** Folds the dock into a bar, or opens it, here and on the pages visited later. What is read stays where it is in the window. */
export function foldDock(folded: boolean, at: Element): void {
  const { dataset } = document.documentElement;
  const text = firstBelow(at);
  const top = text?.getBoundingClientRect().top ?? 0;
  const from = scrollY;
  if (folded) dataset.dock = 'folded';
  else delete dataset.dock;
  try {
    if (folded) localStorage.setItem(key, 'folded');
    else localStorage.removeItem(key);
  } catch {
    // It holds on this page alone.
  }
  // At the top of a page the text comes nearer; further down it stays.
  const moved = (text?.getBoundingClientRect().top ?? 0) - top;
  if (from > -moved && scrollY === from && moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
}

/** What is read below the dock. */
function firstBelow(at: Element): Element | undefined {
  const dock = at.closest('loop-scope');
  const bottom = dock?.getBoundingClientRect().bottom ?? 0;
  return [...(dock?.parentElement?.children ?? [])].find(
    (child) => child !== dock && child.getBoundingClientRect().top >= bottom,
  );
}
