import { speakBy } from './t.ts';
import type { Vocabulary } from './zh-cn/chinese.ts';

/** What is loaded of the language of the page that is open. */
const spoken = new Set<Vocabulary>();

/** What each subject says in Chinese, its file by its folder. */
const bySubject = import.meta.glob<Vocabulary>('../subjects/*/zh-cn.json', { import: 'default' });

/** What each picture says besides, its file beside it. */
const byPicture = import.meta.glob<Vocabulary>('../subjects/*/pictures/*.zh-cn.json', { import: 'default' });

/** What is said in some pages only. */
const pageParts = {
  links: async () => (await import('./zh-cn/links.json')).default,
  exercises: async () => (await import('./zh-cn/exercises.json')).default,
  playground: async () => (await import('./zh-cn/playground.json')).default,
  presenter: async () => (await import('./zh-cn/presenter.json')).default,
  'playground-scheduler': async () => (await import('./zh-cn/playground-scheduler.json')).default,
  teaching: async () => (await import('./zh-cn/teaching.json')).default,
} satisfies Readonly<Record<string, () => Promise<Vocabulary>>>;

/**
 * Lets `t` speak the language of the page that is open, with what is said only in pages of these kinds. Resolves when it does: at once
 * on an English page, which loads nothing for it. Rejects where the words cannot be fetched, and a later call tries again.
 */
export const pageLanguage = (...kinds: readonly (keyof typeof pageParts)[]): Promise<void> =>
  alsoSpeak(kinds.map((kind) => pageParts[kind]));

/** As `pageLanguage`, with what these subjects say, and what every program does. */
export const subjectsLanguage = (names: readonly string[]): Promise<void> =>
  alsoSpeak(['stage', ...names].flatMap((name) => bySubject[`../subjects/${name}/zh-cn.json`] ?? []));

/** As `pageLanguage`, with what a picture says, `<subject>/<name>`. */
export const pictureLanguage = (view: string): Promise<void> =>
  alsoSpeak([byPicture[`../subjects/${view.replace('/', '/pictures/')}.zh-cn.json`] ?? []].flat());

/** As `pageLanguage`, with these parts. */
export async function alsoSpeak(loads: readonly (() => Promise<Vocabulary>)[]): Promise<void> {
  if (document.documentElement.lang !== 'zh-CN') return;
  const [{ chineseOf }, { live }, ...parts] = await Promise.all([
    import('./zh-cn/chinese.ts'),
    import('./zh-cn/chinese-live.ts'),
    ...loads.map((load) => load()),
  ]);
  const known = spoken.size;
  for (const part of [live, ...parts]) spoken.add(part);
  if (spoken.size === known) return;
  const chinese = chineseOf([...spoken]);
  speakBy(() => chinese);
}
