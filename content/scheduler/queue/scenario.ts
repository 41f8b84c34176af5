import type { Act } from '../../../src/runtime/stage/acts.ts';
import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import {
  podInitialBackoffSeconds,
  podMaxBackoffSeconds,
} from '../../../src/runtime/subjects/scheduler/numbers.ts';
import { podOf } from '../../../src/runtime/subjects/scheduler/objects.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';

const room = (cpu: string) => ({ allocatable: { cpu, memory: '8Gi' } });
const scheduler = 'kube-scheduler';
/** It would take pods from tainted nodes, and has nothing to do in these stories. */
const idle = ['kube-controller-manager'];

function make(user: User, ...pods: readonly Parameters<typeof podOf>[]): void {
  for (const pod of pods) user.act({ kind: 'apply', object: podOf(...pod) });
}

function makeClass(user: User, name: string, value: number): void {
  const object = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value };
  user.act({ kind: 'apply', object });
}

/** A label that no plugin looks at, which the queue does not know beforehand. */
function label(user: User, value: string): void {
  const act: Act = { kind: 'label-node', node: 'node-a', labels: { rack: value }, overwrite: true };
  user.act(act);
}

/** A pod that fits nowhere, and all that lets it be tried again. */
const waits: Scenario = {
  id: 'scheduler/queue',
  title: 'A pod that fits nowhere',
  summary:
    'A pod is too large for all nodes. It is tried again when something happens, not too often, and after a minute anyway. Then a large node joins.',
  seed: 1,
  plane: 'scheduler/scheduler',
  settings: {
    nodes: ['node-a', 'node-b', 'node-c'],
    nodeShapes: {
      'node-a': room('4'),
      'node-b': room('2'),
      'node-c': { ...room('16'), taints: [{ key: 'dedicated', value: 'db', effect: 'NoSchedule' }] },
    },
    readyMs: 0,
    idle,
  },
  offers: ['relabel', 'label-node', 'taint', 'add-node', 'delete', 'cut-watch', 'crash', 'start'],
  numbers: [podInitialBackoffSeconds, podMaxBackoffSeconds],
  shows: ['kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts'],
  endsAtMs: 130_000,
  *story(user) {
    yield* user.sleep(500);
    make(user, ['etl', { cpu: '8' }]);
    yield* user.sleep(3500);
    label(user, 'one');
    yield* user.sleep(1000);
    label(user, 'two');
    yield* user.sleep(5000);
    label(user, 'three');
    yield* user.sleep(12_000);
    label(user, 'four');
    yield* user.sleep(81_000);
    user.act({ kind: 'add-node', node: 'node-d', allocatable: { cpu: '16', memory: '8Gi', pods: '110' } });
    yield* user.sleep(2000);
  },
};

/** Pods of three priorities, made while no scheduler runs. */
const order: Scenario = {
  ...waits,
  id: 'scheduler/queue#order',
  title: 'Five pods, and the scheduler comes late',
  summary: 'Pods are made while no scheduler runs. When it starts, all of them are in its queue at once.',
  numbers: [],
  settings: {
    nodes: ['node-a', 'node-b'],
    nodeShapes: { 'node-a': room('16'), 'node-b': room('16') },
    readyMs: 0,
    idle: [...idle, scheduler],
  },
  shows: ['kubernetes/pkg/scheduler/framework/plugins/queuesort/priority_sort.ts'],
  endsAtMs: 9000,
  *story(user) {
    yield* user.sleep(300);
    makeClass(user, 'high-priority', 1000);
    makeClass(user, 'medium-priority', 500);
    make(user, ['web-2', { cpu: '1' }]);
    yield* user.sleep(2000);
    make(user, ['web-1', { cpu: '1' }], ['db-2', { cpu: '1' }, { priorityClassName: 'high-priority' }]);
    make(user, ['cache', { cpu: '1' }, { priorityClassName: 'medium-priority' }]);
    yield* user.sleep(2000);
    make(user, ['db-1', { cpu: '1' }, { priorityClassName: 'high-priority' }]);
    yield* user.sleep(1000);
    user.act({ kind: 'start', program: scheduler });
    yield* user.sleep(1000);
  },
};

