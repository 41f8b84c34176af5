import { type Page, expect } from '@playwright/test';
import { root } from '../../scripts/project.ts';
import { pageOf, readContent } from '../../src/chapters/content.ts';
import { ScopeOnPage } from './scope.ts';
import { test } from './site.ts';

const han = /\p{Script=Han}/u;
const guide = '/zh-cn/guide/reading-the-code/';

/** A Chinese chapter whose text is still the English original, if there is one, and its title. */
const untranslated = (() => {
  const chapters = readContent(root).filter(
    ({ frontmatter: { kind, draft } }) => kind === 'chapter' && !draft,
  );
  const chinese = new Set(chapters.filter(({ language }) => language === 'zh-cn').map(({ id }) => id));
  const english = chapters.find(({ id, language }) => language === 'en' && !chinese.has(id));
  if (!english) return undefined;
  return { path: `/zh-cn${pageOf(english)}`, title: String(english.frontmatter['title']) };
})();

/** What is found for a query: the address of each answer, best first. */
async function found(page: Page, query: string): Promise<string[]> {
  const dialog = page.getByRole('dialog');
  if (!(await dialog.isVisible())) await page.keyboard.press('Control+k');
  await dialog.getByRole('searchbox').fill(query);
  await expect(dialog.getByRole('status')).not.toHaveText('');
  return dialog
    .locator('ol a')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
}

test.describe('search', () => {
  test('finds Chinese words on a Chinese page, also two that no space keeps apart', async ({ page }) => {
    await page.goto('/zh-cn/');
    expect(await found(page, '工作队列')).toContain(guide);
    await expect(page.getByRole('dialog').locator('mark').first()).toHaveText(han);
    await page.getByRole('searchbox').fill('');
    // 时钟, the clock, and 跳, to jump: they stand together nowhere else.
    expect((await found(page, '时钟跳到'))[0]).toBe(guide);
    for (const [words, path] of [
      ['调和', '/zh-cn/controllers/the-control-loop/'],
      ['属主引用', '/zh-cn/controllers/the-control-loop/'],
      ['期望', '/zh-cn/controllers/replicaset/'],
      ['缩减到四个', '/zh-cn/controllers/replicaset/'],
    ] as const) {
      await page.getByRole('searchbox').fill('');
      expect(await found(page, words), words).toContain(path);
    }
    await page.getByRole('searchbox').fill('');
    expect(await found(page, '修道院')).toEqual([]);
    await expect(page.getByRole('status')).toHaveText('没有找到与“修道院”有关的内容。');
  });

  test('finds what is not translated yet by its English', async ({ page }) => {
    test.skip(!untranslated, 'every chapter is translated');
    await page.goto('/zh-cn/');
    expect(await found(page, untranslated!.title)).toContain(untranslated!.path);
  });

  test('stays in English on an English page', async ({ page }) => {
    await page.goto('/');
    const answers = await found(page, 'virtual time');
    expect(answers).toContain('/guide/reading-the-code/');
    expect(answers.filter((path) => path.startsWith('/zh-cn/'))).toEqual([]);
    await page.getByRole('searchbox').fill('');
    expect(await found(page, '虚拟时间')).toEqual([]);
  });
});

