import { describe, expect, test } from 'vitest';
import { type Attempt, exerciseAt, swap, told, tryOut } from './tried.ts';

const at = (path: string) => exerciseAt(`content/your-own/${path}.ts`);

/** What is told of each wrong answer, by the name of the check. */
function wrongAnswers(path: string, attempts: readonly Attempt[]): void {
  describe(path, async () => {
    const exercise = await at(path);
    test.each(attempts)('%s', async (_, write, expected) => {
      const said = told(await tryOut(exercise, write));
      for (const name of expected) expect(said.map((one) => one.split(': ')[0])).toContain(name);
    });
  });
}

wrongAnswers('first-controller/exercises/round', [
  [
    'lists pods through the client',
    ({ solution }) =>
      swap(
        swap(
          solution,
          'this.podLister.list(everything())',
          "yield* this.kubeClient.coreV1().pods('').list()",
        ),
        'for (const { metadata } of pods)',
        'const pods = listed!.items;\n    for (const { metadata } of pods)',
      ).replace('const [pods, err]', 'const [listed, err]'),
    ['Pods are read from the cache'],
  ],
  [
    'labels every node',
    ({ solution }) => swap(solution, '{ labelSelector: masterLabel }', '{}'),
    ['Masters alone are written, and keep their other labels'],
  ],
  [
    'takes other labels away',
    ({ solution }) =>
      swap(
        solution,
        'withPodCount(node, pods.length)',
        "{ ...node, metadata: { ...node.metadata, labels: { [masterLabel]: '', 'demo.example/pods': String(pods.length) } } }",
      ),
    ['Masters alone are written, and keep their other labels'],
  ],
  [
    'writes each time',
    ({ solution }) => swap(solution, /if \(node.*continue;/, ''),
    ['A label that is right is not written'],
  ],
  [
    'records nothing',
    ({ solution }) => swap(solution, /for \(const pod of pods\).*/, ''),
    ['There is an event about each pod'],
  ],
]);

wrongAnswers('standard-shape/exercises/sync', [
  [
    'keeps its error',
    ({ solution }) =>
      swap(
        solution,
        'return yield* this.label(node, pods.length);',
        'yield* this.label(node, pods.length);\n    return undefined;',
      ),
    ['What is refused is tried again'],
  ],
  [
    'gives NotFound back',
    ({ solution }) => swap(solution, 'isNotFound(err) ? undefined : err', 'err'),
    ['What is gone is not tried again'],
  ],
  [
    'asks for pods',
    ({ solution }) =>
      swap(
        solution,
        'const [pods, listErr] = this.#podLister.list(everything());\n    if (listErr) return listErr;',
        "const [all, listErr] = yield* this.kubeClient.coreV1().pods('').list();\n    if (listErr) return listErr;\n    const pods = all.items;",
      ),
    ['Pods and nodes are read from the caches'],
  ],
]);

wrongAnswers('standard-shape/exercises/worker', [
  [
    'never says done',
    ({ solution }) => swap(solution, 'this.queue.done(key);', ''),
    ['In the end nobody works on a key'],
  ],
  [
    'says done before',
    ({ start }) =>
      swap(
        start,
        'yield* this.sync(key);',
        'this.queue.done(key);\n    this.handleErr(yield* this.sync(key), key);',
      ),
    ['Nobody writes after it was done'],
  ],
  [
    'forgets errors',
    ({ solution }) =>
      swap(
        solution,
        'this.handleErr(yield* this.sync(key), key);',
        'yield* this.sync(key);\n      this.queue.forget(key);',
      ),
    ['What is refused is tried again'],
  ],
  [
    'never forgets',
    ({ solution }) =>
      swap(
        solution,
        'this.handleErr(yield* this.sync(key), key);',
        'if (yield* this.sync(key)) this.queue.addRateLimited(key);',
      ),
    ['Success forgets the failures'],
  ],
]);

wrongAnswers('custom-resource/exercises/finalizer', [
  [
    'promises and never keeps it',
    ({ solution }) => swap(solution, /if \(pool.metadata.deletionTimestamp.*\n/, ''),
    ['In the end the pool is gone'],
  ],
  [
    'makes no promise',
    ({ solution }) => swap(solution, /if \(!pool.metadata.finalizers.*\n/, ''),
    ['What is in the register is held by a finalizer', 'A pool that goes has left the register'],
  ],
  [
    'promises last',
    ({ solution }) => {
      const line = /    if \(!pool.metadata.finalizers.*\n/.exec(solution)![0];
      return swap(swap(solution, line, ''), 'const pods =', `${line.trim()}\n    const pods =`);
    },
    ['What is in the register is held by a finalizer'],
  ],
]);

wrongAnswers('custom-resource/exercises/condition', [
  [
    'moves its time',
    ({ solution }) =>
      swap(solution, 'withCondition(pool.status?.conditions ?? [], condition)', '[condition]'),
    ['The time of a condition says since when it is so'],
  ],
  [
    'keeps its time',
    ({ solution }) =>
      swap(
        solution,
        'lastTransitionTime: now',
        'lastTransitionTime: pool.status?.conditions[0]?.lastTransitionTime ?? now',
      ),
    ['The time of a condition says since when it is so'],
  ],
  [
    'is always written',
    ({ solution }) => swap(solution, /return pool.status && .*/, 'return status;'),
    ['A status in which nothing is new is not written'],
  ],
  [
    'speaks of generation 1',
    ({ solution }) => swap(solution, 'const { generation = 0 } = pool.metadata;', 'const generation = 1;'),
    ['A status speaks of the generation that it is about'],
  ],
  [
    'is ready with one',
    ({ solution }) => swap(solution, 'ready === size', 'ready > 0'),
    ['Ready is true if as many pods are ready as are asked for'],
  ],
]);
