import { chineseOf } from './chinese.ts';
import { chinese as live } from './chinese-live.ts';
import { withPlanes } from './chinese-planes.ts';
import { withScheduler } from './chinese-scheduler.ts';
import pages from './pages.json' with { type: 'json' };

/** The Chinese of everything that a page is built from: what scripts say, and what stands in the page only. */
export const chinese = withPlanes(withScheduler(chineseOf({ ...live.words, ...pages })));
