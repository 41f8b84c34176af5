import { readFile } from 'node:fs/promises';
import { type Page, expect } from '@playwright/test';
import { ScopeOnPage } from './scope.ts';
import { seen } from './prose.ts';
import { axeFindings, test, watchShifts } from './site.ts';

const loop = '/controllers/the-control-loop/';
const replicaset = '/controllers/replicaset/';

/** What the progress page says of something in a chapter. */
async function stateOf(page: Page, chapter: string, what: string): Promise<string> {
  const section = page.locator(`section[data-chapter="${chapter}"]`);
  return (await section.locator('li', { hasText: what }).locator('.state').textContent()) ?? '';
}

test.describe('a prediction', () => {
  test('is answered on choice, by keyboard: whether it holds, why, and what happens', async ({ page }) => {
    await page.goto(loop);
    const scope = await new ScopeOnPage(page).wake();
    const box = page.locator('#prediction-ten-changes');
    const radios = box.getByRole('radio');
    await radios.first().focus();
    // Until one is chosen, one looks at each without choosing it.
    await page.keyboard.press('ArrowDown');
    await expect(radios.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(box.locator(':checked')).toHaveCount(0);
    await expect(box.locator('details')).not.toHaveAttribute('open');
    await page.keyboard.press('Space');
    await expect(radios.first()).toBeChecked();
    await expect(box.locator('details')).toHaveAttribute('open', '');

    const tops = await box
      .locator('li')
      .evaluateAll((all) => all.map((li) => Math.round(li.getBoundingClientRect().top)));
    // The one chosen, then the right one, whose reason comes before the fact.
    expect(tops[0]).toBeLessThan(tops[1] ?? 0);
    expect(tops[1]).toBeLessThan(tops[2] ?? 0);
    await expect(box.locator('li').first()).toContainText('Your answer does not hold: Ten times');
    await expect(box.getByRole('status')).toContainText('Your answer does not hold: Ten times');
    await expect(box.locator('li.right .yours')).toBeHidden();
    // The machine shows it; the reader stays with the words.
    await expect.poll(() => scope.said()).toContain('is done with');
    await expect(radios.first()).toBeFocused();

    await page.keyboard.press('ArrowDown');
    await expect(radios.nth(1)).toBeChecked();
    await expect(box.locator('li.right .yours')).toBeVisible();
    await expect(box.getByRole('status')).toContainText('Your answer holds.');
    await box.getByRole('link', { name: 'See it happen' }).press('Enter');
    await expect(scope.slider).toBeFocused();
    expect(await axeFindings(page, { part: '.prediction' })).toEqual([]);
  });

  test('holds back the text that follows until it is asked for, and moves nothing when one comes back', async ({
    page,
  }) => {
    await page.goto(loop);
    const box = page.locator('#prediction-ten-changes');
    const text = box.locator('+ .goes-on');
    const after = page.locator('.goes-on + *').first();
    await expect(text.locator('> *').first()).toBeHidden();
    await expect(after).toBeVisible();
    await expect(box.getByText('See why, and what happens')).toBeHidden();
    await box.getByRole('button', { name: 'Show it' }).press('Enter');
    await expect(box.locator('summary')).toBeFocused();
    await expect(text.locator('> *').first()).toBeVisible();
    await expect(box.getByRole('button', { name: 'Show it' })).toBeHidden();
    await expect(box.locator(':checked')).toHaveCount(0);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('loopscope-progress')))
      .toContain('"ten-changes":{"opened":true}');

    const shifts = await watchShifts(page);
    await page.goto('about:blank');
    await page.goto(`${loop}#prediction-ten-changes`);
    await expect(text.locator('> *').first()).toBeVisible();
    await expect(box.locator('details')).toHaveAttribute('open', '');
    expect(await shifts()).toEqual([]);
  });

  test('opens the text that follows to the browser’s search, and to paper', async ({ page }) => {
    await page.goto(loop);
    const held = page.locator('.goes-on');
    await expect(held.nth(0).locator('> *').first()).toBeHidden();
    // A fragment finds what is closed as a search does.
    await held.nth(0).evaluate((text) => {
      text.lastElementChild!.id = 'found';
      location.hash = 'found';
    });
    await expect(held.nth(0).locator('> *').first()).toBeVisible();
    await expect(page.locator('#prediction-ten-changes')).toHaveAttribute('data-answered', '');

    await page.goto(replicaset);
    await expect(held.first().locator('> *').first()).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await seen(held.locator('> *'));
    await expect(page.getByText('The text goes on after your answer.').first()).toBeHidden();
  });

  test('keeps the last answer of a reader who is quicker than the script that keeps it', async ({ page }) => {
    await page.addInitScript(() => {
      const written: string[] = [];
      Object.assign(globalThis, { written });
      const setItem = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, value) {
        if (key === 'loopscope-progress') written.push(value);
        setItem.call(this, key, value);
      };
    });
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let asked = 0;
    await page.route(/\/kept\.[^/]*\.js$/, async (route) => {
      asked++;
      await released;
      await route.continue();
    });
    await page.goto(loop);
    const radios = page.locator('#prediction-ten-changes').getByRole('radio');
    await radios.nth(0).check();
    await radios.nth(1).check();
    await radios.nth(2).check();
    await radios.nth(1).check();
    expect(asked).toBeGreaterThan(0);
    release();
    const kept = () => page.evaluate(() => localStorage.getItem('loopscope-progress'));
    await expect.poll(kept).toContain('"ten-changes":{"chosen":1}');
    await expect(radios.nth(1)).toBeChecked();
    // No earlier answer was kept on the way: each that is kept is marked in the page.
    const written = await page.evaluate(() => (globalThis as unknown as { written: string[] }).written);
    expect(written.map((record) => /"chosen":(\d)/.exec(record)?.[1])).toEqual(['1']);
  });

  test('is kept over a reload, in another tab and another language, and moves nothing', async ({
    page,
    context,
  }) => {
    await page.goto(replicaset);
    const chosen = page.locator('#prediction-who-has-to-go').getByRole('radio').nth(2);
    await chosen.check();
    const kept = () => page.evaluate(() => localStorage.getItem('loopscope-progress'));
    await expect.poll(kept).toContain('"who-has-to-go":{"chosen":2}');

    const other = await context.newPage();
    const shifts = await watchShifts(other);
    await other.goto(`${replicaset}#prediction-who-has-to-go`);
    await expect(other.locator('#prediction-who-has-to-go').getByRole('radio').nth(2)).toBeChecked();
    expect(await shifts()).toEqual([]);

    await page.locator('#prediction-who-has-to-go').getByRole('radio').nth(1).check();
    await expect(other.locator('#prediction-who-has-to-go').getByRole('radio').nth(1)).toBeChecked();
    await other.goto(`/zh-cn${replicaset}#prediction-who-has-to-go`);
    await expect(other.locator('#prediction-who-has-to-go').getByRole('radio').nth(1)).toBeChecked();
  });

  test('works where nothing can be kept, and says so', async ({ page }) => {
    await page.addInitScript(() => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (key: string, text: string) {
        if (key === 'loopscope-progress') throw new DOMException('full', 'QuotaExceededError');
        setItem.call(this, key, text);
      };
    });
    await page.goto(loop);
    const box = page.locator('#prediction-ten-changes');
    await box.getByRole('radio').nth(1).check();
    await expect(box.getByRole('status').last()).toHaveText(
      "This is not kept: the storage that this browser gives this site is full, or denied. Free some, or allow it in the browser's settings.",
    );
    await expect(box.locator('li.right .yours')).toBeVisible();
  });
});

