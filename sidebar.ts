import { hiddenDrafts, without } from './src/chapters/drafts.ts';
import { parts } from './src/parts.ts';

/**
 * The sidebar of Starlight, entry by entry: `autogenerate` knows only `src/content/docs`. A new chapter is listed in `src/parts.ts`
 * with its content id, a page of the guide here.
 */
export const sidebar = [
  { label: 'Start here', items: [{ slug: 'guide/reading-the-code' }] },
  ...without(hiddenDrafts(), parts)
    .map((part) => ({
      label: part.title,
      items: part.topics.flatMap((topic) => (topic.chapter ? [{ slug: topic.chapter }] : [])),
    }))
    .filter((group) => group.items.length > 0),
];
