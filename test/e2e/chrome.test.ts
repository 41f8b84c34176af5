import { expect } from '@playwright/test';
import { test } from './site.ts';

test('search opens by key, finds a chapter, and leads there', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox').fill('control loop');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^The control loop/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/controllers\/the-control-loop\//);
});

// A page with a Scope has more styles than one without.
for (const path of ['/', '/glossary/', '/zh-cn/', '/controllers/replicaset/']) {
  test(`the header holds what is in it, ${path}`, async ({ page }) => {
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(path);
      const out = await page.locator('header.header').evaluate((header) =>
        [...header.querySelectorAll('a, button, select, label, span')]
          .filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .filter((one) => {
            const { top, bottom, right } = one.getBoundingClientRect();
            return right > innerWidth || top < 0 || bottom > header.getBoundingClientRect().bottom;
          })
          .map((one) => one.outerHTML.slice(0, 80)),
      );
      expect(out, `at ${width} pixels`).toEqual([]);
    }
  });
}

for (const path of ['/', '/zh-cn/controllers/replicaset/']) {
  test(`what has come in of the header stays where it is when the rest comes, ${path}`, async ({ page }) => {
    await page.goto(path);
    const moved = await page.locator('header.header').evaluate((header) => {
      const parts = [...header.querySelectorAll('a, nav, button, svg, span, select')];
      const places = () => parts.map((part) => part.getBoundingClientRect().x);
      const whole = places();
      return parts.toReversed().flatMap((late, after) => {
        late.remove();
        const now = places();
        return parts
          .slice(0, parts.length - 1 - after)
          .filter((part, at) => part.isConnected && now[at] !== whole[at])
          .map((part) => `${part.localName} before ${late.localName} “${late.textContent.trim()}”`);
      });
    });
    expect(moved).toEqual([]);
  });
}

test('the theme that the reader chose stays on the next page', async ({ page }) => {
  // The second stands in the menu of phones.
  const theme = page.getByLabel('Select theme').first();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await theme.selectOption('dark');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const night = await paper();
  await page.goto('/controllers/the-control-loop/');
  expect(await paper()).toBe(night);
  await theme.selectOption('light');
  expect(await paper()).not.toBe(night);
});

test('the drawing of the loop stops when the reader asks, and stands still under reduced motion', async ({
  page,
}) => {
  await page.goto('/');
  const playing = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  expect(await playing()).toBeGreaterThan(0);
  await page.getByLabel('Pause the drawing').check();
  expect(await playing()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  expect(await playing()).toBe(0);
});

test('the menu of chapters opens on a phone, and closes with Escape', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/controllers/replicaset/');
  const chapter = page
    .getByRole('navigation', { name: 'Chapters', exact: true })
    .getByRole('link', { name: /^The control loop/ });
  await expect(chapter).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(chapter).toBeVisible();
  const behind = page.locator('.main-frame');
  await expect(behind).toHaveAttribute('inert');
  await page.keyboard.press('Escape');
  await expect(chapter).toBeHidden();
  await expect(behind).not.toHaveAttribute('inert');
});