test.describe('the switch of the language', () => {
  test('is reached and used by keyboard, keeps the page and the moment, and leads back', async ({ page }) => {
    await page.goto('/controllers/the-control-loop/');
    const moment = await page.locator('main a[href^="#scope="]').last().getAttribute('href');
    await page.goto(`/controllers/the-control-loop/${moment}`);
    const there = await (await new ScopeOnPage(page).wake()).place();
    expect(there).toBeGreaterThan(1);
    const chinese = page.getByRole('banner').getByRole('link', { name: '中文' });
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).focus();
    await page.keyboard.press('Tab');
    await expect(chinese).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/zh-cn/controllers/the-control-loop/${moment}`);
    const scope = await new ScopeOnPage(page).wake();
    expect(await scope.place()).toBe(there);
    expect(await scope.said()).toMatch(han);
    await page.getByRole('banner').getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL(`/controllers/the-control-loop/${moment}`);
  });

  test('keeps what the address asks for, and in a tab of its own too', async ({ page, context }) => {
    const asked = '?from=a-link#_top';
    await page.goto(`/glossary/${asked}`);
    const chinese = page.getByRole('banner').getByRole('link', { name: '中文' });
    const opened = context.waitForEvent('page');
    await chinese.click({ button: 'middle' });
    await expect(await opened).toHaveURL(`/zh-cn/glossary/${asked}`);
    await chinese.click();
    await expect(page).toHaveURL(`/zh-cn/glossary/${asked}`);
  });

  test('is not offered where there is one language only', async ({ page }) => {
    await page.goto('/coverage/');
    await expect(page.getByRole('banner').getByRole('link', { name: '中文' })).toHaveCount(0);
    await expect(page.locator('link[rel=alternate]')).toHaveCount(0);
  });
});

test.describe('a page in Chinese', () => {
  test('says its language, and the languages that it is there in', async ({ page }) => {
    await page.goto(guide);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.locator('main')).toHaveAttribute('lang', 'zh-CN');
    for (const [hreflang, path] of [
      ['en', '/guide/reading-the-code/'],
      ['zh-CN', guide],
    ] as const) {
      const link = page.locator(`link[rel=alternate][hreflang=${hreflang}]`);
      expect(new URL((await link.getAttribute('href'))!).pathname).toBe(path);
    }
  });

  test('keeps the English of what is not translated, and says so', async ({ page }) => {
    test.skip(!untranslated, 'every chapter is translated');
    await page.goto(untranslated!.path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.locator('main')).toHaveAttribute('lang', 'en');
    await expect(page.getByText('这一页还没有中文翻译')).toBeVisible();
    // What stands among the prose speaks the language of the prose; the Scope that of the page.
    const prediction = page.locator('.prediction').first();
    await expect(prediction).not.toHaveText(han);
    await expect(page.locator('loop-scope').first()).toHaveAttribute('lang', 'zh-CN');
  });
});

for (const path of ['/zh-cn/controllers/replicaset/', '/zh-cn/playground/']) {
  test(`the Scope on ${path} says in Chinese what the built page said`, async ({ page, browser }) => {
    const still = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await still.goto(path);
    const before = new ScopeOnPage(still);
    await page.goto(path);
    const scope = await new ScopeOnPage(page).wake();
    for (const part of [
      '.sentence-what',
      '.scope-title',
      '.picture-title',
      '.timeline-names',
      ...(path.includes('playground') ? ['.acts-title'] : []),
    ]) {
      const words = (await before.root.locator(part).first().textContent()) ?? '';
      expect(words, part).toMatch(han);
      await expect(scope.root.locator(part).first(), part).toHaveText(words);
    }
    await page.keyboard.press('ArrowRight');
    await expect(scope.root.locator('.sentence-what')).toHaveText(han);
    await expect(scope.slider).toHaveAccessibleName('你在运行中的位置');
    await scope.button('以表格显示').click();
    await expect(scope.root.getByRole('region', { name: '以表格表示的图' })).toBeVisible();
  });
}

test('an exercise is told, worked on and judged in Chinese', async ({ page }) => {
  await page.goto('/zh-cn/controllers/the-control-loop/');
  const exercise = page.getByRole('region', { name: '会放弃的 worker' });
  await expect(exercise).toContainText('第三次重试之后还是失败，就丢掉它');
  await exercise.getByRole('button', { name: '动手做' }).click();
  await exercise.getByRole('button', { name: '运行', exact: true }).click();
  await expect(exercise.getByRole('status')).toHaveText(/^还没有/);
  await expect(exercise.getByText('之后就丢掉它')).toBeVisible();
  await expect(exercise.getByText('连续第四次失败，键又被放了回去')).toBeVisible();
});

test('scenarios of the playground are searched in Chinese', async ({ page }) => {
  await page.goto('/zh-cn/playground/');
  await new ScopeOnPage(page).wake();
  const list = page.getByRole('navigation', { name: '场景' });
  await list.getByRole('searchbox').fill('缓存');
  await expect(list.getByRole('link', { name: '缓存很慢，没有期望' })).toBeVisible();
  await expect(list.getByRole('link', { name: '改了主意' })).toBeHidden();
  await expect(list.getByRole('status')).toHaveText(/个场景中的/);
});
