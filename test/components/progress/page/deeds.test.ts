import { expect, test } from 'vitest';
import { parseContent, readContent } from '../../../../src/chapters/content.ts';
import { deedsOf } from '../../../../src/components/progress/page/deeds.ts';
import { root } from '../../../tidy/files.ts';

const chapter = (head: string, body: string): string => `---\nkind: chapter\n${head}\n---\n\n${body}\n`;
const files = [
  parseContent('content/guide/how.mdx', '---\nkind: guide\ntitle: How\n---\n'),
  parseContent(
    'content/part/draft/index.mdx',
    chapter('title: Not yet\ndraft: true', '<Prediction id="a" />'),
  ),
  parseContent(
    'content/part/second/index.mdx',
    chapter(
      'title: Second',
      '<Prediction question="How many, and why?" answers={[]} />\n\n<Exercise id="part/second/slow-start" />',
    ),
  ),
  parseContent(
    'content/part/first/index.mdx',
    chapter('title: First', '<Experiment id="crash" title="Crash it" at="first act" />'),
  ),
  parseContent(
    'content/zh-cn/part/first/index.mdx',
    chapter('title: 第一章', '<Experiment id="crash" title="使它崩溃" at="first act" />'),
  ),
];
const ids = ['part/first', 'part/second'];
const exercises = new Map([['part/second/slow-start', 'Slow start']]);

test('what can be done in each chapter is listed in the order of the book and of the text', () => {
  expect(deedsOf(files, 'en', ids, exercises)).toEqual([
    {
      id: 'part/first',
      title: 'First',
      deeds: [{ kind: 'experiments', id: 'crash', title: 'Crash it', fragment: 'experiment-crash' }],
    },
    {
      id: 'part/second',
      title: 'Second',
      deeds: [
        {
          kind: 'predictions',
          id: 'how-many-and-why',
          title: 'How many, and why?',
          fragment: 'prediction-how-many-and-why',
        },
        { kind: 'exercises', id: 'slow-start', title: 'Slow start', fragment: 'exercise-slow-start' },
      ],
    },
  ]);
});

test('a chapter that is translated is listed in its language, with the same ids; the others stay English', () => {
  expect(
    deedsOf(files, 'zh-cn', ids, exercises).map(({ id, title, deeds }) => [
      id,
      title,
      deeds[0]?.id,
      deeds[0]?.title,
    ]),
  ).toEqual([
    ['part/first', '第一章', 'crash', '使它崩溃'],
    ['part/second', 'Second', 'how-many-and-why', 'How many, and why?'],
  ]);
});

test('in each chapter of the site ids are unique, and the same in every language', () => {
  const content = readContent(root);
  const idsIn = (language: string): Map<string, string[]> =>
    new Map(
      deedsOf(content, language, [], new Map()).map(({ id, deeds }) => [
        id,
        deeds.map((deed) => `${deed.kind} ${deed.id}`).sort(),
      ]),
    );
  const english = idsIn('en');
  expect(english.size).toBeGreaterThan(1);
  for (const [id, deeds] of english) {
    expect(deeds.length, id).toBeGreaterThan(0);
    expect(
      deeds.filter((deed, i) => deeds.indexOf(deed) !== i),
      id,
    ).toEqual([]);
  }
  expect(idsIn('zh-cn')).toEqual(english);
});
