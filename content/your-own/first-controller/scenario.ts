import type { DemoSettings } from '../../../src/runtime/subjects/own/program.ts';
import { pod } from '../../../src/runtime/subjects/api/objects.ts';
import type { Settings } from '../../../src/runtime/stage/settings.ts';
import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import { masterLabel } from '../../../src/runtime/demo/pod-count.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';

const program = 'pod-manager';

export const master = {
  kind: 'relabel',
  resource: 'nodes',
  namespace: '',
  name: 'node-a',
  labels: { [masterLabel]: '' },
} as const;

function* podsOn(user: User, ...names: readonly string[]): Blocking<void> {
  yield* user.sleep(300);
  user.act(master);
  for (const name of names) user.act({ kind: 'apply', object: pod(name, { app: 'web' }) });
  yield* user.settle();
}

/** A master and three pods. */
export function* threePods(user: User): Blocking<void> {
  yield* podsOn(user, 'web-b', 'web-a', 'web-c');
}

/** A run of the pod manager. `demo` is what differs from its defaults. */
export function managed(
  name: string,
  demo: Partial<DemoSettings>,
  endsAtMs: number,
  story: Scenario['story'] = threePods,
  settings: Partial<Settings> = {},
): Scenario {
  return {
    id: `your-own/first-controller${name && `#${name}`}`,
    title: name,
    summary: name,
    seed: 5,
    plane: 'own/pod-manager',
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
    settings: { nodes: ['node-a', 'node-b'], ...settings, demo },
    shows: ['demo/pod-controller.ts', 'demo/manager.ts'],
    endsAtMs,
    story,
  };
}

const told = (scenario: Scenario, title: string, summary: string): Scenario => ({
  ...scenario,
  title,
  summary,
});

const life = told(
  managed('', {}, 48_000, function* (user) {
    yield* threePods(user);
    yield* user.sleep(15_000);
    user.act({ kind: 'apply', object: pod('web-d', { app: 'web' }) });
    // Between the read and the write of the next round, which are 4 ms apart.
    yield* user.sleep(1803);
    user.act({ ...master, labels: { touched: 'between' } });
    yield* user.sleep(24_197);
    user.act({ kind: 'terminate', program });
    yield* user.sleep(4000);
    user.act({ ...master, labels: { touched: 'late' } });
    yield* user.settle();
  }),
  'Pods counted every ten seconds',
  'A controller counts pods and writes the number on a master. A write conflicts, a pod comes between two rounds, and in the end it is told to stop.',
);

const startFirst = told(
  managed('start-first', { order: 'start, make, run' }, 22_000),
  'The factory first',
  'The factory is started before any code asked it for an informer.',
);

const startBetween = told(
  managed('start-between', { order: 'make, start, run' }, 22_000),
  'The factory between',
  'The factory is started after the controller is made, and before it runs.',
);

const noFile = told(
  managed('no-file', { kubeconfig: false }, 1000),
  'No kubeconfig',
  'The file that says where the API server is, is not there.',
);

const noClient = told(
  managed('no-client', { burst: 0 }, 1000),
  'No client',
  'The file is there, and what it says makes no client.',
);

const slow = told(
  managed(
    'slow',
    {},
    100_000,
    function* (user) {
      yield* user.sleep(20_000);
      yield* podsOn(user, 'web-a');
      yield* user.sleep(43_000);
      user.act({ kind: 'terminate', program });
    },
    { latencyMs: 3000 },
  ),
  'A round that takes twelve seconds',
  'Each way to the API server takes three seconds, so a round takes longer than its period. Stop comes in the middle of one.',
);

const long = told(
  managed('long', {}, 290_000, (user) => podsOn(user, 'web-a')),
  'Twenty-nine rounds',
  'One pod, and an event about it in every round.',
);

const restarted = told(
  managed(
    'restarted',
    {},
    22_000,
    function* (user) {
      yield* threePods(user);
      user.act({ kind: 'start', program });
    },
    { idle: [program] },
  ),
  'Started late, with the wait',
  'The manager starts when three pods are there already, and waits for its cache.',
);

const noWait = told(
  {
    ...restarted,
    id: `${life.id}#no-wait`,
    settings: { ...restarted.settings, demo: { mistake: 'no wait' } },
  },
  'Started late, without the wait',
  'The same, but it counts without waiting for its cache.',
);

const two = told(
  managed(
    'two',
    {},
    50_000,
    function* (user) {
      yield* podsOn(user, 'web-a');
      yield* user.sleep(12_000);
      user.act({ kind: 'crash', program: `${program}-0` });
    },
    { replicas: 2 },
  ),
  'Two replicas',
  'Two copies of the manager run. One leads and works; it crashes, and the other takes over.',
);

/** For the exercise: pods come and go, and two nodes are masters in the end. */
const comings = told(
  {
    ...managed('comings', {}, 56_000, function* (user) {
      yield* threePods(user);
      yield* user.sleep(10_000);
      user.act({
        kind: 'delete',
        resource: 'pods',
        namespace: 'default',
        name: 'web-a',
        gracePeriodSeconds: 0,
      });
      yield* user.sleep(20_000);
      user.act({ ...master, name: 'node-b', labels: { ...master.labels, disk: 'ssd' } });
      user.act({ kind: 'apply', object: pod('api-a', { app: 'api' }) });
    }),
    order: 'seeded',
  },
  'Comings and goings',
  'Three pods, then two; then a second master, and a third pod again.',
);

export const scenarios: readonly Scenario[] = [
  life,
  startFirst,
  startBetween,
  noFile,
  noClient,
  slow,
  long,
  restarted,
  noWait,
  two,
  comings,
];
