import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { GoBeside, GoFile } from '../../src/components/code/go-files.ts';
import { ScopeOnPage } from './scope.ts';
import { htmlOf } from '../../scripts/pages.ts';
import { axeFindings, test } from './site.ts';

const chapter = '/controllers/the-control-loop/';
const withTree = htmlOf(chapter).includes('<details class="theirs');
const file = 'kubernetes/pkg/controller/replicaset/replica_set.ts';
const raw = `https://raw.githubusercontent.com/kubernetes/kubernetes/v1.20.2/pkg/controller/replicaset/replica_set.go`;

/** Once a reader has agreed, the files of the chapter's other snippets are fetched too. */
const others = ['controller_ref_manager', 'controller_utils'].map(
  (name) => `https://raw.githubusercontent.com/kubernetes/kubernetes/v1.20.2/pkg/controller/${name}.go`,
);

const chosen = (page: Page) => page.evaluate(() => document.documentElement.dataset['code']);

test('the language of code is chosen by keyboard, for the whole site, and remembered', async ({ page }) => {
  await page.goto(chapter);
  const snippet = page.locator('.snippet').first();
  await expect(snippet.locator('.ours')).toBeVisible();
  await expect(snippet.locator('.theirs')).toBeHidden();
  await snippet.getByRole('radio', { name: 'TypeScript' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(snippet.getByRole('radio', { name: 'Go' })).toBeFocused();
  await expect(snippet.locator('.theirs')).toBeVisible();
  await expect(snippet.locator('.ours')).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(snippet.locator('.ours')).toBeVisible();
  await expect(snippet.locator('.theirs')).toBeVisible();
  expect(await axeFindings(page, { part: '.snippet' })).toEqual([]);

  await page.goto('/guide/reading-the-code/');
  const other = page.locator('.snippet').first();
  await expect(other.getByRole('radio', { name: 'both' })).toBeChecked();
  await expect(other.locator('.theirs')).toBeVisible();
  expect(await chosen(page)).toBe('both');
});

test('on a phone both languages stand one under the other, and nothing is wider than the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => localStorage.setItem('loopscope-code', 'both'));
  await page.goto(chapter);
  const snippet = page.locator('.snippet').first();
  const [ours, theirs] = [
    await snippet.locator('.ours').boundingBox(),
    await snippet.locator('.theirs').boundingBox(),
  ];
  expect(theirs!.y).toBeGreaterThanOrEqual(ours!.y + ours!.height);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('the line at which a Scope stands is lit in the prose', async ({ page }) => {
  await page.goto(chapter);
  const scope = await new ScopeOnPage(page).wake();
  const lit = page.locator('.snippet .ours [aria-current="step"]');
  for (let step = 0; step < 120 && (await lit.count()) === 0; step++) await page.keyboard.press('ArrowRight');
  const line = (await lit.textContent())?.trim();
  expect(line).toBeTruthy();
  if (withTree) await expect(page.locator('.snippet details [aria-current="step"]')).toHaveCount(1);
  await scope.root.locator('.scope-code').scrollIntoViewIfNeeded();
  await expect(scope.root.locator('.scope-code [aria-current="step"] code')).toHaveText(line!);
});

test.describe('in a site that was built without the source of Kubernetes', () => {
  test.skip(withTree, 'this one was built with it');

  test('a snippet says what stood in the way of fetching its Go, and does not show another text', async ({
    page,
    answer,
  }) => {
    await page.goto(chapter);
    const snippet = page.locator('.snippet').first();
    await snippet.getByRole('radio', { name: 'Go' }).check();
    const said = snippet.getByRole('status');
    await expect(said).toContainText('The Go of Kubernetes v1.20.2 is not part of this site.');
    await expect(snippet.getByRole('link', { name: 'Read it there' })).toHaveAttribute('href', /#L519-L536$/);

    for (const url of [raw, ...others]) await answer(url, 'nothing');
    await snippet.getByRole('button', { name: 'Fetch Go from GitHub' }).press('Enter');
    await expect(said).toContainText('GitHub cannot be reached.');
    await answer(raw, { text: '404: Not Found', status: 404 });
    await snippet.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(said).toContainText('GitHub answered 404 where the file was expected.');
    await answer(raw, { text: 'package replicaset\n\nfunc other() {}\n' });
    await snippet.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(said).toContainText(
      /not the one that was pinned: the digest of lines 519 to 536 is [0-9a-f]{8}…[0-9a-f]{4}, expected [0-9a-f]{8}…[0-9a-f]{4}/,
    );
    await expect(snippet.locator('.theirs .listing')).toHaveCount(0);
    await expect(snippet.getByRole('link', { name: 'Read it there' })).toBeVisible();
    expect(await axeFindings(page, { part: '.snippet' })).toEqual([]);
  });

  test('a place of upstream opens, by keyboard, at the same offer', async ({ page }) => {
    await page.goto(chapter);
    const place = page.locator('.upstream .go-of').first();
    await place.locator('summary').press('Enter');
    await expect(place.getByRole('button', { name: 'Fetch Go from GitHub' })).toBeVisible();
    expect(await axeFindings(page, { part: '.upstream' })).toEqual([]);
  });

  test('a lens offers the recent release from its own tag', async ({ page, answer }) => {
    await page.goto(chapter);
    const recent = page.locator('.lens li').nth(1);
    await expect(recent.getByRole('link')).toHaveAttribute(
      'href',
      /\/blob\/v1\.36\.3\/.*the_real_fifo\.go#L93-L160$/,
    );
    await recent.locator('summary').press('Enter');
    const address = 'staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go';
    await answer(`https://raw.githubusercontent.com/kubernetes/kubernetes/v1.36.3/${address}`, 'nothing');
    await recent.getByRole('button', { name: 'Fetch Go from GitHub' }).click();
    await expect(recent.getByRole('status')).toContainText('GitHub cannot be reached.');
  });

  test('a Scope fetches once, shows the verified text, lights the same step in both, and keeps it', async ({
    page,
    baseURL,
    answer,
  }) => {
    // No text of upstream is here: our own file, with its functions opened as Go opens them, stands for it.
    const lines = readFileSync(`src/runtime/${file}`, 'utf8').replaceAll('try {', 'if try {').split('\n');
    const served = JSON.parse(htmlOf(`/go/ours/${file}.json`)) as GoFile<GoBeside>;
    for (const { from, pin } of served.parts) lines[from - 1] = `func ${pin.symbol}() {`;
    const parts = served.parts.map((part) => {
      const own = lines.slice(part.from - 1, part.to).join('\n');
      const sha256 = createHash('sha256').update(`${own}\n`).digest('hex');
      return { ...part, pin: { ...part.pin, startLine: part.from, endLine: part.to, sha256 } };
    });
    await page.route(`${baseURL}/go/ours/${file}.json`, (route) => route.fulfill({ json: { parts } }));
    await answer(raw, { text: lines.join('\n') });
    for (const url of others) await answer(url, 'nothing');
    const asked: string[] = [];
    page.on('request', (request) => request.url() === raw && asked.push(raw));

    await page.goto('/controllers/replicaset/');
    const scope = await new ScopeOnPage(page).wake();
    const pane = scope.root.locator('.scope-code');
    await pane.scrollIntoViewIfNeeded();
    await pane.getByRole('radio', { name: 'TypeScript' }).press('ArrowLeft');
    await expect(pane.getByRole('radio', { name: 'both' })).toBeChecked();
    await scope.slider.focus();
    const lit = pane.locator('.go-text, .code-box:not(.go-text *)').locator('[data-current] code');
    for (let step = 0; step < 80 && (await pane.locator('[data-current]').count()) === 0; step++)
      await page.keyboard.press('ArrowRight');
    await pane.getByRole('button', { name: 'Fetch Go from GitHub' }).click();
    await expect(lit).toHaveCount(2);
    await scope.slider.focus();
    // On to a statement of one line.
    for (let step = 0; step < 12 || (await lit.count()) !== 2; step++)
      await page.keyboard.press('ArrowRight');
    const ours = (await lit.first().textContent())?.trim() ?? '';
    expect(ours).not.toBe('');
    await expect(lit).toHaveText([ours, ours]);
    await pane.scrollIntoViewIfNeeded();
    await expect(lit.last()).toBeInViewport();
    expect(asked).toHaveLength(1);
    expect(await axeFindings(page, { part: '.scope-code' })).toEqual([]);

    await page.reload();
    await (await new ScopeOnPage(page).wake()).slider.focus();
    await pane.scrollIntoViewIfNeeded();
    await expect(pane.getByRole('radio', { name: 'both' })).toBeChecked();
    await pane.getByRole('combobox', { name: 'Function' }).selectOption('slowStartBatch');
    await expect(pane.locator('.go-text')).toContainText('slowStartBatch');
    expect(asked).toHaveLength(1);
  });
});
