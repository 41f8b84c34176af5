import type { Translation } from '../t.ts';
import { chineseOf } from './chinese.ts';
import { chinese } from './chinese-live.ts';

/** The Chinese of a chapter's exercises, by its path. */
const files = import.meta.glob<Readonly<Record<string, string>>>('/content/zh-cn/*/*/exercises.json', {
  import: 'default',
});

/** The Chinese of what scripts say in a page, and with it that of a chapter's exercises, as far as they are translated. */
export async function chineseWithExercises(chapter: string): Promise<Translation> {
  const words = await files[`/content/zh-cn/${chapter}/exercises.json`]?.();
  return words ? chineseOf({ ...chinese.words, ...words }) : chinese;
}