test.describe('an experiment', () => {
  test('by keyboard shows the fork beside the story', async ({ page }) => {
    await page.goto(loop);
    const box = page.locator('#experiment-crash-between-two-creates');
    await expect(box.getByText('How many pods will there be when it is back?')).toBeVisible();
    await expect(box.getByRole('table')).toBeHidden();
    const link = box.getByRole('link', { name: 'Do it' });
    await link.focus();
    await page.keyboard.press('Enter');

    const scope = new ScopeOnPage(page);
    await expect(scope.slider).toBeFocused();
    expect(await scope.said()).toContain('You crash kube-controller-manager');
    const runs = scope.root.getByRole('region', { name: 'Two runs' });
    await expect(runs).toBeVisible();
    await expect(runs.getByRole('button', { name: 'Yours' })).toHaveAttribute('aria-pressed', 'true');
    await expect(runs).toContainText('Yours goes on at 304 ms: You crash kube-controller-manager.');
    await expect(box.getByRole('table')).toBeVisible();
    expect(await axeFindings(page, { part: '.experiment' })).toEqual([]);

    // A link to a moment of the story leads back to it, and the experiment waits beside it.
    await page
      .getByRole('link', { name: /^Step at / })
      .first()
      .click();
    await expect(runs.getByRole('button', { name: 'The story' })).toHaveAttribute('aria-pressed', 'true');
    // The experiment once more: its acts do not add up.
    await link.press('Enter');
    await expect(runs.getByRole('button', { name: 'Yours' })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => scope.said()).toContain('You crash kube-controller-manager');
    await expect(scope.root.getByRole('button', { name: /^Take back: / })).toHaveCount(2);
    // What the table says has happened is one press away.
    await box.getByRole('link', { name: 'at 716 ms' }).click();
    await expect
      .poll(() => scope.said())
      .toBe('The reflector of kube-controller-manager lists 1 pod at revision 9.');

    await page.goto('/progress/');
    await expect
      .poll(() => stateOf(page, 'controllers/the-control-loop', 'Crash the controller'))
      .toBe('tried');
  });

  test('from a shared link opens with both runs', async ({ page }) => {
    await page.goto(loop);
    const href = await page
      .locator('#experiment-ten-conflicts')
      .getByRole('link', { name: 'Do it' })
      .getAttribute('href');
    await page.goto('about:blank');
    await page.goto(`${loop}${href}`);
    const scope = new ScopeOnPage(page);
    await expect(scope.root.getByRole('button', { name: 'Yours' })).toHaveAttribute('aria-pressed', 'true');
    expect(await scope.said()).toContain('You make the next 10 updates of replicasets conflict');
  });
});

