import { pageLanguage } from '../../i18n/page-language.ts';
import { t } from '../../i18n/t.ts';

/** Copies a study group's box as notes in Markdown: the chapter, the questions with room below, the links. */
export async function copyNotes(box: HTMLElement): Promise<void> {
  await pageLanguage('teaching').catch(() => undefined);
  const said = box.querySelector('[role="status"]')!;
  const notes = notesOf(document.querySelector('h1')?.textContent ?? '', location.href, box);
  try {
    await navigator.clipboard.writeText(notes);
    said.textContent = t`Copied.`;
  } catch {
    // Where the clipboard is denied, the reader copies by hand.
    const area = document.createElement('textarea');
    area.readOnly = true;
    area.rows = 12;
    area.value = notes;
    area.setAttribute('aria-label', t`Notes for the group`);
    said.replaceChildren();
    said.after(area);
    area.select();
    area.focus();
  }
}

/** The notes of a box. Links are whole, so that they lead there from anywhere. */
function notesOf(title: string, address: string, box: HTMLElement): string {
  const page = address.split('#')[0] ?? '';
  const words = (element: Element | null): string => element?.textContent.trim().replace(/\s+/g, ' ') ?? '';
  const questions = [...box.querySelectorAll('.asks')].map((item, i) => `${i + 1}. ${words(item)}\n`);
  const starts = [...box.querySelectorAll('ul.starts a')].map(
    (link) => `- [${words(link)}](${page}${link.getAttribute('href') ?? ''})`,
  );
  const head = `# ${title}\n\n${page}\n\n${words(box.querySelector('.time'))}\n`;
  const from = starts.length > 0 ? [`${words(box.querySelector('p.starts'))}\n`, ...starts, ''] : [];
  return [head, ...from, ...questions].join('\n');
}
