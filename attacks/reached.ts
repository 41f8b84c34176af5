import type { Browser, Page } from '@playwright/test';

/** A page is opened for each input, which takes as long as some inputs of other attacks. */
export const inputsInOne = 4;

/**
 * What of the page or of the network the code in a link reached, once `act` is done in the page; undefined where it reached nothing. What
 * goes wrong on the way counts as well: a page that no longer answers is broken.
 */
export async function reachedBy(
  browser: Browser,
  link: string,
  act: (page: Page) => Promise<void>,
): Promise<string | undefined> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const said: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    if (url.includes('stolen') || !(url.startsWith(`${new URL(link).origin}/`) || /^(blob|data):/.test(url)))
      said.push(`asked for ${url.slice(0, 100)}`);
  });
  context.on('dialog', (dialog) => said.push(`opened a dialog: ${dialog.message()}`));
  try {
    const page = await context.newPage();
    // What the code throws in its worker stays there; Playwright would report that too.
    await page.addInitScript(() => {
      const thrown: string[] = ((globalThis as { thrown?: string[] }).thrown = []);
      addEventListener('error', ({ message }) => thrown.push(message));
      addEventListener('unhandledrejection', ({ reason }) => thrown.push(String(reason)));
    });
    await page.goto(link);
    const before = await stateOf(page);
    await act(page);
    const after = await stateOf(page);
    if (after !== before) said.push(`changed the page from ${before} to ${after}`);
  } catch (error) {
    said.push(error instanceof Error ? error.message.slice(0, 300) : String(error));
  } finally {
    await context.close();
  }
  return said[0];
}

/** What code that is out would change: the attacks all try to. */
function stateOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify({
      title: document.title,
      stolen: 'stolen' in globalThis,
      kept: localStorage.getItem('stolen'),
      drawn: document.querySelectorAll('iframe[srcdoc], img[src="x"], script:not([src]):not([type])').length,
      polluted: Object.keys(Object.prototype).length,
      thrown: (globalThis as { thrown?: string[] }).thrown,
    }),
  );
}
