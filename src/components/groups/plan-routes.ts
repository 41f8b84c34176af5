import { getCollection } from 'astro:content';
import { readContent } from '../../chapters/content.ts';
import { chaptersIn } from '../../chapters/chapter-list.ts';
import { chapterIds } from '../../chapters/parts.ts';
import { language } from '../../i18n/t.ts';

interface PlanRoute {
  readonly params: { readonly chapter: string };
  readonly props: { readonly chapter: string };
}

/** The plans of all chapters that readers can find, as Astro asks for them: the same in every language. */
export async function planRoutes(): Promise<PlanRoute[]> {
  const pages = await getCollection('docs', ({ data }) => data.kind === 'chapter' && !data.draft);
  const ids = new Set(chapterIds());
  return pages
    .filter(({ id }) => ids.has(id))
    .map(({ id }) => ({ params: { chapter: id }, props: { chapter: id } }));
}

let files: ReturnType<typeof readContent> | undefined;

/** The chapters that readers can find, in the language that is spoken now where they are translated. */
export function chaptersHere(): ReturnType<typeof chaptersIn> {
  if (import.meta.env.DEV) files = undefined;
  files ??= readContent('.');
  return chaptersIn(files, language().toLowerCase(), chapterIds());
}

/** Where the plan of a chapter is. */
export const planPath = (chapter: string): string => `/plan/${chapter}/`;
