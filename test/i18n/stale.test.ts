import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readContent } from '../../src/chapters/content.ts';
import { bodyOf, digestOf } from '../../src/i18n/original.ts';
import { renewed, staleTranslations, translationsIn } from '../../src/i18n/stale.ts';
import { show } from '../../src/problem.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'translations-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const told = (): string => show(staleTranslations(translationsIn(readContent(root), root)));

const original = '---\ntitle: The loop\n---\n\nIt looks, and acts.\n';
const chinese = '---\ntitle: 循环\n---\n\n它观察，然后行动。\n';
const path = 'content/zh-cn/guide/loop.mdx';

describe('a translation', () => {
  test('is behind until it says what it translates, and when the original has changed since', () => {
    write('content/guide/loop.mdx', original);
    write(path, chinese);
    expect(told()).toBe(
      `${path}:1 does not say which text it translates. Compare it with the original, then run \`npm run translated -- ${path}\`.`,
    );
    const now = renewed(chinese, digestOf(bodyOf(original)));
    expect(now).toMatch(/^---\ntitle: 循环\ntranslates: '[0-9a-f]{16}'\n---\n\n它观察/);
    write(path, now);
    expect(told()).toBe('');

    write('content/guide/loop.mdx', original.replace('acts', 'waits'));
    expect(told()).toBe(
      `${path}:3 translates a text that has changed since. Compare it with the original, then run \`npm run translated -- ${path}\`.`,
    );
  });

  test('is not behind where only the head of the original changed, or how its lines end', () => {
    write(path, renewed(chinese, digestOf(bodyOf(original))));
    write('content/guide/loop.mdx', original.replace('The loop', 'A loop').replaceAll('\n', '\r\n'));
    expect(told()).toBe('');
  });

  test('without an original says so', () => {
    write(path, chinese);
    expect(told()).toBe(`${path}:1 translates a page that is not there.`);
  });

  test('names one original, however often it is renewed, and keeps its text', () => {
    const twice = renewed(renewed(chinese, 'a'.repeat(16)), 'b'.repeat(16));
    expect(twice).toBe(chinese.replace('循环\n', `循环\ntranslates: '${'b'.repeat(16)}'\n`));
  });
});
