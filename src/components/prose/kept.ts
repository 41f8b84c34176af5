import { pageLanguage } from '../../i18n/page-language.ts';
import { progress } from '../progress/progress.ts';

let said = false;

/**
 * Keeps what the reader has used: an answer of a prediction or its explanation, an experiment, or the mark that says a chapter was read, as
 * `checked` says. What cannot be kept is said there, once a page: it works all the same.
 */
export async function keep(used: HTMLElement, checked = false): Promise<void> {
  const box = used.closest<HTMLElement>('.prediction, .experiment, .read');
  if (!box) return;
  if (used instanceof HTMLInputElement && box.matches('.prediction')) explain(box);
  // What to look at opens with the press that makes the experiment.
  for (const details of box.matches('.experiment') ? box.querySelectorAll('details') : [])
    details.open = true;
  // Where the words of another language cannot be had, English ones do.
  await pageLanguage('teaching').catch(() => undefined);
  const problem = kept(used, box, checked);
  if (!problem || said) return;
  said = true;
  const words = document.createElement('p');
  words.setAttribute('role', 'status');
  if (box.matches('.read')) box.after(words);
  else box.append(words);
  words.textContent = problem.message;
}

/** Says aloud whether the answer that was chosen holds, and why, and shows in the Scope of the page what happens. */
function explain(box: HTMLElement): void {
  const chosen = [...box.querySelectorAll('input')].findIndex(({ checked }) => checked);
  const reason = box.querySelectorAll<HTMLElement>('details > ul > li')[chosen];
  box.querySelector('[role="status"]')!.textContent = reason?.innerText ?? '';
  const link = box.querySelector<HTMLAnchorElement>('li.right a[href^="#scope="]');
  if (link) document.dispatchEvent(new CustomEvent('moment-told', { detail: link.hash }));
}

function kept(used: HTMLElement, box: HTMLElement, checked: boolean): Error | undefined {
  const { prediction, experiment, chapter = used.dataset.chapter ?? '' } = box.dataset;
  if (experiment) return progress.experiment(chapter, experiment);
  // The reasons of an answer open with it.
  if (!(used instanceof HTMLInputElement))
    return box.querySelector(':checked') ? undefined : progress.open(chapter, prediction ?? '');
  if (!prediction) return progress.finish(chapter, checked);
  // Not the one whose press led here: a quick reader has gone on to another meanwhile.
  const chosen = box.querySelector<HTMLInputElement>('input:checked') ?? used;
  return progress.choose(chapter, prediction, Number(chosen.value));
}

/** Marks what was chosen before, here or in another tab: when the page has just come, where nothing is chosen yet. Nothing moves. */
export function restore({ untouched = false } = {}): void {
  for (const box of document.querySelectorAll<HTMLElement>('.prediction')) {
    if (untouched && box.querySelector('input:checked')) continue;
    const { chapter = '', prediction = '' } = box.dataset;
    const { predictions = {} } = progress.of(chapter);
    const chosen = Object.hasOwn(predictions, prediction) ? predictions[prediction]?.chosen : undefined;
    const input = box.querySelectorAll<HTMLInputElement>('input')[chosen ?? -1];
    if (input) input.checked = true;
    if (Object.hasOwn(predictions, prediction)) box.dataset.answered = '';
  }
  const read = document.querySelector<HTMLInputElement>('.read input');
  if (read) read.checked = progress.of(read.dataset.chapter ?? '').read ?? false;
}

progress.onChange(() => restore());
window.addEventListener('storage', (event) => progress.heard(event));
