import { expect, type Locator, type Page } from '@playwright/test';
import { axeFindings, test } from './site.ts';

/** Opens the page, and waits until it is alive. */
async function open(page: Page, path = '/playground/scheduler/'): Promise<void> {
  await page.goto(path);
  await expect(page.locator('loop-scheduler')).not.toHaveAttribute('aria-busy');
}

/** A row of the table with this caption. */
const rowOf = (page: Page, caption: string, name: string): Locator =>
  page.getByRole('table', { name: caption }).getByRole('row').filter({ hasText: name });
const podRow = (page: Page, name: string): Locator => rowOf(page, 'Where each pod goes', name);
const verdictRow = (page: Page, name: string): Locator =>
  page
    .getByRole('grid', { name: 'Nodes and what each filter says of them' })
    .getByRole('row')
    .filter({ hasText: name });
const status = (page: Page): Locator => page.locator('.lab-status [role=status]');

const cluster = `apiVersion: v1
kind: Node
metadata: { name: only }
status: { allocatable: { cpu: "2", memory: 4Gi, pods: "10" } }
---
apiVersion: v1
kind: Pod
metadata: { name: mine }
spec: { containers: [{ name: app, image: a, resources: { requests: { cpu: "3" } } }] }
`;

test.describe("the scheduler's playground", () => {
  test('decides what is typed, says why not, and compares what is changed', async ({ page }) => {
    await open(page);
    await expect(status(page)).toHaveText('2 of 3 waiting pods find a node.');
    const area = page.getByRole('textbox', { name: 'Nodes and pods' });
    await area.fill(cluster);
    await area.press('Control+Enter');
    await expect(status(page)).toHaveText('0 of 1 waiting pod find a node.');
    await expect(verdictRow(page, 'only')).toContainText('NodeResourcesFit: Insufficient cpu');
    const asks = page.getByRole('textbox', { name: 'cpu that its first container asks for' });
    await asks.fill('1');
    await asks.press('Enter');
    await expect(podRow(page, 'default/mine')).toContainText('only was no node');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(podRow(page, 'default/mine')).toContainText('no node');
    await expect(page.locator('.pane-was')).toHaveCount(0);
  });

  test('tells what is wrong, with the line, and goes there', async ({ page }) => {
    await open(page);
    const area = page.getByRole('textbox', { name: 'Nodes and pods' });
    await area.fill(cluster.replace('cpu: "3"', 'cpu: plenty'));
    await area.press('Control+Enter');
    const problem = page.locator('.lab-problems li');
    await expect(problem).toContainText('expected an amount from 0');
    await problem.getByRole('button', { name: 'line 9' }).click();
    await expect(area).toBeFocused();
    expect(
      await area.evaluate((box: HTMLTextAreaElement) =>
        box.value.slice(box.selectionStart, box.selectionEnd),
      ),
    ).toContain('plenty');
  });

  test('a profile with other weights, and the link that holds it', async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page);
    await page.getByText('The profile', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'TaintToleration' }).uncheck();
    await expect(status(page)).toContainText('go elsewhere than before your changes.');
    await page.getByRole('button', { name: 'Copy a link' }).click();
    await expect(page).toHaveURL(/#cluster=/);
    const link = page.url();
    expect(link.startsWith(`${baseURL}/playground/scheduler/#cluster=`)).toBe(true);
    await page.goto('/playground/');
    await open(page, link.slice(baseURL?.length));
    await expect(page.getByRole('checkbox', { name: 'TaintToleration' })).not.toBeChecked();
    await expect(status(page)).toContainText('go elsewhere than before your changes.');
  });

  test('a pasted configuration decides, and what is wrong with it leads to its line', async ({ page }) => {
    await open(page);
    await page.getByText('The profile', { exact: true }).click();
    await page.getByRole('button', { name: 'Write or paste a configuration instead' }).click();
    const area = page.getByRole('textbox', { name: 'KubeSchedulerConfiguration' });
    const head = 'apiVersion: kubescheduler.config.k8s.io/v1beta1\nkind: KubeSchedulerConfiguration\n';
    await area.fill(`${head}profiles:\n- plugins: { filters: {} }\n`);
    await area.press('Control+Enter');
    await expect(status(page)).toContainText('the configuration cannot be used');
    await page.locator('.lab-profile').getByRole('button', { name: 'line 4' }).click();
    await expect(area).toBeFocused();
    await area.fill(`${head}profiles:\n- plugins: { filter: { disabled: [{ name: TaintToleration }] } }\n`);
    await area.press('Control+Enter');
    await expect(podRow(page, 'default/training')).toContainText('gpu was no node');
  });

  test('leads from a verdict to the line that decided, and runs edited code', async ({ page }) => {
    await open(page);
    await verdictRow(page, 'small').getByRole('gridcell', { name: 'refuses' }).first().click();
    await expect(page.getByRole('heading', { name: 'NodeResourcesFit on small' })).toBeFocused();
    const line = page.locator('.lab-code [aria-current]');
    await expect(line).toContainText('return');
    await page.getByRole('button', { name: 'Earlier line' }).click();
    await expect(page.getByRole('button', { name: 'Later line' })).toBeEnabled();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Write a plugin of your own' }).click();
    const editor = page.locator('.cm-content');
    await expect(editor).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(verdictRow(page, 'big')).toContainText('NodeResourcesFit');
    await expect(page.getByRole('button', { name: 'your own plugin', exact: true })).toBeVisible();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('(');
    await page.keyboard.press('Control+Enter');
    await expect(status(page)).toContainText('Not run again');
    await expect(page.locator('.editor-problem')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });

  test('takes a dump in a file, and says what is left out', async ({ page }) => {
    await open(page);
    const items = [
      {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: 'from-file' },
        status: { allocatable: { cpu: '1' } },
      },
      { apiVersion: 'v1', kind: 'Event', metadata: { name: 'e' } },
    ];
    const buffer = Buffer.from(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    await page
      .getByLabel('Open files')
      .setInputFiles({ name: 'dump.json', mimeType: 'application/json', buffer });
    await expect(page.locator('.lab-taken')).toHaveText('Taken: 1 node, 0 running pods, 0 waiting pods.');
    await expect(page.locator('.lab-left')).toContainText('1 × Event: the scheduler does not look at it');
  });

  test('is used by keyboard alone', async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: 'default/report' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Pod default/report' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'default/report' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(page.getByRole('button', { name: 'default/report' })).toBeFocused();
  });

  for (const scheme of ['light', 'dark'] as const) {
    test(`has nothing that axe finds wrong, in ${scheme}, with everything open`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await open(page);
      for (const summary of await page.locator('loop-scheduler summary').all()) await summary.click();
      await page.getByRole('checkbox', { name: 'TaintToleration' }).uncheck();
      await expect(status(page)).toContainText('go elsewhere');
      expect(await axeFindings(page)).toEqual([]);
    });
  }

  test('fits a phone, in Chinese too', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    for (const path of ['/playground/scheduler/', '/zh-cn/playground/scheduler/']) {
      await open(page, path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
    await expect(status(page)).toHaveText('3 个等待中的 Pod 中有 2 个找到了节点。');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an example is decided and explained', async ({ page }) => {
    await page.goto('/playground/scheduler/');
    await expect(status(page)).toHaveText('2 of 3 waiting pods find a node.');
    await expect(verdictRow(page, 'gpu')).toContainText('TaintToleration');
    await expect(page.getByRole('button', { name: 'Copy a link' })).toBeHidden();
  });
});
