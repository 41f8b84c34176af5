/**
 * In which language code is shown: chosen once for the whole site, and remembered in this browser. The root of the page carries it as
 * `data-code`, from before the page is drawn, so that styles alone decide what is seen.
 */
export type CodeLanguages = 'typescript' | 'go' | 'both';

/** What can be chosen, in the order of the control. */
export const codeChoices: readonly CodeLanguages[] = ['typescript', 'go', 'both'];

/** Where the browser remembers it. The head of every page reads it too. */
const key = 'loopscope-code';
const changed = 'loopscope-code';

/** What is chosen now; TypeScript where there is no page yet. */
export function codeChoice(): CodeLanguages {
  if (typeof document === 'undefined') return 'typescript';
  const { code } = document.documentElement.dataset;
  return code === 'go' || code === 'both' ? code : 'typescript';
}

/** Chooses for all code of the page, and of those visited later. What the reader has at hand, `at`, stays where it is on the screen. */
export function chooseCode(choice: CodeLanguages, at: Element): void {
  const { top } = at.getBoundingClientRect();
  document.documentElement.dataset.code = choice;
  try {
    localStorage.setItem(key, choice);
  } catch {
    // Nothing can be kept in this browser: the choice holds for the page.
  }
  document.dispatchEvent(new Event(changed));
  scrollBy({ top: at.getBoundingClientRect().top - top, behavior: 'instant' });
}

/** Calls `tell` when another choice is made. Gives what ends that. */
export function onCodeChoice(tell: () => void): () => void {
  document.addEventListener(changed, tell);
  return () => document.removeEventListener(changed, tell);
}
