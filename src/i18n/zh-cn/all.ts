import type { Vocabulary } from './chinese.ts';
import { live } from './chinese-live.ts';
import pages from './pages.json' with { type: 'json' };

/** What scripts can load beside what they say in any page, by the file that has it. */
export const loaded: Readonly<Record<string, Vocabulary>> = import.meta.glob<Vocabulary>(
  [
    '../../subjects/*/zh-cn.json',
    '../../subjects/*/numbers.zh-cn.json',
    '../../subjects/*/pictures/*.zh-cn.json',
    './{exercises,links,numbers,playground,playground-scheduler,presenter,teaching}.json',
  ],
  { eager: true, import: 'default' },
);

/** All that a page is built from: what scripts say, and what stands in the page only. */
export const parts: readonly Vocabulary[] = [live, ...Object.values(loaded), { words: pages }];
