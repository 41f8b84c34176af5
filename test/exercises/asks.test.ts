import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/scheduler/filtering/exercises/asks.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const shop =
  'No pod waits while its node has room: In the end shop has no node. node-a has 4 of cpu left, and shop never needs more than 3 at a time.';
const sandbox =
  'No node is promised more than it has: At 4,802 ms default/sandbox gets node-b. Its pods need 4.25 of cpu then, and it has 4.';
const warmed =
  'No node is promised more than it has: At 6,302 ms default/warmed gets node-a. Its pods need 3 of example.com/gpu then, and it has 2.';
const vm =
  'No node is promised more than it has: At 7,802 ms default/vm gets node-b. Its pods need 4.25 of cpu then, and it has 4.';

const initContainers = `  for (const container of spec.initContainers ?? [])
    result.request.setMaxResource(container.resources?.requests);
`;

const attempts: readonly Attempt[] = [
  ['adds up all', ({ start }) => start, [shop, sandbox]],
  ['leaves the init containers out', ({ solution }) => swap(solution, initContainers, ''), [warmed]],
  [
    'forgets the overhead',
    ({ solution }) => swap(solution, 'result.request.add(spec.overhead as ResourceList | undefined);', ''),
    [sandbox],
  ],
  [
    'adds the overhead before it takes the largest',
    ({ solution }) =>
      swap(
        swap(solution, 'result.request.add(spec.overhead as ResourceList | undefined);', ''),
        initContainers,
        `  result.request.add(spec.overhead as ResourceList | undefined);\n${initContainers}`,
      ),
    [vm],
  ],
  [
    'asks for nothing',
    ({ solution }) => swap(solution, 'return result;', 'return new PreFilterState();'),
    [sandbox],
  ],
  ['asks for the most at a time', ({ solution }) => solution, []],
];

describe('Neither too much nor too little', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
