import { describe, expect, test } from 'vitest';
import type { SubjectWords } from '../../src/recording/subjects.ts';
import { coreKinds } from '../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import type { Plane } from '../../src/runtime/stage/program.ts';
import { wordsOfEach } from './every.ts';

const planes = import.meta.glob<Plane>('../../src/runtime/subjects/*/planes/*.ts', {
  import: 'plane',
  eager: true,
});

/** The words of a subject, by its name. */
const wordsBySubject = new Map(
  Object.entries(wordsOfEach).map(([path, words]) => [path.split('/').at(-2) ?? '', words]),
);

const oneOf = (said: NonNullable<SubjectWords['kinds']>[string]): string =>
  typeof said === 'string' ? said : said[0];

describe.each(Object.entries(planes))('what the API server of %s serves', (_path, plane) => {
  test('has a word in its subjects, each by its own name', () => {
    const kinds = [...coreKinds, ...(plane.kinds ?? [])];
    const said = new Map(
      plane.subjects.flatMap(({ name }) => Object.entries(wordsBySubject.get(name)?.kinds ?? {})),
    );
    const wrong = kinds
      .map(({ resource: { resource }, strategy: { gvk } }) => {
        const words = said.get(resource);
        return { resource, kind: gvk.kind, word: words && oneOf(words) };
      })
      // What everybody knows is written without a capital.
      .filter(({ kind, word }) => word !== kind && word !== kind.toLowerCase());
    expect(wrong).toEqual([]);
  });
});

test('no two subjects say another word for one kind', () => {
  const all = [...wordsBySubject.values()].flatMap(({ kinds = {} }) => Object.entries(kinds));
  const words = new Set(all.map(([resource, said]) => `${resource} ${[said].flat().join(' ')}`));
  expect(words.size).toBe(new Set(all.map(([resource]) => resource)).size);
});
