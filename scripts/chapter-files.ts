import { format } from 'prettier';
import ts from 'typescript';
import type { Part, Topic } from '../src/chapters/parts.ts';
import { components, rowsOf, type Row } from '../src/requirements/rows.ts';
import { pinOf, referenceOf } from '../src/sources/pins.ts';

/** A chapter that is to be made. */
export interface NewChapter {
  /** Content id: `<part>/<name>`. */
  readonly id: string;
  readonly name: string;
  readonly part: Part;
  /** The topic of the book that it is written for, or the one to be added for it. */
  readonly topic: Topic;
  readonly isNewTopic: boolean;
  /** Rows of the checklist that the topic has to cover. */
  readonly rows: readonly Row[];
}

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

const form = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * Reads the arguments of `npm run new:chapter`: PART/NAME, then a title, then what the reader will see; `book` is the book that the
 * chapter is for. The error says what is expected.
 */
export function readChapter(
  given: readonly string[],
  book: readonly Part[],
): [NewChapter, undefined] | [undefined, Error] {
  const wrong = (says: string): [undefined, Error] => [undefined, new Error(says)];
  const [id = '', title, shows, ...more] = given;
  const [partId = '', name = '', deeper] = id.split('/');
  if (given.length === 0) return wrong('expected PART/NAME, such as controllers/deployment, found nothing');
  if (more.length > 0)
    return wrong(`expected three arguments at most, found ${given.length}: put the title in quotes`);
  if (deeper !== undefined || !form.test(partId) || !form.test(name))
    return wrong(
      `expected PART/NAME in small letters, digits and hyphens, such as controllers/deployment, found "${id}"`,
    );
  const part = book.find((each) => each.id === partId);
  if (!part)
    return wrong(
      `expected a part of the book, found "${partId}"; the parts are ${book.map((each) => each.id).join(', ')}`,
    );
  const topic = topicFor(part, name, title);
  if (topic?.chapter)
    return wrong(
      `expected a topic without a chapter, found "${topic.title}", which has content/${topic.chapter}`,
    );
  if (!topic && !(title && shows)) {
    const open = part.topics.filter(({ chapter }) => !chapter).map((each) => slugOf(each.title));
    return wrong(
      `expected a topic of "${part.title}" that is still to be written (${open.join(', ') || 'there is none'}), or the title of a new one and a few words on what it shows, found "${name}"`,
    );
  }
  const taken = topic ?? { title: title ?? '', shows: shows ?? '' };
  const rows = taken.component === undefined ? [] : rowsOf(taken.component);
  return [
    { id, name, part, topic: { ...taken, title: title ?? taken.title }, isNewTopic: !topic, rows },
    undefined,
  ];
}

/** The topic that is meant: by its title, or by a name made of it, or by the name of its part of the checklist. */
function topicFor(part: Part, name: string, title: string | undefined): Topic | undefined {
  const named = components.find(({ slug }) => slug === name)?.code;
  return part.topics.find(
    (topic) =>
      topic.title === title ||
      slugOf(topic.title) === name ||
      (named !== undefined && topic.component === named),
  );
}

/** The files of a new chapter. What its writer has to replace stands in «…». */
export async function chapterFiles(chapter: NewChapter): Promise<TextFile[]> {
  const { id, name } = chapter;
  return [
    { path: `content/${id}/index.mdx`, text: prose(chapter) },
    { path: `content/${id}/scenario.ts`, text: await formatted(scenario(chapter)) },
    { path: `test/scenarios/${name}.test.ts`, text: await formatted(storyTest(chapter)) },
  ];
}

/** The text of src/chapters/parts.ts with the chapter in it: at its topic, or with a topic of its own at the end of the part. */
export async function partsWith({ id, part, topic, isNewTopic }: NewChapter, text: string): Promise<string> {
  const file = ts.createSourceFile('parts.ts', text, ts.ScriptTarget.ESNext, true);
  const objects: ts.ObjectLiteralExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) objects.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const partObject = objects.find((object) => fieldOf(object, 'id') === part.id);
  const topics = partObject?.properties.find((each) => each.name?.getText() === 'topics');
  const list = topics && ts.isPropertyAssignment(topics) ? topics.initializer : undefined;
  if (!list || !ts.isArrayLiteralExpression(list))
    throw new Error(`src/chapters/parts.ts: found no topics of ${part.id}`);
  const known = list.elements.find(
    (each) => ts.isObjectLiteralExpression(each) && isTopic(each, part, topic),
  ) as ts.ObjectLiteralExpression | undefined;
  const field = `chapter: ${JSON.stringify(id)}`;
  const [at, insert] =
    known === undefined || isNewTopic
      ? [
          list.elements.end,
          `, { title: ${JSON.stringify(topic.title)}, shows: ${JSON.stringify(topic.shows)}, ${field} }`,
        ]
      : [known.properties.end, `, ${field}`];
  const before = text.slice(0, at).replace(/,\s*$/, '');
  return formatted(before + insert + text.slice(at));
}

function isTopic(object: ts.ObjectLiteralExpression, part: Part, topic: Topic): boolean {
  const of = part.topics.find((each) => each.shows === topic.shows);
  return of !== undefined && fieldOf(object, 'title') === of.title;
}

