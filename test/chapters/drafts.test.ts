import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseContent } from '../../src/chapters/content.ts';
import { draftsIn, hiddenDrafts, without } from '../../src/chapters/drafts.ts';
import { nothingIsLeftToWrite } from '../../src/check/rules/drafts.ts';
import { chaptersAreWhole } from '../../src/check/rules/teaching.ts';
import type { Site } from '../../src/check/site/site.ts';
import { parts } from '../../src/chapters/parts.ts';

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
  const named = ({ id }: { readonly id: string }): boolean => id === 'controllers';
  const controllers = without(new Set(['controllers/replicaset']), parts).find(named);
  expect(controllers?.topics.map(({ title, chapter }) => [title, chapter])).toContainEqual([
    'ReplicaSet',
    undefined,
  ]);
  expect(controllers?.topics).toHaveLength(parts.find(named)?.topics.length ?? 0);
  expect(without(new Set(), parts)).toEqual(parts);
});

test('nothing is hidden while pages are being written', () => {
  vi.stubEnv('NODE_ENV', 'development');
  expect([...hiddenDrafts()]).toEqual([]);
});

describe('what is left to write in «…»', () => {
  const prose = (more: string) => `---\ntitle: Name\nkind: chapter\n${more}---\n\n«The first\nidea»\n`;
  const beside = {
    'content/part/name/scenario.ts': '/** «What happens.» */',
    'test/scenarios/name.test.ts': '\n// «One test for each row.»',
  };
  const left = (text: string, path = 'content/part/name/index.mdx') => {
    const files: Record<string, string> = { ...beside, [path]: text };
    const site = { source: (each) => files[each] } as Partial<Site> as Site;
    return nothingIsLeftToWrite(parseContent(path, text), site);
  };

  test('is told of a draft, in its prose, its story and its test', () => {
    expect(left(prose('draft: true\n'))).toEqual([
      {
        path: 'content/part/name/index.mdx',
        line: 7,
        says: '«The first idea» is still to be written.',
        warning: true,
      },
      {
        path: 'content/part/name/scenario.ts',
        line: 1,
        says: '«What happens.» is still to be written.',
        warning: true,
      },
      {
        path: 'test/scenarios/name.test.ts',
        line: 2,
        says: '«One test for each row.» is still to be written.',
        warning: true,
      },
    ]);
  });

  test('fails a chapter that readers see', () => {
    const remedy = 'Write it, or put `draft: true` into the head of content/part/name/index.mdx.';
    expect(left(prose(''))).toEqual([
      {
        path: 'content/part/name/index.mdx',
        line: 6,
        says: `«The first idea» is still to be written. ${remedy}`,
      },
      {
        path: 'content/part/name/scenario.ts',
        line: 1,
        says: `«What happens.» is still to be written. ${remedy}`,
      },
      {
        path: 'test/scenarios/name.test.ts',
        line: 2,
        says: `«One test for each row.» is still to be written. ${remedy}`,
      },
    ]);
  });

  test('is looked for once, not again for each translation', () => {
    expect(left(prose(''), 'content/zh-cn/part/name/index.mdx').map(({ path }) => path)).toEqual([
      'content/zh-cn/part/name/index.mdx',
    ]);
  });

  test('may be a whole part of a draft, but not of a chapter', () => {
    const found = (more: string) => {
      const text = prose(more);
      return chaptersAreWhole(parseContent('content/part/name/index.mdx', text), {} as Site);
    };
    const row =
      'the chapter has no row of the checklist: put <Explains rows="…" /> into the section that explains one, or `beyond: true` into its head.';
    expect(found('')).toContainEqual({ path: 'content/part/name/index.mdx', line: 1, says: row });
    expect(found('beyond: true\n').map(({ says }) => says)).not.toContain(row);
    expect(found('draft: true\n').every(({ warning }) => warning)).toBe(true);
    expect(found('draft: true\n')).toHaveLength(found('').length);
  });
});
