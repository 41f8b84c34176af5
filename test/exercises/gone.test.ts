import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/scheduler/node-name/exercises/gone.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const attempts: readonly Attempt[] = [
  [
    'holds all of them for gone',
    ({ start }) => start,
    [
      'No pod is deleted before the API server has said that its node is gone: At 60,104 ms web is deleted. node-c is there, and runs it. The API server was not asked.',
    ],
  ],
  [
    'looks only into the cache',
    ({ start }) =>
      swap(
        start,
        'deletedNodesNames.add(nodeName);',
        'if (!existingNodeNames.has(nodeName)) deletedNodesNames.add(nodeName);',
      ),
    [
      'No pod is deleted before the API server has said that its node is gone: At 100,104 ms db is deleted. node-d is there, and runs it. The API server was not asked.',
    ],
  ],
  [
    'takes every error for a no',
    ({ solution }) => swap(solution, 'if (!err && !exists)', 'if (!exists)'),
    [
      'No pod is deleted before the API server has said that its node is gone: At 60,104 ms report is deleted. No answer has said that node-9 is gone. The API server had answered 503, which is no word about the node.',
    ],
  ],
  [
    'gives a key back only if it has an answer',
    ({ solution }) =>
      swap(
        swap(solution, 'this.#nodeQueue.done(nodeName);', ''),
        'deletedNodesNames.add(nodeName);',
        'deletedNodesNames.add(nodeName);\nthis.#nodeQueue.done(nodeName);',
      ),
    [
      'The pod whose node never comes is deleted in the end: In the end report is still there. The API server was asked about node-9 once, at 60,100 ms, and never again. Is the key given back to the queue?',
    ],
  ],
  [
    'asks about every node',
    ({ solution }) => swap(solution, 'if (!existingNodeNames.has(nodeName)) {', '{'),
    [
      'The API server is not asked about a node that the cache has: At 60,104 ms the API server is asked about node-c. That node came meanwhile, and the cache has it: look at existingNodeNames first.',
    ],
  ],
  [
    'deletes nothing',
    ({ start }) => swap(start, 'deletedNodesNames.add(nodeName);', ''),
    [
      'The pod whose node never comes is deleted in the end: In the end report is still there, though node-9 does not exist.',
    ],
  ],
  ['asks where the cache does not know', ({ solution }) => solution, []],
];

describe('Is it really gone?', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
