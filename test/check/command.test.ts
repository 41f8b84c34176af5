import { execFile } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { checkCommand } from '../../src/check/command.ts';
import { checkedContent } from '../../src/check/integration.ts';
import { root } from '../tidy/files.ts';

/** A project with a mistake in each of its two pages. */
const wrong = mkdtempSync(join(tmpdir(), 'content-'));
for (const [path, text] of [
  ['content/guide/one.mdx', '---\ntitle: One\ndescription: d\nkind: guide\nminutes: 5\n---\n\n# One\n'],
  ['content/guide/two.mdx', '---\ntitle: Two\n---\n\n<Two>\n'],
] as const) {
  mkdirSync(dirname(join(wrong, path)), { recursive: true });
  writeFileSync(join(wrong, path), text);
}
afterAll(() => rmSync(wrong, { recursive: true }));

const first = [
  'content/guide/one.mdx:1: Write `question: …`: the one question that the page answers, as a reader would ask it.',
  'content/guide/one.mdx:8: the title of the page is its one heading of level 1: begin this one with ##.',
];
const all = [
  ...first,
  'content/guide/two.mdx:5: this is no MDX: Expected a closing tag for `<Two>` (5:1-5:6).',
].join('\n');

type Hook = (options: object) => Promise<void>;
const hook = (name: 'astro:config:setup' | 'astro:server:setup'): Hook =>
  checkedContent(wrong).hooks[name] as unknown as Hook;

describe('npm run check:content', () => {
  test('tells all problems of all files, and ends with 1', async () => {
    expect(await checkCommand(wrong, [], {})).toEqual({
      text: `${all}\n2 files of content: 3 problems.`,
      code: 1,
    });
  });

  test('looks only at the pages that the named files can break', async () => {
    expect(await checkCommand(wrong, ['content/guide/one.mdx'], {})).toEqual({
      text: `${first.join('\n')}\n1 file of content: 2 problems.`,
      code: 1,
    });
  });

  test('annotates when it is asked to, and in a workflow', async () => {
    const annotation =
      '::error file=content/guide/two.mdx,line=5,title=Content::this is no MDX: Expected a closing tag for `<Two>` (5:1-5:6).';
    const two = 'content/guide/two.mdx';
    expect((await checkCommand(wrong, ['--annotate', two], {})).text.split('\n')[0]).toBe(annotation);
    expect((await checkCommand(wrong, [two], { GITHUB_ACTIONS: 'true' })).text.split('\n')[0]).toBe(
      annotation,
    );
  });

  test('says what it cannot do, and ends with 2', async () => {
    expect(await checkCommand(wrong, ['content/guide/three.mdx'], {})).toEqual({
      text: 'check:content: expected paths of files, found nothing at content/guide/three.mdx\n  npm run check:content -- [--annotate] [FILES]',
      code: 2,
    });
    const { text, code } = await checkCommand(wrong, ['--quiet'], {});
    expect(text).toMatch(/^check:content: Unknown option '--quiet'/);
    expect(code).toBe(2);
  });

  test('finds nothing wrong in the content that there is', async () => {
    const { GITHUB_ACTIONS: _, ...env } = process.env;
    const script = promisify(execFile)(process.execPath, ['scripts/check-content.ts'], { cwd: root, env });
    const { stdout } = await script;
    expect(stdout).toMatch(/^(.*warning: .*\n)*\d+ files of content: no problem(, \d+ warnings?)?\.\n$/);
    // It plays all runs: ten seconds, if the machine has nothing else to do.
  }, 120_000);
});

describe('a build', () => {
  const setup = hook('astro:config:setup');

  test('ends with all problems before it begins', async () => {
    await expect(setup({ command: 'build' })).rejects.toThrow(
      new Error(`2 files of content: 3 problems.\n${all}`),
    );
  });

  test('is all that is stopped', async () => {
    await expect(setup({ command: 'dev' })).resolves.toBe(undefined);
  });
});

test('while content is written, a file is checked when it is saved', async () => {
  const watcher = new EventEmitter();
  const told: string[] = [];
  const logger = { warn: (text: string) => told.push(text) };
  await hook('astro:server:setup')({ server: { watcher }, logger });
  expect(told).toEqual([all]);
  watcher.emit('change', join(wrong, 'content/guide/one.mdx'));
  expect(told.slice(1)).toEqual([first.join('\n')]);
  watcher.emit('change', join(wrong, 'README.md'));
  expect(told.length).toBe(2);
});
