import { alsoSpeak, pageLanguage } from './page-language.ts';

/** The Chinese of a chapter's exercises, by its path. */
const files = import.meta.glob<Readonly<Record<string, string>>>('/content/zh-cn/*/*/exercises.json', {
  import: 'default',
});

/** As `pageLanguage`, with what the exercises of a chapter say, as far as they are translated. `chapter` is its content id. */
export async function exerciseLanguage(chapter: string): Promise<void> {
  await pageLanguage('exercises', 'links', 'teaching');
  const load = files[`/content/zh-cn/${chapter}/exercises.json`];
  if (load) await alsoSpeak([async () => ({ words: await load() })]);
}
