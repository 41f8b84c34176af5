import { pageLanguage } from './page-language.ts';
import { language, speakBy } from './t.ts';

/** As `pageLanguage`; after it `t` also knows what the exercises of a chapter say. `chapter` is its content id. */
export async function exerciseLanguage(chapter: string): Promise<void> {
  await pageLanguage();
  if (language() === 'en') return;
  const { chineseWithExercises } = await import('./zh-cn/chinese-exercises.ts');
  const chinese = await chineseWithExercises(chapter);
  speakBy(() => chinese);
}
