import { expect, test } from '@playwright/test';

test('a page runs and loads nothing but what is the site’s own', async ({ page }) => {
  await page.goto('/');
  const expected = [
    'base-uri https',
    'connect-src https',
    'form-action http',
    'frame-src https',
    'img-src https',
    'object-src http',
    'script-src eval',
    'script-src-attr inline',
    'script-src-elem data',
    'script-src-elem inline',
    'style-src-elem https',
    'worker-src blob',
  ];
  const refused = await page.evaluate(async (count) => {
    // The page says its policy, and the server says it: each refuses.
    const seen = new Set<string>();
    const all = new Promise<void>((resolve) =>
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        seen.add(`${effectiveDirective} ${blockedURI.split(':')[0]}`);
        if (seen.size === count) resolve();
      }),
    );
    const add = (html: string): Element => {
      document.body.insertAdjacentHTML('beforeend', html);
      return document.body.lastElementChild!;
    };
    const attempts: (() => unknown)[] = [
      () => document.body.append(Object.assign(document.createElement('script'), { textContent: 'ran = 1' })),
      () => (add('<button onclick="ran = 1"></button>') as HTMLElement).click(),
      () => setTimeout('ran = 1'),
      () => new Worker(URL.createObjectURL(new Blob(['1']))),
      () => import('data:text/javascript,ran = 1' as string),
      () => fetch('https://elsewhere.example/'),
      () => add('<img src="https://elsewhere.example/">'),
      () => add('<iframe src="https://elsewhere.example/"></iframe>'),
      () => add('<object data="/favicon.svg"></object>'),
      () => add('<link rel="stylesheet" href="https://elsewhere.example/">'),
      () =>
        document.head.append(
          Object.assign(document.createElement('base'), { href: 'https://elsewhere.example/' }),
        ),
      () => (add('<form action="/"></form>') as HTMLFormElement).submit(),
    ];
    // What is refused may also be thrown.
    for (const attempt of attempts)
      void Promise.resolve()
        .then(attempt)
        .catch(() => undefined);
    await all;
    return { seen: [...seen].sort(), ran: 'ran' in globalThis };
  }, expected.length);
  expect(refused).toEqual({ seen: expected, ran: false });
});

test('no page from elsewhere shows one of the site in a frame', async ({ page, baseURL }) => {
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.setContent(`<iframe src="${baseURL}/glossary/"></iframe>`);
  await refused;
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveCount(0);
});
