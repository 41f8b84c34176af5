import { exercise } from '../../../../content/controller-manager/run/exercises/in-order.ts';
import { refuses, swap } from '../../tried.ts';

const typed = '  controllerContext.informerFactory.start(controllerContext.stop);\n';
const metadata = '  controllerContext.objectOrMetadataInformerFactory.start(controllerContext.stop);\n';
const closed = '  controllerContext.informersStarted.close();\n';
const wait = '  yield* select(os.sim);\n';

const tooEarly = /At 16 ms `informersStarted` is closed\. Only after that are informers started/;

refuses(
  exercise,
  [
    {
      name: 'factories that are started before a controller asks',
      write: ({ start }) => start,
      says: /At 16 ms a controller asks for an informer of `apps\/v1 ReplicaSet`, and no factory is started after that/,
    },
    {
      name: 'a wait before they are started: time does not help',
      write: ({ start }) => swap(start, typed, `  yield* os.sim.sleep(1000);\n${typed}`),
      says: /At 1,016 ms a controller asks for an informer/,
    },
    {
      name: 'a wait for caches of which none was asked for',
      write: ({ start }) =>
        swap(
          start,
          closed,
          `  yield* controllerContext.informerFactory.waitForCacheSync(controllerContext.stop);\n${closed}`,
        ),
      says: /and no factory is started after that/,
    },
    {
      name: 'a channel that is closed before the factories are started',
      write: ({ solution }) => swap(swap(solution, closed, ''), typed, closed + typed),
      says: tooEarly,
    },
    {
      name: 'factories that are started twice, and a channel closed after the first time',
      write: ({ start }) => swap(start, wait, typed + metadata + wait),
      says: tooEarly,
    },
    {
      name: 'everything twice',
      write: ({ start }) => swap(start, wait, typed + metadata + closed + wait),
      says: /At 16 ms the program ends: panic: .*clos.* A channel is closed once, and no more/,
    },
    {
      name: 'informers that start in a goroutine, at some time',
      write: ({ start }) =>
        swap(
          swap(swap(start, typed, ''), metadata, ''),
          '  const saToken',
          `  os.sim.go('later', (function* () {\n  yield* os.sim.sleep(100);\n${typed}${metadata}  })());\n  const saToken`,
        ),
      says: tooEarly,
    },
    {
      name: 'typed informers alone',
      write: ({ solution }) => swap(solution, metadata, ''),
      says: /After the controllers were started, `objectOrMetadataInformerFactory` is not/,
    },
    {
      name: 'a channel that stays open',
      write: ({ solution }) => swap(solution, closed, ''),
      says: /`informersStarted` is never closed/,
    },
    {
      name: 'a function that comes back',
      write: ({ solution }) => swap(solution, wait, ''),
      says: /without an election it ends where this function comes back/,
    },
    {
      name: 'lines behind the endless wait',
      write: ({ solution }) => swap(swap(solution, closed, ''), wait, wait + closed),
      says: /`informersStarted` is never closed/,
    },
    {
      name: "Go's close",
      write: ({ solution }) =>
        swap(
          solution,
          'controllerContext.informersStarted.close()',
          'close(controllerContext.informersStarted)',
        ),
      says: /There is no `close` here\. In TypeScript, write `channel\.close\(\)`/,
    },
    {
      name: 'a wait that is not run',
      write: ({ solution }) => swap(solution, 'yield* select', 'select'),
      says: /`select\(os\.sim\)` was called without `yield\*`/,
    },
  ],
  [
    {
      name: 'the factory alone that starts both kinds',
      write: ({ solution }) => swap(solution, typed, ''),
    },
  ],
);
