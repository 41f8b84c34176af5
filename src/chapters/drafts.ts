import type { Part } from './parts.ts';
import { readContent, type ContentFile } from './content.ts';

/** Content ids of the chapters that are still being written: those with `draft: true` in their head. */
export function draftsIn(files: readonly ContentFile[]): ReadonlySet<string> {
  return new Set(
    files
      .filter(({ language, frontmatter }) => language === 'en' && frontmatter.draft === true)
      .map(({ id }) => id),
  );
}

/**
 * The drafts that readers must not meet: all of them where the site is built for readers, none in `npm run dev`. The build leaves
 * their pages out by itself; anything else that would lead to them has to ask here. Call it from the root of the project.
 */
export function hiddenDrafts(): ReadonlySet<string> {
  return process.env.NODE_ENV === 'production' ? draftsIn(readContent(process.cwd())) : new Set();
}

/** The book without these chapters: their topics are still to come. */
export function without(drafts: ReadonlySet<string>, parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => ({
    ...part,
    topics: part.topics.map((topic) =>
      topic.chapter !== undefined && drafts.has(topic.chapter) ? { ...topic, chapter: undefined } : topic,
    ),
  }));
}