test.describe('a word of the glossary', () => {
  const word = (page: Page) => page.locator('a.term').first();
  const preview = (page: Page) => page.getByRole('tooltip');

  test('shows what it means on hover, while the pointer is on either, until Escape', async ({ page }) => {
    await page.goto(replicaset);
    await word(page).scrollIntoViewIfNeeded();
    await word(page).hover();
    await expect(preview(page)).toContainText('expectation: what a controller keeps in memory');
    await preview(page).hover();
    await expect(preview(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(preview(page)).toBeHidden();
    await word(page).hover();
    await expect(preview(page)).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(preview(page)).toBeHidden();
  });

  test('shows what it means on focus, and leads to the glossary', async ({ page }) => {
    await page.goto(replicaset);
    await word(page).focus();
    await expect(preview(page)).toBeVisible();
    await expect(word(page)).toHaveAccessibleDescription(/what a controller keeps in memory/);
    await page.keyboard.press('Escape');
    await expect(preview(page)).toBeHidden();
    await expect(word(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/glossary\/#expectation$/);
    await expect(page.locator('#expectation')).toBeInViewport();
    await expect(page.locator('#expectation').getByRole('link', { name: 'ReplicaSet' })).toBeVisible();
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

    test('shows what it means on the first tap, inside the page, and follows on the second', async ({
      page,
    }) => {
      await page.goto(replicaset);
      await word(page).scrollIntoViewIfNeeded();
      await word(page).tap();
      await expect(preview(page)).toBeVisible();
      const box = await preview(page).boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
      await expect(page).toHaveURL(new RegExp(`${replicaset}(#scope=.*)?$`));
      await word(page).tap();
      await expect(page).toHaveURL(/\/glossary\/#expectation$/);
    });
  });
});

test.describe('progress', () => {
  test('is saved as a file, cleared by keyboard, and taken in again', async ({ page, context }) => {
    await page.goto(loop);
    await page.locator('#prediction-ten-changes').getByRole('radio').first().check();
    const read = page.getByRole('checkbox', { name: 'I have read this chapter' });
    await read.check();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('loopscope-progress')))
      .toContain('"read":true');
    await page.reload();
    await expect(read).toBeChecked();
    await page.getByRole('link', { name: 'Your progress' }).click();
    const id = 'controllers/the-control-loop';
    await expect.poll(() => stateOf(page, id, 'Ten changes')).toBe('predicted');
    expect(await stateOf(page, id, 'Read to the end')).toBe('read');
    expect(await stateOf(page, id, 'Make ten writes conflict')).toBe('not yet');

    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file' }).first().click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('loopscope-progress.json');
    const saved = await download.path();
    expect(JSON.parse(await readFile(saved, 'utf8'))).toEqual({
      kind: 'loopscope-progress',
      version: 1,
      chapters: { [id]: { predictions: { 'ten-changes': { chosen: 0 } }, read: true } },
    });

    const other = await context.newPage();
    await other.goto('/progress/');
    await expect.poll(() => stateOf(other, id, 'Ten changes')).toBe('predicted');

    const clear = page.getByRole('button', { name: 'Clear all' }).first();
    await clear.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Clear all progress?' });
    await expect(dialog).toContainText('This browser will forget: 1 prediction, 1 chapter marked as read.');
    expect(await axeFindings(page, { part: 'dialog[open]' })).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await stateOf(page, id, 'Ten changes')).toBe('predicted');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Clear all' }).press('Enter');
    await expect(page.getByText('Everything is cleared.')).toBeVisible();
    await expect.poll(() => stateOf(page, id, 'Ten changes')).toBe('not yet');
    // The other tab hears of it.
    await expect.poll(() => stateOf(other, id, 'Ten changes')).toBe('not yet');

    const file = page.getByLabel('Import a file');
    await file.setInputFiles({
      name: 'a.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"kind":1}'),
    });
    await expect(
      page.getByText('This file cannot be imported: expected "kind": "loopscope-progress", found 1.'),
    ).toBeVisible();
    await file.setInputFiles(saved);
    await expect(page.getByText('2 things imported. What was here before is still here.')).toBeVisible();
    await expect.poll(() => stateOf(page, id, 'Ten changes')).toBe('predicted');
    await expect.poll(() => stateOf(other, id, 'Read to the end')).toBe('read');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a prediction is explained, an experiment told, a word linked, and progress says what it needs', async ({
    page,
  }) => {
    await page.goto(loop);
    const prediction = page.locator('#prediction-ten-changes');
    await seen(page.locator('.goes-on > *'));
    await prediction.getByRole('radio').nth(1).check();
    await prediction.locator('summary').click();
    await expect(prediction.locator('li.right')).toContainText('Your answer holds.');
    const experiment = page.locator('#experiment-crash-between-two-creates');
    await expect(experiment.getByRole('link', { name: 'Do it' })).toBeHidden();
    await experiment.locator('summary').click();
    await expect(experiment.getByRole('row', { name: /lists 1 pod/ })).toHaveText(/never\s*at 716 ms/);
    await expect(page.getByRole('checkbox', { name: 'I have read this chapter' })).toBeHidden();
    await page.goto('/progress/');
    await expect(page.getByText('Progress needs JavaScript.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Clear all' })).toBeHidden();
    await expect(page.getByRole('link', { name: /Make ten writes conflict/ })).toBeVisible();
  });
});

test('a study group copies its questions and links as notes', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(loop);
  const box = page.getByRole('region', { name: 'For a study group' });
  await box.getByRole('button', { name: 'Copy as notes for the group' }).press('Enter');
  await expect(box.getByRole('status')).toHaveText('Copied.');
  const notes = await page.evaluate(() => navigator.clipboard.readText());
  const [, link = ''] = /- \[The key that is in the queue already\]\((.*)\)/.exec(notes) ?? [];
  expect(notes).toMatch(/^# The control loop\n\nhttp.*\n\n40 minutes\n/);
  expect(notes).toContain('\n1. Why does the handler put a key into the queue');
  await page.goto('about:blank');
  await page.goto(link);
  expect(await (await new ScopeOnPage(page).wake()).said()).toContain('has default/web already');
});
