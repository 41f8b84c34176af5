import { t } from '../../../i18n/t.ts';
import { listed } from '../../../recording/words.ts';
import type { Refusal } from '../../../runtime/subjects/scheduler/world.ts';

/** What filters said against a node, each with its name. */
export function refusalWords(refusals: readonly Omit<Refusal, 'code'>[]): string {
  const words = refusals.map(({ plugin, reasons, nominated }) => {
    const said = `${plugin}: ${listed(reasons)}`;
    return nominated ? t`${said} (with the pods that are promised its room)` : said;
  });
  return words.join('; ');
}
