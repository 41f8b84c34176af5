import { expect, test } from 'vitest';
import { parseContent } from '../../src/chapters/content.ts';
import { asAnnotations, asText, summary, touchedBy } from '../../src/check/report.ts';

const problems = [
  { path: 'content/a.mdx', line: 3, says: 'no event matches "x":\n  act  (300 ms, 100 %)' },
  { path: 'content/b,c:d.mdx', line: 1, says: 'no test asserts RS-01.', warning: true as const },
];

test('problems are told with path and line, warnings as such', () => {
  expect(asText(problems)).toBe(
    'content/a.mdx:3: no event matches "x":\n  act  (300 ms, 100 %)\n' +
      'content/b,c:d.mdx:1: warning: no test asserts RS-01.',
  );
});

test('annotations escape what would end them', () => {
  expect(asAnnotations(problems)).toBe(
    '::error file=content/a.mdx,line=3,title=Content::no event matches "x":%0A  act  (300 ms, 100 %25)\n' +
      '::warning file=content/b%2Cc%3Ad.mdx,line=1,title=Content::no test asserts RS-01.',
  );
});

test('a summary counts files, problems and warnings', () => {
  expect(summary([], 4)).toBe('4 files of content: no problem.');
  expect(summary(problems, 1)).toBe('1 file of content: 1 problem, 1 warning.');
});

test('a change touches the pages that it can break', () => {
  const [chapter, chinese, guide] = [
    'content/controllers/replicaset/index.mdx',
    'content/zh-cn/controllers/replicaset/index.mdx',
    'content/guide/reading-the-code.mdx',
  ].map((path) => parseContent(path, '')) as [never, never, never];
  const files = [chapter, chinese, guide];
  expect(touchedBy([], files)).toEqual(files);
  expect(touchedBy(['content/guide/reading-the-code.mdx'], files)).toEqual([guide]);
  expect(touchedBy(['content/controllers/replicaset/scenario.ts'], files)).toEqual([chapter, chinese]);
  expect(touchedBy(['content/controllers/replicaset/exercises/one.ts'], files)).toEqual([chapter, chinese]);
  expect(touchedBy(['content/guide/reading-the-code.mdx', 'content/glossary.json'], files)).toEqual(files);
  expect(touchedBy(['src/runtime/kubernetes/pkg/controller/replicaset/replica_set.ts'], files)).toEqual(
    files,
  );
});
