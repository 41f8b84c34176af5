import { expect } from '@playwright/test';
import { axeFindings, test } from './site.ts';

test('what axe finds is told with its rule and its place, in a page, in a part of it, and of some rules', async ({
  page,
}) => {
  await page.goto('/404.html');
  expect(await axeFindings(page)).toEqual([]);
  await page.evaluate(() => {
    const one = Object.assign(document.createElement('p'), { id: 'one', style: 'color: #999' });
    one.append('Pale ', document.createElement('img'));
    const other = Object.assign(document.createElement('p'), { id: 'other' });
    document.querySelector('main')?.append(one, other);
  });
  const image = {
    id: 'image-alt',
    help: 'Images must have alternative text',
    where: [expect.stringMatching(/^img: /)],
  };
  const pale = { id: 'color-contrast', where: [expect.stringMatching(/^#one: Element has insufficient/)] };
  expect(await axeFindings(page)).toEqual([expect.objectContaining(pale), image]);
  expect(await axeFindings(page, { part: '#other' })).toEqual([]);
  expect(await axeFindings(page, { part: '#one', only: ['image-alt'] })).toEqual([image]);
});
