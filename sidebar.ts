import { hiddenDrafts, without } from './src/chapters/drafts.ts';
import { chinese } from './src/i18n/zh-cn/all.ts';
import { parts } from './src/parts.ts';

/**
 * The sidebar of Starlight, entry by entry: `autogenerate` knows only `src/content/docs`. A new chapter is listed in `src/parts.ts`
 * with its content id, a page of the guide here.
 */
export const sidebar = [
  { ...labels('Start here'), items: [{ slug: 'guide/reading-the-code' }] },
  ...without(hiddenDrafts(), parts)
    .map((part) => ({
      ...labels(part.title),
      items: part.topics.flatMap(({ chapter, title }) =>
        chapter ? [{ slug: chapter, translations: labels(title).translations }] : [],
      ),
    }))
    .filter((group) => group.items.length > 0),
];

/** What a group or a chapter is called, in every language of the site: also where a chapter is not translated yet. */
function labels(label: string): { label: string; translations: Record<string, string> } {
  return { label, translations: { [chinese.language]: chinese.words[label] ?? label } };
}
