import { progress } from '../progress.ts';
import { sayNotKept } from './not-kept.ts';

/** Opens what to look at in an experiment that the reader has made, and keeps that it was made. */
export function keepExperiment(box: HTMLElement): void {
  for (const details of box.querySelectorAll('details')) details.open = true;
  const { chapter, experiment } = box.dataset;
  if (chapter && experiment) sayNotKept(box, progress.experiment(chapter, experiment));
}
