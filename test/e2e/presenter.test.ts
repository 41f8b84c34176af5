import { type Locator, type Page, expect } from '@playwright/test';
import { ScopeOnPage } from './scope.ts';
import { axeFindings, test } from './site.ts';

const loop = '/controllers/the-control-loop/';
const replicaset = '/controllers/replicaset/';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 720 } });

/** A page as a room sees it. */
class Shown {
  readonly page: Page;
  readonly dialog: Locator;
  readonly place: Locator;
  readonly passage: Locator;
  readonly question: Locator;
  readonly sentence: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.locator('dialog.presenter');
    this.place = this.dialog.locator('.presenter-place');
    this.passage = this.dialog.locator('.presenter-stage .presenter-passage');
    this.question = this.dialog.locator('.presenter-question');
    this.sentence = this.dialog.locator('.presenter-sentence');
  }

  /** Opens a page and presents it by its key. */
  static async at(page: Page, path: string): Promise<Shown> {
    await page.goto(path);
    await new ScopeOnPage(page).wake({ steps: 'told in the text' });
    return new Shown(page).present();
  }

  async present(): Promise<this> {
    await this.page.keyboard.press('f');
    await expect(this.dialog).toBeVisible();
    return this;
  }

  tool(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  /** Opens the projector's window by its button. */
  async project(): Promise<Shown> {
    await this.page.mouse.move(200, 200);
    const opened = this.page.waitForEvent('popup');
    await this.dialog.getByRole('button', { name: /^Open a projector window/ }).click();
    const projector = new Shown(await opened);
    await expect(projector.dialog).toBeVisible();
    return projector;
  }

  /** Goes on to the next question that the page asks. */
  async toQuestion(): Promise<void> {
    const places = await this.dialog.evaluate(() => document.querySelectorAll('main .step').length);
    for (let i = 0; i < places && !(await this.question.isVisible()); i++) {
      const before = await this.place.textContent();
      await this.page.keyboard.press('PageDown');
      await expect(this.question.or(this.place.filter({ hasNotText: before! })).first()).toBeVisible();
    }
    await expect(this.question).toBeVisible();
  }

  /** What does not fit the window, or the box round it, with its place. */
  overflow(): Promise<string[]> {
    return this.dialog.evaluate((dialog) =>
      [...dialog.querySelectorAll('.presenter-stage, .presenter-stage > *, .presenter-stage > * > *')]
        .filter((part) => {
          const [inner, outer] = [part, part.parentElement!].map((one) => one.getBoundingClientRect());
          const { top, left, bottom, right } = outer!;
          const inside = inner!.top >= top - 1 && inner!.bottom <= bottom + 1;
          return !inside || inner!.left < left - 1 || inner!.right > right + 1 || inner!.height === 0;
        })
        .map((part) => `${part.className} ${JSON.stringify(part.getBoundingClientRect())}`)
        .concat(
          dialog.scrollHeight > dialog.clientHeight || dialog.clientHeight !== innerHeight ? ['scrolls'] : [],
        ),
    );
  }

  /** Type of the smallest letters that are told, in px. */
  typeOf(part: Locator): Promise<number> {
    return part.evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
  }
}

