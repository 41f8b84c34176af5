import { expect } from '@playwright/test';
import { tabTo } from './keyboard.ts';
import { ScopeOnPage } from './scope.ts';
import { axeFindings, test, watchShifts } from './site.ts';

const chapter = '/controller-manager/leader-election/';
const lease = '--leader-elect-lease-duration';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('by keyboard one changes a number: the picture answers, a link brings it, and v1.20.2 is a key away', async ({
  page,
}) => {
  const shifts = await watchShifts(page);
  await page.goto(chapter);
  const scope = await new ScopeOnPage(page).wake();
  await scope.slider.press('End');
  for (let step = 0; step < 12; step++) await scope.slider.press('ArrowLeft');
  const picture = scope.root.locator('.scope-picture .picture-drawing:visible');
  const drawn = (): Promise<string | null> => picture.getAttribute('aria-label');
  const own = await drawn();

  await tabTo(page, scope.root.getByRole('tab', { selected: true }));
  await page.keyboard.press('Home');
  const tab = scope.root.getByRole('tab', { name: 'Change a number' });
  for (let tabs = 0; tabs < 2; tabs++) await page.keyboard.press('ArrowRight');
  await expect(tab).toBeFocused();
  const slider = scope.root.getByRole('slider', { name: lease });
  await expect(slider).toBeVisible();
  await tabTo(page, slider);
  await expect(slider).toHaveAttribute('aria-valuetext', '15 s');
  const said = scope.root.locator('.numbers-foot [role=status]');

  // A candidate waits longer: at this time another replica leads, or none does.
  for (let press = 1; press <= 20; press++) await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', '35 s');
  await expect(said).toHaveText(new RegExp(`^${lease} is 35 s, in the story 15 s\\. Shown at .+\\.$`));
  await expect(slider).toBeFocused();
  await expect.poll(drawn).not.toBe(own);
  const changed = await drawn();
  expect(await axeFindings(page, { part: '.scope-drawer' })).toEqual([]);

  await scope.button('Link to this moment').click();
  await expect.poll(() => page.url()).toContain('#scope=');
  const link = page.url();

  // What v1.20.2 has.
  await scope.root.getByRole('button', { name: 'v1.20.2: 15 s' }).focus();
  await page.keyboard.press('Enter');
  await expect(slider).toHaveAttribute('aria-valuetext', '15 s');
  await expect(slider).toBeFocused();
  await expect.poll(drawn).toBe(own);
  await expect(said).toHaveText(new RegExp(`^${lease} is as in the story\\.`));
  // The head and the sentence change with each step that is slow to come; what the hand is on must not.
  expect((await shifts()).filter((shift) => /number|drawer|compare|input|output/.test(shift))).toEqual([]);

  await page.goto('about:blank');
  await page.goto(link);
  const linked = new ScopeOnPage(page);
  await expect(linked.root.getByRole('slider', { name: lease })).toHaveAttribute('aria-valuetext', '35 s');
  await expect.poll(drawn).toBe(changed);
});

test('numbers that do not go together are refused in the words of upstream', async ({ page }) => {
  await page.goto(chapter);
  const scope = await new ScopeOnPage(page).wake();
  await scope.open('Change a number');
  const slider = scope.root.getByRole('slider', { name: lease });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(scope.root.locator('.numbers-refused')).toHaveText(
    'kube-controller-manager-0 does not start with these numbers: panic: leaseDuration must be greater than renewDeadline',
  );
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', '40 s');
  await expect(scope.root.locator('.numbers-refused')).toHaveCount(0);
});

test('a link with a number that the story cannot have says so, and shows the story', async ({ page }) => {
  const moment = [1, 'controller-manager/leader-election', 393, 5, [], null, { [lease]: 900 }];
  await page.goto(`${chapter}#scope=${Buffer.from(JSON.stringify(moment)).toString('base64url')}`);
  await expect(page.locator('.scope-notices p').first()).toContainText(
    `expected ${lease} to be from 1 s to 40 s in steps of 1 s, found 900 s. Choose one of these here.`,
  );
  await expect(page.locator('.scope[data-live="true"]').first()).toBeVisible();
});
