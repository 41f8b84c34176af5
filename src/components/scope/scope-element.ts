import { noteFor, scopeHere } from '../base/note.ts';
import { standInSight } from './link/stand-in-sight.ts';
import { focusQuestion, focusSlider } from './focus.ts';
import type { MountedScope } from './mount.tsx';
import { momentPrefix } from './link/link-prefix.ts';
import type { Linked } from './link/linked.ts';
import type { SharedMoment } from './link/share-link.ts';

const noLink: Linked = { moment: undefined };
/** Read once; the Scope that takes it leaves nothing for the others. */
let linked: Promise<Linked> | undefined;

function linkOfPage(): Promise<Linked> {
  linked ??= readLink(location.hash);
  return linked;
}

async function readLink(fragment: string): Promise<Linked> {
  if (noteFor() !== scopeHere() && !fragment.startsWith(momentPrefix)) return noLink;
  try {
    return await (await import('./link/linked.ts')).readLinked(fragment);
  } catch (error) {
    return { moment: undefined, notice: wordsOf(error) };
  }
}

/**
 * `<loop-scope data-scenario data-start data-layout data-cannot-wake>`: the frame that was built into the page stays until the
 * element is seen or focused; then the live Scope takes its place, in boxes of the same size.
 */
class LoopScope extends HTMLElement {
  #awake = false;
  #mounted: MountedScope | undefined;
  #observer: IntersectionObserver | undefined;

  connectedCallback(): void {
    if (!this.#awake) void this.#waitToBeSeen();
  }

  async #waitToBeSeen(): Promise<void> {
    if (await this.#isLinked()) {
      (await linkOfPage()).place?.(this);
      return this.wake();
    }
    if (this.#awake) return;
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

  /** Loads the machinery and makes the run; where that fails twice, the element says why, and the frame stays. */
  async wake(): Promise<void> {
    if (this.#awake) return;
    this.#awake = true;
    this.#observer?.disconnect();
    await this.#show();
  }

  /** Goes to the moment that was asked for, without loading the page again. The reader comes along, unless it is only told of. */
  async follow({ told = false } = {}): Promise<void> {
    if (!told) standInSight(this);
    await (this.#awake ? this.#show() : this.wake());
    if (!told && !focusQuestion(this)) focusSlider(this);
  }

  /** Puts a way back over the Scope; there is one at a time. */
  offer({ href, words }: WayBack): void {
    const box = this.firstElementChild ?? this;
    box.querySelector(':scope > .scope-back')?.remove();
    const line = document.createElement('p');
    line.className = 'scope-back';
    const link = document.createElement('a');
    link.href = href;
    link.textContent = words;
    line.append(link);
    box.prepend(line);
  }

  async #show(): Promise<void> {
    const { moment, notice, ranHere } = await this.#takeLink();
    // A link that was pressed right before this one took both: what they lead to is on its way.
    if (this.#mounted && !moment && !notice) return;
    if (moment && !notice && (await this.#mounted?.goTo(moment))) return;
    const { scenario = '', start = 0, layout } = this.dataset;
    const options = {
      scenario,
      // The same inputs give the same run, so the place that the build found holds.
      start: () => (ranHere && moment ? moment.entry : Number(start)),
      ranHere,
      notice,
      layout: layout === 'playground' ? layout : 'chapter',
    } as const;
    this.setAttribute('aria-busy', 'true');
    try {
      const { mountScope } = await import('./mount.tsx');
      try {
        await this.#mount(mountScope(this, { ...options, moment }));
      } catch (error) {
        if (!moment) throw error;
        // A link may name a scenario that no longer exists: the chapter's own is shown with the reason.
        await this.#mount(mountScope(this, { ...options, notice: wordsOf(error) }));
      }
      this.dispatchEvent(new CustomEvent('scope-awake', { bubbles: true }));
    } catch (error) {
      // A reader who has done nothing here yet loses nothing.
      if (this.#mounted || !(await this.#loadAgain())) this.#tell(wordsOf(error));
    } finally {
      this.removeAttribute('aria-busy');
    }
  }

  async #loadAgain(): Promise<boolean> {
    try {
      return await (await import('../base/load-again.ts')).loadAgain(scopeHere(), this.dataset.scenario);
    } catch {
      return false;
    }
  }

  /** Lets go of the Scope that was here before once the new one stands in its place. */
  async #mount(coming: Promise<MountedScope>): Promise<void> {
    const mounted = await coming;
    this.#mounted?.end();
    this.#mounted = mounted;
  }

  readonly #onTouch = (): void => void this.wake();

  /** The Scope of the page that the address means, if it means one. */
  static async linked(): Promise<LoopScope | undefined> {
    const all = [...document.querySelectorAll<LoopScope>('loop-scope')];
    const linkedOnes = await Promise.all(all.map((one) => one.#isLinked()));
    return all[linkedOnes.indexOf(true)];
  }

  /** True if the address names a moment of this Scope, or one that no Scope of the page plays and this is the first. */
  async #isLinked(): Promise<boolean> {
    const { moment, notice, scenario } = await linkOfPage();
    if (!moment && !notice) return false;
    const all = [...document.querySelectorAll<LoopScope>('loop-scope')];
    const named = all.find((one) => one.dataset.scenario === (moment?.scenario ?? scenario));
    return (named ?? all[0]) === this;
  }

  async #takeLink(): Promise<Linked> {
    if (!(await this.#isLinked())) return noLink;
    const taken = linkOfPage();
    linked = Promise.resolve(noLink);
    return taken;
  }

  #tell(problem: string): void {
    const words = document.createElement('p');
    words.className = 'scope-problem';
    words.setAttribute('role', 'alert');
    words.textContent = `${this.dataset.cannotWake}: ${problem}`;
    this.prepend(words);
  }
}

function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  // A worker has only the browser's words for it.
  const notLoaded = /imported module|module script/.test(words) && '[name=not-loaded]';
  return (notLoaded && document.querySelector<HTMLMetaElement>(notLoaded)?.content) || words;
}

async function followLink(fragment: string, how?: { readonly told: boolean }): Promise<void> {
  linked = readLink(fragment);
  await (await LoopScope.linked())?.follow(how);
}

/** A link out of a Scope to where the reader came from. */
export interface WayBack {
  readonly href: string;
  readonly words: string;
}

/** Shows a moment in the page's Scope, as a link to it would, and over it the way back. */
export async function visit(moment: SharedMoment, back: WayBack): Promise<void> {
  linked = Promise.resolve({ moment });
  const scope = await LoopScope.linked();
  await scope?.follow();
  scope?.offer(back);
}

if (!customElements.get('loop-scope')) {
  customElements.define('loop-scope', LoopScope);
  // As it was pressed: what is read may have changed the address since.
  addEventListener('hashchange', (event) => void followLink(new URL((event as HashChangeEvent).newURL).hash));
  // The answer to a question tells of it, and is being read.
  document.addEventListener('moment-told', (event) => {
    void followLink((event as CustomEvent<string>).detail, { told: true });
  });
  // A link to the moment that the address names already changes nothing in it, and is followed all the same.
  document.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest('a[href^="#scope="]');
    if (link && link.getAttribute('href') === location.hash) void followLink(location.hash);
  });
}
