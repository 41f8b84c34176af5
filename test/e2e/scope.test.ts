import { expect } from '@playwright/test';
import { ScopeOnPage } from './scope.ts';
import { test } from './site.ts';

const chapter = '/controllers/replicaset/';

test.describe('a Scope', () => {
  test('steps forward and back, by button and by key, and comes to the same place', async ({ page }) => {
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    const [start, first] = [await scope.place(), await scope.said()];
    await scope.button('One step on').click();
    const [second, there] = [await scope.said(), await scope.place()];
    expect(there).toBeGreaterThan(start);
    expect(second).not.toBe(first);
    await page.keyboard.press('ArrowRight');
    expect(await scope.place()).toBeGreaterThan(there);
    await page.keyboard.press('ArrowLeft');
    expect([await scope.said(), await scope.place()]).toEqual([second, there]);
    await scope.button('One step back').click();
    expect([await scope.said(), await scope.place()]).toEqual([first, start]);
  });

  test('goes to the start and the end, and by larger steps', async ({ page }) => {
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    await page.keyboard.press('End');
    const end = await scope.place();
    await page.keyboard.press('Home');
    expect(await scope.place()).toBe(1);
    await page.keyboard.press('ArrowRight');
    const small = await scope.place();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    expect(await scope.place()).toBeGreaterThan(small);
    await scope.root.getByRole('combobox', { name: 'Step' }).selectOption('every event');
    await scope.slider.focus();
    await page.keyboard.press('End');
    // Stand-ins have steps of their own then.
    expect(await scope.place()).toBeGreaterThan(end);
  });

  test('tells what is said many times in a row as one step, which opens and folds', async ({ page }) => {
    await page.goto('/controller-manager/starting-controllers/');
    const scope = await new ScopeOnPage(page).wake();
    const opens = scope.root.getByRole('button', { name: 'Open all 9' });
    await page.keyboard.press('Home');
    for (let step = 0; step < 20 && (await opens.count()) === 0; step++)
      await page.keyboard.press('ArrowRight');
    const [said, place] = [await scope.said(), await scope.place()];
    expect(said).toContain('serves /healthz, /healthz/ping, /debug/pprof and 6 more in mux-1');

    await opens.click();
    expect(await scope.said()).toContain('serves /healthz in mux-1');
    await page.keyboard.press('ArrowRight');
    await expect(scope.root.getByRole('button', { name: '2 of 9: fold' })).toBeVisible();
    expect(await scope.place()).toBe(place + 1);
    await page.keyboard.press('o');
    expect([await scope.said(), await scope.place()]).toEqual([said, place]);
  });

  test('plays and pauses', async ({ page }) => {
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    const before = await scope.place();
    await page.keyboard.press(' ');
    await expect.poll(() => scope.place()).toBeGreaterThan(before);
    await page.keyboard.press(' ');
    await expect(scope.button('Play')).toBeVisible();
  });

  test('is scrubbed by its slider, with the keyboard and with the pointer', async ({ page }) => {
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    const { slider } = scope;
    const { width, height } = (await slider.boundingBox())!;
    await slider.click({ position: { x: width * 0.75, y: height / 2 } });
    const [now, most] = await Promise.all(
      ['now', 'max'].map((each) => slider.getAttribute(`aria-value${each}`)),
    );
    expect(Number(now) / Number(most)).toBeGreaterThan(0.6);
    expect(Number(now) / Number(most)).toBeLessThan(0.9);
    const there = await scope.place();
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await scope.place()).toBeLessThan(there);
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/, \d[\d.]* m?s: /);
  });

  test('steps by lines of code, and shows the line with its local values', async ({ page }) => {
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    await scope.root.getByRole('combobox', { name: 'Step' }).selectOption('line');
    const seen = new Set<string>();
    for (let i = 0; i < 60 && seen.size < 5; i++) {
      await scope.button('One step on').click();
      const said = await scope.said();
      if (/^Line \d+ of replica_set\.ts/.test(said)) seen.add(said);
    }
    expect(seen.size).toBe(5);
    await expect(scope.root.locator('[aria-current="step"], .is-current').first()).toBeVisible();
  });

  test('walks the causes from why to the act, each a place to go to', async ({ page }) => {
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    for (let i = 0; i < 14; i++) await page.keyboard.press('ArrowRight');
    const from = await scope.place();
    await page.keyboard.press('w');
    const chain = scope.root.getByRole('list', { name: 'The chain of causes' });
    await expect(chain).toBeVisible();
    const causes = chain.getByRole('button');
    await causes.last().click();
    expect(await scope.place()).toBeLessThan(from);
    expect(await scope.said()).toContain('applies ReplicaSet default/web');
  });

  test('forks where the reader acts, compares both runs, and takes the act back', async ({ page }) => {
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowRight');
    const at = await scope.place();
    const form = await scope.whatIf('scale a workload');
    await form.getByLabel('Replicas', { exact: true }).fill('6');
    await form.getByRole('button').first().click();
    const compare = scope.root.getByRole('region', { name: 'Two runs' });
    await expect(compare).toBeVisible();
    expect(await scope.place()).toBeGreaterThanOrEqual(at);
    await expect(compare).toContainText('In the end');
    await scope.root.getByRole('button', { name: /^Take back:/ }).click();
    await expect(compare).toBeHidden();
  });

  test('sets a breakpoint and draws it', async ({ page }) => {
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('b');
    await expect(scope.root.locator('.timeline [class*="break"]').first()).toBeVisible();
    await page.keyboard.press('b');
    await expect(scope.root.locator('.timeline [class*="break"]')).toHaveCount(0);
  });

  test('opens a box of the machine into its pane, by keyboard', async ({ page }) => {
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    await scope.root
      .locator('.picture [role="button"]:visible')
      .filter({ hasText: 'Workqueue' })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await expect(scope.root.getByRole('tab', { selected: true })).toContainText('queue', {
      ignoreCase: true,
    });
  });

  test('shows the machine as a table', async ({ page }) => {
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    await scope.button('Show as a table').click();
    await expect(scope.root.locator('.picture table').first()).toBeVisible();
  });

  test('moves nothing when the reader prefers less motion, and is told all the same', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    const before = await scope.said();
    for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowRight');
    const running = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(
            ({ playState, effect }) =>
              playState === 'running' && Number(effect?.getComputedTiming().duration) > 1,
          ).length,
    );
    expect(running).toBe(0);
    expect(await scope.said()).not.toBe(before);
    await expect(scope.root.locator('[aria-live="polite"]')).not.toBeEmpty();
  });

  test('moves nothing while a key is held, and moves again after a rest', async ({ page }) => {
    await page.clock.install({ time: 0 });
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    await page.clock.pauseAt(3_600_000);
    const travellers = scope.root.locator('.picture-traveller');
    const moves = (): Promise<number> =>
      scope.root.locator('.picture').evaluate((element) => element.getAnimations({ subtree: true }).length);
    // Of so many steps some have something that moves.
    const steps = 12;
    const stepAfter = async (ms: number): Promise<number> => {
      await page.clock.runFor(ms);
      await page.keyboard.press('ArrowRight');
      return moves();
    };
    let moved = 0;
    for (let step = 0; step < steps; step++) moved += await stepAfter(300);
    expect(moved).toBeGreaterThan(0);
    for (let step = 0; step < steps; step++) {
      await stepAfter(100);
      await expect(travellers).toHaveCount(0);
    }
    moved = 0;
    for (let step = 0; step < steps; step++) moved += await stepAfter(300);
    expect(moved).toBeGreaterThan(0);
  });

  test('keeps the lines of a file while another is shown, and shows them again as they were', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/machinery/delta-fifo/');
    const scope = await new ScopeOnPage(page).wake();
    await scope.root.getByRole('combobox', { name: 'Step' }).selectOption('event');
    const file = scope.root.locator('.code-file');
    const shown = scope.root.locator('.code-box:not([inert])');
    await scope.slider.focus();
    for (let step = 0; step < 80 && (await shown.locator('[data-current]').count()) === 0; step++)
      await page.keyboard.press('ArrowRight');
    const first = await file.inputValue();
    const lines = await shown.locator('.code-text').elementHandle();
    let steps = 0;
    for (; (await file.inputValue()) === first; steps++) await page.keyboard.press('ArrowRight');
    await expect(scope.root.locator('.code-box')).toHaveCount(2);
    await expect(scope.root.locator('.code-box[inert] [data-current]')).toHaveCount(0);
    for (; steps > 0; steps--) await page.keyboard.press('ArrowLeft');
    await expect(file).toHaveValue(first);
    await expect(shown.locator('[data-current]')).toBeInViewport();
    expect(await shown.locator('.code-text').evaluate((now, then) => now === then, lines)).toBe(true);
  });

  test('scrolls a pane to what a step changed, and nothing else', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/controllers/replicaset/');
    const scope = await new ScopeOnPage(page).wake();
    await scope.open('Store');
    await expect(scope.root.locator('.pane-table').first()).toBeVisible();
    await scope.slider.focus();
    const from = await page.evaluate(() => scrollY);
    let furthest = 0;
    for (let i = 0; i < 80; i++) {
      await page.keyboard.press('ArrowRight');
      const { changed, seen, top } = await scope.root.locator('.drawer-panel').evaluate(async (panel) => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const box = panel.getBoundingClientRect();
        const drawn = (selector: string): Element[] =>
          [...panel.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
        const rows = drawn('[data-change]');
        const all = rows.length > 0 ? rows : drawn('[data-changed]');
        const inSight = all.filter((one) => {
          const { top: at, height } = one.getBoundingClientRect();
          return at >= box.top && at + Math.min(height, box.height / 2) <= box.bottom;
        });
        return { changed: all.length, seen: inSight.length, top: panel.scrollTop };
      });
      if (changed > 0) expect(seen, `step ${i}`).toBeGreaterThan(0);
      furthest = Math.max(furthest, top);
    }
    expect(furthest).toBeGreaterThan(0);
    expect(await page.evaluate(() => scrollY)).toBe(from);
  });

  test('has its words where a story shows no code, at the place where the run is', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/machinery/shared-informers/');
    const scope = await new ScopeOnPage(page).wake();
    await expect(scope.root.getByRole('tab', { name: 'Code' })).toHaveAttribute('aria-selected', 'true');
    await page
      .locator('.step')
      .filter({ hasText: 'Four pods are made at once' })
      .getByRole('link')
      .first()
      .click();
    await expect(scope.root.locator('.scope-title')).toHaveText('A factory of informers');
    await expect(scope.root.getByRole('tab', { name: 'The run in words' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    const now = scope.root.locator('.transcript [aria-current]');
    await expect(now).toHaveText(/^3000 ms /);
    await expect(now).toBeInViewport();
  });

  test('draws what is out of sight when the reader rests', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 500 });
    await page.clock.install({ time: 0 });
    await page.goto('/playground/');
    const scope = await new ScopeOnPage(page).wake();
    const line = scope.root.locator('.code-row[data-current]');
    await scope.root.locator('.code-box').scrollIntoViewIfNeeded();
    await expect(line).toBeInViewport();
    await scope.slider.scrollIntoViewIfNeeded();
    await expect(line).not.toBeInViewport();
    await page.clock.pauseAt(3_600_000);
    await scope.root.getByRole('combobox', { name: 'Step' }).selectOption('line');
    const before = await line.getAttribute('data-line');
    await scope.slider.focus();
    for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight');
    await expect(line).toHaveAttribute('data-line', before!);
    await page.clock.runFor(150);
    await expect(line).not.toHaveAttribute('data-line', before!);
  });

  test('works at 360 px: every control can be reached and none is too small', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    const reach = async (names: readonly string[]): Promise<void> => {
      for (const name of names) {
        const box = (await scope.button(name).boundingBox())!;
        expect(Math.min(box.width, box.height), name).toBeGreaterThanOrEqual(24);
        expect(box.x + box.width, name).toBeLessThanOrEqual(360);
      }
      await scope.button('One step on').click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    };
    await reach(['One step back', 'One step on', 'whole machine', 'The picture above the text']);
    await scope.wakeWhole();
    await reach(['To the start', 'One step back', 'One step on', 'To the end', 'Close']);
  });
});

