import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { ExerciseOnPage } from './exercise.ts';
import { ScopeOnPage } from './scope.ts';
import { axeFindings, test } from './site.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const loop = '/controllers/the-control-loop/';
const replicaSet = '/controllers/replicaset/';
const success = 'if (err === undefined';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an exercise is solved with the keyboard alone, and what comes next is told', async ({ page }) => {
  await page.goto(loop);
  const exercise = new ExerciseOnPage(page, 'give-up');
  await exercise.button('Work on it').focus();
  await page.keyboard.press('Enter');
  await expect(exercise.editor).toBeFocused();
  await expect(exercise.editor).toHaveAccessibleDescription(/^Tab leaves the editor\. /);

  await exercise.run('Not yet: 3 of 9 checks do not hold.');
  await exercise.goBehind(success);
  await page.keyboard.type(' || this.#queue.numRequeues(key) >= 3');
  await expect(exercise.root).toContainText('This is from before your last change:');
  await exercise.run('Solved: every check holds, with all 5 seeds.');
  await expect(exercise.root.getByRole('listitem').filter({ hasText: 'Holds:' })).toHaveCount(9);
  await expect(exercise.root.locator('.solved')).toContainText('Then try this.');

  // Tab and Shift+Tab leave the editor, and come back to it.
  await page.keyboard.press('Tab');
  await expect(exercise.button('Run it')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(exercise.editor).toBeFocused();

  const kept = await page.evaluate(() => localStorage.getItem('loopscope-progress'));
  expect(kept).toContain('"exercises":["give-up"]');
});

for (const [path, lost] of [
  [
    loop,
    'Your progress does not show this exercise as solved. This is not kept: the storage that this browser gives this site is ' +
      "full, or denied. Free some, or allow it in the browser's settings. Then run it again.",
  ],
  [
    `/zh-cn${loop}`,
    '进度里没有记下你解开了这个练习。这次没有保存：浏览器分给本站的空间已满，或被拒绝。请腾出空间，或在浏览器设置中允许。然后再运行一次。',
  ],
] as const) {
  test(`a solution that cannot be kept is said to be lost: ${path}`, async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.goto(path);
    const exercise = new ExerciseOnPage(page, 'give-up');
    await exercise.root.locator('.do button').click();
    await expect(exercise.editor).toBeFocused();
    await exercise.goBehind(success);
    await page.keyboard.type(' || this.#queue.numRequeues(key) >= 3');
    await page.keyboard.press('Control+Enter');
    await expect(exercise.root.locator('.said')).toHaveAttribute('data-solved', 'true', { timeout: 40_000 });
    await expect(exercise.root.getByRole('alert')).toHaveText(lost);
  });
}

test('manifests are an exercise too', async ({ page }) => {
  await page.goto(loop);
  const exercise = await new ExerciseOnPage(page, 'adopt-two').open();
  await exercise.run('Not yet: 3 of 6 checks do not hold.');
  await exercise.goBehind('replicas: 1');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('[');
  await exercise.run('This cannot be read yet.');
  await expect(exercise.root.locator('.editor-problem').first()).toContainText(
    'expected YAML, found something else',
  );
  const solution = await exercise.root.locator('.solution pre').textContent();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(solution ?? '');
  await exercise.run('Solved: every check holds, with all 5 seeds.');
});

