import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { partOf, parts } from '../../src/chapters/parts.ts';

test('every chapter that the map opens is written, and lies in the folder of its part', () => {
  const open = parts.flatMap((part) =>
    part.topics.flatMap(({ chapter }) => (chapter ? [{ part, chapter }] : [])),
  );
  expect(open.length).toBeGreaterThan(0);
  for (const { part, chapter } of open) {
    expect(existsSync(new URL(`../../content/${chapter}/index.mdx`, import.meta.url)), chapter).toBe(true);
    expect(partOf(chapter)).toBe(part);
  }
});
