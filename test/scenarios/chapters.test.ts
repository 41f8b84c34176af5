import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const chapters = globSync('content/*/*/index.mdx', { cwd: root }).sort();
const stories = globSync('test/scenarios/*.test.ts', { cwd: root }).map((path) =>
  readFileSync(join(root, path), 'utf8'),
);
const asserted = new Set(
  stories.flatMap((text) => [...text.matchAll(/^ *test\(\s*'([A-Z]{2,3}-\d{2}) /gm)].map(([, row]) => row)),
);

test('there are chapters', () => {
  expect(chapters.length).toBeGreaterThan(1);
});

describe.each(chapters)('%s', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const pins = [...text.matchAll(/^ *'([\w./-]+\.go#[\w.]+)',$/gm)].map(([, pin]) => pin);

  test('asserts each row that its head lists', () => {
    const [, head = ''] = text.split('---');
    const rows = [...head.matchAll(/\b[A-Z]{2,3}-\d{2}\b/g)].map(([row]) => row);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !asserted.has(row))).toEqual([]);
  });

  test('pins each place upstream once', () => {
    expect(pins.length).toBeGreaterThan(0);
    expect(pins.filter((pin, i) => pins.indexOf(pin) !== i)).toEqual([]);
  });
});
