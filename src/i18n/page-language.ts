import { speakBy } from './t.ts';

let coming: Promise<void> | undefined;

/**
 * Lets `t` speak the language of the page that is open. Resolves when it does: at once on an English page, which loads
 * nothing for it. Rejects where the words cannot be fetched, and a later call tries again.
 */
export function pageLanguage(): Promise<void> {
  coming ??= load().catch((error: unknown) => {
    coming = undefined;
    throw error;
  });
  return coming;
}

/** As `pageLanguage`, with the words for runs of other planes than the usual one. */
export async function planeLanguage(): Promise<void> {
  if (!isChinese()) return;
  const [{ chinese }, { withPlanes }] = await Promise.all([
    import('./zh-cn/chinese-live.ts'),
    import('./zh-cn/chinese-planes.ts'),
  ]);
  const all = withPlanes(chinese);
  speakBy(() => all);
}

/** True where the page that is open is Chinese. */
export const isChinese = (): boolean => document.documentElement.lang === 'zh-CN';

async function load(): Promise<void> {
  if (!isChinese()) return;
  const { chinese } = await import('./zh-cn/chinese-live.ts');
  speakBy(() => chinese);
}
