import { type Locator, type Page, expect } from '@playwright/test';

/** A paragraph that is bound to an event, by words in it. */
export class StepOnPage {
  readonly paragraph: Locator;
  /** The time at its head, which leads the Scope to the event. */
  readonly link: Locator;

  constructor(page: Page, words: string) {
    this.paragraph = page.locator('.step').filter({ hasText: words });
    this.link = this.paragraph.getByRole('link', { name: /^Step at / });
  }

  /** Waits until it is the one paragraph of its page that is lit. */
  async isLit(): Promise<void> {
    await expect(this.paragraph).toHaveAttribute('aria-current', 'step');
    await expect(litOn(this.paragraph.page())).toHaveCount(1);
  }
}

/** The paragraphs of a page that are lit. */
export function litOn(page: Page): Locator {
  return page.locator('.step[aria-current]');
}
