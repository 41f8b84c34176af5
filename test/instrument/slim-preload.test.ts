import { expect, test } from 'vitest';
import { beside, slimPreload } from '../../src/instrument/slim-preload.ts';

test('pages name no files but those of a live Scope', () => {
  const files = ['_astro/kept.1.js', '_astro/preact.module.1.js'];
  const from = (hostId: string, file: string) => beside(file, files, { hostId });
  expect(from('_astro/ReadMark.astro_x.1.js', '_astro/kept.1.js')).toEqual([]);
  expect(from('_astro/scope-element.1.js', '_astro/share-link.1.js')).toEqual([]);
  expect(from('_astro/scope-element.1.js', '_astro/mount.1.js')).toEqual(files);
  // A live Scope has Preact.
  expect(from('_astro/mount.1.js', '_astro/kept.1.js')).toEqual(['_astro/kept.1.js']);
});

/** The helper as a page at `/docs/` has it, in a document of which each link is loaded, or not, at once. */
async function helper(loads: (href: string) => boolean, words?: string) {
  const plugin = slimPreload() as unknown as {
    configResolved(config: { base: string }): void;
    load: { handler(): string };
  };
  plugin.configResolved({ base: '/docs/' });
  const links: { rel: string; href: string; onload(): void; onerror(): void; gone?: true }[] = [];
  const document = {
    querySelector: (selector: string) =>
      selector === '[name=not-loaded]' && words !== undefined ? { content: words } : null,
    createElement: () => {
      const link = { remove: () => Object.assign(link, { gone: true }) };
      return link;
    },
    head: {
      append(link: (typeof links)[number]) {
        links.push(link);
        queueMicrotask(() => (loads(link.href) ? link.onload() : link.onerror()));
      },
    },
  };
  const code = plugin.load.handler().replace('export const __vitePreload =', 'return');
  // oxlint-disable-next-line typescript/no-implied-eval
  const load = new Function('document', code)(document) as (
    load: () => unknown,
    files?: readonly string[],
  ) => Promise<unknown>;
  return { load, links };
}

test('an import has its files fetched beside it, once, and waits for its styles', async () => {
  const { load, links } = await helper(() => true);
  expect(await load(() => 'module', ['a.js', 'a.css'])).toBe('module');
  await load(() => 'module', ['a.js', 'a.css']);
  expect(links.map(({ rel, href }) => `${rel} ${href}`)).toEqual([
    'modulepreload /docs/a.js',
    'stylesheet /docs/a.css',
  ]);
});

test('an import of what stands in the same script needs nothing', async () => {
  const { load, links } = await helper(() => true);
  expect(await load(() => 'module')).toBe('module');
  expect(links).toEqual([]);
});

test('an import whose styles cannot be fetched fails, and may be tried again', async () => {
  let online = false;
  const { load, links } = await helper(() => online);
  await expect(load(() => 'module', ['a.css'])).rejects.toThrow('could not fetch /docs/a.css');
  expect(links[0]?.gone).toBe(true);
  online = true;
  expect(await load(() => 'module', ['a.css'])).toBe('module');
});

test('an import that fails does so in the words of the page', async () => {
  const { load } = await helper(() => false, 'a part did not load');
  const cause = new SyntaxError("Unexpected token '<'");
  const failed = load(() => Promise.reject(cause), []);
  await expect(failed).rejects.toMatchObject({ message: 'a part did not load', cause });
  await expect(load(() => 'module', ['a.css'])).rejects.toThrow('a part did not load');
});
