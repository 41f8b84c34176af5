import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/scheduler/three-layers/exercises/schedule.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const update = 'const stale = this.#cache.updateSnapshot(this.#nodeInfoSnapshot);';

const attempts: readonly Attempt[] = [
  [
    'takes the first that will do',
    ({ start }) => start,
    [
      'No kubelet has to refuse a pod: At 308 ms the kubelet of node-a refuses web-2: OutOfcpu. The scheduler counted with room that was taken already.',
      'Of several nodes, one with the highest score is taken: At 302 ms node-a is chosen for web-1. 3 nodes could take it, and none of them was given a score.',
      'A pod that finds no node gets the reasons: At 2,302 ms no node is found for etl-1, and the message says only: “no nodes available to schedule pods”. Which nodes refused it, and why?',
    ],
  ],
  [
    'looks once, at the beginning',
    ({ solution }) =>
      swap(
        solution,
        update,
        `const known = this.#nodeInfoSnapshot.numNodes() > 0;
    const stale = known ? undefined : this.#cache.updateSnapshot(this.#nodeInfoSnapshot);`,
      ),
    [
      'No kubelet has to refuse a pod: At 308 ms the kubelet of node-c refuses web-3: OutOfcpu. The scheduler counted with room that was taken already.',
    ],
  ],
  [
    'gives no scores',
    ({ solution }) => swap(solution, 'if (feasibleNodes.length === 1)', 'if (feasibleNodes.length > 0)'),
    [
      'Of several nodes, one with the highest score is taken: At 302 ms node-a is chosen for web-1. 3 nodes could take it, and none of them was given a score.',
    ],
  ],
  [
    'gives scores, and takes the first',
    ({ solution }) =>
      swap(
        solution,
        'const [suggestedHost, none] = this.steps.selectHost(priorityList);',
        'const [suggestedHost, none] = [priorityList[0]?.name ?? "", undefined];',
      ),
    [
      'Of several nodes, one with the highest score is taken: At 302 ms node-a is chosen for web-1, and selectHost did not choose it from the scores.',
    ],
  ],
  [
    'says no more than that there is none',
    ({ solution }) => swap(solution, 'new FitError(pod, numAllNodes, statuses)', 'errNoNodesAvailable'),
    [
      'A pod that finds no node gets the reasons: At 2,302 ms no node is found for etl-1, and the message says only: “no nodes available to schedule pods”. Which nodes refused it, and why?',
      'The important pod gets its place: In the end pay-1 has no node.',
    ],
  ],
  ['filters, scores, and draws, again for each pod', ({ solution }) => solution, []],
];

describe('Write the third layer', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
