import type { CDPSession, Page } from '@playwright/test';

/** A page whose process the browser ended, as it does when memory runs out. Playwright gives it up for lost; the browser does not. */
export class EndedPage {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Ends the process of a page. */
  static async end(page: Page): Promise<EndedPage> {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.enable');
    const ended = page.waitForEvent('crash');
    // Nobody is left to answer this.
    session.send('Page.crash').catch(() => undefined);
    await ended;
    return new EndedPage(session);
  }

  async reload(): Promise<void> {
    const loaded = new Promise((resolve) => this.#session.once('Page.loadEventFired', resolve));
    await this.#session.send('Page.reload');
    await loaded;
  }

  /** What a function gives in the page. It is sent as text, so it knows nothing but its argument. */
  async read<A, T>(give: (argument: A) => T | Promise<T>, argument?: A): Promise<T> {
    const { result, exceptionDetails } = await this.#session.send('Runtime.evaluate', {
      expression: `(${give.toString()})(${JSON.stringify(argument)})`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  }

  /** The texts of all elements that a selector finds. */
  texts(selector: string): Promise<string[]> {
    return this.read(
      (found) => [...document.querySelectorAll(found)].map(({ textContent }) => textContent),
      selector,
    );
  }

  click(selector: string): Promise<void> {
    return this.read((found) => document.querySelector<HTMLElement>(found)!.click(), selector);
  }
}
