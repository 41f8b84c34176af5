import { progress } from '../progress.ts';
import { sayNotKept } from './not-kept.ts';

const boxes = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.prediction')];

/** Keeps what the reader chose or opened in a prediction. What cannot be kept is said there, once a page. */
export function keepPrediction(target: HTMLElement): void {
  const box = target.closest<HTMLElement>('.prediction');
  const { chapter, prediction } = box?.dataset ?? {};
  if (!box || !chapter || !prediction) return;
  sayNotKept(
    box,
    target instanceof HTMLInputElement
      ? progress.choose(chapter, prediction, Number(target.value))
      : progress.open(chapter, prediction),
  );
}

/** Marks the answers that were chosen before, here or in another tab. Nothing moves. */
export function restorePredictions(): void {
  for (const box of boxes()) {
    const { chapter = '', prediction = '' } = box.dataset;
    const { predictions = {} } = progress.of(chapter);
    const chosen = Object.hasOwn(predictions, prediction) ? predictions[prediction]?.chosen : undefined;
    const input = box.querySelectorAll<HTMLInputElement>('input')[chosen ?? -1];
    if (input) input.checked = true;
  }
}

progress.onChange(restorePredictions);
window.addEventListener('storage', (event) => progress.heard(event));
