import { type Locator, type Page, expect } from '@playwright/test';

/** What a test does with a Scope, in the words of a reader. */
export class ScopeOnPage {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page, nth = 0) {
    this.page = page;
    this.root = page.locator('loop-scope, loop-playground').nth(nth);
  }

  /** Scrolls to the Scope and waits until it lives. Its steps are events, as these tests take them, unless they are of the text. */
  async wake({ steps = 'event' }: { steps?: 'event' | 'told in the text' } = {}): Promise<this> {
    // At once: a page that is loaded again meanwhile has another.
    await this.root
      .locator('.scope')
      .first()
      .evaluate((scope) => scope.scrollIntoView({ block: 'nearest', behavior: 'instant' }));
    await expect(this.root.locator('.scope[data-live="true"]')).toBeVisible();
    if (await this.size.isVisible()) await this.size.selectOption(steps);
    // A dock has no timeline.
    if (await this.slider.isVisible()) await this.slider.focus();
    else await this.root.locator('.controls [data-main]').focus();
    return this;
  }

  /** Wakes it in a window that has no room for all of it, and opens the whole over the page. */
  async wakeWhole(): Promise<this> {
    await this.wake();
    await this.button('whole machine').click();
    await expect(this.page.getByRole('dialog')).toBeVisible();
    await this.size.selectOption('event');
    await this.slider.focus();
    return this;
  }

  /** Opens one thing of those beside the picture. */
  async open(tab: string): Promise<void> {
    if ((await this.root.getByRole('tab').count()) === 0) return;
    // It comes with its pane, and says whether the step changed what that shows.
    const named = new RegExp(`^${tab.replaceAll(/[.*+?^$(){}|[\]\\]/g, '\\$&')}(\\s*[(（].*)?$`);
    await this.root.getByRole('tab', { name: named }).click();
  }

  /** What says how far a step goes. */
  get size(): Locator {
    return this.root.getByRole('combobox', { name: /^(Step|步长)$/ });
  }

  button(name: string): Locator {
    return this.root.getByRole('button', { name, exact: true });
  }

  /** Number of the entry shown, counted as the page counts. */
  async place(): Promise<number> {
    const text = await this.root.locator('.controls-place b').textContent();
    return Number(text?.replaceAll(/\D/g, ''));
  }

  async said(): Promise<string> {
    return (await this.root.locator('.sentence-what').textContent()) ?? '';
  }

  /** Opens one of the things a reader can do, by the words on its button. */
  async whatIf(words: string): Promise<Locator> {
    if (!(await this.button(words).isVisible())) await this.open('What if you…');
    await this.button(words).click();
    return this.root.locator('.acts form');
  }

  get slider(): Locator {
    return this.root.getByRole('slider');
  }
}
