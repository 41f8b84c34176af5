import { type Page, expect, test } from '@playwright/test';
import { linkWith } from './edited-link.ts';
import { EndedPage } from './ended-page.ts';
import { ExerciseOnPage } from './exercise.ts';
import { ScopeOnPage } from './scope.ts';

const loop = '/controllers/the-control-loop/';
const ended =
  'The last run of this code ended the page: the browser ran out of memory, or was closed while it ran. The code is as it was, and nothing runs again by itself.';
/** Takes longer than any test, and gives signs of life. */
const never = "for (let i = 0; i < 1e4; i++) /^(a+)+$/.test('a'.repeat(24) + 'b');";

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const noteIn = (page: Page): Promise<string | null> =>
  page.evaluate(() => sessionStorage.getItem('loopscope-note'));
const topOf = (selector: string): number =>
  Math.round(document.querySelector(selector)!.getBoundingClientRect().top);

/** Writes code into an exercise that never ends, and runs it. */
async function runForEver(page: Page): Promise<ExerciseOnPage> {
  const exercise = await new ExerciseOnPage(page, 'give-up').open();
  await exercise.goBehind('yield* this.syncHandler(key);');
  await page.keyboard.press('Enter');
  await page.keyboard.type(never);
  await page.keyboard.press('Control+Enter');
  await expect(exercise.said).toHaveText('Running with 5 seeds…');
  return exercise;
}

for (const [path, told] of [
  [loop, ended],
  [
    `/zh-cn${loop}`,
    '上次运行这段代码时，页面中断了：浏览器的内存用尽，或者在运行时被关闭。代码没有变，也不会自行再次运行。',
  ],
] as const) {
  test(`an exercise that ends the page has its text and its place again, and says once what happened: ${path}`, async ({
    page,
  }) => {
    await page.goto(path);
    const section = '#exercise-give-up';
    await page.locator(`${section} .do button`).click();
    const exercise = new ExerciseOnPage(page, 'give-up');
    await expect(exercise.editor).toBeFocused();
    await exercise.goBehind('yield* this.syncHandler(key);');
    await page.keyboard.press('Enter');
    await page.keyboard.type(never);
    const text = await exercise.lines();
    await page.keyboard.press('Control+Enter');
    await expect(exercise.said).not.toBeEmpty();
    await expect.poll(() => noteIn(page)).toContain('the-control-loop/give-up');
    const top = await page.evaluate(topOf, section);

    const again = await EndedPage.end(page);
    await again.reload();
    await expect.poll(() => again.texts(`${section} .said[role=status]`)).toEqual([told]);
    expect(await again.texts(`${section} .cm-line`)).toEqual(text);
    await expect.poll(() => again.read(topOf, section)).toBe(top);
    expect(await again.texts(`${section} progress`)).toEqual([]);

    await again.reload();
    await expect.poll(() => again.texts(`${section} .place > .do > button`)).toHaveLength(1);
    expect(await again.texts(`${section} .workbench`)).toEqual([]);
  });
}

test('code of a link that ends the page is offered again where it ran, and does not run', async ({
  page,
}) => {
  await page.goto(`/controllers/replicaset/${await linkWith(never, { entry: 40 })}`);
  const scope = new ScopeOnPage(page);
  await scope.root
    .getByRole('group', { name: 'Edited code' })
    .getByRole('button', { name: 'Run it' })
    .click();
  await expect(scope.root.locator('.scope-said')).toHaveText('Running…');
  await expect.poll(() => noteIn(page)).toContain('#scope=');
  // The address no longer leads to the code, and the reader has gone on a little.
  await page.evaluate(() => history.replaceState(history.state, '', location.pathname));
  const top = await page.evaluate(topOf, 'loop-scope');

  const again = await EndedPage.end(page);
  await again.reload();
  await expect.poll(() => again.texts('.scope-notices[role=alert] p')).toEqual([`${ended}Close`]);
  const asked = '.edits-asked';
  await expect
    .poll(() => again.texts(`${asked} > p:first-child`))
    .toEqual(['This is the code of that run. It can be looked at, and run once more.']);
  expect(await again.texts(`${asked} pre`)).toEqual([expect.stringContaining(never)]);
  expect(await again.texts('.controls-place b')).toEqual([expect.stringMatching(/\d/)]);
  expect(await again.texts('.scope-said')).toEqual(['']);
  expect(await again.read(topOf, 'loop-scope')).toBe(top);

  await again.reload();
  await again.read(() => document.querySelector('loop-scope')!.scrollIntoView());
  await expect.poll(() => again.texts('loop-scope .scope[data-live]')).toHaveLength(1);
  expect(await again.texts(`.scope-notices p, ${asked}`)).toEqual([]);
});

test("a plugin that ends the scheduler's page is in its editor again, with the cluster, and does not run", async ({
  page,
}) => {
  await page.goto('/playground/scheduler/');
  await expect(page.locator('loop-scheduler')).not.toHaveAttribute('aria-busy');
  const area = page.getByRole('textbox', { name: 'Nodes and pods' });
  const cluster = `${await area.inputValue()}# of mine\n`;
  await area.fill(cluster);
  await area.press('Control+Enter');
  const status = '.lab-status [role=status]';
  await expect(page.locator(status)).toHaveText('2 of 3 waiting pods find a node.');
  await page.getByRole('button', { name: 'Write a plugin of your own' }).click();
  await expect(page.locator('.lab-editor .cm-content')).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText(`${never}\n`);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => noteIn(page)).toContain('of mine');

  const again = await EndedPage.end(page);
  await again.reload();
  await expect.poll(() => again.texts('.lab-given > [role=alert]')).toEqual([ended]);
  await expect.poll(() => again.texts('.lab-editor .cm-line')).toContain(never);
  expect(await again.read(() => document.querySelector('textarea')!.value)).toBe(cluster);
  expect(await again.texts('.lab-given [role=group] > p:first-child')).toEqual([
    'This is the code of that run. It can be looked at, edited, and run once more.',
  ]);
  expect(await again.texts(status)).toEqual(['2 of 3 waiting pods find a node.']);

  await again.reload();
  await expect.poll(() => again.texts('loop-scheduler:not([aria-busy])')).toHaveLength(1);
  expect(await again.texts('.lab-given > [role=alert], .lab-given [role=group]')).toEqual([]);
});

test('a run leaves no note that ends well, breaks off, is stopped, or is left', async ({ page }) => {
  await page.goto(loop);
  const exercise = await runForEver(page);
  expect(await noteIn(page)).toContain('give-up');
  await exercise.button('Stop').click();
  await expect(exercise.said).toHaveText('Stopped. Your text is as it was.');
  expect(await noteIn(page)).toBeNull();

  await exercise.editor.focus();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => noteIn(page)).not.toBeNull();
  await page.reload();
  expect(await noteIn(page)).toBeNull();
  await expect(exercise.button('Work on it')).toBeVisible();

  await exercise.open();
  await page.keyboard.press('F8');
  await exercise.run('Not yet: 3 of 9 checks do not hold.');
  expect(await noteIn(page)).toBeNull();
  await exercise.goBehind('yield* this.syncHandler(key);');
  await page.keyboard.press('Enter');
  await page.keyboard.type("throw new Error('mine');");
  await exercise.run('The run broke off.');
  expect(await noteIn(page)).toBeNull();
});
