import { pageLanguage } from '../../../i18n/page-language.ts';
import { t } from '../../../i18n/t.ts';
import { addNote } from '../../base/kept-notes.ts';
import { timeText } from '../../base/time-text.ts';

/** Adds a moment to the notes on this page: when, what happened, and a link to it. Gives what to tell the reader. */
export async function noteMoment(at: number, sentence: string, link: string): Promise<string> {
  await pageLanguage('links');
  const line = `- ${timeText(at)}, ${sentence} [${t`see it`}](${link})`;
  return addNote(() => localStorage, location.pathname, line) ? t`Noted` : t`The notes cannot be kept here`;
}
