/**
 * From now on a print has, with each live Scope, the function in which its run stands, the current line marked: the code pane is a window
 * onto the whole file, which paper cannot be.
 */
export function printListings(): void {
  addEventListener('beforeprint', () => {
    for (const pane of document.querySelectorAll<HTMLElement>('.scope .code-pane')) addListing(pane);
  });
  addEventListener('afterprint', () => {
    for (const listing of document.querySelectorAll('.scope-listing')) listing.remove();
  });
}

/** A frame that has not woken holds the function alone, and is printed as it is. */
function addListing(pane: HTMLElement): void {
  const { from, to } = pane.dataset;
  const inFunction = ({ dataset: { line } }: HTMLElement): boolean =>
    Number(line) >= Number(from) && Number(line) <= Number(to);
  const ours = [...pane.querySelectorAll<HTMLElement>('.code-row[data-line]')].filter(inFunction);
  // A reader who chose to see upstream's code alone gets it, and none of ours.
  const rows = ours.length > 0 ? ours : [...pane.querySelectorAll('[data-live] .go-text .code-row')];
  if (rows.length === 0) return;
  const file = pane.querySelector<HTMLElement>('.code-file');
  const figure = document.createElement('figure');
  figure.className = 'scope-listing code-pane';
  const caption = document.createElement('figcaption');
  caption.textContent = (file instanceof HTMLSelectElement ? file.value : file?.textContent) ?? '';
  const lines = document.createElement('ol');
  lines.className = 'code-lines';
  lines.append(...rows.map(printed));
  figure.append(caption, lines);
  pane.closest('.scope-body')?.append(figure);
}

/** A line with its number; on paper it is no button. */
function printed(row: Element): Element {
  const copy = row.cloneNode(true) as Element;
  const button = copy.querySelector('button');
  const number = document.createElement('span');
  number.className = 'code-gutter';
  number.textContent = button?.textContent ?? '';
  button?.replaceWith(number);
  return copy;
}
