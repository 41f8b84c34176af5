import { expect, test } from 'vitest';
import { exercise } from '../../../../content/controllers/the-control-loop/exercises/adopt-two.ts';
import { readSubmission } from '../../../../src/components/exercises/submission.ts';
import { readManifest } from '../../../../src/components/manifests/apply-yaml.ts';
import { refuses, swap } from '../../tried.ts';

const conditions = /    matchExpressions:[^]*\[front, back\]\n/;

refuses(
  exercise,
  [
    {
      name: 'a selector that asks for app alone',
      write: ({ start }) => swap(start, 'replicas: 1', 'replicas: 2'),
      says: /At 1,346 ms `shop` adopts `debug`\. It carries `app=shop` and `tier=debug`, and your selector asks for no more/,
    },
    {
      name: 'any tier at all',
      write: ({ solution }) =>
        swap(swap(solution, 'operator: In', 'operator: Exists'), '        values: [front, back]\n', ''),
      says: /`shop` adopts `debug`/,
    },
    {
      name: 'two values in matchLabels',
      write: ({ solution }) =>
        swap(
          swap(solution, conditions, ''),
          'app: shop\n  template',
          'app: shop\n      tier: [front, back]\n  template',
        ),
      says: /refuses it: .*spec\.selector\.matchLabels\[tier\]: expected a string, found a list/,
    },
    {
      name: 'one pod too many',
      write: ({ solution }) => swap(solution, 'replicas: 2', 'replicas: 3'),
      says: /`shop` makes another pod: it asks for 3 pods, and holds fewer\. Count what your selector matches/,
    },
    {
      name: 'no number at all, which is one',
      write: ({ solution }) => swap(solution, '  replicas: 2\n', ''),
      says: /`shop` deletes `cart`: it asks for 1 pod, and holds more/,
    },
    {
      name: 'a selector of one of the two',
      write: ({ solution }) => swap(solution, '[front, back]', '[front]'),
      says: /In the end `pay` still has no controller\. It carries `app=shop` and `tier=back`\. Does your selector ask/,
    },
    {
      name: 'a set for each of the two',
      write: ({ solution }) => {
        const setOf = (tier: string): string =>
          swap(swap(solution, 'replicas: 2', 'replicas: 1'), '[front, back]', `[${tier}]`)
            .replace('name: shop', `name: shop-${tier}`)
            .replace('tier: front', `tier: ${tier}`);
        return `${setOf('front')}---\n${setOf('back')}`;
      },
      says: /You apply a second ReplicaSet, `shop-back`\. One is enough/,
    },
    {
      name: 'another namespace',
      write: ({ solution }) => swap(solution, 'name: shop', 'name: shop\n  namespace: kube-system'),
      says: /Your ReplicaSet is in the namespace `kube-system`, and the pod is in `default`/,
    },
    {
      name: 'a template that the selector does not match',
      write: ({ solution }) => swap(solution, '        tier: front\n', ''),
      says: /refuses it: .*`selector` does not match template `labels`/,
    },
    {
      name: 'pods that are written over',
      write: ({ solution }) =>
        `${solution}---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: debug\n  labels: { tier: none }\n`,
      says: /You apply Pod `debug`\. Leave everything that runs as it is/,
    },
  ],
  [
    {
      name: 'any tier but one',
      write: ({ solution }) =>
        swap(swap(solution, 'operator: In', 'operator: NotIn'), '[front, back]', '[debug]'),
    },
  ],
);

test('a text that is not YAML never runs, and its problem has a place', async () => {
  const [attempt, problems] = await readSubmission(exercise, 'kind: [\n', undefined, async (text) =>
    readManifest(text),
  );
  expect(attempt).toBeUndefined();
  expect(problems?.[0]).toMatchObject({ line: 2, column: 1 });
});
