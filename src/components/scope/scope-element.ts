import { type SharedMoment, decodeMoment } from './share-link.ts';

/** What the page's address says of a moment, read once; the Scope that takes it leaves nothing for the others. */
interface Linked {
  moment: SharedMoment | undefined;
  notice: string | undefined;
}

let linked: Linked | undefined;

function linkOfPage(): Linked {
  if (!linked) {
    const [moment, problem] = decodeMoment(location.hash);
    linked = { moment, notice: problem?.message };
  }
  return linked;
}

/**
 * `<loop-scope data-scenario data-start data-layout>`: the frame that was built into the page stays until the
 * element is seen or focused; then the live Scope takes its place, in boxes of the same size.
 */
class LoopScope extends HTMLElement {
  #awake = false;
  #observer: IntersectionObserver | undefined;

  connectedCallback(): void {
    if (this.#awake) return;
    if (this.#isLinked()) {
      this.scrollIntoView({ block: 'start' });
      void this.wake();
      return;
    }
    this.#observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void this.wake();
    });
    this.#observer.observe(this);
    this.addEventListener('focusin', this.#onTouch);
    this.addEventListener('pointerdown', this.#onTouch);
  }

  disconnectedCallback(): void {
    this.#observer?.disconnect();
  }

  /** Loads the machinery and makes the run; a failure is told in the element, and the frame stays. */
  async wake(): Promise<void> {
    if (this.#awake) return;
    this.#awake = true;
    this.#observer?.disconnect();
    const { moment, notice } = this.#takeLink();
    const { scenario = '', start, layout } = this.dataset;
    const options = {
      scenario,
      start,
      notice,
      layout: layout === 'playground' ? layout : 'chapter',
    } as const;
    this.setAttribute('aria-busy', 'true');
    try {
      const { mountScope } = await import('./mount.tsx');
      try {
        await mountScope(this, { ...options, moment });
      } catch (error) {
        if (!moment) throw error;
        // A link may name what no longer runs: the chapter's own scenario is shown with the reason.
        await mountScope(this, { ...options, notice: wordsOf(error) });
      }
      this.dispatchEvent(new CustomEvent('scope-awake', { bubbles: true }));
    } catch (error) {
      this.#tell(wordsOf(error));
    } finally {
      this.removeAttribute('aria-busy');
    }
  }

  readonly #onTouch = (): void => void this.wake();

  /** True if the address names a moment of this Scope, or one that no Scope of the page plays and this is the first. */
  #isLinked(): boolean {
    const { moment, notice } = linkOfPage();
    if (!moment && !notice) return false;
    const all = [...document.querySelectorAll<LoopScope>('loop-scope')];
    const named = all.find((one) => one.dataset.scenario === moment?.scenario);
    return (named ?? all[0]) === this;
  }

  #takeLink(): Linked {
    if (!this.#isLinked()) return { moment: undefined, notice: undefined };
    const taken = linkOfPage();
    linked = { moment: undefined, notice: undefined };
    return taken;
  }

  #tell(problem: string): void {
    const words = document.createElement('p');
    words.className = 'scope-problem';
    words.setAttribute('role', 'alert');
    words.textContent = `This Scope cannot wake: ${problem}`;
    this.prepend(words);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (!customElements.get('loop-scope')) customElements.define('loop-scope', LoopScope);
