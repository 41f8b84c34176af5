import { AsyncLocalStorage } from 'node:async_hooks';
import { speakBy, type Translation } from './t.ts';
import { parts } from './zh-cn/all.ts';
import { chineseOf } from './zh-cn/chinese.ts';

/** What the exercises of the chapters say, a file for each chapter. */
const exercises = import.meta.glob<Readonly<Record<string, string>>>('/content/zh-cn/*/*/exercises.json', {
  eager: true,
  import: 'default',
});
const chinese = chineseOf([...parts, ...Object.values(exercises).map((words) => ({ words }))]);

/** Pages are made at the same time, each in a language of its own, which stays with it across every `await`. */
const spoken = new AsyncLocalStorage<Translation | undefined>();
speakBy(() => spoken.getStore());

/** Makes a page, or a part of one, in which `t` speaks the language of a locale: `zh-cn`; English where it is any other. */
export function speaking<T>(locale: string | undefined, make: () => T): T {
  return spoken.run(locale?.toLowerCase() === 'zh-cn' ? chinese : undefined, make);
}
