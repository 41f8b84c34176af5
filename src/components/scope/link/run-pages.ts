import { inLanguage } from '../../../i18n/paths.ts';

/** The most steps on a page, so that a long run does not make it too heavy. */
export const mostSteps = 650;

/** Where a run stands in words, in the language spoken now: `/runs/part/chapter/variant/`, its further pages under their numbers. */
export function runPath(scenario: string, page = 1): string {
  return inLanguage(`/runs/${scenario.replace('#', '/')}/${page > 1 ? `${page}/` : ''}`);
}

/** Where a scenario is played: its chapter, or the playground. */
export function playedAt(scenario: string): string {
  return inLanguage(scenario.startsWith('playground/') ? '/playground/' : `/${scenario.split('#')[0]}/`);
}

/** First and last step of each page of a run that has so many, from 1; the pages are of about one length. */
export function pagesOf(steps: number): { readonly from: number; readonly to: number }[] {
  const pages = Math.max(1, Math.ceil(steps / mostSteps));
  const each = Math.ceil(steps / pages);
  return Array.from({ length: pages }, (_page, i) => ({
    from: i * each + 1,
    to: Math.min(steps, (i + 1) * each),
  }));
}

/** Link to a step of a run, from a page of that run. */
export function stepLink(scenario: string, step: number, steps: number, page: number): string {
  const there = pagesOf(steps).findIndex(({ to }) => step <= to) + 1;
  return `${there === page ? '' : runPath(scenario, there)}#s${step}`;
}
