import { isChinese } from './page-language.ts';
import { speakBy } from './t.ts';

/** As `pageLanguage`, with the words of the playground of the scheduler; gives all of them, for its worker. */
export async function schedulerLanguage(): Promise<Readonly<Record<string, string>> | undefined> {
  if (!isChinese()) return undefined;
  const [{ chinese }, { withScheduler }] = await Promise.all([
    import('./zh-cn/chinese-live.ts'),
    import('./zh-cn/chinese-scheduler.ts'),
  ]);
  const all = withScheduler(chinese);
  speakBy(() => all);
  return { ...all.words };
}
