/** What we use of Pagefind's own interface. */
interface Pagefind {
  debouncedSearch(query: string): Promise<{ readonly results: readonly { data(): Promise<Found> }[] } | null>;
}

interface Found {
  readonly url: string;
  readonly meta: { readonly title?: string };
  /** HTML made by Pagefind: text of ours, escaped, with the words found in <mark>. */
  readonly excerpt: string;
  readonly sub_results?: readonly {
    readonly title: string;
    readonly url: string;
    readonly excerpt: string;
  }[];
}

const most = 12;

/** `<loop-search>`: a button that opens a dialog, and the answers to what is typed there. */
export class LoopSearch extends HTMLElement {
  #index: Promise<Pagefind> | undefined;

  connectedCallback(): void {
    const button = this.querySelector('button')!;
    const dialog = this.querySelector('dialog')!;
    const input = this.querySelector('input')!;
    const open = (): void => {
      dialog.showModal();
      input.select();
    };
    button.disabled = false;
    button.addEventListener('click', open);
    dialog.addEventListener('click', (event) => {
      const onLink = event.target instanceof Element && event.target.closest('a');
      if (event.target === dialog || onLink) dialog.close();
    });
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (dialog.open) dialog.close();
      else open();
    });
    input.addEventListener('input', () => void this.#find(input.value));
    // Enter follows the first answer rather than closing the dialog.
    this.querySelector('form')!.addEventListener('submit', (event) => {
      if (event.submitter !== null && event.submitter !== document.activeElement) {
        event.preventDefault();
        this.querySelector<HTMLElement>('ol a')?.click();
      }
    });
  }

  async #find(query: string): Promise<void> {
    const status = this.querySelector('[role=status]')!;
    const list = this.querySelector('ol')!;
    if (query.trim() === '') {
      status.textContent = '';
      list.replaceChildren();
      return;
    }
    try {
      this.#index ??= import(
        /* @vite-ignore */ `${import.meta.env.BASE_URL}pagefind/pagefind.js`
      ) as Promise<Pagefind>;
      const answer = await (await this.#index).debouncedSearch(query);
      // Null when more has been typed since.
      if (answer === null) return;
      const found = await Promise.all(answer.results.slice(0, most).map((result) => result.data()));
      const { found: some = '', nothing = '' } = this.dataset;
      status.textContent =
        found.length === 0 ? nothing.replace('#', () => query) : some.replace('#', String(found.length));
      list.replaceChildren(...found.map(entry));
    } catch {
      this.#index = undefined;
      status.textContent = this.dataset.noIndex ?? '';
    }
  }
}

function entry({ url, meta, excerpt, sub_results: parts = [] }: Found): HTMLElement {
  // The best section of the page, when Pagefind knows one.
  const [part] = parts;
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = part?.url ?? url;
  link.textContent = meta.title ?? url;
  if (part && part.title !== meta.title) link.append(`: ${part.title}`);
  const text = document.createElement('p');
  text.innerHTML = part?.excerpt ?? excerpt;
  item.append(link, text);
  return item;
}
