import { describe, expect, test } from 'vitest';
import { parseContent } from '../../src/chapters/content.ts';
import { minutesOf } from '../../src/check/rules/book.ts';
import { sentencesOf, wordsIn } from '../../src/chapters/prose.ts';
import { chapter, problemsOf } from './sample.ts';

/** What the check says of a paragraph in the sample, at the line where it stands. */
function saidOf(paragraph: string): string[] {
  const text = chapter.replace('## Two\n', `## Two\n\n${paragraph}\n`);
  const line = text.slice(0, text.indexOf(paragraph)).split('\n').length;
  return problemsOf(text).map((problem) => `${problem.line - line}: ${problem.says}`);
}

/** A sentence of so many words. */
const long = (words: number): string => `It${' is'.repeat(words - 1)}.`;

describe('a sentence', () => {
  test('has at most 30 words, of which code is one', () => {
    expect(saidOf(long(30))).toEqual([]);
    expect(saidOf(`${long(12)} ${long(29)}`)).toEqual([]);
    expect(saidOf(`It is.\nSo ${long(31)}`)).toEqual([
      '1: expected at most 30 words in a sentence, found 32: "So It is is is is …". Make two of it.',
    ]);
    expect(saidOf(`\`kubectl get pods -A\` ${long(29)}`)).toEqual([]);
    expect(saidOf(`- One.\n- ${long(31)}`)).toEqual([
      '1: expected at most 30 words in a sentence, found 31: "It is is is is is …". Make two of it.',
    ]);
  });

  test('is looked at in attributes, too', () => {
    const asked = chapter.replace("says: 'Once.'", `says: '${long(31)}'`);
    expect(problemsOf(asked).map(({ line, says }) => `${line}: ${says}`)).toEqual([
      '31: expected at most 30 words in a sentence, found 31: "It is is is is is …". Make two of it.',
    ]);
  });

  test('ends where a reader sees it end', () => {
    const said = (text: string) => sentencesOf({ text }).map((sentence) => sentence.text);
    expect(said('It takes 1.5 s. At v1.20.2 it "ends." Then?  More')).toEqual([
      'It takes 1.5 s.',
      'At v1.20.2 it "ends."',
      'Then?',
      'More',
    ]);
    expect(wordsIn('a – b, c’s 3-4')).toBe(4);
  });
});

describe('words', () => {
  test.each([
    ['Nobody sends it.', 'nobody'],
    ['Then somebody else writes.', 'somebody'],
    ['It is there for anybody.', 'anybody'],
    ['Whoever waits gets it.', 'whoever'],
    ['It lists anew.', 'anew'],
    ['It does also not retry.', 'also not'],
    ['They run by turns.', 'by turns'],
    ['A field of which this chapter tells.', 'of which this chapter tells'],
    ['It is often\nsaid to be slow.', 'it is often said'],
    ['Some say so.', 'some say'],
    ['Accounts say so.', 'accounts say'],
    ['You can read that it does.', 'you can read'],
    ['Many praise it.', 'many praise'],
    ['It pays no heed to it.', 'pays no heed'],
    ['And so works the queue.', 'so works'],
    ['Then the news arrive.', 'the news'],
    ['The informer is told of it.', 'is told of'],
    ['It is, so to speak, late.', 'so to speak'],
    ['It is hereby done.', 'hereby'],
  ])('%s', (sentence, word) => {
    const [said = '', ...more] = saidOf(sentence);
    expect(said).toMatch(/^[01]: expected no /);
    expect(said).toContain(`expected no "${word}", found it in "`);
    expect(said).toMatch(/Instead, .+\.$/);
    expect(more).toEqual([]);
  });

  test('that only begin alike, or are code, are left alone', () => {
    expect(saidOf('The newsletter of `nobody` also notes it.')).toEqual([]);
  });

  test('of other languages are no matter of it', () => {
    const at = 'content/zh-cn/controllers/the-control-loop/index.mdx';
    const original = parseContent('content/controllers/the-control-loop/index.mdx', chapter);
    const text = chapter.replace('/guide/', '/zh-cn/guide/').replace('## Two\n', '## Two\n\nNobody here.\n');
    expect(problemsOf(text, { at, others: [original] })).toEqual([]);
  });
});

