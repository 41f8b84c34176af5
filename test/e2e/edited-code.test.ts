import { expect, test as bare } from '@playwright/test';
import { test } from './site.ts';

/** Starts a worker in the frame of edited code, without any other lock, and gives what its code posts. */
function inFrame(code: string): Promise<unknown> {
  const frame = document.createElement('iframe');
  frame.src = '/edited-code/';
  document.body.append(frame);
  return new Promise((resolve) => {
    frame.addEventListener('load', () => {
      const realm = frame.contentWindow as Window & typeof globalThis;
      const script = `(async () => { ${code} })().then(postMessage, (e) => postMessage('refused: ' + e.name))`;
      const blob = new realm.Blob([script], { type: 'text/javascript' });
      const worker = new realm.Worker(realm.URL.createObjectURL(blob), { type: 'module' });
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data), { once: true });
      worker.addEventListener('error', ({ message }) => resolve(`refused: ${message}`));
    });
  });
}

// The browser says on the console what a policy refuses, so this page is not a quiet one.
bare(
  'the policy of the frame holds by itself: a worker in it asks no network for anything but scripts of the site',
  async ({ page }) => {
    const asked: string[] = [];
    page.on('requestfinished', (request) => asked.push(request.url()));
    await page.goto('/glossary/');
    const { origin } = new URL(page.url());
    const tries = {
      'fetch from another site': `await fetch('http://127.0.0.1:9/stolen')`,
      'fetch from this site': `await fetch('${origin}/stolen')`,
      'a web socket': `const s = new WebSocket('ws://127.0.0.1:9/stolen'); await new Promise((y, n) => { s.onopen = y; s.onerror = () => n(new TypeError()); })`,
      'an event source': `const s = new EventSource('${origin}/stolen'); await new Promise((y, n) => { s.onopen = y; s.onerror = () => n(new TypeError()); })`,
      'a script of another site': `await import('http://127.0.0.1:9/stolen.js')`,
      'a script as data': `await import('data:text/javascript,export default 1')`,
      'a script of a blob': `await import(URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' })))`,
    };
    for (const [name, code] of Object.entries(tries)) {
      expect(await page.evaluate(inFrame, code), name).toMatch(/^refused: /);
    }
    expect(asked.filter((url) => url.includes('stolen'))).toEqual([]);
    // What edited code needs: to be made of text.
    expect(await page.evaluate(inFrame, `return (0, eval)('1 + 1')`)).toBe(2);
  },
);

test('code of a reader runs in that frame, and code of ours does not', async ({ page }) => {
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await page.goto('/controllers/the-control-loop/');
  await expect(page.locator('.scope-button').first()).toBeVisible();
  await page.locator('#exercise-give-up').getByRole('button', { name: 'Work on it' }).click();
  await page.locator('#exercise-give-up .cm-content').press('Control+Enter');
  await expect(page.locator('#exercise-give-up .said > p').first()).toHaveText(
    'Not yet: 3 of 9 checks do not hold.',
  );
  const frames = page.frames().map((frame) => new URL(frame.url()).pathname);
  expect(frames).toEqual(['/controllers/the-control-loop/', '/edited-code/']);
  expect(workers.map((url) => new URL(url).protocol)).toEqual(['http:', 'blob:']);
  await expect(page.locator('iframe')).toBeHidden();
});
