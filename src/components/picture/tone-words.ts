import { t } from '../../i18n/t.ts';
import type { Tone } from './description.ts';

/** What a glyph says, in the words of the table. */
export function toneWords(tone: Tone | undefined): string {
  const words: Readonly<Record<Tone, () => string>> = {
    good: () => t`done`,
    bad: () => t`failed`,
    busy: () => t`now`,
    wait: () => t`waits`,
    off: () => t`off`,
    over: () => t`passed over`,
    lock: () => t`locked`,
  };
  return tone ? words[tone]() : t`not yet`;
}
