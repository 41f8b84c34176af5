import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/machinery/indexer-and-lister/exercises/own-copy.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const attempts: readonly Attempt[] = [
  [
    'a controller that writes into the cache',
    ({ start }) => start,
    [
      'Each node says how many pods it has: In the end node-a has 2 pods, and its label says 0.',
      'The cache holds what the API server said: At 100 ms the cache has node-a at version 4 with 0 in the label. At that version the API server said nothing.',
    ],
  ],
  [
    'one that copies the outermost part only',
    ({ start }) => swap(start, 'const labels =', 'node = { ...node };\n    const labels ='),
    [
      'Each node says how many pods it has: In the end node-a has 2 pods, and its label says 0.',
      'The cache holds what the API server said: At 100 ms the cache has node-a at version 4 with 0 in the label. At that version the API server said nothing.',
    ],
  ],
  [
    'one that copies, and always writes',
    ({ solution }) => swap(solution, /.*return undefined;\n/.exec(solution)?.[0] ?? '', ''),
    [],
  ],
  ['one that has its own copy', ({ solution }) => solution, []],
];

describe('A copy of your own', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
