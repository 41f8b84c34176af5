import type { DemoSettings } from '../../../src/runtime/subjects/own/program.ts';
import { pod } from '../../../src/runtime/subjects/api/objects.ts';
import type { Settings } from '../../../src/runtime/stage/settings.ts';
import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';
import { master, threePods } from '../first-controller/scenario.ts';

const id = 'your-own/standard-shape';

/** A master and three pods, and a fourth when all is quiet. */
export function* fourPods(user: User): Blocking<void> {
  yield* threePods(user);
  user.act({ kind: 'apply', object: pod('web-d', { app: 'web' }) });
  yield* user.settle();
}

/** A fourth pod, whose count is refused once. */
function* oneConflict(user: User): Blocking<void> {
  yield* threePods(user);
  user.act({ kind: 'conflict', resource: 'nodes', times: 1 });
  user.act({ kind: 'apply', object: pod('web-d', { app: 'web' }) });
  yield* user.settle();
}

/** A fourth pod, and then a second master. */
function* secondMaster(user: User): Blocking<void> {
  yield* fourPods(user);
  user.act({ ...master, name: 'node-b' });
  yield* user.settle();
}

/** A run of the controller in the standard shape, with a mistake if `demo` names one. */
export function counted(
  name: string,
  demo: Partial<DemoSettings> = {},
  story: Scenario['story'] = fourPods,
  settings: Partial<Settings> = {},
): Scenario {
  return {
    id: `${id}${name && `#${name}`}`,
    title: name,
    summary: name,
    seed: 5,
    plane: 'own/standard-shape',
    offers: [
      'delete',
      'relabel',
      'cut-watch',
      'delay-watch',
      'crash',
      'start',
      'terminate',
      'partition',
      'pause',
    ],
    settings: { nodes: ['node-a', 'node-b'], workers: 1, ...settings, demo },
    shows: ['demo/node-counter.ts'],
    endsAtMs: 60_000,
    story,
  };
}

const told = (scenario: Scenario, title: string, summary: string): Scenario => ({
  ...scenario,
  title,
  summary,
});

const life = told(
  counted('', {}, function* (user) {
    yield* fourPods(user);
    user.act({ kind: 'conflict', resource: 'nodes', times: 2 });
    user.act({
      kind: 'delete',
      resource: 'pods',
      namespace: 'default',
      name: 'web-a',
      gracePeriodSeconds: 0,
    });
    yield* user.settle();
    user.act({ kind: 'conflict', resource: 'nodes', times: 6 });
    user.act({ kind: 'apply', object: pod('web-e', { app: 'web' }) });
    yield* user.settle();
  }),
  'A key, a queue, a worker',
  'Four pods come, and each is counted at once. A pod goes while writes conflict, and then one comes that is not counted for long.',
);

/** The same acts for two controllers: one hears of pods, the other looks every ten seconds. */
function* anotherPod(user: User): Blocking<void> {
  yield* fourPods(user);
  yield* user.sleep(16_000);
}

const heard = told(
  counted('heard', {}, anotherPod),
  'Counted when they come',
  'Three pods come, and then a fourth. This controller hears of each.',
);

const timer = told(
  { ...counted('timer', {}, anotherPod), plane: 'own/pod-manager', shows: ['demo/pod-controller.ts'] },
  'Counted by the clock',
  'Three pods come, and then a fourth. This controller looks every ten seconds.',
);

const mistake = (
  name: string,
  demo: Partial<DemoSettings>,
  title: string,
  summary: string,
  story?: Scenario['story'],
): Scenario => told(counted(name, demo, story), title, summary);

const holdsKey = mistake(
  'hold-the-key',
  { mistake: 'hold the key' },
  'A key that is held',
  'The worker waits, with a key in hand, for an answer that never comes.',
  secondMaster,
);

const neverDone = mistake(
  'never-done',
  { mistake: 'never done' },
  'Done is never called',
  'The worker does its work, and does not say that it is done.',
);

const forgets = mistake(
  'forget-errors',
  { mistake: 'forget errors' },
  'Errors that are forgotten',
  'The worker takes every error for the last word. One update conflicts.',
  oneConflict,
);

const forgetsAndResyncs = mistake(
  'forget-errors-and-resync',
  { mistake: 'forget errors', resyncMs: 30_000 },
  'Errors that are forgotten, with a resync',
  'The same, and every thirty seconds the informers go over their caches once more.',
  function* (user) {
    yield* oneConflict(user);
    yield* user.sleep(30_000);
  },
);

const blocks = mistake(
  'blocking-handler',
  { mistake: 'blocking handler' },
  'A handler that blocks',
  'The handler of pods waits for something that never comes.',
);

/** For the exercises: pods come and go, two masters, conflicts, and a node that goes. */
const busy = told(
  {
    ...counted(
      'busy',
      {},
      function* (user) {
        yield* threePods(user);
        user.act({ kind: 'conflict', resource: 'nodes', times: 2 });
        user.act({ kind: 'apply', object: pod('web-d', { app: 'web' }) });
        yield* user.sleep(3000);
        user.act({ ...master, name: 'node-b' });
        yield* user.sleep(1000);
        user.act({ kind: 'apply', object: pod('api-a', { app: 'api' }) });
        user.act({ kind: 'delete', resource: 'nodes', namespace: '', name: 'node-b' });
        yield* user.sleep(1000);
        user.act({
          kind: 'delete',
          resource: 'pods',
          namespace: 'default',
          name: 'web-a',
          gracePeriodSeconds: 0,
        });
        yield* user.settle();
      },
      { workers: 2 },
    ),
    order: 'seeded',
  },
  'A busy hour',
  'Pods come and go, updates conflict, a second master is made, and its node goes.',
);

export const scenarios: readonly Scenario[] = [
  life,
  heard,
  timer,
  holdsKey,
  neverDone,
  forgets,
  forgetsAndResyncs,
  blocks,
  busy,
];
