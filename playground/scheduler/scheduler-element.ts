import { schedulerLanguage } from './scheduler-language.ts';

/** `<loop-scheduler data-cannot-wake>`: the page as it was built stays until the live one can take its place. */
class LoopScheduler extends HTMLElement {
  #end: (() => void) | undefined;

  connectedCallback(): void {
    void this.#wake();
    addEventListener('hashchange', this.#onLink);
  }

  disconnectedCallback(): void {
    removeEventListener('hashchange', this.#onLink);
    this.#end?.();
    this.#end = undefined;
  }

  async #wake(): Promise<void> {
    this.setAttribute('aria-busy', 'true');
    try {
      const words = await schedulerLanguage();
      const { mountScheduler } = await import('./mount-scheduler.tsx');
      const end = await mountScheduler(this, words);
      this.#end?.();
      this.#end = end;
    } catch (error) {
      // A reader who has done nothing here yet loses nothing.
      if (!this.#end && (await loadAgain().catch(() => false))) return;
      const words = document.createElement('p');
      words.className = 'lab-wrong';
      words.setAttribute('role', 'alert');
      words.textContent = `${this.dataset.cannotWake}: ${error instanceof Error ? error.message : String(error)}`;
      this.prepend(words);
    } finally {
      this.removeAttribute('aria-busy');
    }
  }

  /** A link that is followed in the page itself, as one in its own address bar. */
  readonly #onLink = (): void => void this.#wake();
}

const loadAgain = async (): Promise<boolean> =>
  (await import('../../src/components/base/load-again.ts')).loadAgain('scheduler');

if (!customElements.get('loop-scheduler')) customElements.define('loop-scheduler', LoopScheduler);
