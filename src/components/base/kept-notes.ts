import { withoutLanguage } from '../../i18n/paths.ts';
import { type TextStorage, keepUnder, mostKept, readKept } from './kept-text.ts';

const prefix = 'loopscope-notes:';

/** What a reader noted on a page, such as `/machinery/events/`, as Markdown, kept in this browser: the same in every language of it. */
export const readNotes = (storage: () => TextStorage, page: string): string =>
  readKept(storage, prefix + withoutLanguage(page)) ?? '';

/** Keeps the notes on a page. False if nothing can be kept here. */
export const keepNotes = (storage: () => TextStorage, page: string, text: string): boolean =>
  keepUnder(storage, prefix + withoutLanguage(page), text === '' ? undefined : text.slice(0, mostKept));

/** Adds a line to the notes on a page. False if it cannot be kept. */
export function addNote(storage: () => TextStorage, page: string, line: string): boolean {
  const before = readNotes(storage, page);
  const text = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`;
  return text.length <= mostKept && keepNotes(storage, page, text);
}

/** The pages that there are notes on. */
export function notedPages(storage: () => Pick<Storage, 'length' | 'key'>): string[] {
  try {
    const kept = storage();
    const names = Array.from({ length: kept.length }, (_, i) => kept.key(i) ?? '');
    return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  } catch {
    return [];
  }
}

/** Notes on several pages as one Markdown text, each under the title of its page. */
export const notesAsMarkdown = (
  notes: readonly { readonly title: string; readonly address: string; readonly text: string }[],
): string =>
  notes
    .filter(({ text }) => text.trim() !== '')
    .map(({ title, address, text }) => `# [${title}](${address})\n\n${text.trim()}\n`)
    .join('\n');
