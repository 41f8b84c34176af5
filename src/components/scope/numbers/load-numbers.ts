import { alsoSpeak } from '../../../i18n/page-language.ts';
import type { Vocabulary } from '../../../i18n/zh-cn/chinese.ts';
import { fetchStyles } from '../../base/fetch-styles.ts';
import { Numbers } from './Numbers.tsx';
import styles from './numbers.css?url';

/** What numbers are called in Chinese, and what is said of each, by the subject that has it. */
const bySubject = import.meta.glob<Vocabulary>('../../../subjects/*/numbers.zh-cn.json', {
  import: 'default',
});

/** What lets a reader change the numbers of a story, with its styles and in the language of the page. */
export async function loadNumbers(): Promise<{ readonly Numbers: typeof Numbers }> {
  const own = async (): Promise<Vocabulary> => (await import('../../../i18n/zh-cn/numbers.json')).default;
  await Promise.all([fetchStyles(styles), alsoSpeak([own, ...Object.values(bySubject)])]);
  return { Numbers };
}
