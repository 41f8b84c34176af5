import { expect, type Page } from '@playwright/test';
import { encodeCluster } from '../../playground/scheduler/cluster-link.ts';
import { ownFile, ownStart } from '../../playground/scheduler/plugin-files.ts';
import { inputOf } from '../../playground/scheduler/scheduler-model.ts';
import { packText } from '../../src/components/base/packed-text.ts';
import { encodeMoment } from '../../src/components/scope/link/share-link.ts';
import oldLinks from '../components/scope/link/old-links.json' with { type: 'json' };
import { linkWith } from './edited-link.ts';
import { ExerciseOnPage } from './exercise.ts';
import { tabTo } from './keyboard.ts';
import { ScopeOnPage } from './scope.ts';
import { test } from './site.ts';

/**
 * The situations in which a page tells of an error or asks a question: who uses the keyboard keeps a place on the page, and who listens
 * to it hears what happened.
 */
const loop = '/controllers/the-control-loop/';
const replicaSet = '/controllers/replicaset/';
const noTime = "/^(a+)+$/.test('a'.repeat(60) + 'b');";
const cluster = 'apiVersion: v1\nkind: Node\nmetadata: { name: only }\n';

const oldLink = oldLinks.edited.find(
  ({ exercise }) => exercise === 'controllers/replicaset/expectations',
)!.link;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** What live regions have said since the page came, each time that they said something new. */
async function listen(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const live = '[role="alert"], [role="status"], [aria-live]:not([aria-live="off"])';
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((changes) => {
      const regions = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        for (const node of [target, ...addedNodes]) {
          const element = node instanceof Element ? node : node.parentElement;
          const around = element?.closest(live);
          if (around) regions.add(around);
          for (const inside of element?.querySelectorAll('[role="alert"]') ?? []) regions.add(inside);
        }
      }
      for (const { textContent } of regions)
        if (textContent && heard.at(-1) !== textContent) heard.push(textContent);
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  return async () => (await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).join('\n');
}

const clusterLink = (): Promise<string> =>
  encodeCluster({ ...inputOf(cluster), edits: { [ownFile]: ownStart } }, () => Promise.resolve(''));

async function openScheduler(page: Page, fragment = ''): Promise<void> {
  await page.goto(`/playground/scheduler/${fragment}`);
  await expect(page.locator('loop-scheduler')).not.toHaveAttribute('aria-busy');
}

test.describe('an exercise', () => {
  test('that runs, by its button, leaves the focus there; and so does one that is stopped', async ({
    page,
  }) => {
    await page.goto(loop);
    const exercise = await new ExerciseOnPage(page, 'give-up').open();
    await exercise.goBehind('yield* this.syncHandler(key);');
    await page.keyboard.press('Enter');
    await page.keyboard.type(noTime);
    await page.keyboard.press('Tab');
    const [run, stop] = [exercise.button('Run it'), exercise.button('Stop')];
    await expect(run).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(run).toHaveAttribute('aria-disabled', 'true');
    await expect(run).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(exercise.said).toHaveText('Stopped. Your text is as it was.');
    await expect(stop).toBeFocused();
    await expect(run).toHaveAttribute('aria-disabled', 'false');
  });

  test('whose run breaks off says why, and its text is known to be wrong until it is changed', async ({
    page,
  }) => {
    const heard = await listen(page);
    await page.goto(loop);
    const exercise = await new ExerciseOnPage(page, 'give-up').open();
    await expect(exercise.editor).toHaveAttribute('aria-invalid', 'false');
    await exercise.goBehind('yield* this.syncHandler(key);');
    await page.keyboard.press('Enter');
    await page.keyboard.type('throw null;');
    await exercise.run('The run broke off.');
    const why = 'expected an Error to be thrown, found null; throw new Error("what went wrong"), at line ';
    await expect.poll(heard).toContain(why);
    await expect(exercise.editor).toBeFocused();
    await expect(exercise.editor).toHaveAttribute('aria-invalid', 'true');
    await expect(exercise.editor).toHaveAccessibleErrorMessage(new RegExp(why.replaceAll(/[()]/g, '\\$&')));
    await page.keyboard.type(' ');
    await expect(exercise.editor).toHaveAttribute('aria-invalid', 'false');
    await expect(exercise.editor).toHaveAccessibleDescription(/^Tab leaves the editor\. /);
  });

  test('whose manifests cannot be read says where, and what was expected', async ({ page }) => {
    const heard = await listen(page);
    await page.goto(loop);
    const exercise = await new ExerciseOnPage(page, 'adopt-two').open();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('apiVersion: apps/v1\nkind: ReplicaSet\n');
    await exercise.run('This cannot be read yet.');
    await expect.poll(heard).toContain('Line 1: metadata: expected a map with a name, found nothing.');
    await expect(exercise.editor).toBeFocused();
    await expect(exercise.editor).toHaveAttribute('aria-invalid', 'true');
  });
});

test.describe('a notice', () => {
  test('of a broken link is heard, and closing it leads to what moves the run', async ({ page }) => {
    const heard = await listen(page);
    await page.goto(`${loop}#scope=hello`);
    const scope = new ScopeOnPage(page);
    await expect.poll(heard).toContain('This link does not lead to a moment: expected a whole link, found ');
    await tabTo(page, scope.button('Close'));
    await page.keyboard.press('Enter');
    await expect(scope.button('Close')).toHaveCount(0);
    await expect(scope.slider).toBeFocused();
  });

  test('of a broken link to a cluster is heard', async ({ page }) => {
    const heard = await listen(page);
    await openScheduler(page, '#cluster=hello');
    expect(await heard()).toContain('This link does not lead to a cluster: expected a whole link, found ');
  });

  test('of a progress record that cannot be read is heard', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('loopscope-progress', '{'));
    await page.goto('/progress/');
    await expect(page.getByRole('alert')).toContainText('What is kept here cannot be read: ');
  });

  test('of a run that gives no sign of life, and was ended, is heard, and closing it leads back', async ({
    page,
  }) => {
    const heard = await listen(page);
    await page.goto(`${replicaSet}${await linkWith(noTime)}`);
    const scope = new ScopeOnPage(page);
    await tabTo(page, scope.button('Run it'));
    await page.keyboard.press('Enter');
    await expect(scope.root.locator('.scope-said')).toHaveText('Running…');
    await expect.poll(heard).toContain('expected a sign of life within 3 s, found none; the run was ended.');
    await expect(scope.slider).toBeFocused();
    await tabTo(page, scope.button('Close'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(scope.slider).toBeFocused();
  });

  test('of a run that failed is heard', async ({ page }) => {
    const heard = await listen(page);
    await page.goto(`${replicaSet}${await linkWith('throw undefined;')}`);
    const scope = new ScopeOnPage(page);
    await tabTo(page, scope.button('Run it'));
    await page.keyboard.press('Enter');
    await expect.poll(heard).toContain('This run was ended: process replicaset/worker-');
    expect(await heard()).toContain('expected an Error to be thrown, found undefined;');
    await expect(scope.slider).toBeFocused();
  });
});

test.describe('the question whether code of a link is to run', () => {
  for (const [path, scenario] of [
    [replicaSet, 'controllers/replicaset'],
    ['/playground/', 'playground/scaling'],
  ] as const) {
    for (const answer of ['Run it', 'Leave it']) {
      test(`is put to the reader, and "${answer}" leads to what moves the run: ${path}`, async ({ page }) => {
        await page.goto(`${path}${await linkWith('void 0;', { scenario })}`);
        const scope = new ScopeOnPage(page);
        const question = scope.root.getByRole('group', { name: 'Edited code' });
        await expect(question).toBeFocused();
        await expect(question).toBeInViewport();
        await expect(question).toHaveAccessibleDescription(
          /^This link brings code that another reader has edited\. /,
        );
        await tabTo(page, scope.button(answer));
        await page.keyboard.press('Enter');
        await expect(question).toHaveCount(0);
        await expect(scope.slider).toBeFocused();
        // Where there are two runs, the one that is not shown is a strip below the timeline.
        await expect(scope.root.locator('.timeline-other')).toHaveCount(answer === 'Run it' ? 1 : 0);
        await expect(scope.slider).toBeFocused();
      });
    }
  }

  test('is put to a reader who follows the link on the page itself', async ({ page }) => {
    await page.goto(replicaSet);
    const scope = await new ScopeOnPage(page).wake();
    const link = await linkWith('void 0;');
    await page.evaluate((hash) => void (location.hash = hash), link);
    await expect(scope.root.getByRole('group', { name: 'Edited code' })).toBeFocused();
  });

  test('is put for a link from before the file moved, and names where the text is now', async ({ page }) => {
    await page.goto(`${replicaSet}${oldLink}`);
    const scope = new ScopeOnPage(page);
    const question = scope.root.getByRole('group', { name: 'Edited code' });
    await expect(question).toBeFocused();
    await question.getByText('Look at it first').click();
    await expect(question.locator('figcaption')).toHaveText(
      /^kubernetes\/pkg\/controller\/replicaset\/replica_set\.ts:\d+$/,
    );
    await question.getByRole('button', { name: 'Run it' }).click();
    await expect(scope.root.locator('.timeline-other')).toHaveCount(1);
  });

  test('is not put where the text is no more, and the rest of the link opens', async ({ page }) => {
    const file = 'kubernetes/pkg/controller/replicaset/replica_set.ts';
    const packed = await packText(JSON.stringify([[file, '00000000', 1, 1, ['x']]]));
    const scenario = 'controllers/replicaset#slow-cache';
    const moment = { scenario, seed: 1, acts: [], entry: 40 };
    await page.goto(`${replicaSet}${encodeMoment(moment)}`);
    const scope = await new ScopeOnPage(page).wake();
    const [place, said] = [await scope.place(), await scope.said()];
    await page.goto('/glossary/');
    await page.goto(`${replicaSet}${encodeMoment({ ...moment, packed })}`);
    const problem = `expected edits of ${file} as it is here, found edits of another version of it`;
    await expect(scope.root.getByText(problem)).toBeVisible();
    await scope.wake();
    expect([await scope.place(), await scope.said()]).toEqual([place, said]);
  });

  for (const answer of ['Run it', 'Leave it']) {
    test(`is put on the page of the scheduler, and "${answer}" leads to the cluster`, async ({ page }) => {
      await openScheduler(page, await clusterLink());
      const question = page.getByRole('group', { name: 'Edited code' });
      await expect(question).toBeFocused();
      await expect(question).toHaveAccessibleDescription(
        /^This link brings code that another reader has edited\. /,
      );
      await tabTo(page, question.getByRole('button', { name: answer }));
      await page.keyboard.press('Enter');
      await expect(question).toHaveCount(0);
      await expect(page.getByRole('combobox', { name: 'Example' })).toBeFocused();
    });
  }
});

test.describe('a text that is no YAML', () => {
  test('is told where it is applied, with its place, and the focus stays in it', async ({ page }) => {
    const heard = await listen(page);
    await page.goto('/playground/');
    const scope = await new ScopeOnPage(page).wake();
    await tabTo(page, scope.root.locator('.yaml-box summary'));
    await page.keyboard.press('Enter');
    const area = page.getByRole('textbox', { name: 'Manifest' });
    await tabTo(page, area);
    await expect(area).toHaveAttribute('aria-invalid', 'false');
    await page.keyboard.insertText('apiVersion: v1\nkind: Pod\nkind: Pod\n');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(heard)
      .toContain('line 3, column 1 expected YAML, found something else: Map keys must be unique.');
    await expect(area).toBeFocused();
    await expect(area).toHaveAttribute('aria-invalid', 'true');
  });

  test('and too long is kept out of the field, and told', async ({ page }) => {
    const heard = await listen(page);
    await page.goto('/playground/');
    const scope = await new ScopeOnPage(page).wake();
    await tabTo(page, scope.root.locator('.yaml-box summary'));
    await page.keyboard.press('Enter');
    const area = page.getByRole('textbox', { name: 'Manifest' });
    await tabTo(page, area);
    await page.keyboard.insertText('a: b\n'.repeat(50_000));
    await expect
      .poll(heard)
      .toContain('expected at most 200000 characters, found 250000. Apply the objects in parts.');
    await expect(area).toHaveValue('');
    await expect(area).toBeFocused();
  });

  test('is told on the page of the scheduler, with its line', async ({ page }) => {
    const heard = await listen(page);
    await openScheduler(page);
    const area = page.getByRole('textbox', { name: 'Nodes and pods' });
    await tabTo(page, area);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(`${cluster}---\nkind: [\n`);
    await page.keyboard.press('Control+Enter');
    await expect.poll(heard).toMatch(/line \d: expected YAML, found something else: /);
    await expect(area).toBeFocused();
    await expect(area).toHaveAttribute('aria-invalid', 'true');
  });
});
