import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chapterIds, partOf, parts } from '../../src/chapters/parts.ts';

test('every chapter that the map opens is written, and belongs to the part that lists it', () => {
  const open = parts.flatMap((part) =>
    part.topics.flatMap(({ chapter }) => (chapter ? [{ part, chapter }] : [])),
  );
  expect(open.length).toBeGreaterThan(0);
  for (const { part, chapter } of open) {
    expect(existsSync(new URL(`../../content/${chapter}/index.mdx`, import.meta.url)), chapter).toBe(true);
    expect(partOf(chapter)).toBe(part);
  }
});

test('informers and queues come before the controllers that are made of them, and the loop before all', () => {
  const order = chapterIds();
  expect(order[0]).toBe('controllers/the-control-loop');
  expect(order.indexOf('machinery/workqueues')).toBeLessThan(order.indexOf('controllers/replicaset'));
  expect(partOf('controllers/a-draft')?.id).toBe('controllers');
});
