import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/controllers/the-control-loop/exercises/adopt-two.ts';
import { readSubmission } from '../../src/components/exercises/submission.ts';
import { readManifest } from '../../src/components/manifests/apply-yaml.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const attempts: readonly Attempt[] = [
  [
    'a selector that asks for app alone',
    ({ start }) => swap(start, 'replicas: 1', 'replicas: 2'),
    [
      'debug belongs to nobody, not even for a moment: At 1,346 ms shop adopts debug. It carries app=shop and tier=debug, ' +
        'and your selector asks for no more than that. A selector can also list the values that a label may have.',
      'No pod is made and none is deleted: At 1,350 ms shop deletes cart: it asks for 2 pods, and holds more. Count what your selector matches.',
      'cart and pay are adopted: In the end there is no pod cart: it was deleted.',
    ],
  ],
  [
    'one pod too many',
    ({ solution }) => swap(solution, 'replicas: 2', 'replicas: 3'),
    [
      'No pod is made and none is deleted: At 1,346 ms shop makes another pod: it asks for 3 pods, and holds fewer. Count what your selector matches.',
    ],
  ],
  [
    'a selector of one of the two',
    ({ solution }) => swap(solution, '[front, back]', '[front]'),
    [
      'No pod is made and none is deleted: At 1,342 ms shop makes another pod: it asks for 2 pods, and holds fewer. Count what your selector matches.',
      'cart and pay are adopted: In the end pay still belongs to nobody. It carries app=shop and tier=back. Does your selector ask for anything else?',
    ],
  ],
  [
    'a template that the selector does not match',
    ({ solution }) => swap(solution, '        tier: front\n', ''),
    [
      'The API server takes what you write: The API server refuses it: ReplicaSet.apps "shop" is invalid: spec.template.metadata.labels: ' +
        'Invalid value: map[string]string{"app":"shop"}: `selector` does not match template `labels`.',
      'cart and pay are adopted: In the end cart still belongs to nobody. Nothing that you wrote is in the store.',
    ],
  ],
  [
    'pods that are written over',
    ({ solution }) =>
      `${solution}---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: debug\n  labels: { tier: none }\n`,
    [
      'You write a new ReplicaSet and nothing else: You apply Pod debug. Leave all that runs as it is, and describe a new ReplicaSet alone.',
    ],
  ],
];

describe('adopt two of three', () => {
  test.each(attempts)('tells what is wrong with %s', async (_name, write, expected) => {
    expect(told(await tryOut(exercise, write))).toEqual(expected);
  });

  test('a text that is not YAML never runs, and its problem has a place', async () => {
    const [attempt, problems] = await readSubmission(exercise, 'kind: [\n', undefined, async (text) =>
      readManifest(text),
    );
    expect(attempt).toBeUndefined();
    expect(problems?.[0]).toMatchObject({ line: 2, column: 1 });
  });
});
