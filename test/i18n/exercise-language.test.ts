import { beforeEach, expect, test, vi } from 'vitest';
import { spokenWords } from '../../src/i18n/t.ts';
import { filesUnder } from '../tidy/files.ts';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'zh-CN' } });
  return () => vi.unstubAllGlobals();
});

test.each(filesUnder(['content/zh-cn'], ['/exercises.json']))('$path is spoken on its page', async (file) => {
  const { exerciseLanguage } = await import('../../src/i18n/exercise-language.ts');
  await exerciseLanguage(file.path.split('/').slice(2, 4).join('/'));
  expect(spokenWords()).toMatchObject(JSON.parse(file.text) as object);
});

test('a chapter whose exercises have no Chinese keeps their English', async () => {
  const { live } = await import('../../src/i18n/zh-cn/chinese-live.ts');
  const { exerciseLanguage } = await import('../../src/i18n/exercise-language.ts');
  await exerciseLanguage('controllers/none');
  expect(spokenWords()).toMatchObject(live.words);
});
