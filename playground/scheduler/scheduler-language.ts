import { pageLanguage, subjectsLanguage } from '../../src/i18n/page-language.ts';
import { type Translation, spokenWords } from '../../src/i18n/t.ts';

/** As `pageLanguage`, for this page; gives all its words, for the worker. */
export async function schedulerLanguage(): Promise<Translation['words'] | undefined> {
  await pageLanguage('links', 'playground', 'playground-scheduler');
  await subjectsLanguage(['scheduler', 'nodes']);
  const words = spokenWords();
  return words && { ...words };
}
