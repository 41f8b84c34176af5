import { describe, expect, test } from 'vitest';
import { explainedRows, pageOf, parseContent, readContent } from '../../src/chapters/content.ts';
import { root } from '../tidy/files.ts';

const source = `---
title: A chapter
kind: chapter
scenarios:
  - controllers/replicaset
  - controllers/replicaset#orphan
---

<ScopeFrame start="first act" />

## The note's \`key\`

<Explains rows="RS-01  RS-02" />

Here is <Step at='workqueue.add key="default/web"' run="orphan">a **step** of \`one\`</Step>.

## The note's \`key\`

<Prediction
  question="Which &quot;one&quot;?"
  answers={[
    { says: 'One.', right: true },
    { says: \`Two.\`, why: "No.", 'at': [-1, null] },
  ]}
>
  See [the map](/#map) and <Moment at={later(3)} {...rest}>this</Moment>.
</Prediction>

\`\`\`ts
const typedIn = 1;
\`\`\`

<Explains rows="RS-03" />
`;

const file = parseContent('content/controllers/replicaset/index.mdx', source);
const element = (name: string) => file.elements.find((each) => each.name === name)!;

describe('a content file', () => {
  test('has an id, a language and a page', () => {
    const chinese = parseContent('content/zh-cn/controllers/replicaset/index.mdx', source);
    expect([file.id, file.language, pageOf(file)]).toEqual([
      'controllers/replicaset',
      'en',
      '/controllers/replicaset/',
    ]);
    expect([chinese.id, chinese.language, pageOf(chinese)]).toEqual([
      'controllers/replicaset',
      'zh-cn',
      '/zh-cn/controllers/replicaset/',
    ]);
    expect(parseContent('content/guide/reading-the-code.mdx', '').id).toBe('guide/reading-the-code');
  });

  test('has its frontmatter with the line of each field and of each thing listed', () => {
    expect(file.frontmatter).toEqual({
      title: 'A chapter',
      kind: 'chapter',
      scenarios: ['controllers/replicaset', 'controllers/replicaset#orphan'],
    });
    expect(file.frontmatterLines).toEqual({
      title: 2,
      kind: 3,
      scenarios: 4,
      'scenarios.0': 5,
      'scenarios.1': 6,
    });
  });

  test('has its elements in order, with lines, words, and what they stand in', () => {
    expect(
      file.elements.map(({ name, line, text, inside }) => [name, line, text.trim(), inside?.name]),
    ).toEqual([
      ['ScopeFrame', 9, '', undefined],
      ['Explains', 13, '', undefined],
      ['Step', 15, 'a step of one', undefined],
      ['Prediction', 19, 'See the map and this.', undefined],
      ['Moment', 26, 'this', 'Prediction'],
      ['Explains', 33, '', undefined],
    ]);
  });

  test('has the values of attributes, and the line of all inside them', () => {
    expect(element('Step').attributes).toEqual({ at: 'workqueue.add key="default/web"', run: 'orphan' });
    const { attributes, lines } = element('Prediction');
    expect(attributes).toEqual({
      question: 'Which "one"?',
      answers: [
        { says: 'One.', right: true },
        { says: 'Two.', why: 'No.', at: [-1, null] },
      ],
    });
    expect(lines).toMatchObject({ question: 20, answers: 21, 'answers.0': 22, 'answers.1.at.0': 23 });
  });

  test('tells attributes that would have to be computed', () => {
    expect(element('Moment').attributes).toEqual({});
    expect(element('Moment').computed).toEqual([
      { name: 'at', line: 26, text: 'later(3)' },
      { name: '', line: 26, text: '{...rest}' },
    ]);
  });

  test('has headings with the ids that they get in the page, fences, and links', () => {
    expect(file.headings).toEqual([
      { depth: 2, text: "The note's key", anchor: 'the-notes-key', line: 11 },
      { depth: 2, text: "The note's key", anchor: 'the-notes-key-1', line: 17 },
    ]);
    expect(file.fences).toEqual([{ language: 'ts', line: 29 }]);
    expect(file.links).toEqual([{ url: '/#map', text: 'the map', line: 26 }]);
  });

  test('names the rows that it explains, and where', () => {
    expect(explainedRows([file]).map(({ row, line, heading }) => [row, line, heading?.anchor])).toEqual([
      ['RS-01', 13, 'the-notes-key'],
      ['RS-02', 13, 'the-notes-key'],
      ['RS-03', 33, 'the-notes-key-1'],
    ]);
  });

  test('that cannot be read says where and why', () => {
    expect(parseContent('content/a.mdx', '# One\n\n<Step at="x">\n\ntwo').broken).toEqual({
      line: 3,
      says: 'this is no MDX: Expected a closing tag for `<Step>` (3:1).',
    });
  });
});

test('every content file can be read', () => {
  const files = readContent(root);
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter(({ broken }) => broken)).toEqual([]);
});
