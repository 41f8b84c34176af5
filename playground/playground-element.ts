import { pageLanguage } from '../src/i18n/page-language.ts';
import { t } from '../src/i18n/t.ts';
import { focusQuestion, focusSlider } from '../src/components/scope/focus.ts';
import { momentPrefix } from '../src/components/scope/link/link-prefix.ts';
import type { MountOptions, MountedScope } from '../src/components/scope/mount.tsx';
import { noteFor, scopeHere } from '../src/components/base/note.ts';
import { hasWords, playgroundLink } from './catalogue.ts';

type Showing = Omit<MountOptions, 'layout' | 'tools'>;

/**
 * `<loop-playground data-scenario>` holds the list of scenarios and, in `.playground-scope`, the frame that was built
 * into the page. It plays what the address names: a moment, or `?scenario=`, or else `data-scenario`.
 */
class LoopPlayground extends HTMLElement {
  #mounted: MountedScope | undefined;
  /** Counts what was asked for, so that an answer that comes too late is dropped. */
  #asked = 0;

  connectedCallback(): void {
    this.addEventListener('input', this.#onInput);
    this.addEventListener('click', this.#onClick);
    void this.#begin();
  }

  disconnectedCallback(): void {
    this.removeEventListener('input', this.#onInput);
    this.removeEventListener('click', this.#onClick);
    this.#mounted?.end();
    this.#mounted = undefined;
  }

  async #begin(): Promise<void> {
    const failed = await this.#showFirst().catch(wordsOf);
    // A reader who has done nothing here yet loses nothing.
    if (failed && !(await loadAgain().catch(() => false))) this.#tell(failed);
  }

  /** Plays what the address names; gives what went wrong, in words for the reader. */
  async #showFirst(): Promise<string | undefined> {
    await pageLanguage('playground');
    const isLinked = noteFor() === scopeHere() || location.hash.startsWith(momentPrefix);
    const links = isLinked ? await import('../src/components/scope/link/linked.ts') : undefined;
    const { moment, notice, ranHere, place } = (await links?.readLinked(location.hash)) ?? {};
    const first = this.dataset.scenario ?? '';
    const scenario = moment?.scenario ?? new URLSearchParams(location.search).get('scenario') ?? first;
    const start = ranHere && moment && { start: () => moment.entry };
    const failed = await this.#show({ scenario, moment, notice, ranHere, ...start });
    const scope = this.querySelector('.playground-scope > *');
    if (ranHere && scope) place?.(scope);
    // An address may name what does not exist: the first scenario is shown with the reason.
    return failed && scenario !== first ? this.#show({ scenario: first, notice: failed }) : failed;
  }

  /** Plays a scenario in place of what is shown; gives what went wrong, in words for the reader. */
  async #show(options: Showing): Promise<string | undefined> {
    const asked = ++this.#asked;
    const host = this.querySelector<HTMLElement>('.playground-scope');
    if (!host) return undefined;
    host.setAttribute('aria-busy', 'true');
    try {
      const { mountPlayground } = await import('./mount-playground.tsx');
      const fresh = document.createElement('div');
      const mounted = await mountPlayground(fresh, options);
      if (asked !== this.#asked) {
        mounted.end();
        return undefined;
      }
      const focused = host.contains(document.activeElement);
      host.replaceChildren(fresh);
      if (!focusQuestion(fresh) && focused) focusSlider(fresh);
      this.#mounted?.end();
      this.#mounted = mounted;
      this.#mark(options.scenario);
      return undefined;
    } catch (error) {
      return wordsOf(error);
    } finally {
      if (asked === this.#asked) host.removeAttribute('aria-busy');
    }
  }

  readonly #onClick = (event: MouseEvent): void => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-scenario]');
    const scenario = link?.dataset.scenario;
    // Other buttons and keys open the link elsewhere, as links do.
    if (scenario === undefined || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    event.preventDefault();
    history.replaceState(history.state, '', playgroundLink(scenario));
    void this.#show({ scenario }).then((failed) => failed && this.#tell(failed));
  };

  readonly #onInput = (event: Event): void => {
    const search = event.target as HTMLInputElement;
    if (search.type !== 'search') return;
    const items = [...this.querySelectorAll<HTMLElement>('.scenario-list li')];
    for (const item of items) item.hidden = !hasWords(item.textContent, search.value.trim());
    for (const section of this.querySelectorAll<HTMLElement>('.scenario-list section')) {
      section.hidden = !section.querySelector('li:not([hidden])');
    }
    const found = items.filter((item) => !item.hidden).length;
    const told = this.querySelector('.scenario-found');
    if (told) told.textContent = foundWords(found, items.length, search.value.trim());
  };

  #mark(scenario: string): void {
    for (const link of this.querySelectorAll<HTMLElement>('a[data-scenario]')) {
      if (link.dataset.scenario === scenario) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }

  #tell(problem: string): void {
    const words = document.createElement('p');
    words.className = 'scope-problem';
    words.setAttribute('role', 'alert');
    words.textContent = t`This scenario cannot be played: ${problem}`;
    this.querySelector('.playground-scope > .scope-problem')?.remove();
    this.querySelector('.playground-scope')?.prepend(words);
  }
}

const loadAgain = async (): Promise<boolean> =>
  (await import('../src/components/base/load-again.ts')).loadAgain(scopeHere());

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function foundWords(found: number, all: number, query: string): string {
  if (query === '') return '';
  if (found === 0) return t`No scenario has "${query}". Try a shorter word, such as "pod".`;
  return t`${found} of ${all} scenarios`;
}

if (!customElements.get('loop-playground')) customElements.define('loop-playground', LoopPlayground);
