import { exercise } from '../../../../content/your-own/custom-resource/exercises/condition.ts';
import { refuses, swap } from '../../tried.ts';

const kept = 'withCondition(pool.status?.conditions ?? [], condition)';
const compared = /return pool.status && .*/;
const since = 'lastTransitionTime: now';

refuses(exercise, [
  {
    name: 'all four as they were',
    write: ({ start }) => start,
    says: /At 2,812 ms 2 of 3 pods are ready, and the condition Ready says True[^]*At 2,812 ms the pool has the generation 2\. The status says 1 in `observedGeneration`, and its condition says 1[^]*as before, and its time moves\. It should say since when it is so[^]*At 338 ms the status is written, and nothing in it is new\. If nothing differs, return the status that the pool has/,
  },
  {
    name: 'a time that moves with each write',
    write: ({ solution }) => swap(solution, kept, '[condition]'),
    says: /At 3,010 ms Ready is False as before, and its time moves\. It should say since when it is so/,
  },
  {
    name: 'a time that never moves',
    write: ({ solution }) =>
      swap(solution, since, 'lastTransitionTime: pool.status?.conditions[0]?.lastTransitionTime ?? now'),
    says: /At 2,812 ms Ready becomes False, and its time is that of another moment/,
  },
  {
    name: 'a status that is always written',
    write: ({ solution }) => swap(solution, compared, 'return status;'),
    says: /At 338 ms the status is written, and nothing in it is new\. If nothing differs, return the status that the pool has/,
  },
  {
    name: 'a status compared by what it is and not by what it holds',
    write: ({ solution }) =>
      swap(solution, 'semanticDeepEqual(status, pool.status)', 'status === pool.status'),
    says: /At 338 ms the status is written, and nothing in it is new\. If nothing differs, return the status that the pool has/,
  },
  {
    name: 'a status compared by its number alone',
    write: ({ solution }) =>
      swap(solution, 'semanticDeepEqual(status, pool.status)', 'status.ready === pool.status.ready'),
    says: /the pool gets the generation 2, and 100 ms later its status still speaks of 1\. A status of another generation is another status/,
  },
  {
    name: 'generation 1',
    write: ({ solution }) =>
      swap(solution, 'const { generation = 0 } = pool.metadata;', 'const generation = 1;'),
    says: /At 2,812 ms the pool has the generation 2\. The status says 1 in `observedGeneration`, and its condition says 1/,
  },
  {
    name: 'the generation in the status, and not in its condition',
    write: ({ solution }) =>
      swap(solution, 'observedGeneration: generation,\n    lastT', 'observedGeneration: 1,\n    lastT'),
    says: /The status says 2 in `observedGeneration`, and its condition says 1/,
  },
  {
    name: 'the version of the object for its generation',
    write: ({ solution }) =>
      swap(
        solution,
        'const { generation = 0 } = pool.metadata;',
        'const generation = Number(pool.metadata.resourceVersion);',
      ),
    says: /At 324 ms the pool has the generation 1\. The status says 6 in `observedGeneration`/,
  },
  {
    name: 'ready with one',
    write: ({ solution }) => swap(solution, 'ready === size', 'ready > 0'),
    says: /At 2,812 ms 2 of 3 pods are ready, and the condition Ready says True/,
  },
  {
    name: 'ready with more than are asked for',
    write: ({ solution }) => swap(solution, 'ready === size', 'ready >= size'),
    says: /At 6,016 ms 2 of 1 pods are ready, and the condition Ready says True/,
  },
  {
    name: 'true for a text',
    write: ({ solution }) => swap(solution, "ready === size ? 'True' : 'False'", 'ready === size'),
    says: /At 1,336 ms 2 of 2 pods are ready, and the condition Ready says true/,
  },
  {
    name: 'another type of condition',
    write: ({ solution }) => swap(solution, "type: 'Ready'", "type: 'ready'"),
    says: /At 324 ms the pool has no condition of the type Ready/,
  },
  {
    name: 'nothing where nothing is new',
    write: ({ solution }) => swap(solution, '? pool.status : status', '? undefined : status'),
    says: /the pool loses its status: `poolStatus` returned nothing\. If nothing differs, return the status that the pool has/,
  },
  {
    name: 'conditions that are changed where they stand',
    write: ({ solution }) =>
      swap(solution, `conditions: ${kept}`, 'conditions: pool.status?.conditions ?? [condition]').replace(
        'return pool.status &&',
        'if (pool.status) pool.status.conditions[0] = condition;\n  return pool.status &&',
      ),
    says: /`pool\.status\.conditions` is frozen\. .* `withCondition` makes one, too/,
  },
  {
    name: 'a status that may not be there yet',
    write: ({ solution }) => swap(solution, 'pool.status?.conditions ?? []', 'pool.status.conditions'),
    says: /`pool\.status` is `undefined`, so it has no `conditions`/,
  },
  {
    name: 'the field as Go calls it',
    write: ({ solution }) => swap(solution, 'pool.spec;', 'pool.Spec;'),
    says: /`pool` has no `Spec`\. Did you mean `spec`\?/,
  },
]);
