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

async function load(): Promise<void> {
  if (document.documentElement.lang !== 'zh-CN') return;
  const { chinese } = await import('./zh-cn/chinese-live.ts');
  speakBy(() => chinese);
}
