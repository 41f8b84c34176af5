import { hiddenDrafts, without } from './src/chapters/drafts.ts';
import { type Topic, parts } from './src/chapters/parts.ts';
import { live } from './src/i18n/zh-cn/chinese-live.ts';
import pages from './src/i18n/zh-cn/pages.json' with { type: 'json' };

const chinese: Readonly<Record<string, string>> = { ...live.words, ...pages };

/**
 * The sidebar of Starlight, entry by entry: `autogenerate` knows only `src/content/docs`. A new chapter is listed in `src/chapters/parts.ts`
 * with its content id, a page of the guide with its address.
 */
export const sidebar = [
  ...without(hiddenDrafts(), parts)
    .map((part) => ({
      ...labels(part.title),
      items: part.topics.flatMap((topic) => itemOf(topic) ?? []),
    }))
    .filter((group) => group.items.length > 0),
];

/** The title of a chapter, from its translation where there is one. */
function itemOf({ chapter, page, title }: Topic): SidebarItem | undefined {
  const slug = chapter ?? /^\/(guide\/.+)\/$/.exec(page ?? '')?.[1];
  if (slug) return { slug, translations: labels(title).translations };
  return page ? { ...labels(title), link: page } : undefined;
}

type Labels = Record<string, string>;
type SidebarItem =
  | { readonly slug: string; readonly translations: Labels }
  | { readonly label: string; readonly translations: Labels; readonly link: string };

/** What a group or a chapter is called, in every language of the site: also where a chapter is not translated yet. */
function labels(label: string): { label: string; translations: Labels } {
  return { label, translations: { 'zh-CN': chinese[label] ?? label } };
}
