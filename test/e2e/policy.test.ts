import { expect, test } from '@playwright/test';

test('a page runs and loads nothing but what is the site’s own', async ({ page }) => {
  await page.goto('/');
  const refused = await page.evaluate(async () => {
    const attempts: (() => unknown)[] = [
      () => document.body.append(Object.assign(document.createElement('script'), { textContent: 'ran = 1' })),
      () => {
        document.body.insertAdjacentHTML('beforeend', '<button onclick="ran = 1"></button>');
        (document.body.lastElementChild as HTMLElement).click();
      },
      () => setTimeout('ran = 1'),
      () => new Worker(URL.createObjectURL(new Blob(['1']))),
      () => import('data:text/javascript,ran = 1' as string),
      () => fetch('https://elsewhere.example/'),
      () => Object.assign(new Image(), { src: 'https://elsewhere.example/' }),
      () => document.body.insertAdjacentHTML('beforeend', '<iframe src="https://elsewhere.example/">'),
      () => document.body.insertAdjacentHTML('beforeend', '<object data="/favicon.svg"></object>'),
      () => document.head.insertAdjacentHTML('beforeend', '<base href="https://elsewhere.example/">'),
      () =>
        document.head.insertAdjacentHTML(
          'beforeend',
          '<link rel="stylesheet" href="https://elsewhere.example/">',
        ),
      () => {
        document.body.insertAdjacentHTML('beforeend', '<form action="/"></form>');
        (document.body.lastElementChild as HTMLFormElement).submit();
      },
    ];
    const found: string[] = [];
    for (const attempt of attempts) {
      const told = new Promise<SecurityPolicyViolationEvent>((resolve) =>
        document.addEventListener('securitypolicyviolation', resolve, { once: true }),
      );
      // What is refused may also be thrown.
      void Promise.resolve()
        .then(attempt)
        .catch(() => undefined);
      const { effectiveDirective, blockedURI } = await told;
      found.push(`${effectiveDirective} ${blockedURI.split(':')[0]}`);
    }
    return { found, ran: 'ran' in globalThis };
  });
  expect(refused).toEqual({ found: [], ran: false });
});

test('no page from elsewhere shows one of the site in a frame', async ({ page, baseURL }) => {
  // The same server by another name is elsewhere.
  await page.goto(`${baseURL!.replace('127.0.0.1', 'localhost')}/glossary/`);
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.setContent(`<iframe src="${baseURL}/glossary/"></iframe>`);
  await refused;
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveCount(0);
});
