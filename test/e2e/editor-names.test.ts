import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { ExerciseOnPage } from './exercise.ts';
import { axeFindings, test } from './site.ts';

const replicaSet = '/controllers/replicaset/';
const first = 'let diff = filteredPods.length - rs.spec.replicas;';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const list = (page: Page): Locator => page.getByRole('listbox', { name: 'Names that can stand here' });
const chosen = (page: Page): Locator => list(page).getByRole('option', { selected: true });

/** The list as it can be used: for its first 75 ms it takes no keys, so that Enter takes no name by accident. */
async function usableList(page: Page): Promise<void> {
  await expect(list(page)).toBeVisible();
  const seen = Date.now();
  await expect.poll(() => Date.now() - seen).toBeGreaterThan(100);
}

/** An open editor that offers names, with the cursor on a new line below the first statement. */
async function openEditor(page: Page): Promise<ExerciseOnPage> {
  const exercise = await new ExerciseOnPage(page, 'expectations').open();
  await expect(exercise.editor).toHaveAccessibleDescription(/Ctrl\+Space offers names/);
  await exercise.goBehind(first);
  await page.keyboard.press('Enter');
  return exercise;
}

test('names are offered, said and marked with the keyboard alone', async ({ page }) => {
  await page.goto(replicaSet);
  const exercise = await openEditor(page);

  await page.keyboard.type('this.#expec');
  await expect(chosen(page)).toHaveText('#expectations: UIDTrackingControllerExpectations');
  await usableList(page);
  const id = await chosen(page).getAttribute('id');
  await expect(exercise.editor).toHaveAttribute('aria-activedescendant', id ?? '');
  await page.keyboard.press('Enter');
  await page.keyboard.type('.expect');
  await expect(chosen(page)).toContainText('expectCreations(controllerKey: string, adds: number): void');
  await usableList(page);
  await page.keyboard.press('ArrowDown');
  await expect(chosen(page)).toContainText('expectDeletions(');

  // Escape closes the list, and Tab leaves the editor as ever.
  await page.keyboard.press('Escape');
  await expect(list(page)).toHaveCount(0);
  await expect(exercise.editor).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(exercise.button('Run it')).toBeFocused();
  await page.keyboard.press('Shift+Tab');

  await page.keyboard.press('Control+Space');
  await expect(chosen(page)).toContainText('expectCreations(');
  await usableList(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+i');
  const about = exercise.root.locator('.about-name');
  await expect(about).toHaveText('expectCreations(controllerKey: string, adds: number): void');
  await page.keyboard.press('Escape');
  await expect(about).toHaveCount(0);

  // What is still written is not marked; what is written is, in the words of the run.
  await page.keyboard.press('Backspace');
  await page.keyboard.type('(rsKey, 1);');
  const says = 'expectCreation is not a method of this.#expectations. Did you mean expectCreations?';
  await expect(exercise.root.locator('.editor-problem')).toHaveText(says);
  await expect(exercise.root.locator('.is-unknown')).toHaveText('expectCreation');
  const line = (await exercise.lines()).find((text) => text.includes('expectCreation('));
  expect(line?.trim()).toBe('this.#expectations.expectCreation(rsKey, 1);');
  await page.keyboard.press('F8');
  await expect(exercise.root.locator('.is-unknown')).toHaveCount(0);
});

test('an editor that knows no names is an editor all the same', async ({ page, baseURL, answer }) => {
  await answer(`${baseURL}/types/controllers/replicaset/expectations.json`, 'nothing');
  await page.goto(replicaSet);
  const exercise = await new ExerciseOnPage(page, 'expectations').open();
  await exercise.goBehind(first);
  await page.keyboard.type(' this.x');
  await exercise.run(/^Not yet: /);
  await expect(exercise.editor).toHaveAccessibleDescription(/^Tab leaves the editor\. (?!.*Ctrl\+Space)/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with what is offered and marked, at 360 pixels, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(replicaSet);
    // Keys go by rows of the screen: the line is found while none of its lines is broken.
    const exercise = await openEditor(page);
    await page.setViewportSize({ width: 360, height: 780 });
    await page.keyboard.type('nowhere(); this.getP');
    await expect(list(page)).toBeVisible();
    await expect(exercise.root.locator('.cm-completionInfo')).toBeVisible();
    expect(await axeFindings(page, { part: '#exercise-expectations' })).toEqual([]);
    for (const box of [list(page), exercise.root.locator('.cm-completionInfo')]) {
      const { x = -1, width = 0 } = (await box.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(360);
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowUp');
    await expect(exercise.root.locator('.editor-problem').first()).toHaveText('There is no nowhere here.');
    expect(await axeFindings(page, { part: '#exercise-expectations' })).toEqual([]);
  });
}