describe('a link', () => {
  const vague = (text: string): string =>
    `0: expected a link of two words or more, which say where it leads, found "${text}". ` +
    'Take in the words beside it; one word may stand alone if it is code, or the title of the page.';

  test('says where it leads', () => {
    expect(saidOf('See [this one](/glossary/).')).toEqual([vague('this one')]);
    expect(saidOf('See [here](/glossary/).')).toEqual([vague('here')]);
    expect(saidOf('It is <Moment at="first act">applied</Moment>.')).toEqual([vague('applied')]);
    expect(saidOf('See [the glossary](/glossary/).')).toEqual([]);
    expect(saidOf('See <Moment at="first act">the first act</Moment>.')).toEqual([]);
  });

  test('may be one word that is code, or the title of its page', () => {
    expect(saidOf('See [`kubectl`](/glossary/).')).toEqual([]);
    expect(saidOf('See [Guide](/guide/sample/).')).toEqual([]);
    expect(saidOf('See [Guidance](/guide/sample/).')).toEqual([vague('Guidance')]);
  });
});

describe('the name of an object of the run', () => {
  const plain = (where: string): string =>
    `expected the name \`web\` of an object of the run as code, found it as a word in "${where}". ` +
    'Put it between backticks; where the word is meant, and no object, give the object another name in the scenario.';

  test('stands as code, in the text and in attributes', () => {
    expect(saidOf('The set `web` is there, and its key `default/web`.')).toEqual([]);
    expect(saidOf('So the set web is there.')).toEqual([`0: ${plain('So the set web is there.')}`]);
    expect(saidOf('Its key is default/web.')).toEqual([`0: ${plain('Its key is default/web.')}`]);
    const asked = chapter.replace('expect="What happens?"', 'expect="What happens to web?"');
    expect(problemsOf(asked).map(({ line, says }) => `${line}: ${says}`)).toEqual([
      `44: ${plain('What happens to web?')}`,
    ]);
  });

  test('is no part of another word, nor is what is done a sentence', () => {
    expect(saidOf('A web-hook, the cobweb, and web.example are others.')).toEqual([]);
    expect(chapter).toContain("acts={[{ kind: 'scale', namespace: 'default', name: 'web', replicas: 3 }]}");
    const linked = (words: string): string =>
      chapter.replace('look="', `look="Then [${words}](at:store.write update replicasets default/web). `);
    expect(problemsOf(linked('it is stored'))).toEqual([]);
    expect(problemsOf(linked('web is stored')).map(({ says }) => says)).toEqual([
      plain('Then [web is stored](at:store.write update replicasets'),
    ]);
  });
});

test('the time of a chapter is that of its words, its told moments, and what it asks', () => {
  const page = (body: string) =>
    parseContent('content/controllers/a/index.mdx', `---\nkind: chapter\n---\n\n${body}`);
  expect(minutesOf(page('Short.'))).toBe(5);
  expect(minutesOf(page(Array.from({ length: 10 }, () => long(200)).join('\n\n')))).toBe(10);
  // Thirty moments are ten minutes; one in an answer is none.
  expect(minutesOf(page('<Step at="a">It.</Step>\n\n'.repeat(30)))).toBe(10);
  const answer = '<Prediction question="a" answers={[]}>\n<Moment at="a">It.</Moment>\n</Prediction>\n\n';
  expect(minutesOf(page(answer.repeat(5)))).toBe(10);
  expect(minutesOf(page('<Experiment title="a" />\n\n<Exercise id="a" />\n\n'.repeat(2)))).toBe(20);
});
