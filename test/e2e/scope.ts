import { type Locator, type Page, expect } from '@playwright/test';

/** What a test does with a Scope, in the words of a reader. */
export class ScopeOnPage {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page, nth = 0) {
    this.page = page;
    this.root = page.locator('loop-scope, loop-playground').nth(nth);
  }

  /** Scrolls to the Scope and waits until it lives. */
  async wake(): Promise<this> {
    // At once: a page that is loaded again meanwhile has another.
    await this.root.evaluate((scope) => scope.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await expect(this.root.locator('.scope[data-live="true"]')).toBeVisible();
    await this.slider.focus();
    return this;
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
    await this.button(words).click();
    return this.root.locator('.acts form');
  }

  get slider(): Locator {
    return this.root.getByRole('slider');
  }
}
