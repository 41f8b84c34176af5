import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import config from '../../astro.config.mjs';
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
    expect(file.fences).toMatchObject([{ language: 'ts', meta: '', line: 29 }]);
    expect(file.links).toEqual([{ url: '/#map', text: 'the map', line: 26 }]);
  });

  test('names the rows that it explains, and where', () => {
    expect(explainedRows([file]).map(({ row, line, heading }) => [row, line, heading?.anchor])).toEqual([
      ['RS-01', 13, 'the-notes-key'],
      ['RS-02', 13, 'the-notes-key'],
      ['RS-03', 33, 'the-notes-key-1'],
    ]);
  });

  test.each([
    ['# One\n\n<Step at="x">\n\ntwo', 3, 'Expected a closing tag for `<Step>` (3:1-3:14)'],
    [
      'one\ntwo <b>\n\nthree</b>',
      2,
      'Expected a closing tag for `<b>` (2:5-2:8) before the end of `paragraph`',
    ],
    ['---\ntitle: A\n---\n\na {1 +} b', 5, 'Could not parse expression with acorn: Unexpected token'],
  ])('that cannot be read says where and why: %j', (text, line, says) => {
    const { broken } = parseContent('content/a.mdx', text);
    expect([broken?.line, broken?.says]).toEqual([line, `this is no MDX: ${says}.`]);
  });
});

test('every content file can be read', () => {
  const files = readContent(root);
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter(({ broken }) => broken)).toEqual([]);
});

describe('what the build compiles', () => {
  const compiled = async (prose: string): Promise<string> => {
    const renderer = await config.markdown!.processor!.createMdxRenderer!(
      { syntaxHighlight: false },
      { srcDir: new URL('file:///'), optimize: false, sourcemap: false },
    );
    return (await renderer.process(prose, 'content/a.mdx', {})).code;
  };

  test('has the headings of the file, with their ids', async () => {
    const files = readContent(root).filter(({ path }) => path.endsWith('.mdx'));
    expect(files.length).toBeGreaterThan(2);
    for (const { path, headings } of files) {
      const lines = readFileSync(join(root, path), 'utf8').split('\n');
      const code = await compiled(headings.map(({ line }) => lines[line - 1]).join('\n\n'));
      const built = /function getHeadings\(\) \{\s*return (\[.*?\]);?\s*\}/s.exec(code)?.[1] ?? '';
      const ids = (JSON.parse(built) as { depth: number; slug: string }[]).map(({ depth, slug }) => [
        depth,
        slug,
      ]);
      expect(ids).toEqual(headings.map(({ depth, anchor }) => [depth, anchor]));
    }
  });

  test('keeps the words of two cells of a table apart, as the search reads them', async () => {
    const code = await compiled('| one | `two` |\n|---|---|\n| three | four |');
    const table = /_components\.table, .*?\n\}/s.exec(code)?.[0] ?? '';
    const texts = [...table.matchAll(/"(.*?)"/g)].map(([, text]) => text);
    expect(texts).toEqual(['one', ' ', 'two', ' ', 'three', ' ', 'four', ' ']);
  });
});
