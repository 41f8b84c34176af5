import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/controller-manager/starting-controllers/exercises/too-late.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const attempts: readonly Attempt[] = [
  [
    'a controller that is made in its goroutine',
    ({ start }) => start,
    [
      'Informers are asked for before the factory is started: At 16 ms the controller asks for an informer of apps/v1 ReplicaSet. The factory was started before that.',
      'A ReplicaSet gets its pods: A ReplicaSet asks for 2 pods, and in the end there are 0.',
    ],
  ],
  [
    'one that is, and starts the factory once more',
    ({ start }) =>
      swap(start, 'yield* controller.run', 'ctx.informerFactory.start(ctx.stop);\n    yield* controller.run'),
    [
      'Informers are asked for before the factory is started: At 16 ms the controller asks for an informer of apps/v1 ReplicaSet. The factory was started before that.',
    ],
  ],
  [
    'a start that runs its controller itself',
    ({ start }) => swap(start, "sim.go('replicaset', make());", 'yield* make();'),
    [
      'The start says that it has started: The start of replicaset never says that it has started.',
      'The loop comes to its end: The loop does not come to its end: nobody closes InformersStarted. A start must not wait for its controller.',
      'A ReplicaSet gets its pods: A ReplicaSet asks for 2 pods, and in the end there are 0.',
    ],
  ],
  [
    'a start that skips itself',
    ({ solution }) => swap(solution, 'return started;', 'return skipped;'),
    ['The start says that it has started: The start of replicaset never says that it has started.'],
  ],
  ['a controller that is made by its start', ({ solution }) => solution, []],
];

describe('A controller that is made too late', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
