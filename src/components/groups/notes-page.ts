import { keepNotes, notedPages, notesAsMarkdown, readNotes } from '../base/kept-notes.ts';

const storage = (): Storage => localStorage;

/** `<loop-notes>`: shows what was noted on each chapter, lets the reader write on, and gives all of it as Markdown. */
class LoopNotes extends HTMLElement {
  connectedCallback(): void {
    this.#find('.needs').hidden = true;
    this.#draw();
    this.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLTextAreaElement) this.#keep(target);
    });
    this.#find('.save').addEventListener('click', () => this.#save());
    this.#find('.copy').addEventListener('click', () => void this.#copy());
    addEventListener('storage', () => this.#draw());
  }

  /** Shows the chapters that there are notes on, as they are kept; not where the reader is writing. */
  #draw(): void {
    const noted = new Set(notedPages(storage));
    for (const section of this.#sections()) {
      const { page = '' } = section.dataset;
      const area = section.querySelector('textarea')!;
      if (area === document.activeElement) continue;
      const text = readNotes(storage, page);
      area.value = text;
      section.querySelector('pre')!.textContent = text;
      section.hidden = !noted.has(page);
    }
    this.#find('.none').hidden = noted.size > 0;
    this.#find('.buttons').hidden = noted.size === 0;
  }

  #keep(area: HTMLTextAreaElement): void {
    const section = area.closest('section')!;
    section.querySelector('pre')!.textContent = area.value;
    const kept = keepNotes(storage, section.dataset.page ?? '', area.value);
    this.#say(kept ? '' : (this.dataset.cannot ?? ''));
  }

  #save(): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([this.#markdown()], { type: 'text/markdown' }));
    link.download = 'loopscope-notes.md';
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#markdown());
      this.#say(this.dataset.copied ?? '');
    } catch {
      // Where the clipboard is denied, there is the file.
      this.#save();
    }
  }

  #markdown(): string {
    return notesAsMarkdown(
      [...this.#sections()].map((section) => {
        const { href, textContent } = section.querySelector('a')!;
        return { title: textContent, address: href, text: section.querySelector('textarea')!.value };
      }),
    );
  }

  #sections(): NodeListOf<HTMLElement> {
    return this.querySelectorAll('section');
  }

  #say(words: string): void {
    this.#find('[role="status"]').textContent = words;
  }

  #find(selector: string): HTMLElement {
    return this.querySelector<HTMLElement>(selector)!;
  }
}

customElements.define('loop-notes', LoopNotes);
