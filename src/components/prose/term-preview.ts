let shown: HTMLAnchorElement | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** How long a pointer may be on its way from the word to the preview, in ms. */
const graceMs = 250;
/** Between the word and the preview, and between the preview and the edge of the page, in px. */
const gap = 4;
const edge = 16;

const preview = document.createElement('div');
preview.className = 'term-preview';
preview.popover = 'auto';
preview.setAttribute('role', 'tooltip');
preview.addEventListener('toggle', (event) => {
  if ((event as ToggleEvent).newState === 'closed') forget();
});
document.body.append(preview);

/**
 * Shows beside a word what it means: the words of its first use in the page. Stays while the pointer or the focus is on the word, or
 * the pointer on the preview. Escape and a press elsewhere take it away.
 */
export function showPreview(term: HTMLAnchorElement): void {
  clearTimeout(leaving);
  if (shown === term || !term.isConnected) return;
  const meaning = document.getElementById(term.getAttribute('aria-describedby') ?? '');
  if (!meaning) return;
  forget();
  shown = term;
  term.dataset.shown = '';
  preview.replaceChildren(...meaning.cloneNode(true).childNodes);
  preview.showPopover();
  place(term);
  for (const element of [term, preview]) {
    element.addEventListener('pointerleave', leave);
    element.addEventListener('pointerenter', stay);
  }
  term.addEventListener('focusout', leave);
}

/** Under the word, or above it where there is no room below; never over the edge of the page. */
function place(term: HTMLAnchorElement): void {
  const word = term.getClientRects()[0] ?? term.getBoundingClientRect();
  const { width, height } = preview.getBoundingClientRect();
  const below = word.bottom + gap + height <= innerHeight;
  const top = below ? word.bottom + gap : word.top - gap - height;
  const most = document.documentElement.clientWidth - width - edge;
  preview.style.top = `${top + scrollY}px`;
  preview.style.left = `${Math.max(edge, Math.min(word.left, most)) + scrollX}px`;
}

function stay(): void {
  clearTimeout(leaving);
}

function leave(): void {
  clearTimeout(leaving);
  leaving = setTimeout(() => {
    if (shown && !shown.matches(':hover, :focus') && !preview.matches(':hover')) preview.hidePopover();
  }, graceMs);
}

function forget(): void {
  clearTimeout(leaving);
  if (!shown) return;
  for (const element of [shown, preview]) {
    element.removeEventListener('pointerleave', leave);
    element.removeEventListener('pointerenter', stay);
  }
  shown.removeEventListener('focusout', leave);
  delete shown.dataset.shown;
  shown = undefined;
}
