import { t, translated } from '../i18n/t.ts';

/**
 * What a worker says went wrong, as an Error whose message is for the reader. Code of a reader may run in the worker and say anything
 * in its place.
 */
export function errorOfWorker(problem: unknown): Error {
  if (typeof problem === 'string') return new Error(translated(problem));
  return new Error(
    t`expected a text that says what went wrong, found something else. Take back what you changed last.`,
  );
}
