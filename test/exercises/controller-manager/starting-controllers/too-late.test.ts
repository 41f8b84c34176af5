import { exercise } from '../../../../content/controller-manager/starting-controllers/exercises/too-late.ts';
import { refuses, swap } from '../../tried.ts';

const go = "sim.go('replicaset', make());";
const luck =
  /the goroutine of the controller asks for an informer of `apps\/v1 ReplicaSet`\. That it runs before the factory is started is luck/;

refuses(
  exercise,
  [
    {
      name: 'a controller that is made in its goroutine',
      write: ({ start }) => start,
      says: /At 16 ms the controller asks for an informer of `apps\/v1 ReplicaSet`\. The factory was started before that[^]* Its controller runs, and does not hear of it/,
    },
    {
      name: 'one that is, and starts the factory once more',
      write: ({ start }) =>
        swap(
          start,
          'yield* controller.run',
          'ctx.informerFactory.start(ctx.stop);\n    yield* controller.run',
        ),
      says: /The factory was started before that/,
    },
    {
      name: 'a start that sleeps until its goroutine has begun',
      write: ({ start }) => swap(start, 'return started;', 'yield* sim.sleep(10);\n  return started;'),
      says: luck,
    },
    {
      name: 'a start that lets others go first',
      write: ({ start }) => swap(start, 'return started;', 'yield* sim.yieldNow();\n  return started;'),
      says: luck,
    },
    {
      name: 'a start that runs its controller itself',
      write: ({ start }) => swap(start, go, 'yield* make();'),
      says: /The start of `replicaset` never gives `started`[^]*`InformersStarted` is never closed\. A start must not wait for its controller/,
    },
    {
      name: 'a controller that is made and never runs',
      write: ({ solution }) => swap(solution, /\s*sim\.go\([^;]*;/, ''),
      says: /Its controller does not run: `sim\.go` is for that/,
    },
    {
      name: 'a controller that is called and not run',
      write: ({ solution }) =>
        swap(solution, /sim\.go\('[^']*', (controller[^;]*)\);/, 'controller.run(workers, ctx.stop);'),
      says: /`controller\.run\(workers, ctx\.stop\)` was called without `yield\*`.* To run it as a goroutine, give it to `sim\.go`/,
    },
    {
      name: 'a start that skips itself',
      write: ({ solution }) => swap(solution, 'return started;', 'return skipped;'),
      says: /The start of `replicaset` never gives `started`/,
    },
    {
      name: 'a start that says nothing',
      write: ({ solution }) => swap(solution, 'return started;', ''),
      says: /A function that you edited may return nothing, or no pair/,
    },
    {
      name: "Go's nil",
      write: ({ solution }) => swap(solution, 'return started;', 'return [nil, true, nil];'),
      says: /There is no `nil` here/,
    },
  ],
  [
    {
      name: 'informers that the start asks for, and a controller that is made in its goroutine',
      write: ({ start }) =>
        swap(
          start,
          '  function* make()',
          '  ctx.informerFactory.apps().v1().replicaSets().informer();\n  ctx.informerFactory.core().v1().pods().informer();\n  function* make()',
        ),
    },
  ],
);
