import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/controller-manager/run/exercises/in-order.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const typed = '  controllerContext.informerFactory.start(controllerContext.stop);\n';
const metadata = '  controllerContext.objectOrMetadataInformerFactory.start(controllerContext.stop);\n';
const said = '  controllerContext.informersStarted.close();\n';
const wait = '  yield* select(os.sim);\n';

const noMetadata =
  'So are informers of metadata: After the controllers were started nobody starts the informers of metadata. Another controller may have asked for some.';
const tooEarly =
  'When it is said that informers were started, they were: At 16 ms it is said that informers were started, and only after that are they, or the controllers that ask for them.';

const attempts: readonly Attempt[] = [
  [
    'factories that are started before anybody asks',
    ({ start }) => start,
    [
      'Whatever informer is asked for is started: At 16 ms a controller asks for an informer of apps/v1 ReplicaSet, and nobody starts it after that. A factory starts what was asked for until then.',
      noMetadata,
      tooEarly,
      'There are two pods in the end: A ReplicaSet asks for two pods, and in the end there are 0. The log has no error, and the health check passes.',
    ],
  ],
  [
    'a channel that is closed before the factories are started',
    ({ solution }) => swap(swap(solution, said, ''), typed, said + typed),
    [tooEarly],
  ],
  [
    'factories that are started twice, and a channel closed after the first time',
    ({ start }) => swap(start, wait, typed + metadata + wait),
    [tooEarly],
  ],
  ['typed informers alone', ({ solution }) => swap(solution, metadata, ''), [noMetadata]],
  [
    'a channel that stays open',
    ({ solution }) => swap(solution, said, ''),
    [
      'When it is said that informers were started, they were: Nobody ever says that informers were started. Controllers such as the garbage collector wait for that.',
    ],
  ],
  [
    'a function that comes back',
    ({ solution }) => swap(solution, wait, ''),
    [
      'The program runs to the end: At 16 ms the program ends: exit status 2. Without an election it ends where this function comes back.',
    ],
  ],
  ['everything in order', ({ solution }) => solution, []],
];

describe('A start without an error', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