function fieldOf(object: ts.ObjectLiteralExpression, name: string): string | undefined {
  const field = object.properties.find((each) => each.name?.getText() === name);
  return field && ts.isPropertyAssignment(field) && ts.isStringLiteralLike(field.initializer)
    ? field.initializer.text
    : undefined;
}

function formatted(text: string): Promise<string> {
  return format(text, { parser: 'typescript', printWidth: 110, singleQuote: true });
}

function prose(chapter: NewChapter): string {
  return `${frontmatter(chapter)}
<ScopeFrame start="first act" />

«Two or three sentences: what the machine above plays, and why it is worth watching.»

<Symptom
  title="«What is wrong, as an operator would say it»"
  from="kubectl get pods"
  shows={"NAME   READY   STATUS\\n«what one sees there»"}
  at="first store.write create pods"
  issues={[1]}
>
«What to look at in one's own cluster, with the commands. Name the issues in which it was reported.»
</Symptom>

## «The first idea, as a statement»

<Step at="#1 act">
«What the user does, and what follows from it.»
</Step>

«One idea a section, in short sentences. Say how Kubernetes does it, and link to moments of the run:»
<Moment at="first store.write create pods">«the first pod is stored»</Moment>.

<Snippet file="src/runtime/kubernetes/pkg/controller/replicaset/replica_set.ts" symbol="manageReplicas" />

## «The second idea, as a statement»

<Prediction
  question="«What happens next, and why? Ask before you tell.»"
  at="first store.write create pods"
  answers={[
    {
      says: '«An answer that a careful reader might give, and that is wrong.»',
      why: '«What speaks against it.»',
    },
    {
      says: '«What happens.»',
      right: true,
      why: '«Why it does.»',
    },
  ]}
>
  «What one learns from it.»
</Prediction>

<Experiment
  title="«What is changed, in the imperative»"
  at="first store.write create pods"
  acts={[{ kind: 'scale', namespace: 'default', name: 'web', replicas: 3 }]}
  expect="«A question: what will be different now?»"
  look="«What to look at when it has been done.»"
  shows="act scale"
>
«What the story does, and what is done here instead.»
</Experiment>

${closing(chapter)}`;
}

function frontmatter({ id, part, topic }: NewChapter): string {
  return `---
title: ${JSON.stringify(topic.title)}
description: «One sentence for search results - what the reader sees happen here.»
kind: chapter
draft: true
part: ${part.id}
question: «The one question that the chapter answers, as a reader would ask it?»
kubernetes: v1.20.2
minutes: 20
buildsOn: []
paths: [source]
scenarios: [${id}]
---
`;
}

/** What every chapter ends with: what to remember, where upstream has it, and what changed since. */
function closing({ rows }: NewChapter): string {
  const [pin] = pinOf(rows.flatMap((row) => row.pins)[0] ?? 'RS-02.1');
  const upstream = pin === undefined ? [] : [referenceOf(pin)];
  return `<Remember>
- «The sentence that a reader should remember.»
</Remember>

<WhereUpstream pins={${JSON.stringify(upstream)}} />

<SinceThen>
<Change since="v1.30" keps={[1]}>
«What a later release does differently: its first version, its KEP or pull request, and here what changed.»
</Change>
</SinceThen>

<StudyGroup
  minutes={20}
  starts={[{ at: '#1 act', label: '«what happens there»' }]}
  questions={[
    {
      asks: '«A question that the run can answer, but the text does not.»',
      at: 'first store.write create pods',
    },
    { asks: '«A question about a choice that Kubernetes made.»', answer: '«What can be said to it.»' },
    { asks: '«A question about what would break without it.»', answer: '«What can be said to it.»' },
  ]}
/>
`;
}

function scenario({ id, topic }: NewChapter): string {
  return `
import { replicaSet } from '../../../src/runtime/subjects/api/objects.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';

/** «What happens in the story, and why it happens in this order.» */
const story: Scenario = {
  id: ${JSON.stringify(id)},
  title: ${JSON.stringify(topic.title)},
  summary: '«One sentence: what happens, and what to watch.»',
  seed: 1,
  shows: ['kubernetes/pkg/controller/replicaset/replica_set.ts'],
  endsAtMs: 10_000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 2) });
    yield* user.settle();
  },
};

export const scenarios: readonly Scenario[] = [story];
`;
}

function storyTest({ id, rows }: NewChapter): string {
  const example = rows[0]?.id ?? 'RS-02';
  return `
import { expect, test } from 'vitest';
import { scenarios } from '../../content/${id}/scenario.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { Played, podsOf } from './played.ts';

const [story] = scenarios as [Scenario];
const played = await Played.of(story);

// «One test for each row that the chapter explains, with its id in front: test('${example} …'). One for each number in the text.»
test('the story is told to its end, and leaves two pods that run', () => {
  expect(played.recording.outcome.ended).toBe('story');
  const pods = podsOf(played.entries.at(-1)!.world);
  expect(pods.map(({ status }) => status?.phase)).toEqual(['Running', 'Running']);
});
`;
}
