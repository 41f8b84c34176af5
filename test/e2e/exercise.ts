import { type Locator, type Page, expect } from '@playwright/test';

/** What a test does with an exercise, in the words of a reader. */
export class ExerciseOnPage {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page, name: string) {
    this.page = page;
    this.root = page.locator(`#exercise-${name}`);
  }

  button(name: string): Locator {
    return this.root.getByRole('button', { name, exact: true });
  }

  get editor(): Locator {
    return this.root.locator('.cm-content');
  }

  get said(): Locator {
    return this.root.locator('.said > p').first();
  }

  async open(): Promise<this> {
    await this.button('Work on it').click();
    await expect(this.editor).toBeFocused();
    return this;
  }

  /** Puts the cursor behind a piece of the text, by keys alone. */
  async goBehind(piece: string): Promise<void> {
    await this.page.keyboard.press('Control+Home');
    // Only lines in sight are in the page.
    await expect(this.editor.locator('.cm-line').first()).toBeInViewport();
    const lines = await this.lines();
    const line = lines.findIndex((text) => text.includes(piece));
    if (line < 0) throw new Error(`"${piece}" is not in\n${lines.join('\n')}`);
    for (let at = 0; at < line; at++) await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press('End');
    const behind = lines[line]!.length - lines[line]!.indexOf(piece) - piece.length;
    for (let at = 0; at < behind; at++) await this.page.keyboard.press('ArrowLeft');
  }

  lines(): Promise<string[]> {
    return this.editor.locator('.cm-line').allTextContents();
  }

  /** Runs it, and waits for what is said. */
  async run(said: string | RegExp): Promise<void> {
    await this.page.keyboard.press('Control+Enter');
    await expect(this.said).toHaveText(said, { timeout: 40_000 });
  }
}