test.describe('a link to a moment', () => {
  test('leads to the same moment of the same run, with its acts', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(chapter);
    const scope = await new ScopeOnPage(page).wake();
    for (let i = 0; i < 25; i++) await page.keyboard.press('ArrowRight');
    const form = await scope.whatIf('scale a workload');
    await form.getByLabel('Replicas', { exact: true }).fill('5');
    await form.getByRole('button').first().click();
    await expect(scope.root.getByRole('region', { name: 'Two runs' })).toBeVisible();
    await scope.button('Link to this moment').click();
    await expect(scope.root.locator('.scope-said')).not.toBeEmpty();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const [place, said] = [await scope.place(), await scope.said()];
    const other = await context.newPage();
    await other.goto(link);
    const same = await new ScopeOnPage(other).wake();
    expect([await same.place(), await same.said()]).toEqual([place, said]);
    await expect(same.root.getByRole('button', { name: /^Take back:/ })).toBeVisible();
  });

  const broken = [
    ['cut off', '#scope=WzEsImNvbnRyb2xs', 'This link does not lead to a moment'],
    ['nonsense', '#scope=hello', 'This link does not lead to a moment'],
    ['empty', '#scope=', 'copy the whole link'],
  ] as const;
  for (const [what, fragment, message] of broken) {
    test(`that is ${what} says what is wrong and opens the chapter`, async ({ page }) => {
      await page.goto(`${chapter}${fragment}`);
      const scope = await new ScopeOnPage(page).wake();
      await expect(scope.root.getByRole('alert').first()).toContainText(message);
      expect(await scope.said()).toContain('applies ReplicaSet default/web');
    });
  }
});

