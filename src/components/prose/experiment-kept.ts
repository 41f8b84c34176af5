import { progress } from '../progress.ts';
import { sayNotKept } from './not-kept.ts';

/** Keeps that the reader has made an experiment. */
export function keepExperiment(box: HTMLElement): void {
  const { chapter, experiment } = box.dataset;
  if (chapter && experiment) sayNotKept(box, progress.experiment(chapter, experiment));
}
