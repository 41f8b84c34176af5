import { pod, replicaSet } from '../../../src/runtime/subjects/api/objects.ts';
import { itemBaseDelay, itemMaxDelay } from '../../../src/runtime/subjects/control-loop/numbers.ts';
import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import { masterLabel } from '../../../src/runtime/demo/pod-count.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';

/** Two sets, two workers. Pods count only when they have been ready for a while, so keys are put off. */
const twoSets: Scenario = {
  id: 'machinery/workqueues',
  title: 'Two sets, two workers',
  summary:
    'Two ReplicaSets are asked for. Their keys are queued, merged, queued again, and put off until their pods have been ready for long enough.',
  seed: 3,
  plane: 'control-loop/informers-and-queues',
  view: 'control-loop/workqueues',
  settings: { nodes: ['node-a'], workers: 2 },
  shows: ['kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts'],
  endsAtMs: 30_000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 2, { minReadySeconds: 3 }) });
    user.act({ kind: 'apply', object: replicaSet('db', 1, { minReadySeconds: 1 }) });
    yield* user.settle(5000);
  },
};

/** Every write of the status is refused, for three quarters of an hour. */
const refused: Scenario = {
  id: 'machinery/workqueues#refused',
  title: 'Refused for three quarters of an hour',
  summary:
    'The status of a ReplicaSet without pods cannot be written. Each retry comes later than the one before, until one succeeds.',
  seed: 3,
  plane: 'control-loop/informers-and-queues',
  view: 'control-loop/workqueues',
  settings: { nodes: [], workers: 1 },
  numbers: [itemBaseDelay, itemMaxDelay],
  shows: ['kubernetes/staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.ts'],
  endsAtMs: 60 * 60 * 1000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'conflict', resource: 'replicasets', times: 40 });
    user.act({ kind: 'apply', object: replicaSet('web', 0) });
    yield* user.sleep(58 * 60 * 1000);
  },
};

/** A master node, and a pod. The number of pods is to stand in a label of the node. */
function* onePod(user: User): Blocking<void> {
  yield* user.sleep(300);
  user.act({
    kind: 'relabel',
    resource: 'nodes',
    namespace: '',
    name: 'node-a',
    labels: { [masterLabel]: '' },
  });
  user.act({ kind: 'apply', object: pod('web-a', { app: 'web' }) });
  yield* user.settle();
}

const mistaken: Omit<Scenario, 'id' | 'title' | 'summary' | 'story'> = {
  seed: 5,
  plane: 'own/node-counter',
  view: 'control-loop/workqueues',
  offers: ['delete', 'conflict', 'cut-watch', 'delay-watch', 'crash', 'start'],
  shows: ['demo/node-counter.ts', 'demo/mistakes.ts'],
  endsAtMs: 60_000,
};

/** A controller that forgets first: only the bucket is left to hold it. */
const hotLoop: Scenario = {
  ...mistaken,
  id: 'machinery/workqueues#hot-loop',
  title: 'Forget, and try again',
  summary: 'A controller calls Forget before it puts a key off, and its write is refused 118 times.',
  settings: { nodes: ['node-a'], workers: 1, demo: { mistake: 'forget first', qps: 1000, burst: 1000 } },
  *story(user) {
    yield* onePod(user);
    user.act({ kind: 'conflict', resource: 'nodes', times: 118 });
    user.act({ kind: 'apply', object: pod('web-b', { app: 'web' }) });
    yield* user.settle();
  },
};

/** Pods and masters come, while a key is not given back. */
function* morePods(user: User): Blocking<void> {
  yield* onePod(user);
  user.act({ kind: 'apply', object: pod('web-b', { app: 'web' }) });
  yield* user.sleep(3000);
  user.act({
    kind: 'relabel',
    resource: 'nodes',
    namespace: '',
    name: 'node-b',
    labels: { [masterLabel]: '' },
  });
  yield* user.sleep(6000);
  user.act({ kind: 'apply', object: pod('web-c', { app: 'web' }) });
  yield* user.settle();
}

const held: Scenario = {
  ...mistaken,
  id: 'machinery/workqueues#held',
  title: 'A key that is held',
  summary:
    'The only worker waits, with a key in hand, for an answer that never comes. Other keys wait behind it.',
  settings: { nodes: ['node-a', 'node-b'], workers: 1, demo: { mistake: 'hold the key' } },
  story: morePods,
};

const neverDone: Scenario = {
  ...mistaken,
  id: 'machinery/workqueues#never-done',
  title: 'Done is never called',
  summary:
    'A worker does the work for a key and never says so. Other keys go on; this one does not come again.',
  settings: { nodes: ['node-a', 'node-b'], workers: 1, demo: { mistake: 'never done' } },
  story: morePods,
};

/** Three workers, and changes all the time. */
const busy: Scenario = {
  id: 'machinery/workqueues#busy',
  title: 'Three workers',
  summary: 'Two ReplicaSets grow and shrink while their pods start, and three workers take their keys.',
  seed: 1,
  view: 'control-loop/workqueues',
  order: 'seeded',
  settings: { nodes: ['node-a'], workers: 3 },
  shows: ['kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts'],
  endsAtMs: 5000,
  *story(user) {
    yield* user.sleep(300);
    for (const name of ['web', 'db']) user.act({ kind: 'apply', object: replicaSet(name, 2) });
    yield* user.sleep(8);
    for (const name of ['web', 'db']) user.act({ kind: 'scale', namespace: 'default', name, replicas: 3 });
    yield* user.settle();
  },
};

export const scenarios: readonly Scenario[] = [twoSets, refused, hotLoop, held, neverDone, busy];
