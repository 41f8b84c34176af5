import { describe, expect, test } from 'vitest';
import { mostObjects, readManifest } from '../../../src/components/manifests/apply-yaml.ts';
import { actsApplying } from '../../../src/recording/applying.ts';
import { type RefusedManifest, mostCharacters } from '../../../src/components/manifests/manifest.ts';
import { samples } from '../../../playground/samples.ts';
import { Stage } from '../../../src/runtime/stage/stage.ts';
import { plane } from '../../../src/runtime/subjects/control-loop/planes/replicaset.ts';

/** Kinds and names of the objects, or the problems as `line:column message`. */
function told(text: string): string[] {
  const { objects, problems } = readManifest(text);
  if (problems) return problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
  return objects.map((object) => {
    const { kind, metadata } = object as {
      kind: string;
      metadata: { name?: string; generateName?: string };
    };
    return `${kind} ${metadata.name ?? metadata.generateName}`;
  });
}

const pod = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n';

describe('a manifest becomes objects', () => {
  test('one object, whole', () => {
    expect(readManifest(`${pod}  labels: { app: web, n: "1" }\n`).objects).toEqual([
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', labels: { app: 'web', n: '1' } } },
    ]);
  });

  test('several documents in order; empty ones are left out', () => {
    expect(
      told(`---\n${pod}---\n# nothing here\n---\n${pod.replace('name: a', 'generateName: b-')}`),
    ).toEqual(['Pod a', 'Pod b-']);
  });

  test('the items of a List', () => {
    const item = '\n  - apiVersion: v1\n    kind: Pod\n    metadata: { name: ';
    expect(told(`apiVersion: v1\nkind: List\nitems:${item}x }${item}y }\n`)).toEqual(['Pod x', 'Pod y']);
  });

  test('JSON is YAML', () => {
    expect(told('{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "j"}}')).toEqual(['Pod j']);
  });

  test.each(samples.map(({ title, text }) => [title, text]))('the sample "%s" can be read', (_, text) => {
    expect(readManifest(text).problems).toBeUndefined();
  });
});

test.each([
  ['spec: { containers: 5 }', 'spec.containers: expected a list, found 5'],
  ['spec:\n  containers:\n    name: app', 'spec.containers: expected a list, found a map'],
  [
    'spec: { containers: [{ name: app, image: a, env: [{ name: N, value: 5 }] }] }',
    'spec.containers[0].env[0].value: expected a string, found 5',
  ],
])('the API server tells what is wrong inside of an object: %j', async (spec, wrong) => {
  const [act] = await actsApplying(readManifest(`${pod}${spec}\n`).objects ?? []);
  const cluster = new Stage(plane, {}, { seed: 1 });
  cluster.start();
  expect(act && cluster.act(act)?.message).toBe(`Pod in version "v1" cannot be handled as a Pod: ${wrong}`);
});

describe('a manifest that cannot be read is refused with the place', () => {
  test.each([
    [
      '',
      [
        '1:1 expected at least one object, found none. Type or choose a manifest with apiVersion, kind and metadata.',
      ],
    ],
    [
      'just words',
      [
        '1:1 the document: expected an object with apiVersion, kind and metadata, found the text "just words". Begin with "apiVersion:".',
      ],
    ],
    [
      `${pod}---\n- a\n`,
      [
        '6:1 the document: expected an object with apiVersion, kind and metadata, found a list. Begin with "apiVersion:".',
      ],
    ],
    [
      'kind: Pod\nmetadata: { name: a }\n',
      ['1:1 apiVersion: expected a text, found nothing. Write one, such as "apiVersion: apps/v1".'],
    ],
    [
      'apiVersion: v1\nkind: 7\nmetadata: { name: a }\n',
      ['2:1 kind: expected a text, found the number 7. Write one, such as "kind: ReplicaSet".'],
    ],
    [
      'apiVersion: v1\nkind: Pod\n',
      [
        '1:1 metadata: expected a map with a name, found nothing. Write "metadata:" and below it "  name: web".',
      ],
    ],
    [
      'apiVersion: v1\nkind: Pod\nmetadata:\n  labels: {}\n',
      ['3:1 metadata.name: expected a name, found nothing. Write "  name: web" below "metadata:".'],
    ],
    [
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: 12\n',
      ['4:3 metadata.name: expected a text, found the number 12. Put quotes around it.'],
    ],
    [
      'apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    metadata: { name: a }\n',
      ['4:5 kind: expected a text, found nothing. Write one, such as "kind: ReplicaSet".'],
    ],
  ])('%j', (text, problems) => {
    expect(told(text)).toEqual(problems);
  });

  test('what is not YAML is told where the parser stopped, without a picture of the line', () => {
    const [problem] =
      readManifest('apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n labels: {}\n').problems ?? [];
    expect(problem?.line).toBe(5);
    expect(problem?.message).toMatch(
      /^expected YAML, found something else: [^\n^]*\. Correct it here or just before\.$/,
    );
  });

  test('every broken document of several is told, and nothing is applied', () => {
    const { objects, problems } = readManifest(`kind: Pod\nmetadata: {}\n---\n${pod}---\n- b\n`);
    expect(objects).toBeUndefined();
    expect(problems?.map(({ line, message }) => `${line} ${message.split(':')[0]}`)).toEqual([
      '1 apiVersion',
      '2 metadata.name',
      '9 the document',
    ]);
  });

  test('aliases that would unfold into too much are refused', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefg'
        .split('')
        .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdef'[at]}`).join()}]`),
    ].join('\n');
    expect(told(bomb)).toEqual([
      '1:1 expected aliases that can be written out, found this: Excessive alias count indicates a resource exhaustion attack. ' +
        'Write out what they stand for.',
    ]);
  });

  test('more than fifty problems are counted', () => {
    const { problems, moreProblems } = readManifest(
      `kind: List\nitems:\n${'- 1\n'.repeat(60)}`,
    ) as RefusedManifest;
    expect([problems.length, moreProblems]).toEqual([50, 10]);
  });

  test('too long, and too many, are refused before anything is done', () => {
    expect(told('#'.repeat(mostCharacters + 1))[0]).toContain(
      `expected at most ${mostCharacters} characters`,
    );
    expect(told(`${pod}---\n`.repeat(mostObjects + 1))[0]).toContain(
      `expected at most ${mostObjects} objects, found ${mostObjects + 1}`,
    );
  });
});