for (const [width, height, least] of [
  [1280, 720, 28],
  [1920, 1080, 42],
] as const) {
  test(`fits ${width} × ${height} at every passage, question and answer, in large type`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const shown = await Shown.at(page, replicaset);
    const [, all] = (await shown.place.textContent())!.split(' of ').map(Number);
    expect(all).toBeGreaterThan(20);
    await page.keyboard.press('Home');
    let asked = 0;
    for (let at = 1; at <= all!; at++) {
      await expect(shown.place).toHaveText(`${at} of ${all}`);
      await expect(shown.passage).toBeVisible();
      expect(await shown.overflow(), `${at}`).toEqual([]);
      expect(await shown.typeOf(shown.passage)).toBeGreaterThanOrEqual(least);
      await page.keyboard.press('PageDown');
      const next = shown.place.filter({ hasText: `${at + 1} of ` });
      if (at < all!) await expect(shown.question.or(next).first()).toBeVisible();
      while (await shown.question.isVisible()) {
        asked++;
        expect(await shown.typeOf(shown.question)).toBeGreaterThanOrEqual(least);
        expect(await shown.overflow(), `question at ${at}`).toEqual([]);
        await page.keyboard.press('Enter');
        await expect(shown.dialog.locator('.is-right')).toBeVisible();
        expect(await shown.overflow(), `answer at ${at}`).toEqual([]);
        await page.keyboard.press('PageDown');
        if (at === all) break;
        await expect(shown.passage).toBeVisible();
      }
    }
    expect(asked).toBeGreaterThan(0);
    const picture = await shown.dialog.locator('.picture-drawing').boundingBox();
    expect(picture!.height).toBeGreaterThan(height / 2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}

test('a clicker walks the told moments, and only while the page is presented', async ({ page }) => {
  await page.goto(loop);
  const scope = await new ScopeOnPage(page).wake({ steps: 'told in the text' });
  await page.locator('h1').click();
  await page.keyboard.press('PageDown');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await scope.slider.focus();

  const shown = await new Shown(page).present();
  await page.keyboard.press('Home');
  await expect(page.locator('html')).toHaveAttribute('data-presenting', 'presenter');
  const steps = page.locator('main .step');
  await expect(shown.place).toHaveText(/^1 of \d+$/);
  for (const [key, place] of [
    ['PageDown', 2],
    ['ArrowRight', 3],
    [' ', 4],
    ['ArrowLeft', 3],
    ['PageUp', 2],
  ] as const) {
    await page.keyboard.press(key);
    await expect(shown.place).toHaveText(new RegExp(`^${place} of `));
    await expect(steps.nth(place - 1)).toHaveAttribute('aria-current', 'step');
  }
  // The words of the text, its code as code, without its time and what its terms mean.
  await expect(shown.passage).toHaveText(/^\s*Two milliseconds after the ReplicaSet was stored/);
  await page.keyboard.press('PageUp');
  await expect(shown.passage.locator('code').first()).toHaveText('web');
  await expect(shown.passage.locator('a, .margin-note')).toHaveCount(0);
});

test('stops at a question, whose answer comes when it is asked for, and then goes on', async ({ page }) => {
  const shown = await Shown.at(page, loop);
  await shown.toQuestion();
  const asked = page.locator('main .prediction').first();
  const right = (await asked.locator('li.right .why').textContent())!;
  await expect(shown.question).toHaveText(
    (await asked.locator('legend').textContent())!.replace('Predict', '').trim(),
  );
  await expect(shown.dialog.locator('.presenter-answers li')).toHaveCount(
    await asked.locator('label').count(),
  );
  await expect(shown.dialog).not.toContainText(right);
  await expect(shown.dialog.locator('.is-right')).toHaveCount(0);
  const place = await shown.place.textContent();

  await shown.tool('Show the answer').click();
  await expect(shown.dialog).toContainText(right);
  await expect(shown.dialog.locator('.is-right')).toContainText('So it is.');
  await expect(shown.place).toHaveText(place!);
  await page.keyboard.press('PageDown');
  await expect(shown.question).toBeHidden();
  await expect(shown.place).not.toHaveText(place!);
  await page.keyboard.press('PageUp');
  await expect(shown.question).toBeVisible();
});

test('counts hands for each answer, shows them in the projector, and keeps them with the answer', async ({
  page,
}) => {
  const shown = await Shown.at(page, loop);
  const projector = await shown.project();
  await shown.toQuestion();
  await shown.dialog.getByRole('spinbutton', { name: 'Hands for B' }).fill('12');
  await expect(projector.dialog.locator('.presenter-answers li').nth(1)).toContainText('12');
  await expect(projector.dialog.getByRole('spinbutton')).toHaveCount(0);
  await shown.dialog.getByRole('spinbutton', { name: 'Hands for A' }).fill('3');
  await expect(projector.dialog.locator('.presenter-answers li').nth(0)).toContainText('3');
  // A clicker goes on, wherever the cursor is.
  await page.keyboard.press('PageDown');
  await expect(projector.dialog.locator('.is-right')).toContainText('So it is.');
  await expect(projector.dialog.locator('.presenter-answers li').nth(1)).toContainText('12');
  expect(await axeFindings(page, { part: 'dialog.presenter' })).toEqual([]);
});

test('Escape and f end it, and give the focus back to where it was', async ({ page }) => {
  const shown = await Shown.at(page, loop);
  const slider = new ScopeOnPage(page).slider;
  const top = await page.evaluate(() => scrollY);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Escape');
  await expect(shown.dialog).toHaveCount(0);
  await expect(slider).toBeFocused();
  await expect(page.locator('html')).not.toHaveAttribute('data-presenting');
  await shown.present();
  await expect(shown.place).toHaveText(/^2 of /);
  await page.keyboard.press('f');
  await expect(shown.dialog).toHaveCount(0);
  await expect(slider).toBeFocused();
  const button = page.getByRole('button', { name: 'Present', exact: true });
  await button.click();
  await expect(shown.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(top);
});

test('what is not for the room goes with a step, and comes with the pointer or the focus', async ({
  page,
}) => {
  const shown = await Shown.at(page, loop);
  const tools = shown.dialog.locator('.presenter-tools');
  await expect(tools).toHaveCSS('opacity', '1');
  await page.keyboard.press('PageDown');
  await expect(tools).toHaveCSS('opacity', '0');
  await page.keyboard.press('Tab');
  await expect(tools).toHaveCSS('opacity', '1');
  await page.keyboard.press('PageDown');
  await page.mouse.move(300, 300);
  await expect(tools).toHaveCSS('opacity', '1');
});

test('a projector window shows the stage and follows, one that opens late too, and the presenter has notes', async ({
  page,
  context,
}) => {
  const shown = await Shown.at(page, loop);
  await page.keyboard.press('PageDown');
  const projector = await shown.project();
  const same = async (other: Shown): Promise<void> => {
    await expect(other.place).toHaveText((await shown.place.textContent())!);
    await expect(other.sentence).toHaveText((await shown.sentence.textContent())!);
    await expect(other.dialog.locator('.presenter-words')).toContainText(
      (await shown.passage.or(shown.question).textContent())!,
    );
  };
  await same(projector);
  await expect(projector.dialog.locator('button, textarea, a')).toHaveCount(0);
  await expect(projector.dialog.getByRole('alert')).toBeEmpty();
  expect(await projector.overflow()).toEqual([]);

  const status = shown.dialog.getByRole('status');
  await expect(status).toHaveText('1 projector follows.');
  await page.bringToFront();
  await page.keyboard.press('PageDown');
  await expect(shown.place).toHaveText(/^3 of /);
  await same(projector);
  await shown.toQuestion();
  await same(projector);
  await expect(projector.dialog.locator('.is-right')).toHaveCount(0);

  const late = new Shown(await context.newPage());
  await late.page.goto(`${loop}?projector`);
  await expect(late.question).toBeVisible();
  await same(late);
  await expect(status).toHaveText('2 projectors follow.');
  await page.keyboard.press('Enter');
  await expect(late.dialog.locator('.is-right')).toContainText('So it is.');
  await late.page.close();
  await expect(status).toHaveText('1 projector follows.');

  // A clicker that is pressed in the window of the projector.
  await projector.page.keyboard.press('PageDown');
  await expect(shown.question).toBeHidden();
  await same(projector);

  const notes = shown.dialog.getByRole('textbox', { name: /^Notes/ });
  await notes.fill('Ask who has seen <b>this</b> at three in the morning.');
  await page.keyboard.press('PageDown');
  await expect(notes).toHaveValue('Ask who has seen <b>this</b> at three in the morning.');
  await same(projector);
  await shown.tool('Fill this window').click();
  await expect(notes).toHaveCount(0);
  await page.reload();
  await new ScopeOnPage(page).wake({ steps: 'told in the text' });
  await shown.present();
  await expect(notes).toHaveValue(/<b>this<\/b>/);
});

test('what another window says that is no moment of this page is not shown, and told', async ({ page }) => {
  await page.goto(`${loop}?projector`);
  const projector = new Shown(page);
  await expect(projector.dialog.getByRole('alert')).toContainText('No window presents this page yet');
  const before = await projector.sentence.textContent();
  await page.evaluate(() => {
    const whole = {
      loopscope: 1,
      page: location.pathname,
      kind: 'moment',
      n: 1,
      passage: 3,
      revealed: false,
    };
    const channel = new BroadcastChannel('loopscope');
    const spoilt = [{ loopscope: 2 }, { page: '/' }, { passage: '<img src=x onerror=alert(1)>' }, {}];
    for (const more of spoilt)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel.postMessage({ ...whole, moment: '#scope=abc', ...more });
  });
  await expect(projector.dialog.getByRole('alert')).toContainText('expected a whole link');
  expect(await projector.sentence.textContent()).toBe(before);
});

test('says what to do where no window opens, and where none can follow', async ({ page }) => {
  await page.addInitScript(() => (window.open = () => null));
  const shown = await Shown.at(page, loop);
  const open = shown.tool('Open a projector window');
  await open.click();
  await expect(shown.dialog.getByRole('alert')).toContainText('The browser opened no window.');
  const link = shown.dialog.getByRole('link', { name: 'the projector' });
  await expect(link).toHaveAttribute('href', `${loop}?projector`);
  await shown.tool('Close').click();
  await expect(link).toHaveCount(0);

  await page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
  await page.reload();
  await new ScopeOnPage(page).wake({ steps: 'told in the text' });
  await shown.present();
  await open.click();
  await expect(shown.dialog.getByRole('alert')).toContainText('Put this one on the projector');
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('axe finds nothing wrong with the stage, a question, its answer, the desk of the presenter', async ({
      page,
    }) => {
      const shown = await Shown.at(page, loop);
      const part = 'dialog.presenter';
      expect(await axeFindings(page, { part })).toEqual([]);
      await shown.toQuestion();
      expect(await axeFindings(page, { part })).toEqual([]);
      await page.keyboard.press('Enter');
      await expect(shown.dialog.locator('.is-right')).toBeVisible();
      expect(await axeFindings(page, { part })).toEqual([]);
      const projector = await shown.project();
      await expect(projector.dialog.locator('.is-right')).toBeVisible();
      expect(await axeFindings(page, { part })).toEqual([]);
      expect(await axeFindings(projector.page, { part })).toEqual([]);
    });
  });

test('in Chinese, and on a phone, nothing is wider than the window', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/zh-cn${loop}`);
  await page.locator('.scope[data-live="true"] .controls-move [data-main]').focus();
  const shown = await new Shown(page).present();
  await expect(shown.tool('打开投影窗口')).toBeVisible();
  await expect(shown.passage).toHaveText(/\p{Script=Han}/u);
  expect(await shown.dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
});