/** Two pods at once, one that is told to go and cannot, and one that is changed on its way. */
const one: Scenario = {
  ...waits,
  id: 'scheduler/queue#one',
  title: 'One at a time',
  summary:
    'Three pods come at once. One is annotated on its way to its node, and one that fits nowhere is deleted, and held back by a finalizer.',
  numbers: [],
  settings: { ...waits.settings, nodes: ['node-a', 'node-b'] },
  shows: ['kubernetes/pkg/scheduler/scheduler.ts'],
  endsAtMs: 6000,
  *story(user) {
    yield* user.sleep(500);
    make(user, ['web-1', { cpu: '1' }], ['web-2', { cpu: '1' }], ['web-3', { cpu: '1' }]);
    yield* user.sleep(1);
    const web = podOf('web-1', { cpu: '1' });
    const annotations = { 'example.com/owner': 'team-a' };
    user.act({
      kind: 'apply',
      object: { ...web, metadata: { ...(web['metadata'] as object), annotations } },
    });
    yield* user.sleep(2000);
    const legacy = podOf('legacy', { cpu: '8' });
    const metadata = { ...(legacy['metadata'] as object), finalizers: ['example.com/last-words'] };
    user.act({ kind: 'apply', object: { ...legacy, metadata } });
    yield* user.sleep(1000);
    user.act({ kind: 'delete', resource: 'pods', namespace: 'default', name: 'legacy' });
    yield* user.sleep(1500);
  },
};

/** A pod that takes its time to end, on a node from the beginning. */
function makeSlow(user: User, name: string, cpu: string, on: string, endsInMs: number): void {
  const made = podOf(name, { cpu }, { nodeName: on });
  const metadata = { ...(made['metadata'] as object), annotations: { 'fake/term-ms': String(endsInMs) } };
  user.act({ kind: 'apply', object: { ...made, metadata } });
}

/** A node joins while room is being made on another, and what the scheduler writes about that is refused. */
function* meanwhile(user: User): Blocking<void> {
  yield* user.sleep(500);
  makeClass(user, 'high-priority', 1000);
  for (const name of ['batch-1', 'batch-2']) makeSlow(user, name, '2', 'node-a', 20_000);
  yield* user.sleep(1500);
  user.act({ kind: 'conflict', resource: 'pods', times: 1 });
  make(user, ['web', { cpu: '4' }, { priorityClassName: 'high-priority' }]);
  yield* user.sleep(3);
  user.act({ kind: 'add-node', node: 'node-b', allocatable: { cpu: '4', memory: '8Gi', pods: '110' } });
}

const race: Scenario = {
  ...waits,
  id: 'scheduler/queue#race',
  title: 'A node that comes a moment too late',
  summary:
    'While room is being made for a pod, a node joins that has room for it. The pod was tried without it.',
  numbers: [],
  settings: { nodes: ['node-a'], nodeShapes: { 'node-a': room('4') }, readyMs: 0, idle },
  endsAtMs: 6000,
  *story(user) {
    yield* meanwhile(user);
    yield* user.sleep(3000);
  },
};

/** A pod that missed something, and one that fits nowhere. For the exercise. */
const back: Scenario = {
  ...race,
  id: 'scheduler/queue#back',
  title: 'Back into the queue',
  summary:
    'A node joins while a pod is being tried without it. Another pod fits nowhere, and is tried again and again.',
  order: 'seeded',
  endsAtMs: 18_000,
  *story(user) {
    yield* meanwhile(user);
    yield* user.sleep(3000);
    make(user, ['etl', { cpu: '9' }]);
    for (const value of ['one', 'two', 'three', 'four']) {
      yield* user.sleep(2500);
      label(user, value);
    }
    yield* user.sleep(2000);
  },
};

export const scenarios: readonly Scenario[] = [waits, order, one, race, back];