test('a failure is stepped through, with the lines that the reader wrote, and a link leads others there', async ({
  page,
  context,
}) => {
  await page.goto(replicaSet);
  const exercise = await new ExerciseOnPage(page, 'expectations').open();
  await exercise.goBehind('let diff = filteredPods.length - rs.spec.replicas;');
  await page.keyboard.press('Enter');
  await page.keyboard.type('const seen = filteredPods.length; // <mine>');
  await exercise.run('Not yet: 3 of 6 checks do not hold.');
  await exercise.button('Step through it').first().click();

  const scope = new ScopeOnPage(page);
  await expect(scope.slider).toBeFocused();
  await expect(scope.root.getByRole('tab', { selected: true })).toHaveText('Code');
  await expect(scope.root.locator('.scope-title')).toHaveText('Up and down with a late cache');
  expect(await scope.said()).toContain('which kube-controller-manager creates');
  const mine = scope.root
    .locator('.code-row')
    .filter({ hasText: 'const seen = filteredPods.length; // <mine>' });
  await expect(mine).toHaveCount(1);
  await expect(mine).toHaveAttribute('data-ran', 'true');

  await scope.button('Link to this moment').click();
  await expect(page).toHaveURL(/#scope=/);
  const moment = await scope.said();
  const other = await context.newPage();
  await other.goto(page.url());
  const theirs = new ScopeOnPage(other);
  const asked = other.getByRole('group', { name: 'Edited code' });
  await expect(asked).toBeVisible();
  await asked.getByText('Look at it first').click();
  await expect(asked.locator('pre')).toContainText('const seen = filteredPods.length; // <mine>');
  await expect(theirs.button('Yours')).toHaveCount(0);
  await asked.getByRole('button', { name: 'Run it' }).click();
  await expect(theirs.root.locator('.sentence-what')).toHaveText(moment);
  await theirs.open('What if you…');
  await expect(theirs.button('Yours')).toHaveAttribute('aria-pressed', 'true');
  await other.close();

  await scope.root.getByRole('link', { name: 'Back to the exercise' }).click();
  await expect(exercise.root.getByRole('heading')).toBeInViewport();
});

test('what is written is kept; one key puts the start back, and another takes that back', async ({
  page,
}) => {
  await page.goto(loop);
  const exercise = await new ExerciseOnPage(page, 'give-up').open();
  const start = await exercise.lines();
  await exercise.goBehind(success);
  await page.keyboard.type(' || true');
  const mine = await exercise.lines();

  await page.reload();
  await exercise.open();
  expect(await exercise.lines()).toEqual(mine);
  await page.keyboard.press('F8');
  expect(await exercise.lines()).toEqual(start);
  await page.keyboard.press('Control+z');
  expect(await exercise.lines()).toEqual(mine);

  // An exercise that has changed since says so, and offers both.
  await page.evaluate(() => {
    const name = 'loopscope-exercise:controllers/the-control-loop/give-up';
    const kept = JSON.parse(localStorage.getItem(name) ?? '{}') as object;
    localStorage.setItem(name, JSON.stringify({ ...kept, start: 'older' }));
  });
  await page.reload();
  await exercise.open();
  await expect(exercise.root.getByRole('note')).toContainText(
    'This exercise has changed since you worked on it.',
  );
  expect(await exercise.lines()).toEqual(mine);
  await exercise.button('Use the new start').click();
  await expect(exercise.root.getByRole('note')).toHaveCount(0);
  expect(await exercise.lines()).toEqual(start);

  await page.reload();
  await exercise.open();
  expect(await exercise.lines()).toEqual(start);
});

test.describe('code that goes wrong', () => {
  const wrongs = [
    ['a slip of the pen', 'const a = ;', 'expected TypeScript, found something else: Unexpected token'],
    ['a throw', "throw new Error('mine');", 'Error: mine, at line '],
    [
      'a loop without end',
      'for (;;) err;',
      'EndlessLoop: endless loop: expected at most 200000 lines in one step',
    ],
    ['a way out', "fetch('/robots.txt');", 'fetch is not a function. This ended the process'],
  ] as const;

  for (const [name, line, told] of wrongs) {
    test(`is told at its line: ${name}`, async ({ page }) => {
      await page.goto(loop);
      const exercise = await new ExerciseOnPage(page, 'give-up').open();
      await exercise.goBehind('yield* this.syncHandler(key);');
      await page.keyboard.press('Enter');
      await page.keyboard.type(line);
      await exercise.run('The run broke off.');
      await expect(exercise.root.locator('.editor-problem')).toContainText(told);
      await expect(exercise.root.locator('.is-wrong')).toContainText(line);
      await exercise.button('Go to the line').click();
      await expect(exercise.editor).toBeFocused();
    });
  }

  test('and never comes back is ended, or stopped, and the text stays', async ({ page }) => {
    await page.goto(loop);
    const exercise = await new ExerciseOnPage(page, 'give-up').open();
    await exercise.goBehind('yield* this.syncHandler(key);');
    await page.keyboard.press('Enter');
    // No line of it comes round again: only the worker's end ends it.
    await page.keyboard.type("/^(a+)+$/.test('a'.repeat(60) + 'b');");
    const text = await exercise.lines();
    await page.keyboard.press('Control+Enter');
    await expect(exercise.said).toHaveText('Running with 5 seeds…');
    await exercise.button('Stop').click();
    await expect(exercise.said).toHaveText('Stopped. Your text is as it was.');
    await exercise.editor.focus();
    await exercise.run(
      'expected a sign of life within 3 s, found none; the run was ended. Look for a loop, a list or a regular expression that has no end.',
    );
    expect(await exercise.lines()).toEqual(text);
    // The next run has a worker of its own.
    await page.keyboard.press('F8');
    await exercise.run('Not yet: 3 of 9 checks do not hold.');
  });
});

test('an editor that cannot be fetched says so, and comes when it can be', async ({
  page,
  answer,
  baseURL,
}) => {
  const chunk = readdirSync(`${dist}/_astro`).find((name) => name.startsWith('open-workbench'));
  const url = `${baseURL}/_astro/${chunk}`;
  await answer(url, 'nothing');
  await page.goto(loop);
  const exercise = new ExerciseOnPage(page, 'give-up');
  await exercise.button('Work on it').click();
  await expect(exercise.root.getByRole('status')).toHaveText(
    'The editor could not be fetched. Try again when you are connected, or reload the page.',
  );
  await page.unroute(url);
  await exercise.open();
});

test('without JavaScript all of an exercise can be read', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto(loop);
  const { root } = new ExerciseOnPage(page, 'give-up');
  await expect(root).toContainText('*processNextWorkItem(): Blocking<boolean> {');
  await expect(root.getByRole('button')).toHaveCount(0);
  const hints = root.locator('.hint');
  await expect(hints.nth(0)).toBeVisible();
  await expect(hints.nth(1)).toBeHidden();
  await hints.nth(0).locator('summary').click();
  await expect(hints.nth(1)).toBeVisible();
  await expect(hints.nth(2)).toBeHidden();
  await root.locator('.solution summary').click();
  await expect(root.locator('.solution')).toContainText('this.#queue.numRequeues(key) >= 3');
  await page.emulateMedia({ media: 'print' });
  await expect(hints.nth(3).locator('p')).toBeVisible();
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with an open editor, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(loop);
    const exercise = await new ExerciseOnPage(page, 'give-up').open();
    await exercise.run('Not yet: 3 of 9 checks do not hold.');
    await exercise.goBehind('yield* this.syncHandler(key);');
    await page.keyboard.type(' oops oops');
    await exercise.run('The run broke off.');
    await exercise.root.getByText('The whole file, without your edit').click();
    await expect(exercise.root.locator('.whole-file li').first()).toBeVisible();
    expect(await axeFindings(page, { part: '#exercise-give-up' })).toEqual([]);
  });
}

test('at 360 pixels nothing of an exercise is wider than the page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(loop);
  const exercise = await new ExerciseOnPage(page, 'give-up').open();
  await exercise.run('Not yet: 3 of 9 checks do not hold.');
  const wide = await exercise.root.evaluate((section) =>
    [...section.querySelectorAll('*')]
      .filter((one) => !one.closest('.whole-file, .visually-hidden'))
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
      .map((one) => one.outerHTML.slice(0, 80)),
  );
  expect(wide).toEqual([]);
});
