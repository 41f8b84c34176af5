import { expect } from '@playwright/test';
import { test } from './site.ts';

test.use({ javaScriptEnabled: false });

test('from the foot of a chapter to a row of the checklist, and to the section that explains it, without JavaScript', async ({
  page,
}) => {
  await page.goto('/controllers/replicaset/');
  await page.getByRole('link', { name: 'RS-08', exact: true }).click();
  await expect(page).toHaveURL(/\/coverage\/rs\/#RS-08$/);
  const row = page.locator('#RS-08');
  await expect(row).toBeInViewport();
  await expect(row.getByText('To be seen')).toBeVisible();
  await expect(row.getByText('test/scenarios/replicaset.test.ts')).toBeVisible();
  await row.getByRole('link', { name: /^ReplicaSet: / }).click();
  await expect(page).toHaveURL(/\/controllers\/replicaset\/#.+$/);
  const section = page.locator(':target');
  await expect(section).toBeInViewport();
});

test('the checklist counts each topic of the book, and all of them', async ({ page }) => {
  await page.goto('/coverage/');
  const cells = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) }).getByRole('cell');
  await expect(cells('ReplicaSet')).toHaveText(['13', '13']);
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(20);
  await expect(cells('All').last()).toHaveText('436');
});
