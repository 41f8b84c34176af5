import type { ContentFile } from './content.ts';

/**
 * The chapters among some files that readers can find, each in a language where it is there in it, else in English, in the order of `ids`,
 * the ids of all chapters.
 */
export function chaptersIn(
  files: readonly ContentFile[],
  language: string,
  ids: readonly string[],
): ContentFile[] {
  const chapters = new Map<string, ContentFile>();
  for (const file of files) {
    const wanted = file.language === 'en' ? !chapters.has(file.id) : file.language === language;
    if (file.frontmatter.kind === 'chapter' && file.frontmatter.draft !== true && wanted)
      chapters.set(file.id, file);
  }
  return [...chapters.values()].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
