import { chineseOf } from './chinese.ts';
import type { Translation } from '../t.ts';
import scheduler from './playground-scheduler.json' with { type: 'json' };

/** Chinese with the words of the playground of the scheduler. */
export function withScheduler({ words }: Translation): Translation {
  return chineseOf({ ...words, ...scheduler });
}
