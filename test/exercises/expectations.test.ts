import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/controllers/replicaset/exercises/expectations.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const creations = 'this.#expectations.expectCreations(rsKey, diff);';
const open = exercise.checks.map(({ name }) => `${name}: open`);

const attempts: readonly Attempt[] = [
  [
    'no notes at all',
    ({ start }) => start,
    [
      'There are never more pods than were asked for: At 3,316 ms there are 7 active pods, and no more than 6 were ever asked for. ' +
        'The sync that made this one counted in a cache that did not show the pods of the sync before. Nothing told it that they were on their way.',
      'No pod is deleted twice: At 4,150 ms the controller asks for the deletion of default/web-ftz2s once more. ' +
        'Its cache still shows the pod as it was, and there is no note that this very pod is on its way out.',
    ],
  ],
  [
    'a note of creations after the requests',
    ({ solution }) =>
      swap(swap(solution, creations, ''), 'const skippedPods', `${creations}\n      const skippedPods`),
    [
      'In the end there are as many pods as the spec says: In the end there are 3 pods where 2 were asked for. ' +
        'At 8,102 ms the last sync skipped manageReplicas, because it still waited for something.',
      'No note is left over: In the end the controller still waits for 2 creations, noted at 310 ms, and nothing of the kind will come. ' +
        'Each event of a pod is counted once, against the note that is there when it comes. ' +
        'So a note must be there before the first event can come, and must not expect more than was asked for.',
    ],
  ],
  [
    'as many as the spec says',
    ({ solution }) => swap(solution, creations, creations.replace('diff', 'rs.spec.replicas')),
    [
      'In the end there are as many pods as the spec says: In the end there are 6 pods where 2 were asked for. ' +
        'At 8,102 ms the last sync skipped manageReplicas, because it still waited for something.',
      'No note is left over: In the end the controller still waits for 3 creations, noted at 3,302 ms, and nothing of the kind will come. ' +
        'Each event of a pod is counted once, against the note that is there when it comes. ' +
        'So a note must be there before the first event can come, and must not expect more than was asked for.',
    ],
  ],
  [
    'no note of deletions',
    ({ solution }) => swap(solution, /this\.#expectations\.expectDeletions.*/, ''),
    [
      'No pod is deleted twice: At 7,710 ms the controller asks for the deletion of default/web-wwpbq once more. ' +
        'Its cache still shows the pod as it was, and there is no note that this very pod is on its way out.',
    ],
  ],
  [
    'a number of deletions in place of their keys',
    ({ solution }) => swap(solution, 'getPodKeys(podsToDelete)', 'diff'),
    [
      'It runs to its end: process replicaset/worker-1 failed at 7702 ms: TypeError: number 4 is not iterable ' +
        '(cannot read property Symbol(Symbol.iterator)), at line LINE of kubernetes/pkg/controller/replicaset/replica_set.ts',
      ...open,
    ],
  ],
];

describe('a controller that remembers', () => {
  test.each(attempts)('tells what is wrong with %s', async (_name, write, expected) => {
    const lines = told(await tryOut(exercise, write)).map((line) => line.replace(/line \d+/, 'line LINE'));
    expect(lines).toEqual(expected);
  });
});
