import { afterEach, expect, test, vi } from 'vitest';
import { parseContent } from '../../src/chapters/content.ts';
import { draftsIn, hiddenDrafts, without } from '../../src/chapters/drafts.ts';
import { parts } from '../../src/parts.ts';

const head = (more: string) => `---\ntitle: Name\n${more}---\n`;

afterEach(() => vi.unstubAllEnvs());

test('a chapter is a draft when its head says so', () => {
  const drafts = draftsIn([
    parseContent('content/part/written/index.mdx', head('')),
    parseContent('content/part/opened/index.mdx', head('draft: false\n')),
    parseContent('content/part/begun/index.mdx', head('draft: true\n')),
    parseContent('content/zh-cn/part/written/index.mdx', head('draft: true\n')),
  ]);
  expect([...drafts]).toEqual(['part/begun']);
});

test('the book without a draft keeps its topic, as one that is still to come', () => {
  const [controllers] = without(new Set(['controllers/replicaset']), parts);
  expect(controllers?.topics.map(({ title, chapter }) => [title, chapter])).toContainEqual([
    'ReplicaSet',
    undefined,
  ]);
  expect(controllers?.topics).toHaveLength(parts[0]?.topics.length ?? 0);
  expect(without(new Set(), parts)).toEqual(parts);
});

test('nothing is hidden while pages are being written', () => {
  vi.stubEnv('NODE_ENV', 'development');
  expect([...hiddenDrafts()]).toEqual([]);
});