test.describe('the playground', () => {
  test('plays another scenario', async ({ page }) => {
    await page.goto('/playground/');
    const scope = await new ScopeOnPage(page).wake();
    const title = await scope.root.locator('.scope-title').textContent();
    const list = page.getByRole('navigation', { name: 'Scenarios' });
    await list.locator('a[data-scenario]').last().click();
    const other = await new ScopeOnPage(page).wake();
    await expect(other.root.locator('.scope-title')).not.toHaveText(title!);
  });

  const notYaml = 'apiVersion: v1\nkind: Pod\n  metadata: {}';
  const podMine =
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: mine\nspec:\n  containers:\n    - name: c\n      image: app:v1\n';

  test('applies YAML to the running store, and says where it is wrong', async ({ page }) => {
    await page.goto('/playground/');
    const scope = await new ScopeOnPage(page).wake();
    for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight');
    await page.getByText('Apply YAML').click();
    const box = page.getByRole('textbox', { name: 'Manifest' });
    await box.fill(notYaml);
    await page.getByRole('button', { name: /^Apply/ }).click();
    await expect(page.getByText('Nothing was applied.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^line \d+, column \d+$/ }).first()).toBeVisible();
    await box.fill(podMine);
    await page.getByRole('button', { name: /^Apply/ }).click();
    await expect(scope.root.getByRole('region', { name: 'Two runs' })).toBeVisible();
    await expect(scope.root.getByRole('button', { name: /^Take back: .*mine/ })).toBeVisible();
  });

  test('applies what was asked for while another text was read, once', async ({ page }) => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/yaml\.worker[^/]*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/playground/');
    const scope = await new ScopeOnPage(page).wake();
    await page.getByText('Apply YAML').click();
    const box = page.getByRole('textbox', { name: 'Manifest' });
    const apply = page.getByRole('button', { name: /^Apply/ });
    await box.fill(notYaml);
    await apply.click();
    await expect(apply).toHaveText('Applying…');
    await box.fill(podMine);
    await apply.click();
    await apply.click();
    release();
    await expect(scope.root.getByRole('button', { name: /^Take back: .*mine/ })).toHaveCount(1);
    await expect(page.getByText('Nothing was applied.')).toHaveCount(0);
  });

  test('a scenario that does not exist is told, and another opens', async ({ page }) => {
    await page.goto('/playground/?scenario=playground/nothing-here');
    await expect(page.getByRole('alert').filter({ hasText: 'nothing-here' })).toBeVisible();
    await new ScopeOnPage(page).wake();
  });
});
