import { pod, replicaSet } from '../../../src/runtime/subjects/api/objects.ts';
import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import { masterLabel } from '../../../src/runtime/demo/pod-count.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';

const manager = 'kube-controller-manager';

/** A pod goes, and the controller never hears of it. A resync comes, and then the controller begins anew. */
const lost: Scenario = {
  id: 'machinery/shared-informers',
  title: 'A lost deletion',
  summary:
    'One pod is asked for. It is deleted, and the controller never hears of that. A resync comes; then the controller is started again.',
  seed: 3,
  plane: 'control-loop/informers-and-queues',
  view: 'control-loop/shared-informers',
  settings: { nodes: ['node-a'], workers: 1, minResyncMs: 20_000 },
  offers: ['scale', 'delete', 'relabel', 'cut-watch', 'delay-watch', 'crash', 'start', 'lose-event'],
  shows: ['kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts'],
  endsAtMs: 120_000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 1) });
    yield* user.settle();
    user.act({ kind: 'lose-event', program: manager, resource: 'pods', times: 2 });
    const [first] = user.list('pods', 'default');
    const { name = '' } = first?.metadata ?? {};
    user.act({ kind: 'delete', resource: 'pods', namespace: 'default', name, gracePeriodSeconds: 0 });
    yield* user.sleep(40_000);
    user.act({ kind: 'crash', program: manager });
    user.act({ kind: 'start', program: manager });
    yield* user.settle();
    yield* user.sleep(38_000);
  },
};

/** One pod on its way through an informer, and nothing is lost. */
const onePodMade: Scenario = {
  ...lost,
  id: 'machinery/shared-informers#one-pod',
  title: 'One pod, from left to right',
  summary: 'One pod is asked for, and reaches the controller through its informer.',
  endsAtMs: 5000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 1) });
    yield* user.settle();
  },
};

/** How informers are asked for, started, waited for and joined, step by step. */
const factory: Scenario = {
  id: 'machinery/shared-informers#factory',
  title: 'A factory of informers',
  summary:
    'A program makes a factory, asks for informers, starts them, asks again, opens a gate, and adds a handler when all runs.',
  seed: 3,
  plane: 'control-loop/shared-informers',
  view: 'control-loop/shared-informers',
  settings: { minResyncMs: 6000 },
  offers: ['delete', 'relabel', 'cut-watch', 'delay-watch', 'lose-event'],
  shows: [],
  endsAtMs: 20_000,
  *story(user) {
    yield* user.sleep(3000);
    for (const name of ['web-a', 'web-b', 'web-c', 'web-d'])
      user.act({ kind: 'apply', object: pod(name, { app: 'web' }) });
    yield* user.sleep(15_000);
  },
};

/** A master node, and a pod. The number of pods is to stand in a label of the node. */
function* onePod(user: User): Blocking<void> {
  yield* user.sleep(300);
  const labels = { [masterLabel]: '' };
  user.act({ kind: 'relabel', resource: 'nodes', namespace: '', name: 'node-a', labels });
  user.act({ kind: 'apply', object: pod('web-a', { app: 'web' }) });
  yield* user.settle();
}

/** It gets every change, and drops what it could not do. */
const forgetful: Scenario = {
  id: 'machinery/shared-informers#forgetful',
  title: 'A forgetful controller',
  summary:
    'A controller that counts pods meets a conflict, and forgets what it wanted to do. Its informers resync every 30 seconds.',
  seed: 5,
  plane: 'own/node-counter',
  view: 'control-loop/shared-informers',
  settings: { nodes: ['node-a'], workers: 1, demo: { mistake: 'forget errors', resyncMs: 30_000 } },
  offers: ['delete', 'conflict', 'cut-watch', 'delay-watch', 'lose-event'],
  shows: ['demo/node-counter.ts', 'demo/mistakes.ts'],
  endsAtMs: 60_000,
  *story(user) {
    yield* onePod(user);
    user.act({ kind: 'conflict', resource: 'nodes', times: 1 });
    user.act({ kind: 'apply', object: pod('web-b', { app: 'web' }) });
    yield* user.sleep(40_000);
  },
};

/** The same, and nothing ever brings the key back. */
const noResync: Scenario = {
  ...forgetful,
  id: 'machinery/shared-informers#no-resync',
  title: 'A forgetful controller, without resync',
  summary: 'The same controller and the same conflict, with a resync period of 0.',
  settings: { ...forgetful.settings, demo: { mistake: 'forget errors', resyncMs: 0 } },
};

/** A handler that waits for a lock that is never given back. */
const blocked: Scenario = {
  ...forgetful,
  id: 'machinery/shared-informers#blocked',
  title: 'A handler that blocks',
  summary: 'The handler of pods waits for a lock that is never given back. Pods come and go.',
  settings: { ...forgetful.settings, demo: { mistake: 'blocking handler', resyncMs: 30_000 } },
  *story(user) {
    yield* onePod(user);
    for (const name of ['web-b', 'web-c']) user.act({ kind: 'apply', object: pod(name, { app: 'web' }) });
    yield* user.sleep(40_000);
  },
};

/**
 * Three pods are there before the program is. Then pods come, change and go, and the watch tells of it; and once more while it is dead, so
 * that only a new list does. One handler wants resyncs, and another none.
 */
const deltas: Scenario = {
  ...factory,
  id: 'machinery/shared-informers#deltas',
  title: 'Two handlers, one of which wants resyncs',
  summary:
    'Three pods are there from the beginning. Others are added, changed and deleted, and a new list shows what the watch missed. Then comes a resync.',
  seed: 1,
  order: 'seeded',
  settings: { ...factory.settings, idle: ['watcher'] },
  shows: ['kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts'],
  endsAtMs: 50_000,
  *story(user) {
    const at = { resource: 'pods', namespace: 'default' } as const;
    const make = (name: string): void => void user.act({ kind: 'apply', object: pod(name, { app: 'web' }) });
    const relabel = (name: string, app: string): void =>
      void user.act({ kind: 'relabel', ...at, name, labels: { app } });
    const remove = (name: string): void =>
      void user.act({ kind: 'delete', ...at, name, gracePeriodSeconds: 0 });
    for (const name of ['web-x', 'web-y', 'web-z']) make(name);
    user.act({ kind: 'start', program: 'watcher' });
    yield* user.sleep(1000);
    for (const name of ['web-a', 'web-b', 'web-c', 'web-d']) make(name);
    yield* user.sleep(200);
    for (const name of ['web-a', 'web-b', 'web-c']) relabel(name, 'db');
    yield* user.sleep(200);
    for (const name of ['web-b', 'web-c', 'web-d']) remove(name);
    yield* user.sleep(200);

    // A watch that ends at once, and has told nothing, is taken for broken: the reflector lists again.
    const cut = (): void =>
      void user.act({ kind: 'cut-watch', program: 'watcher', resource: 'pods', forMs: 1 });
    cut();
    yield* user.sleep(100);
    cut();
    make('web-e');
    for (const name of ['web-a', 'web-x']) relabel(name, 'other');
    for (const name of ['web-y', 'web-z']) remove(name);
    yield* user.sleep(18_000);

    // After the resync, and it is news to everyone.
    relabel('web-e', 'db');
    yield* user.sleep(30_000);
  },
};

export const scenarios: readonly Scenario[] = [
  lost,
  forgetful,
  noResync,
  onePodMade,
  factory,
  blocked,
  deltas,
];
