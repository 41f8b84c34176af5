import { chineseOf } from './chinese.ts';
import type { Translation } from '../t.ts';
import planes from './planes.json' with { type: 'json' };
import told from './planes-runtime.json' with { type: 'json' };

/** Chinese with the words for what runs of other planes than the usual one tell and show. */
export function withPlanes({ words }: Translation): Translation {
  return chineseOf({ ...words, ...planes }, told);
}
