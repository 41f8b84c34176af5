import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadAgain } from '../../../src/components/base/load-again.ts';
import { noteFor } from '../../../src/components/base/note.ts';
import { takeNote } from '../../../src/components/base/notes.ts';
import { storageOf } from '../exercises/storage.ts';

const ours = '<script type="module" src="/_astro/page.Bq3xYz12.js"></script>';
const reload = vi.fn();
const page = vi.fn(() => Promise.resolve(new Response(ours)));

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('sessionStorage', storageOf());
  vi.stubGlobal('location', { pathname: '/controllers/replicaset/', reload });
  vi.stubGlobal('fetch', page);
});
afterEach(() => vi.unstubAllGlobals());

test('a page loads itself again once, with a note that says so', async () => {
  expect(await loadAgain('scope /', 'a/b')).toBe(true);
  expect(page).toHaveBeenCalledWith('/controllers/replicaset/');
  expect(takeNote('scope /')).toEqual({
    for: 'scope /',
    ended: 'part',
    kept: 'a/b',
    says: 'This page was loaded again, because a part of it had not loaded.',
  });
  expect(await loadAgain('scope /', 'a/b')).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(noteFor()).toBeUndefined();
});

test('it may do so again in another build', async () => {
  await loadAgain('scope /');
  sessionStorage.setItem('loopscope-loaded-again', 'https://example.com/_astro/notes.of-another-build.js');
  expect(await loadAgain('scope /')).toBe(true);
});

test.each<[string, () => void]>([
  ['there is no network', () => page.mockRejectedValueOnce(new TypeError('Failed to fetch'))],
  ['a page to sign in at answers', () => page.mockResolvedValueOnce(new Response('<h1>Sign in</h1>'))],
  ['nothing can be kept', () => vi.stubGlobal('sessionStorage', undefined)],
])('it stays where %s', async (_where, so) => {
  so();
  expect(await loadAgain('scope /')).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  expect(noteFor()).toBeUndefined();
});
